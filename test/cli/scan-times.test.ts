/** Recorded times: an agent that waits for something is in no loop, one that asks at once again is. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import { RunScan, scanContext } from "../../lib/cli/scan/run-scan.ts";
import type { ScannedRun } from "../../lib/cli/scan-types.ts";
import { type Setting, settings, Trial } from "../../lib/cli/tune/tried-run.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { readTranscript } from "../../lib/history/transcripts.ts";
import { Replay } from "../../lib/run/replay.ts";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import type { OpenTraceRun } from "../../lib/traces/trace-types.ts";
import { runProgram } from "./tune-program.ts";

const START = Date.UTC(2026, 2, 1, 10);
/** Every 30 seconds for five minutes. */
const POLLS = 10;
const iso = (ms: number) => new Date(START + ms).toISOString();
const nanos = (ms: number) => `${START + ms}000000`;

/** A status that is looked at so many times, `everyMs` apart, as the formats write it. */
const TRACES: Record<string, (everyMs: number, polls?: number) => object[]> = {
  "claude-code": (everyMs, polls = POLLS) =>
    Array.from({ length: polls }, (_, i) => {
      const line = (after: number) => ({ sessionId: "s", timestamp: iso(i * everyMs + after) });
      const call = { type: "tool_use", id: `c${i}`, name: "build_status", input: { id: 7 } };
      const result = { type: "tool_result", tool_use_id: `c${i}`, content: "pending" };
      return [
        { type: "assistant", ...line(0), message: { id: `m${i}`, role: "assistant", content: [call] } },
        { type: "user", ...line(20), message: { role: "user", content: [result] } },
      ];
    }).flat(),
  codex: (everyMs, polls = POLLS) =>
    Array.from({ length: polls }, (_, i) => {
      const line = (after: number, payload: object) => ({
        timestamp: iso(i * everyMs + after),
        type: "response_item",
        payload,
      });
      return [
        line(0, { type: "function_call", name: "build_status", arguments: '{"id":7}', call_id: `c${i}` }),
        line(20, { type: "function_call_output", call_id: `c${i}`, output: "pending" }),
      ];
    }).flat(),
  otel: (everyMs, polls = POLLS) =>
    Array.from({ length: polls }, (_, i) => ({
      traceId: "t",
      spanId: `s${i}`,
      name: "execute_tool build_status",
      startTimeUnixNano: nanos(i * everyMs),
      endTimeUnixNano: nanos(i * everyMs + 20),
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "build_status",
        "gen_ai.tool.call.arguments": '{"id":7}',
        "gen_ai.tool.call.result": "pending",
      },
    })),
  calls: (everyMs, polls = POLLS) =>
    Array.from({ length: polls }, (_, i) => ({
      run: "r",
      name: "build_status",
      args: { id: 7 },
      result: "pending",
      at: iso(i * everyMs),
    })),
};

async function read(lines: readonly object[], open: OpenTraceRun): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const fault = ({ reason }: { reason: string }) => expect.fail(reason);
  await readTraceLines([Buffer.from(text)], "trace", { open, fault });
}

async function scanned(lines: readonly object[]): Promise<ScannedRun> {
  const found: ScannedRun[] = [];
  const context = scanContext({});
  using _guard = context.guard;
  await read(lines, (run) => new RunScan(context, run, "f", (done) => void found.push(done)));
  expect(found).toHaveLength(1);
  return found[0] as ScannedRun;
}

