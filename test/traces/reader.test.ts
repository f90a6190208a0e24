import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTraceLines, TraceReader } from "../../lib/traces/read-trace.ts";
import { TraceSplitter } from "../../lib/traces/trace-splitter.ts";
import { fixture, formatOf, Recorder } from "./recorder.ts";

const bytes = (...lines: unknown[]): Uint8Array =>
  Buffer.from(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));

async function read(...lines: unknown[]): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceLines([bytes(...lines)], "trace", recorder);
  return recorder;
}

describe("the format of a file", () => {
  it.each([
    ["runs.jsonl", "runs"],
    ["openai-chat.jsonl", "messages"],
    ["openai-chat-lists.jsonl", "messages"],
    ["gemini.jsonl", "messages"],
    ["openai-chat-messages.jsonl", "messages"],
    ["claude-code.jsonl", "claude-code"],
    ["codex.jsonl", "codex"],
    ["gemini-cli-log.jsonl", "gemini-cli"],
    ["pi.jsonl", "pi"],
    ["otel.jsonl", "otel"],
    ["langfuse.jsonl", "langfuse"],
    ["langsmith.jsonl", "langsmith"],
    ["calls.jsonl", "calls"],
  ])("%s is %s", async (name, format) => {
    expect(await formatOf(readFileSync(fixture(name)))).toBe(format);
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["no known format", bytes({ time: 1 }, "")],
  ])("of %s there is none", async (_what, file) => {
    expect(await formatOf(file)).toBeUndefined();
  });
});

describe("TraceReader", () => {
  it("takes text as it takes bytes", () => {
    const recorder = new Recorder();
    const reader = new TraceReader("trace", recorder);
    reader.line('{"id":"é","calls":[{"name":"a"}]}', 7);
    reader.line("  \t", 8);
    reader.end();
    expect(recorder.runs).toEqual([{ id: "é", line: 7, story: "| 0:a(undefined)" }]);
    expect(recorder.faults).toEqual([]);
  });

  it("numbers the runs of one line", async () => {
    const list = [{ calls: [{ name: "a" }] }, { calls: [{ name: "b" }] }];
    const { runs } = await read({ calls: [] }, list, list);
    expect(runs.map(({ id }) => id)).toEqual(["trace", "trace:2", "trace:2.1", "trace:3", "trace:3.1"]);
  });

  it("waits for the format through lines that say nothing of it", async () => {
    const { runs, faults } = await read('{"cut', { time: 1 }, { id: "r", calls: [{ name: "a" }] });
    expect(runs.map(({ id }) => id)).toEqual(["r"]);
    expect(faults).toEqual([{ line: 1, reason: expect.stringContaining("not JSON") }]);
  });

  it("ends the run that was idle longest when too many are open", async () => {
    const call = (run: number) => ({ run: `r${run}`, name: "a", arguments: {} });
    const many = Array.from({ length: 1_024 }, (_, i) => call(i));
    const { runs } = await read(...many, call(0), call(1_024), call(0), call(1));
    const stories = (id: string) => runs.filter((run) => run.id === id).map(({ story }) => story);
    expect(stories("r0")).toEqual(["| 0:a({}) | 1:a({}) | 2:a({})"]);
    expect(stories("r1")).toEqual(["| 0:a({})", "| 0:a({})"]);
    expect(runs.every(({ story }) => story !== "not ended")).toBe(true);
  });
});

describe("messages, one a line", () => {
  it("are runs by their session, where they name one", async () => {
    const call = (session_id: string, id: string) => ({
      session_id,
      role: "assistant",
      tool_calls: [{ id, function: { name: "a", arguments: "{}" } }],
    });
    const result = (session_id: string, id: string) => ({ session_id, role: "tool", tool_call_id: id, content: "x" });
    const { runs } = await read(call("s", "1"), call("t", "1"), result("t", "1"), result("s", "1"));
    expect(runs.map(({ id, story }) => [id, story])).toEqual(["s", "t"].map((id) => [id, '| 0:a({}) 0="x"']));
  });
});

describe("calls, one a line", () => {
  it("an id is that of the call, unless the first two lines share it", async () => {
    const call = (id: string) => ({ id, name: "a", arguments: {} });
    expect((await read(call("1"), call("2"), call("3"))).runs.map(({ id }) => id)).toEqual(["trace"]);
    expect((await read(call("r"), call("r"), call("s"))).runs.map(({ id }) => id)).toEqual(["r", "s"]);
    expect((await read(call("r"))).runs.map(({ id }) => id)).toEqual(["trace"]);
  });

  it("a round's results are told when it is over", async () => {
    const call = (round: number, result: string) => ({ run: 7, name: "a", args: { round }, round, result });
    const { runs } = await read(call(1, "x"), call(1, "y"), call(2, "z"));
    const story = '| 0:a({"round":1}) 1:a({"round":1}) 0="x" 1="y" | 2:a({"round":2}) 2="z"';
    expect(runs).toEqual([{ id: "7", line: 1, story }]);
  });
});

