/** A run that the store lost, and that another worker begins anew under a key of its own. */
import { channel } from "node:diagnostics_channel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { count } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { memoryJournal } from "./memory-journal.ts";

const CALL = { name: "f", arguments: { a: 1 } };

const errors: unknown[] = [];
const hear = (message: unknown): void => void errors.push((message as ErrorMessage).error);
const guards: LoopGuard[] = [];
beforeEach(() => channel("loopguard:error").subscribe(hear));
afterEach(() => {
  channel("loopguard:error").unsubscribe(hear);
  errors.length = 0;
  for (const guard of guards.splice(0)) guard.close();
});

function worker(store: StateStore): StoredLoopRun {
  const guard = new LoopGuard({ detectors: [count({ maxRepeats: 0 })], action: "warn" });
  guards.push(guard);
  return guard.storedRun("r", { store, timeoutMs: 200, retryAfterMs: 0 });
}

const asked = async (run: StoredLoopRun, id?: string): Promise<number> =>
  (await run.before(id === undefined ? CALL : { ...CALL, id })).detection?.repeats ?? 0;

describe.each([
  ["a store that swaps", memoryStore],
  ["a journal", memoryJournal],
] as [string, () => StateStore][])("%s", (_, makeStore) => {
  it("counts the call with which a worker notices", async () => {
    const store = makeStore();
    const old = worker(store);
    expect([await asked(old), await asked(old)]).toEqual([1, 2]);
    await store.delete("r");
    expect(await asked(worker(store))).toBe(1);
    expect([await asked(old), await asked(old)]).toEqual([2, 3]);
    expect(errors.map(String)).toEqual([expect.stringContaining("lost up to 2 calls")]);
  });

  it("counts calls that were made at once, and what goes along with them", async () => {
    const store = makeStore();
    const old = worker(store);
    await asked(old);
    await store.delete("r");
    expect(await asked(worker(store))).toBe(1);
    old.beginRound();
    const repeats = await Promise.all([asked(old, "a"), asked(old, "b"), asked(old, "c")]);
    expect(repeats).toEqual([2, 3, 4]);
    expect(errors.map(String)).toEqual([expect.stringContaining("lost up to 1 calls")]);
    expect(await asked(worker(store))).toBe(5);
  });
});
