/** An adapter for a framework whose agents have two hooks: before and after a call. */
import { logged, type Recipe } from "./recipes.ts";

const ADAPTER = `/** For Example Agents, \`example-agents\`: hooks of an agent. Imports nothing of it. */
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { deskFor } from "./framework-versions.ts";

/** The hooks of an agent, as \`new Agent({ hooks })\` takes them. */
export interface ExampleHooks {
  /** Gives the result of a call that does not run. */
  beforeTool(call: { readonly id: string; readonly name: string; readonly arguments: unknown }): string | undefined;
}

/**
 * Guards the tools of an agent.
 *
 * @example
 * new Agent({ tools, hooks: loopGuardHooks() });
 */
export function loopGuardHooks(guard?: DeskInput, options?: AdapterOptions): ExampleHooks {
  const run = deskFor("example-agents", guard, options).run();
  return {
    beforeTool(call) {
      run.round();
      return run.call<string | undefined>(call, () => undefined, { refused: ({ message }) => message });
    },
  };
}
`;

const TEST = `import { expect, it } from "vitest";
import { loopGuardHooks } from "../../lib/frameworks/example.ts";

it("refuses the call that an agent repeats", () => {
  const hooks = loopGuardHooks({ maxRepeats: 1 });
  const call = (id: string) => hooks.beforeTool({ id, name: "read", arguments: { path: "a" } });
  expect(call("1")).toBeUndefined();
  expect(call("2")).toContain("loop-detected");
});
`;

export const adapter: Recipe = {
  title: "An adapter",
  add(copy) {
    copy.create("lib/frameworks/example.ts", ADAPTER);
    copy.insert(
      "lib/frameworks/framework-versions.ts",
      '"@workflow/ai": {',
      '  "example-agents": { from: "1", below: "2", page: "example" },',
    );
    copy.insert("scripts/entries.mjs", "frameworks/workflow", '  { name: "./example", module: "frameworks/example" },');
    copy.insert(
      "test/beside-frameworks/rows.mjs",
      '"@workflow/ai@6"',
      '  { packages: ["example-agents@1"], entry: "example" },',
    );
    copy.create("test/frameworks/example.test.ts", TEST);
    copy.create("docs/frameworks/example.md", "# Example Agents\n\n`loopGuardHooks()` of `loopguard/example`.\n");
    copy.insert(
      "README.md",
      /^\|.*workflow\.md/,
      "| [Example Agents](docs/frameworks/example.md) | `loopGuardHooks()` |",
    );
    logged(copy, "`loopguard/example`, for Example Agents");
    copy.run("node scripts/build-manifest.mjs && npm run -s compile");
  },
  checks: [
    "npx vitest run --root test/frameworks example.test.ts",
    "node scripts/build-manifest.mjs --check",
    "node scripts/check-docs.mjs && node scripts/check-rooms.mjs",
  ],
};