describe("spans", () => {
  const span = (trace: string, at: number, more: object = {}) => ({
    traceId: trace,
    spanId: `${trace}${at}`,
    name: "execute_tool a",
    startTimeUnixNano: `${at}000000`,
    endTimeUnixNano: `${at + 1}000000`,
    attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": { at }, ...more },
  });

  it("come in any order, and are told in the order in which they began", async () => {
    const times = [50, 10, 40, 20, 30];
    const { runs } = await read(...times.flatMap((time) => [span("b", time), span("a", time + 5)]));
    const story = (add: number) => [10, 20, 30, 40, 50].map((time, i) => `| ${i}:a({"at":${time + add}})`).join(" ");
    expect(runs.map(({ id, story }) => [id, story])).toEqual([
      ["b", story(0)],
      ["a", story(5)],
    ]);
  });

  it("past the window the oldest are told first, so that memory has a bound", async () => {
    const big = "x".repeat(1 << 20);
    const lines = Array.from({ length: 40 }, (_, i) => span("a", i === 39 ? 5_000 : 10_000 + i * 10, { big }));
    const { runs } = await read(...lines);
    const told = [...(runs[0]?.story.matchAll(/"at":(\d+)/g) ?? [])].map(([, at]) => Number(at));
    // The one that came 39 places late is told with those that still waited, and nothing else is out of place.
    expect(told.length).toBe(40);
    expect(told.indexOf(5_000)).toBeGreaterThan(0);
    expect(told.filter((at) => at !== 5_000)).toEqual([...told].sort((a, b) => a - b).slice(1));
  });

  it("without a call there is no run", async () => {
    const { runs, faults } = await read({ ...span("a", 1), attributes: { "gen_ai.operation.name": "chat" } });
    expect([runs, faults]).toEqual([[], []]);
  });
});

describe("a very long line", () => {
  it("of 15 MB is read", async () => {
    const before = '{"id":"long","calls":[{"name":"a","args":{},"result":"';
    const chunk = Buffer.from("é".repeat(1 << 19));
    const count = 15;
    function* chunks() {
      yield Buffer.from(before);
      for (let i = 0; i < count; i++) yield chunk;
      yield Buffer.from('"}]}\n{"id":"next","calls":[]}');
    }
    let length = 0;
    const ids: string[] = [];
    const ignore = () => {};
    await readTraceLines(chunks(), "trace", {
      fault: ({ reason }) => expect.unreachable(reason),
      open: ({ id }) => {
        ids.push(id);
        const outcome = (_: number, { result }: { result?: unknown }) => void (length += String(result).length);
        return { round: ignore, turn: ignore, call: ignore, outcome, end: ignore };
      },
    });
    expect([ids, length]).toEqual([["long", "next"], count << 19]);
  });
});

describe("TraceSplitter", () => {
  const cut = (text: string, max: number) => {
    const texts: [string | undefined, number][] = [];
    const splitter = new TraceSplitter(
      (part, line) => void texts.push([part && Buffer.from(part).toString(), line]),
      max,
    );
    for (const byte of Buffer.from(text)) splitter.push(Uint8Array.of(byte));
    splitter.end();
    return texts;
  };

  it("passes over what is too long, and goes on with the next", () => {
    expect(cut('{"a":1}\n{"b":22}\n{"c":3}\n{"d":44}', 7)).toEqual([
      ['{"a":1}', 1],
      [undefined, 2],
      ['{"c":3}', 3],
      [undefined, 4],
    ]);
    expect(cut('[\n{"a":1},\n{"b":22},\n{"c":3}]', 7)).toEqual([
      ['{"a":1}', 2],
      [undefined, 3],
      ['{"c":3}', 4],
    ]);
  });

  it("gathers no first line without end", () => {
    expect(cut(`{"a":"${"x".repeat(100)}"}`, 7)).toEqual([[undefined, 1]]);
  });

  it("what is too long is a fault of the reader", () => {
    const recorder = new Recorder();
    const reader = new TraceReader("trace", { ...recorder, format: "runs" });
    reader.line(undefined, 3, 31_460_000);
    const reason = expect.stringMatching(/^skipped: 31\.5 MB in one line or value, more than the limit of 16 MB/);
    expect(recorder.faults).toEqual([{ line: 3, reason }]);
  });
});

describe("values that are nested without end", () => {
  const nested = (before: string, after: string, depth = 50_000) => before.repeat(depth) + after.repeat(depth);
  const value = nested('{"key":"k","value":{"kvlistValue":{"values":[', "]}}}");
  const deep = [{ line: 1, reason: "nested too deeply to be read" }];

  it.each([
    ["lists", nested("[", "]"), "in no known format"],
    ["data", nested('{"data":[', "]}"), "in no known format"],
    ["attributes", `{"traceId":"a","attributes":[${value}]}`, deep],
    ["child runs", nested('{"run_type":"chain","child_runs":[', "]}"), deep],
    ["observations", nested('{"observations":[', "]}"), deep],
    ["content", `{"messages":[{"role":"user","content":${nested("[", "]")}}]}`, []],
  ])("%s are a fault at most", async (_what, line, faults) => {
    const recorder = new Recorder();
    await readTraceLines([Buffer.from(line)], "trace", recorder);
    const expected = typeof faults === "string" ? [{ line: 0, reason: expect.stringContaining(faults) }] : faults;
    expect(recorder.faults).toEqual(expected);
    expect(recorder.runs.every(({ story }) => story !== "not ended")).toBe(true);
  });
});