describe.each(Object.entries(TRACES))("a status that is asked for again and again, in a trace of %s", (_, trace) => {
  it("is no loop every 30 seconds for 5 minutes, but worth a word", async () => {
    const run = await scanned(trace(30_000));
    expect(run).toMatchObject({ calls: POLLS, detections: [{ detector: "no_news", action: "warn", calls: [5] }] });
    expect((await scanned(trace(30_000, 5))).detections).toEqual([]);
  });

  it("is refused after half an hour", async () => {
    const run = await scanned(trace(90_000, 25));
    const calls = [5, 10, 20, 21, 22, 23, 24];
    expect(run.detections).toMatchObject([{ detector: "no_news", action: "abort", repeats: 24, calls }]);
  });

  it("is one within a second", async () => {
    const run = await scanned(trace(90));
    expect(run.detections).toMatchObject([{ detector: "no_news", callIndex: 2, action: "abort" }]);
  });

  it("is one after sixty looks where the trace does not say when", async () => {
    const timeless = trace(30_000, 61).map((line) => {
      const { timestamp: _, at: __, ...rest } = line as Record<string, unknown>;
      // Spans need times; such as these say nothing.
      return "startTimeUnixNano" in rest ? { ...rest, startTimeUnixNano: 0, endTimeUnixNano: 0 } : rest;
    });
    const refusals = (await scanned(timeless)).detections.filter(({ action }) => action !== "warn");
    expect(refusals).toMatchObject([{ detector: "no_news", callIndex: 60 }]);
  });

  it.each([
    [30_000, false],
    [90, true],
  ])("explain and tune say the same of every %d ms", async (everyMs, loops) => {
    await read(trace(everyMs), (run) => {
      const explained = new ExplainedRun(run, {});
      return Object.assign(explained, {
        end: () =>
          expect(
            explained.calls.some(({ said }) => said.some(({ action }) => action !== "warn" && action !== "allow")),
          ).toBe(loops),
      });
    });
    const preset = settings().find(({ name }) => name === "recommended") as Setting;
    const trial = new Trial([preset]);
    await read(trace(everyMs), (run) =>
      trial.sink(run, "f", ({ firings }) => {
        expect(firings[0]?.blocking).toBe(loops ? 2 : Number.POSITIVE_INFINITY);
      }),
    );
    trial.close();
  });
});

