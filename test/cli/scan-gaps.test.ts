/** What a scan says when it cannot judge: calls of which nothing is recorded, and files that are not there. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { loopguard, stuckLine } from "./scan-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-gaps-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function scan(lines: readonly unknown[], ...args: string[]) {
  const file = join(folder, "trace.jsonl");
  await writeFile(file, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  const { stdout, stderr, code } = await loopguard(["scan", "--json", "--fail-on", "warn", ...args, file]);
  const { runs, totals } = JSON.parse(stdout) as ScanReport;
  return { runs, totals, stderr, code };
}

const content = { "gen_ai.tool.call.arguments": '{"q":"x"}', "gen_ai.tool.call.result": "none" };

/** Calls of a tool, a second apart, with these attributes. */
function spans(trace: string, calls: readonly object[], status: object = {}) {
  return calls.map((attributes, at) => ({
    traceId: trace,
    spanId: `${trace}${at}`,
    startTime: 1_700_000_000_000 + at * 1_000,
    endTime: 1_700_000_000_500 + at * 1_000,
    status,
    attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", ...attributes },
  }));
}

describe("calls with neither arguments nor results recorded", () => {
  test("are named, with what to switch on, and fail what asks for a verdict", async () => {
    const { runs, totals, stderr, code } = await scan([...spans("a", [{}, {}, {}, {}]), ...spans("b", [{}, {}, {}])]);
    expect(totals).toMatchObject({ calls: 7, runsWithLoops: 0, unrecordedCalls: 7, unrecordedRuns: 2 });
    expect(runs[0]).toMatchObject({ unrecordedCalls: 4, unrecorded: "all" });
    expect(stderr).toContain("7 calls have neither arguments nor a result recorded: in 2 runs no call has any");
    expect(stderr).toContain("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT");
    expect(code).toBe(2);
  });

  test("fail nothing without --fail-on", async () => {
    const file = join(folder, "blind.jsonl");
    await writeFile(file, spans("a", [{}, {}]).map((line) => `${JSON.stringify(line)}\n`).join("")); // biome-ignore format: one line
    const { code, stderr } = await loopguard(["scan", file]);
    expect(code).toBe(0);
    expect(stderr).toContain("2 calls have neither");
  });

  test("of which only errors are recorded are blind too: every failure of a tool is the same then", async () => {
    const errors = spans("a", [{}], { code: "ERROR" });
    const { totals, code } = await scan([...errors, ...spans("a", [{}, {}, {}]).slice(1)]);
    expect(totals).toMatchObject({ calls: 3, unrecordedCalls: 2, unrecordedRuns: 1 });
    expect(code).toBe(2);
  });

  test("are a tool without either where others of the run are recorded", async () => {
    const { totals, stderr, code } = await scan(spans("a", [content, {}, { ...content, "gen_ai.tool.name": "other" }]));
    expect(totals).toMatchObject({ calls: 3, unrecordedCalls: 1 });
    expect(totals).not.toHaveProperty("unrecordedRuns");
    expect(stderr).toBe("1 call has neither arguments nor a result recorded: each is taken for another call than the others.\n"); // biome-ignore format: one line
    expect(code).toBe(0);
  });

  test("do not hide a loop of another run, and outrank it", async () => {
    const { totals, code } = await scan([...spans("a", [content, content, content, content]), ...spans("b", [{}, {}])]);
    expect(totals).toMatchObject({ runsWithLoops: 1, unrecordedRuns: 1 });
    expect(code).toBe(2);
  });
});

