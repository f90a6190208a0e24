/** The next version. */
import type { Recipe } from "./recipes.ts";

export const release: Recipe = {
  title: "A release",
  add(copy) {
    copy.run("npm version 0.2.0 --no-git-tag-version --ignore-scripts");
    copy.replace("CHANGELOG.md", /^## .* - unreleased$/m, "## 0.2.0 - 2027-01-01");
    copy.replace("docs/verify.md", /git checkout v[\d.]+/, "git checkout v0.2.0");
  },
  checks: [
    "npx vitest run --project once test/docs/versions.test.ts test/package/workflows.test.ts",
    "node scripts/build-manifest.mjs --check && node scripts/check-docs.mjs",
  ],
};
