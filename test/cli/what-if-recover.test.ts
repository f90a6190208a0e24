/** `loopguard scan --what-if recover`: what would have been done to the requests of recorded runs. */
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Recovered, ScanReport } from "../../lib/cli/scan-types.ts";
import { pruneLoop } from "../../lib/index.ts";
import { healthyLine, loopguard, runLine, stuckLine } from "./scan-process.ts";

const FIXTURES = new URL("../traces/fixtures/", import.meta.url);
const EXAMPLES = fileURLToPath(new URL("../../examples/runs", import.meta.url));
const schema = readFileSync(new URL("../../docs/cli/scan.schema.json", import.meta.url), "utf8");
const valid = new Ajv({ strict: false, formats: { "date-time": true } }).compile(JSON.parse(schema));
let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-what-if-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function scanned(path: string, ...flags: string[]): Promise<ScanReport> {
  const { stdout } = await loopguard(["scan", "--json", "--what-if", "recover", ...flags, path]);
  const report = JSON.parse(stdout) as ScanReport;
  expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
  return report;
}

/** There each response stays: it says something of its own, or has calls that the provider made itself. */
const STAYING = /^(ai-sdk-steps|openai-responses-tools)/;
const briefly = ({ rung, callIndex, calls }: Recovered): unknown[] => [rung, callIndex, calls];
const refused = new Set(["hint", "ask", "abort"]);

describe("in each format", () => {
  const names = readdirSync(FIXTURES).filter((name) => name.includes("."));

  it.each(names)("%s: where a call is refused, the next request is pruned", async (name) => {
    const { runs } = await scanned(fileURLToPath(new URL(name, FIXTURES)));
    for (const { recoveries = [], detections } of runs) {
      const loop = detections.find(({ action }) => refused.has(action));
      expect(recoveries.length > 0).toBe(loop !== undefined);
      if (loop === undefined) continue;
      const { callIndex, detector, toolName } = loop;
      const calls = STAYING.test(name) ? 0 : 1;
      expect(recoveries[0]).toMatchObject({ rung: "prune", callIndex, detector, toolName, calls });
      expect(recoveries[0]?.tokens).toBeGreaterThanOrEqual(0);
      // Then the fourth call is refused, too.
      if (callIndex === 2) expect(recoveries.slice(1).map(briefly)).toEqual([["tools", 3, 2 * calls]]);
    }
  });

  test("as many calls go as pruneLoop leaves out of the recorded messages", async () => {
    const messages = JSON.parse(readFileSync(new URL("openai-chat-list.json", FIXTURES), "utf8")) as object[];
    const { runs } = await scanned(fileURLToPath(new URL("openai-chat-list.json", FIXTURES)));
    const [first] = runs[0]?.recoveries ?? [];
    const third = messages.findIndex((_, index) => results(messages.slice(0, index + 1)) === 3);
    const pruned = pruneLoop(messages.slice(0, third + 1), { toolName: "search" });
    expect(first?.calls).toBe(pruned.removed);
  });
});

