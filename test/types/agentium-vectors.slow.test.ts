/** Code that is typed by Agentium compiles with our types when nothing but the import changes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { COMPILERS, Project, root } from "../docs/typescript-blocks.ts";
import { SNIPPETS } from "./agentium-snippets.ts";

const vectors: { name: string; code: string; agentium: boolean }[] = JSON.parse(
  readFileSync(join(root, "test/vectors/agentium-types.json"), "utf8"),
);

const IMPORTS = `import { ToolExecutor, RunContext, EventBus, defineTool, ToolLoopError, ApprovalManager, createPollResultTool, type ToolDef, type ToolCallResult, type AgentEventMap, type ApprovalRequest, type ApprovalConfig, type ToolResult } from "loopguard"; import { z } from "zod";\n`;

/** What their types refuse and ours always took. */
const OURS = [
  "apprCfgType",
  "apprOnArgs",
  "approvalReqArgs",
  "ctxNoBus",
  "execTypedArgs",
  "ldNoAction",
  "ldTrue",
  "ldWarn",
];
const ALSO_OURS = ["optNull", "toolCallArgsQ", "toolDefExamplesType", "toolDefUnion", "toolResultUpper"];
const OWN: Record<string, string> = {
  standardSchema: `declare const parameters: import("loopguard").StandardSchema<{ q: string }>; const t: ToolDef = { name: "x", description: "", parameters, execute: async () => "" }; defineTool({ ...t, parameters, execute: async ({ q }) => q.trim() });`,
  safeParse: `const t: ToolDef = { name: "x", description: "", parameters: { safeParse: (data: unknown) => ({ success: true, data }) }, execute: async () => "" };`,
  syncModelOutput: `new ToolExecutor([{ name: "x", description: "", parameters: z.object({}), execute: async () => "", toModelOutput: (r) => r }]); defineTool({ name: "x", description: "", parameters: z.object({}), execute: async () => "", toModelOutput: (r) => r });`,
  rawArguments: `declare const c: RunContext; new ToolExecutor([]).executeAll([{ id: "1", name: "x", arguments: "{}" }], c);`,
  readonlyTools: `const tools = [createPollResultTool()] as const; new ToolExecutor(tools, { loopDetection: { tools: { x: false } } });`,
  ownEvents: `new EventBus().on("loop.detected", ({ detection }) => detection.repeats.toFixed()).on("error", ({ event }) => event.trim());`,
};

const project = new Project(join(root, "node_modules"), []);
project.link(join(root, "node_modules"), ["zod3"], ["zod"]);
afterAll(() => project.remove());

describe.each(Object.keys(COMPILERS))("TypeScript %s", (version) => {
  const options = { module: "nodenext", types: [], target: "ES2022" };
  const compile = (name: string, programs: [string, string][]) => {
    const files = new Map(programs.map(([file, code]) => [`${file}.ts`, `${IMPORTS}${code}\nexport {};\n`]));
    return project.compile(`${name}-${version}`, files, options, version);
  };

  test("every program that Agentium's types accept", async () => {
    const accepted = vectors.filter(({ agentium }) => agentium).map(({ name, code }): [string, string] => [name, code]);
    expect(accepted.length).toBeGreaterThan(30);
    expect(await compile("theirs", [...accepted, ...Object.entries(SNIPPETS)])).toEqual([]);
  });

  test("what ours alone accept", async () => {
    const names = [...OURS, ...ALSO_OURS];
    const code = new Map(vectors.map(({ name, code }) => [name, code]));
    const own = names.map((name): [string, string] => [name, code.get(name) as string]);
    expect(await compile("ours", [...own, ...Object.entries(OWN)])).toEqual([]);
  });

  test("a mistake is found", async () => {
    const code = vectors.find(({ name }) => name === "unknownOpt")?.code as string;
    expect(await compile("wrong", [["unknownOpt", code]])).toHaveLength(1);
  });
});