describe("times that a trace records", () => {
  it("are told of a run that has none, by scan, explain and tune, and not of one that has", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loopguard-times-"));
    const said = "No times are recorded: waiting was judged by words and counts, not by a clock.";
    const lines = (TRACES["calls"] as (everyMs: number) => object[])(8000);
    const timeless = lines.map(({ at: _, ...call }: { at?: string }) => call);
    for (const [name, trace] of Object.entries({ timed: lines, timeless })) {
      const file = join(folder, `${name}.jsonl`);
      writeFileSync(file, trace.map((line) => `${JSON.stringify(line)}\n`).join(""));
      const says = async (...args: string[]) => (await runProgram([args[0] as string, file, ...args.slice(1)])).out;
      for (const command of ["scan", "explain", "tune"])
        expect((await says(command)).includes(said), command).toBe(name === "timeless");
      const json = async (command: string) => JSON.parse(await says(command, "--json"));
      const none = name === "timeless";
      const { runs, totals } = await json("scan");
      for (const run of runs) expect(run.timed).toBe(none ? false : undefined);
      expect(totals.untimedRuns).toBe(none ? 1 : undefined);
      expect((await json("explain")).run.timed).toBe(none ? false : undefined);
      expect((await json("tune")).untimedRuns).toBe(none ? 1 : 0);
    }
    rmSync(folder, { recursive: true });
  });

  /** A call that is asked for at 0 s, and whose result comes after 40 s. */
  const EACH: Record<string, object[]> = {
    "claude-code": [
      {
        type: "assistant",
        sessionId: "s",
        timestamp: iso(0),
        message: { id: "m", role: "assistant", content: [{ type: "tool_use", id: "c", name: "t", input: {} }] },
      },
      {
        type: "user",
        sessionId: "s",
        timestamp: iso(40_000),
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "ok" }] },
      },
    ],
    codex: [
      {
        timestamp: iso(0),
        type: "response_item",
        payload: { type: "function_call", name: "t", arguments: "{}", call_id: "c" },
      },
      {
        timestamp: iso(40_000),
        type: "response_item",
        payload: { type: "function_call_output", call_id: "c", output: "ok" },
      },
    ],
    droid: [
      { type: "session_start", id: "s" },
      {
        type: "message",
        id: "m",
        timestamp: iso(0),
        message: { role: "assistant", content: [{ type: "tool_use", id: "c", name: "t", input: {} }] },
      },
      {
        type: "message",
        id: "n",
        timestamp: iso(40_000),
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "ok" }] },
      },
    ],
    opencode: [
      {
        info: { id: "m", sessionID: "s", role: "assistant", time: { created: START - 5000 } },
        parts: [
          {
            type: "tool",
            callID: "c",
            tool: "t",
            state: { status: "completed", input: {}, output: "ok", time: { start: START, end: START + 40_000 } },
          },
        ],
      },
    ],
    "gemini-cli": [
      { sessionId: "s", projectHash: "p", startTime: iso(-1000) },
      {
        id: "m",
        type: "gemini",
        timestamp: iso(0),
        content: "",
        toolCalls: [
          {
            id: "c",
            name: "t",
            args: {},
            status: "success",
            timestamp: iso(40_000),
            result: [{ functionResponse: { id: "c", name: "t", response: { output: "ok" } } }],
          },
        ],
      },
    ],
    otel: [
      {
        traceId: "t",
        spanId: "s",
        name: "execute_tool t",
        startTimeUnixNano: nanos(0),
        endTimeUnixNano: nanos(40_000),
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "t",
          "gen_ai.tool.call.arguments": "{}",
          "gen_ai.tool.call.result": "ok",
        },
      },
    ],
    langfuse: [
      {
        id: "o",
        traceId: "t",
        type: "TOOL",
        name: "t",
        startTime: iso(0),
        endTime: iso(40_000),
        input: {},
        output: "ok",
      },
    ],
    langsmith: [
      {
        id: "o",
        trace_id: "t",
        run_type: "tool",
        name: "t",
        start_time: iso(0),
        end_time: iso(40_000),
        inputs: {},
        outputs: { output: "ok" },
      },
    ],
    runs: [{ id: "r", calls: [{ name: "t", args: {}, result: "ok", at: iso(0), end: iso(40_000) }] }],
    calls: [{ run: "r", name: "t", args: {}, result: "ok", time: iso(0), end: iso(40_000) }],
    messages: [
      {
        role: "assistant",
        created_at: iso(0),
        tool_calls: [{ id: "c", function: { name: "t", arguments: "{}" } }],
      },
      { role: "tool", created_at: iso(40_000), tool_call_id: "c", content: "ok" },
    ],
  };

  it.each(Object.entries(EACH))("of %s: when a call was asked for, and when its result came", async (_, lines) => {
    const times: [what: string, at: number | undefined][] = [];
    await read(lines, () => ({
      round() {},
      turn() {},
      call: ({ at }) => void times.push(["call", at]),
      outcome: (_index, _outcome, at) => void times.push(["outcome", at]),
      end() {},
    }));
    expect(times).toEqual([
      ["call", START],
      ["outcome", START + 40_000],
    ]);
  });

  it("of a step of the AI SDK: that of its response", async () => {
    const steps = [0, 8000].map((ms, n) => ({
      toolCalls: [{ toolCallId: `c${n}`, toolName: "t", input: {} }],
      toolResults: [{ toolCallId: `c${n}`, output: "ok" }],
      response: { timestamp: iso(ms) },
    }));
    const times: (number | undefined)[] = [];
    const sink = { round() {}, turn() {}, outcome() {}, end() {} };
    await read([{ steps }], () => ({ ...sink, call: ({ at }) => void times.push(at) }));
    expect(times).toEqual([START, START + 8000]);
    const asDates = steps.map((step) => ({ ...step, response: { timestamp: new Date(step.response.timestamp) } }));
    expect(readTranscript(asDates).map(({ at }) => at)).toEqual(times);
    times.length = 0;
    const ui = {
      role: "assistant",
      createdAt: iso(0),
      parts: [{ type: "tool-t", toolCallId: "c", input: {}, output: "ok", state: "output-available" }],
    };
    await read([{ messages: [ui] }], () => ({ ...sink, call: ({ at }) => void times.push(at) }));
    expect(times).toEqual([undefined]); // one time for all steps of a message is none
  });

  it("set the clock of the guard that replays them", () => {
    const asked: number[] = [];
    using guard = new LoopGuard();
    const quiet = guard.silentRun();
    const setTime = (ms: number | undefined) => {
      asked.push(ms ?? Number.NaN);
      quiet.setTime(ms);
    };
    const replay = new Replay({ ...quiet, setTime }, () => undefined);
    replay.call({ id: "a", name: "t" }, 1000);
    replay.call({ id: "b", name: "t" }, 1000);
    replay.outcome(1, { result: "" }, 9000);
    replay.outcome(0, { result: "" }, 7000); // told later, but the clock does not go back
    replay.round();
    replay.call({ id: "c", name: "t" }, 10_000);
    replay.outcome(2, { result: "" });
    replay.end();
    quiet.run.close();
    expect(asked).toEqual([1000, 1000, 9000, 10_000]);
  });
});