describe("calls without results", () => {
  const asked = { "gen_ai.tool.call.arguments": '{"q":"x"}' };

  test("are blind for detectors that compare results", async () => {
    const { runs, totals, stderr, code } = await scan(spans("a", [asked, asked, asked, asked, asked]));
    expect(runs[0]).toMatchObject({ calls: 5, unrecorded: "results" });
    expect(totals).toMatchObject({ runsWithoutResults: 1 });
    expect(stderr).toMatch(/^In 1 run no result is recorded, and these detectors find nothing without\.\nSwitch on /);
    expect(code).toBe(2);
  });

  test("are in a column, of a table", async () => {
    const input = '{"t":"read","r":null}\n'.repeat(3);
    for (const [columns, said] of [
      ["tool=t", "Say which column has the results: --columns result=<column>,...\n"],
      ["tool=t,result=r", 'The column "r", which --columns names for result, is NULL in all rows of them.\n'],
    ] as const) {
      const { code, stderr } = await loopguard(["scan", "-", "--columns", columns, "--fail-on", "warn"], { input });
      expect(stderr).toBe(`In 1 run no result is recorded, and these detectors find nothing without.\n${said}`);
      expect(code).toBe(2);
    }
  });

  test("are in no column, of a table without the one that is named", async () => {
    const input = '{"t":"read"}\n'.repeat(3);
    const { code, stderr } = await loopguard(["scan", "-", "--columns", "tool=t,result=r"], { input });
    expect(stderr).toBe(
      'stdin: no row has the column "r", which --columns names for result\n' +
        "In 1 run no result is recorded, and these detectors find nothing without.\n" +
        "Say which column has the results: --columns result=<column>,...\n",
    );
    expect(code).toBe(2);
  });

  test("are judged by detectors that count calls", async () => {
    const config = join(folder, "count.json");
    await writeFile(config, JSON.stringify({ detectors: [{ type: "count", maxRepeats: 2 }] }));
    const { runs, totals, code } = await scan(spans("a", [asked, asked, asked, asked]), "--config", config);
    expect(runs[0]?.detections).toHaveLength(1);
    expect(totals).not.toHaveProperty("runsWithoutResults");
    expect(code).toBe(1);
  });

  test("are the end of a run where they are its only response", async () => {
    const calls = [1, 2].map((id) => ({ id: `${id}`, type: "function", function: { name: "look", arguments: "" } }));
    const { totals, stderr, code } = await scan([{ messages: [{ role: "user", content: "x" }, { role: "assistant", tool_calls: calls }] }]); // biome-ignore format: one line
    expect(totals).toMatchObject({ calls: 2 });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });
});

describe("no call at all", () => {
  const model = (trace: string) => ({
    traceId: trace,
    spanId: `${trace}m`,
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_000_500,
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" },
  });
  const chat = (id: string) => ({ id, messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: "Hello" }] }); // biome-ignore format: one line

  test("is no success: it is said, with what to record, and fails what asks for a verdict", async () => {
    const { totals, stderr, code } = await scan([model("a"), model("b")]);
    expect(totals).toMatchObject({ calls: 0 });
    expect(stderr).toMatch(
      /^No tool call was found in 1 file \(otel\) with 0 runs, so none was judged\. Spans of models/,
    );
    expect(stderr).toContain("gen_ai.operation.name = execute_tool");
    expect(code).toBe(2);
  });

  test.each([["--json"], ["--ndjson"], ["--all"]])("fails nothing without --fail-on: %s", async (how) => {
    const file = join(folder, "models.jsonl");
    await writeFile(file, `${JSON.stringify(model("a"))}\n`);
    const { code, stderr } = await loopguard(["scan", how, file]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("No tool call was found in 1 file (otel)")]);
    expect((await loopguard(["scan", how, file, "--fail-on", "abort"])).code).toBe(2);
  });

  test("in a run among others is healthy", async () => {
    const { stderr, code } = await scan([model("a"), ...spans("b", [content])]);
    expect([stderr, code]).toEqual(["", 0]);
    const line = JSON.parse(stuckLine("stuck", 2)) as object;
    expect((await scan([{ id: "none", calls: [] }, line])).code).toBe(0);
  });

  test("in messages, too; but not where only texts are judged", async () => {
    const { stderr, code } = await scan([chat("a"), chat("b")]);
    expect(stderr).toMatch(
      /^No tool call was found in 1 file \(messages\) with 2 runs, .* Conversations without tools have none\. /,
    );
    expect(code).toBe(2);
    const config = join(folder, "texts.json");
    await writeFile(config, JSON.stringify({ detectors: [{ type: "text_repeat" }] }));
    expect(await scan([chat("a")], "--config", config)).toMatchObject({ stderr: "", code: 0 });
  });

  test("in a table", async () => {
    for (const input of ["", '{"tool":null}\n', '{"tool":""}\n'.repeat(3)]) {
      const { code, stderr } = await loopguard(["scan", "-", "--columns", "tool=tool", "--fail-on", "warn"], { input });
      expect(stderr).toBe(
        'No tool call was found: no row has a tool\'s name in the column "tool", which --columns names for tool.\n',
      );
      expect(code).toBe(2);
    }
  });
});

test("a table without --columns is no JSON, and what would read it is named; a file that is not there has no such hint", async () => {
  const table = await loopguard(["scan", "-"], { input: "tool\tresult\nlook\tnothing\n" });
  expect(table.code).toBe(2);
  expect(table.stderr).toMatch(/^stdin:1: not JSON: .*\nstdin:2: .*\nNo tool call .* --columns the columns of a table/);
  const { stderr } = await loopguard(["scan", join(folder, "nope.tsv")]);
  expect(stderr).toMatch(/^.*nope\.tsv: no such file or directory\n$/);
});

