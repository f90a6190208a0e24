/** The declarations of the package: a file for each entry point, and what programs of every kind make of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ENTRIES, MODULES } from "../../scripts/entries.mjs";
import { Project, root } from "../docs/typescript-blocks.ts";

const types = join(root, "types");

const project = new Project(join(root, "node_modules"), ["vitest"]);
afterAll(() => project.remove());

async function complaints(name: string, code: string, options: object = {}): Promise<string[]> {
  const all = { module: "nodenext", types: [], ...options };
  return (await project.compile(name, new Map([["program.ts", code]]), all)).map(({ text }) => text);
}

test("there is a file for each entry point, and one that they share", () => {
  const filesOf = (folder: string) =>
    (readdirSync(folder, { recursive: true }) as string[]).filter((path) => /\.ts$|\.cts$/.test(path)).sort();
  const names = [...MODULES.map(({ module }) => module), "shared"];
  expect(filesOf(types)).toEqual(names.map((name) => `${name}.d.ts`).sort());
  const own = MODULES.filter(({ ofItsOwn }) => ofItsOwn).map(({ module }) => `${module}.d.ts`);
  expect(filesOf(join(root, "dist/types"))).toEqual([...names.map((name) => `${name}.d.cts`), ...own].sort());
});

test("what an entry point is about stands at the top of its file", () => {
  for (const { name, module } of ENTRIES)
    expect(readFileSync(join(types, `${module}.d.ts`), "utf8"), name).toMatch(/^(\/\*\*|import |export )/);
  expect(readFileSync(join(types, "otel.d.ts"), "utf8")).toMatch(
    /^\/\*\*\n \* Detections as OpenTelemetry traces and metrics/,
  );
  expect(readFileSync(join(types, "otel.d.ts"), "utf8")).toContain("/** Options of `instrumentLoopGuard`.");
});

/** Entry points that name types of a framework: their users have it. */
const WITH_PEERS = ["./vitest", "./otel", "./ai-sdk", "./langchain", "./strands", "./adk"];
const alone = ENTRIES.map(({ name }) => name).filter((name) => !WITH_PEERS.includes(name));

describe.each(["ES2022", "ESNext"])("in a program with nothing but lib %s", (lib) => {
  test("the entry points compile without any other package", async () => {
    const imports = alone.map((name, i) => `import * as entry${i} from "loopguard${name.slice(1)}"; void entry${i};`);
    expect(await complaints(`alone-${lib}`, imports.join("\n"), { lib: [lib] })).toEqual([]);
  });
});

test("without them, things of the platform are still typed", async () => {
  const program = `
    import { EventBus, LoopGuard, RunContext } from "loopguard";
    new LoopGuard()[Symbol.dispose]();
    new EventBus().on("browser.screenshot", ({ data }) => data.byteLength.toFixed());
    // @ts-expect-error: it is known to be bytes
    new EventBus().on("browser.screenshot", ({ data }) => data.trim());
    new RunContext({ sessionId: "s" }).signal;
  `;
  expect(await complaints("platform", program, { lib: ["ES2022"] })).toEqual([]);
});

test("a guard is one type for all entry points", async () => {
  const program = `
    import { LoopGuard, type GuardInput, type StateStore } from "loopguard";
    import { toolLoopHooks } from "loopguard/claude";
    import { fileStore } from "loopguard/file";
    import { guardClient } from "loopguard/mcp";
    import { redisStore, type RedisClient } from "loopguard/redis";
    import { toolLoopHooks as mastraHooks } from "loopguard/mastra";
    const guard = new LoopGuard();
    const input: GuardInput = guard;
    toolLoopHooks(guard);
    mastraHooks(input);
    guardClient({ callTool: async () => ({}), listTools: async () => ({}) } as never, guard);
    const stores: StateStore[] = [fileStore("x"), redisStore({} as RedisClient)];
    void stores;
    // @ts-expect-error: only a guard has its private members
    const forged: LoopGuard = { ...guard };
    void forged;
  `;
  expect(await complaints("one-type", program)).toEqual([]);
});

test("users can write declarations of what they make with it", async () => {
  const program = `
    import { defineTool, LoopGuard, ToolExecutor } from "loopguard";
    import * as claude from "loopguard/claude";
    import * as mastra from "loopguard/mastra";
    import * as mcp from "loopguard/mcp";
    import * as agents from "loopguard/openai-agents";
    export const guard = new LoopGuard();
    export const run = guard.run("s");
    export const verdict = run.before({ name: "t" });
    export const executor = new ToolExecutor([]);
    export const define = defineTool;
    export const hooks = claude.toolLoopHooks(guard);
    export const makeHooks = claude.toolLoopHooks;
    export const parts = { hooks: mastra.toolLoopHooks, client: mcp.guardClient, agent: agents.withLoopGuard };
    export class Mine extends mastra.ToolLoopProcessor {}
  `;
  expect(await complaints("declarations", program, { declaration: true, noEmit: false, outDir: "out" })).toEqual([]);
});

test("loopguard/vitest adds its matchers to vitest's, whatever is imported first", async () => {
  const program = `
    import "loopguard/vitest";
    import { expect } from "vitest";
    expect([]).toBeLoopFree();
    expect([]).not.toLoop({ toolName: "search" });
    // @ts-expect-error: there is no such thing to look for
    expect([]).toLoop({ tool: "search" });
  `;
  expect(await complaints("matchers", program, { skipLibCheck: true, types: [] })).toEqual([]);
  const jest = `
    declare global { namespace jest { interface Matchers<R, T = {}> { toBe(other: T): R } } }
    import "loopguard/jest";
    import { assertLoopFree } from "loopguard/assert";
    declare const matchers: jest.Matchers<void, unknown>;
    matchers.toBeLoopFree();
    matchers.toHaveRefused("search");
    assertLoopFree([], { maxRepeats: 3 });
    export {};
  `;
  expect(await complaints("jest", jest)).toEqual([]);
  const alone = `import { recordToolCalls } from "loopguard/vitest"; void recordToolCalls;`;
  const own = (await complaints("matchers-alone", alone)).filter((text) => text.includes("loopguard"));
  expect(own).toEqual([]);
});
