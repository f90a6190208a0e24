/** `scan` and `explain` count the same in a run; what is written is rounded once. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { runEnd } from "../../lib/cli/explain/explain-text.ts";
import { ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import { RunScan, scanContext } from "../../lib/cli/scan/run-scan.ts";
import { costText, money, wastedTokens } from "../../lib/cli/scan/totals-text.ts";
import type { ScannedRun } from "../../lib/cli/scan-types.ts";
import { readTraceFile } from "../../lib/traces/read-trace.ts";
import type { TraceRunSink } from "../../lib/traces/trace-types.ts";

const RUNS = fileURLToPath(new URL("../../examples/runs", import.meta.url));

/** The run as both commands see it. */
async function bothOf(preset: "recommended" | "strict"): Promise<{ scanned: ScannedRun; explained: ExplainedRun }[]> {
  const context = scanContext({ preset });
  const found: { scanned: ScannedRun; explained: ExplainedRun }[] = [];
  for (const name of readdirSync(RUNS).filter((one) => one.endsWith(".jsonl")))
    await readTraceFile(join(RUNS, name), {
      fault: ({ reason }) => expect.fail(reason),
      open: (run) => {
        const explained = new ExplainedRun(run, { preset });
        const scan = new RunScan(context, run, name, (scanned) => found.push({ scanned, explained }));
        return new Proxy(scan, {
          get:
            (_, key: keyof TraceRunSink) =>
            (...given: unknown[]) => {
              for (const sink of [explained, scan] as TraceRunSink[])
                (sink[key] as ((...all: unknown[]) => void) | undefined)?.apply(sink, given);
            },
        });
      },
    });
  return found;
}

let compared = 0;

describe.each(["recommended", "strict"] as const)("examples/runs, %s", async (preset) => {
  const runs = await bothOf(preset);

  it("what explain says at each call is what scan counts", () => {
    let loops = 0;
    for (const { scanned, explained } of runs) {
      const { calls } = explained;
      const end = runEnd(calls);
      const from = end === undefined ? calls.length : end.index + (end.verdict.when === "before" ? 0 : 1);
      const saved = calls.filter(
        ({ index, said }) =>
          index >= from || said.some(({ when, action }) => when === "before" && !["allow", "warn"].includes(action)),
      );
      expect([scanned.id, scanned.saved?.calls ?? 0, scanned.saved?.from]).toEqual([
        explained.id,
        saved.length,
        saved[0]?.index,
      ]);
      const told = new Set(scanned.detections.flatMap((loop) => loop.calls));
      expect([...told].sort((a, b) => a - b)).toEqual(
        calls.filter(({ said }) => said.length > 0).map(({ index }) => index),
      );
      for (const loop of scanned.detections) {
        loops++;
        const said = loop.calls.flatMap((index) => calls[index]?.said ?? []);
        expect(said.map(({ detector }) => detector)).toContain(loop.detector);
        expect(said.map(({ action }) => action)).toContain(loop.action);
      }
    }
    expect(loops).toBeGreaterThan(20);
  });

  it("tokens that are wasted and saved alike are as many", () => {
    for (const { scanned } of runs) {
      const { detections, saved } = scanned;
      const wasted = detections.reduce((sum, loop) => sum + loop.wastedCalls, 0);
      if (saved === undefined || saved.calls !== wasted) continue;
      compared++;
      expect([scanned.id, detections.reduce((sum, loop) => sum + wastedTokens(loop), 0)]).toEqual([
        scanned.id,
        saved.tokens,
      ]);
    }
  });
});

it("tokens of some runs were compared", () => expect(compared).toBeGreaterThan(0));

test.each([
  [0, "0.00 USD"],
  [0.00003, "under 0.0001 USD"],
  [0.0042, "0.0042 USD"],
  [0.00996, "0.01 USD"],
  [0.05, "0.05 USD"],
  [1234.5, "1234.50 USD"],
])("%d is written as %s", (amount, text) => {
  expect(money(amount)).toBe(text);
  expect(costText(amount, { unbilledRuns: 1 })).toBe(amount < 0.0001 ? text : `about ${text}`);
});