test("a column of tools that no row has is said once", async () => {
  const { code, stderr } = await loopguard(["scan", "-", "--columns", "tool=t"], { input: '{"tool":"read"}\n' });
  expect([code, stderr]).toEqual([2, 'stdin: no row has the column "t", which --columns names for tool\n']);
});

test("arguments that are empty are recorded", async () => {
  const calls = Array.from({ length: 3 }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `${at}`, name: "refresh", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `${at}` }] },
  ]).flat();
  const gemini = [{ role: "model", parts: [{ functionCall: { name: "refresh" } }] }, { role: "user", parts: [{ functionResponse: { name: "refresh", response: { n: 1 } } }] }]; // biome-ignore format: one line
  const { totals, stderr } = await scan([{ messages: calls }, { contents: gemini }]);
  expect(totals).toMatchObject({ calls: 4 });
  expect(totals).not.toHaveProperty("unrecordedCalls");
  expect(stderr).toBe("");
});

describe("nothing to read", () => {
  test("is an error and no table of zeros", async () => {
    const html = join(folder, "none.html");
    const { stdout, stderr, code } = await loopguard(["scan", join(folder, "no.jsonl"), "--html", html]);
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(/^\S+no\.jsonl: no such file or directory\n$/);
    expect((await loopguard(["scan", html])).stderr).toContain("no such file");
    const json = await loopguard(["scan", "--json", join(folder, "no.jsonl")]);
    expect(JSON.parse(json.stdout)).toMatchObject({ runs: [], errors: [{ line: 0 }], totals: { files: 0 } });
  });
});

describe("prices", () => {
  const usage = {
    prompt_tokens: 900_000,
    completion_tokens: 100_000,
    prompt_tokens_details: { cached_tokens: 500_000 },
  };
  const loop = Array.from({ length: 4 }, (_, at) => [
    { role: "assistant", usage, tool_calls: [{ id: `${at}`, type: "function", function: { name: "look", arguments: "{}" } }] },
    { role: "tool", tool_call_id: `${at}`, content: "same" },
  ]).flat(); // biome-ignore format: one line

  test("of cached tokens are apart, with the currency behind each amount", async () => {
    const { runs, totals } = await scan(
      [{ messages: loop }],
      "--price",
      "3",
      "--cached-price",
      "0.3",
      "--currency",
      "EUR",
    );
    expect(runs[0]).toMatchObject({ tokens: 4_000_000, cachedTokens: 2_000_000 });
    expect(runs[0]?.detections).toMatchObject([{ wastedTokens: 2_000_000, wastedCachedTokens: 1_000_000 }]);
    expect(totals).toMatchObject({ cachedTokens: 2_000_000, wastedCachedTokens: 1_000_000, currency: "EUR" });
    expect(totals.wastedCost).toBeCloseTo(3.3);
    const lines = await loopguard(["scan", join(folder, "trace.jsonl"), "--ndjson"]);
    expect(JSON.parse(lines.stdout)).toMatchObject({ wastedTokens: 2_000_000, wastedCachedTokens: 1_000_000 });
    const { stdout } = await loopguard(["scan", join(folder, "trace.jsonl"), "--price", "3", "--cached-price", "0.3", "--currency", "EUR"]); // biome-ignore format: one line
    expect(stdout).toMatch(/ 2,000,000 +3\.30 EUR/);
    expect(stdout).toContain(" 2,000,000 tokens (50.0 %), 1,000,000 of them from a cache, 3.30 EUR");
    const cheap = await loopguard(["scan", join(folder, "trace.jsonl"), "--price", "0.001"]);
    expect(cheap.stdout).toContain("from a cache, 0.002 USD\n");
  });

  test("of cached tokens are those of all, if there is no other", async () => {
    const { totals } = await scan([{ messages: loop }], "--price", "3");
    expect(totals.wastedCost).toBeCloseTo(6);
    expect(totals.currency).toBe("USD");
  });

  test.each([
    [["--currency", "EUR"], "--currency needs --price as well"],
    [["--cached-price", "1"], "--cached-price needs --price as well"],
    [["--price", "1", "--currency", "doubloons"], "1 to 8 characters"],
    [["--price", "1", "--cached-price", "-1"], "a number, 0 or more"],
  ])("%j is wrong", async (args, words) => {
    const { stderr, code } = await loopguard(["scan", "x", ...args]);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
});

test("an id is whole however long it is, so that explain takes it", async () => {
  const id = `session-${"0123456789".repeat(9)}`;
  const file = join(folder, "long.jsonl");
  await writeFile(file, `${stuckLine(id, 5)}\n`);
  expect((await loopguard(["scan", file])).stdout).toContain(` ${id} `);
  expect((await loopguard(["explain", folder, id])).stdout).toContain(`${id}: 5 calls`);
});
