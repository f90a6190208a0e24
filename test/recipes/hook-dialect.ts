/** The hook for another CLI agent, which speaks as Claude Code does but for one sign. */
import { logged, type Recipe } from "./recipes.ts";

export const hookDialect: Recipe = {
  title: "A hook dialect",
  add(copy) {
    copy.replace(
      "native/hook/dialects.json",
      /^ {4}"gemini": \{/m,
      '    "example": { "title": "Example", "like": "claude", "sign": "example_version", "also": [] },\n    "gemini": {',
    );
    copy.insert(
      "lib/cli/init-agents.ts",
      "export const AGENTS:",
      `  example: {
    title: "Example",
    path: file(".example/settings.json", ".example", "settings.json"),
    uses: { hook: "example" },
    format: hooksIn(groups(events("example"))),
    next: "New sessions are guarded.",
  },`,
    );
    copy.create(
      "test/hook/example.test.ts",
      `import { expect, it } from "vitest";
import { ask, Folder, PROGRAMS } from "./programs.ts";

it("refuses what is repeated", () => {
  using folder = new Folder();
  const told = { session_id: "s", example_version: "1", tool_name: "read", tool_input: { path: "a" } };
  const say = (event: object) => JSON.stringify(ask(PROGRAMS.c, { ...told, ...event }, folder.env, "--example"));
  let said = "";
  for (const id of ["1", "2", "3", "4"]) {
    said = say({ hook_event_name: "PreToolUse", tool_use_id: id });
    say({ hook_event_name: "PostToolUse", tool_use_id: id, tool_response: "same" });
  }
  expect(said).toContain("deny");
});
`,
    );
    copy.insert(
      "docs/cli/hook.md",
      "| Factory droid `--droid` |",
      "| Example `--example` | as Claude Code | | | | our reading |",
    );
    copy.insert("docs/cli/init.md", /^\| `droid`/, "| `example` | `.example/settings.json` |");
    logged(copy, "the hook speaks with Example");
    copy.run("node scripts/build-hook-dialects.mjs && npm run -s compile");
  },
  checks: [
    "npx vitest run --project once test/hook/example.test.ts test/hook/init.test.ts test/cli/init-agents.test.ts",
    "node scripts/check-docs.mjs",
  ],
};
