/** Runs whose calls are counted, to see afterwards that none is missing and none was counted twice. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { LoopGuard, type StateStore, type StoredLoopRun, type StoredRunOptions } from "../../../lib/index.ts";
import type { ErrorMessage } from "../../../lib/rules/diagnostics.ts";

const CALL = { name: "read_file", arguments: { path: "a.txt" } };
/** So short that a test can wait for a store that does not answer. */
const PATIENCE = { timeoutMs: 200, retryAfterMs: 50 };

/** A worker that counts one call over and over, and never finds that too many. */
export function counter(key: string, store: StateStore, options: Partial<StoredRunOptions> = {}): StoredLoopRun {
  return new LoopGuard({ maxRepeats: 1_000_000, action: "warn" }).storedRun(key, { store, ...PATIENCE, ...options });
}

/** Makes the call `times` times; every verdict must be `allow`. */
export async function callTimes(run: StoredLoopRun, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { action } = await run.before(CALL);
    if (action !== "allow") throw new Error(`call ${i} got ${action}`);
  }
}

/** What a new worker finds; its own look is one more call. */
export async function countIn(key: string, store: StateStore): Promise<number> {
  const guard = new LoopGuard({ maxRepeats: 1, action: "warn" });
  const run = guard.storedRun(key, { store, timeoutMs: 10_000, onStoreError: "throw" });
  const { detection } = await run.before(CALL);
  await run.close();
  guard.close();
  return (detection?.repeats ?? 1) - 1;
}

/** What `loopguard:error` said while `work` ran. */
export async function errorsDuring(work: () => Promise<void>): Promise<string[]> {
  const told: string[] = [];
  const listen = (message: unknown): number => told.push(String((message as ErrorMessage).error));
  subscribe("loopguard:error", listen);
  try {
    await work();
  } finally {
    unsubscribe("loopguard:error", listen);
  }
  return told;
}