/** Responses of Anthropic with one call each, and these parts before it; the call's result is the same. */
async function anthropicRun(name: string, before: (index: number) => object[]): Promise<Recovered[]> {
  const messages = [0, 1, 2].flatMap((index) => [
    {
      role: "assistant",
      content: [...before(index), { type: "tool_use", id: `t${index}`, name: "search", input: {} }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${index}`, content: "none of it" }] },
  ]);
  await writeFile(at(name), JSON.stringify({ messages }));
  return (await scanned(at(name))).runs[0]?.recoveries ?? [];
}

test("where the record has messages, all that goes with a call is counted: reasoning and its signature", async () => {
  const thinking = "I look once more. ".repeat(200);
  const signature = "c2ln".repeat(100);
  const [first] = await anthropicRun("thinking.json", () => [{ type: "thinking", thinking, signature }]);
  expect(first).toMatchObject({ rung: "prune", calls: 1 });
  expect(first?.tokens).toBeGreaterThan(900);
});

test("what pruneLoop does not leave out of the messages is not counted", async () => {
  const part = (index: number) => ({ type: "server_tool_use", id: `s${index}`, name: "web_search", input: { index } });
  const found = await anthropicRun("hosted.json", (index) => [part(index)]);
  expect(found.filter(({ calls }) => calls > 0)).toEqual([]);
});

const results = (messages: readonly object[]): number => messages.filter((one) => "tool_call_id" in one).length;

test("the ladder of a run that goes on as it is recorded, and the sum of all runs", async () => {
  await writeFile(at("runs.jsonl"), `${stuckLine("stuck", 9)}\n${healthyLine("healthy", 5)}\n`);
  const { runs, totals } = await scanned(at("runs.jsonl"));
  const [stuck, healthy] = runs;
  expect(stuck?.recoveries?.map(briefly)).toEqual([
    ["prune", 2, 1],
    ["tools", 3, 2],
    ["fresh", 4, 5],
    ["answer", 6, 6],
  ]);
  expect(healthy?.recoveries).toBeUndefined();
  const tokens = stuck?.recoveries?.reduce((sum, one) => sum + one.tokens, 0);
  expect(totals).toMatchObject({ recoveredRuns: 1, pruneRungs: 1, toolsRungs: 1, freshRungs: 1, answerRungs: 1 });
  expect(totals).toMatchObject({ prunedCalls: 14, prunedTokens: tokens });
});

test("what was news stays", async () => {
  const results = ["first text", "second text", ...Array.from({ length: 6 }, () => "third text")];
  const calls = results.map((result): [string, object, string] => ["read", { path: "a.ts" }, result]);
  await writeFile(at("news.jsonl"), `${runLine("news", calls)}\n`);
  const [run] = (await scanned(at("news.jsonl"))).runs;
  const [first] = run?.recoveries ?? [];
  // It, and two that ran: the first and the last with this result stay, and those with the others.
  expect(first).toMatchObject({ rung: "prune", callIndex: 6, calls: 3 });
});

test("what the model said only once is not left out", async () => {
  const message = (index: number) => [
    { role: "assistant", content: `Try ${index}.`, tool_calls: [call(index)] },
    { role: "tool", tool_call_id: `c${index}`, content: "none of it" },
  ];
  const call = (index: number) => ({
    id: `c${index}`,
    type: "function",
    function: { name: "search", arguments: "{}" },
  });
  await writeFile(at("said.json"), JSON.stringify([0, 1, 2].flatMap(message)));
  const [run] = (await scanned(at("said.json"))).runs;
  expect(run?.recoveries?.map(briefly)).toEqual([["prune", 2, 0]]);
});

test.each([5_000, 100_000])("values nested %i levels deep change nothing that the scan tells else", async (depth) => {
  const deep = "[".repeat(depth) + "]".repeat(depth);
  const rounds = Array.from({ length: 10 }, (_, index) => [
    {
      role: "assistant",
      content: [
        { type: "other", value: index === 0 ? "DEEP" : "" },
        { type: "tool_use", id: `t${index}`, name: "search", input: index === 1 ? "DEEP" : {} },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${index}`, content: index === 2 ? "DEEP" : "none of it" }],
    },
  ]);
  await writeFile(at("deep.json"), JSON.stringify({ messages: rounds.flat() }).replaceAll('"DEEP"', deep));
  const { runs, errors } = await scanned(at("deep.json"));
  const plain = JSON.parse((await loopguard(["scan", "--json", at("deep.json")])).stdout) as ScanReport;
  expect(runs.map(({ recoveries: _, ...run }) => run)).toEqual(plain.runs);
  expect([errors, runs[0]?.calls]).toEqual([[], 10]);
  expect(runs[0]?.recoveries?.length).toBeGreaterThan(0);
});

test("options of the configuration decide which rungs there are", async () => {
  await writeFile(at("guard.json"), JSON.stringify({ recover: { prune: false, fresh: false } }));
  await writeFile(at("stuck.jsonl"), `${stuckLine("stuck", 4)}\n`);
  const [run] = (await scanned(at("stuck.jsonl"), "--config", at("guard.json"))).runs;
  expect(run?.recoveries?.map(briefly)).toEqual([["tools", 2, 0]]);
});

test("the text names runs, requests and the sum", async () => {
  const { stdout } = await loopguard(["scan", "--what-if", "recover", at("stuck.jsonl")]);
  expect(stdout).toContain("recover would have acted in 1 of 1 runs: prune 1, tools 1.\n");
  expect(stdout).toMatch(
    /^ {2}stuck: prune after #3, 1 call and about \d+ tokens less; tools after #4, 2 calls and about/m,
  );
  expect(stdout).toMatch(/^In all, these requests would have had 3 calls and about \d+ tokens less\.$/m);
});

test("examples/runs: every run with a refusal is told of, and nothing else changes", async () => {
  const { runs, totals } = await scanned(EXAMPLES);
  for (const { recoveries, detections } of runs)
    expect(recoveries !== undefined).toBe(detections.some(({ action }) => refused.has(action)));
  expect(totals.recoveredRuns).toBeGreaterThan(0);
  const plain = JSON.parse((await loopguard(["scan", "--json", EXAMPLES])).stdout) as ScanReport;
  expect(runs.map(({ recoveries: _, ...run }) => run)).toEqual(plain.runs);
});

test("the report page has the totals", async () => {
  await writeFile(at("paged.jsonl"), `${stuckLine("a", 6)}\n${healthyLine("b", 4)}\n`);
  const page = at("paged.html");
  await loopguard(["report", "--what-if", "recover", "-o", page, at("paged.jsonl")]);
  const { totals } = await scanned(at("paged.jsonl"));
  expect(totals.recoveredRuns).toBe(1);
  const html = readFileSync(page, "utf8");
  expect(html).toContain(`"recoveredRuns":1`);
  expect(html).toContain(`"prunedTokens":${totals.prunedTokens}`);
  await loopguard(["report", "-o", page, at("paged.jsonl")]);
  expect(readFileSync(page, "utf8")).not.toContain('"recoveredRuns":');
});
