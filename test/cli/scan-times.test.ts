/** Recorded times: an agent that waits for something is in no loop, one that asks at once again is. */
import { describe, expect, it } from "vitest";
import { ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import { quickLook } from "../../lib/cli/scan/quick-look.ts";
import { RunScan, scanContext } from "../../lib/cli/scan/run-scan.ts";
import type { ScannedRun } from "../../lib/cli/scan-types.ts";
import { compactor } from "../../lib/cli/tune/compact-run.ts";
import { replayAll } from "../../lib/cli/tune/replay.ts";
import { type Setting, settings } from "../../lib/cli/tune/settings.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { type OpenTraceRun, readTraceLines } from "../../lib/traces/read-trace.ts";

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
  using guard = new LoopGuard();
  const context = scanContext(guard, quickLook({}));
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
        end: () => expect(explained.calls.some(({ said }) => said.some(({ action }) => action !== "warn"))).toBe(loops),
      });
    });
    const preset = settings().find(({ name }) => name === "recommended") as Setting;
    await read(trace(everyMs), (run) =>
      compactor(run, "f", (compact) => {
        expect(replayAll(preset, [compact])[0]?.blocking).toBe(loops ? 2 : Number.POSITIVE_INFINITY);
      }),
    );
  });
});
