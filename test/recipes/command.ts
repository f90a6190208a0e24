/** A command that counts the calls of recorded runs. */
import { logged, type Recipe } from "./recipes.ts";

const COMMAND = `/** \`loopguard names\`: the detectors that there are. */
import { DETECTOR_RECORDS } from "../rules/table.ts";
import type { Command } from "../traces/libraries.ts";

export function registerNames(program: Command): void {
  program
    .command("names")
    .description("Print the names of the detectors.")
    .action(() => {
      process.stdout.write(\`\${[...DETECTOR_RECORDS.keys()].join("\\n")}\\n\`);
    });
}
`;

const TEST = `import { expect, it } from "vitest";
import { loopguard } from "./scan-process.ts";

it("prints the names of the detectors", async () => {
  const { stdout, code } = await loopguard(["names"]);
  expect(code).toBe(0);
  expect(stdout.split("\\n")).toContain("no_news");
});
`;

export const command: Recipe = {
  title: "A command",
  add(copy) {
    copy.create("lib/cli/names.ts", COMMAND);
    copy.insert(
      "lib/cli/program.ts",
      "  sql: async () =>",
      '  names: async () => (await import("./names.ts")).registerNames,',
    );
    copy.create("test/cli/names.test.ts", TEST);
    copy.create("docs/cli/names.md", "# loopguard names\n\nPrints the names of the detectors.\n");
    copy.insert("docs/cli/README.md", /^\| .*sql\.md/, "| [`names`](names.md) | prints the names of the detectors |");
    logged(copy, "`loopguard names`");
    copy.run("npm run -s compile");
  },
  checks: [
    "npx vitest run --project once test/cli/names.test.ts test/cli/completion.test.ts",
    "node scripts/check-docs.mjs && node scripts/check-rooms.mjs",
  ],
};
