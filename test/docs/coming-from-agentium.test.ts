/**
 * docs/coming-from-agentium.md: its samples stop a stuck agent, and its table has every name.
 *
 * The samples run against a stand-in for `@agentium/core`; `AGENTIUM_CORE=/path/to/node_modules/@agentium/core` runs them
 * against the package itself.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const core = process.env["AGENTIUM_CORE"] ?? join(root, "test/docs/agentium-stand-in");
const page = readFileSync(join(root, "docs/coming-from-agentium.md"), "utf8");
const samples = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code as string);

/** What a sample takes for given: a tool that never has news, and a model that asks for it so many times. */
const given = (limit: number) => `
import { EventBus, RunContext } from "@agentium/core";
let ran = 0;
let asked = 0;
const tools = [{
  name: "status",
  description: "",
  parameters: { safeParse: (data) => ({ success: true, data }) },
  rawJsonSchema: { type: "object" },
  async execute() { ran++; return "still running"; },
}];
const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 };
const model = {
  providerId: "scripted",
  modelId: "scripted",
  async generate() {
    if (asked++ === ${limit}) return { message: { role: "assistant", content: "done" }, usage, finishReason: "stop", raw: {} };
    const toolCalls = [{ id: "c" + asked, name: "status", arguments: { job: 7 } }];
    return { message: { role: "assistant", content: null, toolCalls }, usage, finishReason: "tool_calls", raw: {} };
  },
};
const question = "Is it done?";
const messages = [{ role: "user", content: question }];
const ctx = new RunContext({ sessionId: "s", eventBus: new EventBus() });
`;

/** A module that runs a sample, and exports how often the model was asked, what ran, and what was thrown. */
function moduleOf(sample: string, limit: number): string {
  const lines = sample.split("\n").map((line) => line.trimStart());
  const isImport = (line: string) => line.startsWith("import ");
  return `${lines.filter(isImport).join("\n")}
    ${given(limit)}
    let thrown = null;
    try {
      ${lines.filter((line) => !isImport(line)).join("\n")}
      if (output.text !== "done") throw new Error("no text");
    } catch (error) {
      thrown = { name: error.name, message: error.message, detector: (error.cause ?? error).detection?.detector };
    }
    export default { asked, ran, thrown };`;
}

/** The abort of a guarded function, and nothing that makes it Agentium's. */
const ALONE = `
  import { Agent } from "@agentium/core";
  import { guardFunction } from "loopguard";
  const [tool] = tools;
  const execute = guardFunction(tool.name, tool.execute);
  const output = await new Agent({ name: "a", model, tools: [{ ...tool, execute }] }).run(question);`;

/** How often a model asks that is stuck, and one that is not. */
const STUCK = 9;
const FINE = 2;
const runs: Record<string, unknown> = {};

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-agentium-"));
  for (const [name, target] of [
    ["loopguard", root],
    ["@agentium/core", core],
  ] as const) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, "junction");
  }
  const modules = samples.flatMap((sample, index) =>
    [STUCK, FINE].map((limit) => [`sample ${index + 1}, ${limit}`, moduleOf(sample, limit)] as const),
  );
  const all = [...modules, ["alone", moduleOf(ALONE, STUCK)] as const];
  all.forEach(([, code], index) => {
    writeFileSync(join(folder, `${index}.mjs`), code);
  });
  const imports = all.map((_, index) => `(await import("./${index}.mjs")).default`);
  writeFileSync(join(folder, "all.mjs"), `process.stderr.write(JSON.stringify([${imports.join(", ")}]));`);
  const { stderr } = spawnSync(process.execPath, ["--no-warnings", "all.mjs"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (!stderr.startsWith("[{")) throw new Error(stderr);
  const results: unknown[] = JSON.parse(stderr);
  all.forEach(([name], index) => {
    runs[name] = results[index];
  });
});

describe("docs/coming-from-agentium.md", () => {
  test("has four samples", () => {
    expect(samples).toHaveLength(4);
  });

  test.each([1, 2, 3, 4])("sample %i ends a stuck run", (number) => {
    const { asked, ran, thrown } = runs[`sample ${number}, ${STUCK}`] as Record<string, number>;
    expect(thrown).toEqual({ name: "ToolLoopError", message: expect.stringContaining("status"), detector: "no_news" });
    expect(ran).toBe(2);
    expect(asked).toBeLessThan(STUCK);
  });

  test.each([1, 2, 3, 4])("sample %i leaves other runs alone", (number) => {
    expect(runs[`sample ${number}, ${FINE}`]).toEqual({ asked: FINE + 1, ran: 2, thrown: null });
  });

  test("an abort of guardFunction alone does not end the run, as the page says", () => {
    expect(runs["alone"]).toEqual({ asked: STUCK + 1, ran: 2, thrown: null });
  });

  test("names every export of ours that is called as one of Agentium's", () => {
    const index = ["index", "executor"].map((name) => readFileSync(join(root, `lib/${name}.ts`), "utf8")).join("\n");
    const exported = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) =>
      (names as string).split(",").map((name) => name.trim().replace(/^type /, "")),
    );
    const table = /### Exports\n([\s\S]*?)\n### /.exec(page)?.[1] ?? "";
    const named = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell]) =>
      [...(cell as string).matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(named).toEqual([...new Set(named)]);
    for (const name of AGENTIUM.filter((name) => exported.includes(name))) expect(named).toContain(name);
    for (const name of named) expect(AGENTIUM).toContain(name);
  });
});

/** What `@agentium/core` exports of its tool layer. */
const AGENTIUM = [
  "AgentEventMap",
  "ApprovalConfig",
  "ApprovalDecision",
  "ApprovalManager",
  "ApprovalRequest",
  "ARTIFACT_POINTER_PREFIX",
  "Artifact",
  "ArtifactPointer",
  "DefineAsyncToolConfig",
  "EventBus",
  "RunContext",
  "Sandbox",
  "SandboxConfig",
  "StoredArtifact",
  "ToolCacheConfig",
  "ToolCall",
  "ToolCallResult",
  "ToolDef",
  "ToolDefinition",
  "ToolExecutor",
  "ToolLoopError",
  "ToolResult",
  "approxByteSize",
  "createArtifactTools",
  "createPollResultTool",
  "defineAsyncTool",
  "defineTool",
  "getArtifact",
  "isPointer",
  "listArtifacts",
  "resolveSandboxConfig",
  "storeArtifact",
];
