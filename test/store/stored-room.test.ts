/** More runs in a store than a guard has room for: what is asked of one while another takes its place. */
import { expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import { memoryJournal } from "./memory-journal.ts";

const COUNTS: LoopGuardOptions = { detectors: [count({ maxRepeats: 0 })], action: "warn" };
const CALL = { name: "f", arguments: { a: 1 } };

/** A store whose answers can be held back. */
function held<Store extends StateStore>(inner: Store): { store: Store; hold(): () => void } {
  let gate: Promise<void> = Promise.resolve();
  const store = new Proxy(inner, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        const answer: unknown = await value.apply(target, args);
        await gate;
        return answer;
      };
    },
  });
  const hold = (): (() => void) => {
    let release = (): void => {};
    gate = new Promise((resolve) => (release = resolve));
    return release;
  };
  return { store, hold };
}

it.each([
  ["a store that swaps", memoryStore],
  ["a journal", memoryJournal],
] as [string, () => StateStore][])("%s: a run that had to make room knows what is stored", async (_, makeStore) => {
  const { store, hold } = held(makeStore());
  using guard = new LoopGuard({ ...COUNTS, maxRuns: 1 });
  const [run, other] = [guard.storedRun("r", store), guard.storedRun("other", store)];
  await run.before(CALL);

  using elsewhere = new LoopGuard(COUNTS);
  const worker = elsewhere.storedRun("r", store);
  await worker.before({ ...CALL, id: "theirs" });
  await worker.close();

  const release = hold();
  const looks = [run.snapshot(), run.after({ ...CALL, id: "theirs" }, { result: "r" })] as const;
  const meanwhile = other.before(CALL);
  release();
  const [snapshot] = await Promise.all(looks);
  await meanwhile;
  using restored = LoopGuard.restore(snapshot, COUNTS);
  expect(restored.before(CALL).detection?.repeats).toBe(3);
  expect((await run.before(CALL)).detection?.repeats).toBe(3);
});
