/** What is asked of a stored run while other things are under way in it. */
import { describe, expect, it } from "vitest";
import type { LoopGuardOptions } from "../../lib/config/guard-options.ts";
import { count } from "../../lib/detectors/factories.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { memoryStore } from "../../lib/state/memory-store.ts";
import type { StateStore } from "../../lib/state/state-store.ts";
import { asked, CALL, COUNTS, errors, guards, hearErrors, inStore, STORES, worker } from "./stored-workers.ts";

hearErrors();

describe.each(STORES)("%s", (_, makeStore) => {
  it("a flush and a snapshot wait for no one who goes on and on", async () => {
    const run = worker(makeStore(), { timeoutMs: 5000 });
    let over = false;
    const busy = Array.from({ length: 4 }, async () => {
      while (!over) await asked(run);
    });
    expect(await run.flush()).toBe(true);
    expect((await run.snapshot()).length).toBeGreaterThan(0);
    over = true;
    await Promise.all(busy);
  });

  it("runs that make room for each other all come to a snapshot", async () => {
    const store = makeStore();
    const guard = new LoopGuard({ ...COUNTS, maxRuns: 1 });
    guards.push(guard);
    const runs = ["a", "b", "c"].map((key) => guard.storedRun(key, { store, timeoutMs: 5000 }));
    for (const run of runs) await asked(run);
    for (const bytes of await Promise.all(runs.map((run) => run.snapshot()))) {
      using restored = LoopGuard.restore(bytes, COUNTS);
      expect(restored.before(CALL).detection?.repeats).toBe(2);
    }
  });

  it("a decision that is under way when the run is closed is given and counted", async () => {
    const store = makeStore();
    const run = worker(store, { timeoutMs: 5000 });
    await asked(run);
    const last = [asked(run), asked(run)];
    await run.close();
    expect(await Promise.all(last)).toEqual([2, 3]);
    expect(await inStore(store)).toBe(3);
    expect(errors).toEqual([]);
  });

  it("and with it what the user's function makes of it", async () => {
    const store = makeStore();
    const options = (action: LoopGuardOptions["action"]): LoopGuardOptions => ({
      detectors: [count({ maxRepeats: 1, ...(action === undefined ? {} : { action }) })],
    });
    const run = worker(
      store,
      { timeoutMs: 5000 },
      options(() => "ask"),
    );
    await run.before(CALL);
    const last = run.before({ ...CALL, id: "last" });
    await run.close();
    expect((await last).action).toBe("ask");
    expect(errors).toEqual([]);
  });
});

it("a store that lost a run gets it again from who catches up", async () => {
  const store = memoryStore();
  const run = worker(store);
  for (let i = 0; i < 3; i++) await asked(run);
  await store.delete("r");
  expect(await run.flush()).toBe(true);
  expect(await inStore(store)).toBe(3);
});

it("a store in which somebody is always quicker delays no close for long", async () => {
  let saves = 0;
  const inner = memoryStore();
  const lost: StateStore = {
    ...inner,
    save: async () => {
      saves++;
      return undefined;
    },
  };
  const run = worker(lost, { timeoutMs: 1 });
  await asked(run);
  await run.close();
  expect(saves).toBeLessThan(200);
  expect(String(errors.at(-1)?.error)).toContain("when the run was closed");
});
