/** A run in memory or in a store. */
import type { LoopRun } from "../base/types.ts";
import type { StoredLoopRun } from "../store/stored-run-options.ts";

export type AnyRun = LoopRun | StoredLoopRun;

/** Whether this is a run, and no guard and no options: only a guard has the method `run`. */
export function isAnyRun(value: unknown): value is AnyRun {
  const { before, after, run } = (value ?? {}) as { before?: unknown; after?: unknown; run?: unknown };
  return typeof before === "function" && typeof after === "function" && run === undefined;
}
