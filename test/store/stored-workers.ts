/** Workers of one stored run that count one call, and what `loopguard:error` says meanwhile. */
import { channel } from "node:diagnostics_channel";
import { afterEach, beforeEach } from "vitest";
import type { LoopCall } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { count } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import type { StoredLoopRun, StoredRunOptions } from "../../lib/store/stored-run-options.ts";
import { memoryJournal } from "./memory-journal.ts";

export const COUNTS: LoopGuardOptions = { detectors: [count({ maxRepeats: 0 })], action: "warn" };
export const CALL: LoopCall = { name: "f", arguments: { a: 1 } };
const SOON = { timeoutMs: 50, retryAfterMs: 0 };

/** Both kinds of store, for titles. */
export const STORES: readonly [string, () => StateStore][] = [
  ["a store that swaps", memoryStore],
  ["a journal", memoryJournal],
];

export const errors: ErrorMessage[] = [];
const hear = (message: unknown): void => void errors.push(message as ErrorMessage);
/** Closed after the test. */
export const guards: LoopGuard[] = [];

/** Call once in a test file: `errors` has what was said in its tests, whose guards are closed. */
export function hearErrors(): void {
  beforeEach(() => channel("loopguard:error").subscribe(hear));
  afterEach(() => {
    channel("loopguard:error").unsubscribe(hear);
    errors.length = 0;
    for (const guard of guards.splice(0)) guard.close();
  });
}

/** A worker of its own: another guard, with another key. */
export function worker(
  store: StateStore,
  options: Partial<StoredRunOptions> = {},
  guardOptions: LoopGuardOptions = COUNTS,
): StoredLoopRun {
  const guard = new LoopGuard(guardOptions);
  guards.push(guard);
  return guard.storedRun("r", { store, ...SOON, ...options });
}

/** How often the call was counted, this time included. */
export async function asked(run: StoredLoopRun): Promise<number> {
  return (await run.before(CALL)).detection?.repeats ?? 0;
}

export async function inStore(store: StateStore): Promise<number> {
  const run = worker(store, { timeoutMs: 5000 });
  const repeats = await asked(run);
  await run.close();
  return repeats - 1;
}
