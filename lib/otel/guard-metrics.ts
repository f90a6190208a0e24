/** Metrics from the `stats()` of guards, read whenever metrics are collected. */
import type { BatchObservableResult, Meter } from "@opentelemetry/api";
import type { LoopGuardStats } from "../base/types.ts";
import { whenRejected } from "../report/callbacks.ts";
import { Name } from "./names.ts";

/** A `LoopGuard`, or one run of it. */
export interface ObservedGuard {
  stats(): LoopGuardStats;
}

/** Guards by name; `undefined`: the guard is gone, and is removed at the next collection. */
export type ObservedGuards = Map<string, ObservedGuard | undefined>;

/** Observes `guards` until the returned function is called. Closed guards are removed. */
export function observeGuards(meter: Meter, guards: ObservedGuards): () => void {
  const calls = meter.createObservableCounter("tool_loop.calls", {
    description: "Tool calls that the guard judged",
    unit: "{call}",
  });
  const loops = meter.createObservableCounter("tool_loop.loops", {
    description: "Distinct loops that the guard found",
    unit: "{loop}",
  });
  const runs = meter.createObservableUpDownCounter("tool_loop.open_runs", {
    description: "Agent runs that the guard keeps a state of",
    unit: "{run}",
  });
  // Not a counter: it is an estimate, which a new average can make smaller.
  const tokens = meter.createObservableGauge("tool_loop.saved_tokens", {
    description: "Tokens of arguments and results that refused calls did not cost, estimated",
    unit: "{token}",
  });
  const instruments = [calls, loops, runs, tokens];

  const observe = (result: BatchObservableResult) => {
    for (const [name, guard] of guards) {
      const stats = statsOf(guard);
      const attributes = { [Name.guard]: name };
      if (stats === undefined) {
        // An SDK may keep showing the last value, so the number of open runs is set to 0.
        result.observe(runs, 0, attributes);
        guards.delete(name);
        continue;
      }
      result.observe(calls, stats.calls, attributes);
      result.observe(loops, stats.loops.total, attributes);
      result.observe(runs, stats.runs, attributes);
      result.observe(tokens, stats.tokensSaved, attributes);
    }
  };
  meter.addBatchObservableCallback(observe, instruments);
  return () => meter.removeBatchObservableCallback(observe, instruments);
}

/** `undefined` for a guard that is gone or closed, or whose `stats()` fails. */
function statsOf(guard: ObservedGuard | undefined): LoopGuardStats | undefined {
  try {
    const stats: unknown = guard?.stats();
    whenRejected(stats, () => {});
    return typeof (stats as LoopGuardStats).loops.total === "number" ? (stats as LoopGuardStats) : undefined;
  } catch {
    return undefined;
  }
}
