/** Another text for the failures that may pass by themselves. */
import { logged, type Recipe } from "./recipes.ts";

export const message: Recipe = {
  title: "A message",
  add(copy) {
    copy.replace(
      "lib/rules/verdict-texts.ts",
      "This failure may pass by itself: wait",
      "Such a failure often passes: wait",
    );
    copy.create(
      "test/rules/passing-text.once.test.ts",
      `import { expect, it } from "vitest";
import { verdictText } from "../../lib/rules/verdict-texts.ts";

it("says that the failure passes", () => {
  expect(verdictText("warn", "repeat", "Found.", false, true)).toBe(
    "Found. Such a failure often passes: wait before you try again, or do something else.",
  );
});
`,
    );
    logged(copy, "another text for failures that pass");
    copy.run("npm run -s compile && node scripts/build-native-tables.mjs && npm run -s compile");
  },
  checks: [
    "npx vitest run --project once test/rules/passing-text.once.test.ts test/rules/verdict-texts.once.test.ts",
    "node scripts/build-native-tables.mjs --check",
  ],
};
