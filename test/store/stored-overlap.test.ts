/** What is asked of a stored run while other things are under way in it. */
import { describe, expect, it, vi } from "vitest";
import { core } from "../../lib/core/backend.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, delegation, textRepeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import { faulty } from "./faulty-store.ts";
import { asked, CALL, COUNTS, errors, guards, hearErrors, inStore, STORES, worker } from "./stored-workers.ts";

const DELEGATES: LoopGuardOptions = {
  detectors: [delegation({ threshold: 2 })],
  ladder: { warn: 1, hint: 2, abort: 4 },
};

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

  it.each(["delegated to at once", "handed to at once"])(
    "siblings %s get one verdict, as in a run without a store",
    async (what) => {
      const to = { agent: "a", task: "t", handoff: what.startsWith("handed") };
      const run = worker(makeStore(), { timeoutMs: 5000 }, DELEGATES);
      using guard = new LoopGuard(DELEGATES);
      const strikes: (number | undefined)[] = [];
      for (let round = 0; round < 4; round++) {
        run.beginRound();
        guard.beginRound();
        const { action, message } = guard.delegate(to);
        const siblings = await Promise.all([run.delegate(to), run.delegate(to), run.delegate(to)]);
        siblings.push(await run.delegate(to));
        for (const verdict of siblings) expect(verdict).toBe(siblings[0]);
        expect(siblings[0]).toMatchObject({ action, message });
        strikes.push(siblings[0]?.detection?.strikes);
      }
      expect(strikes).toEqual([undefined, 1, 2, 3]);
    },
  );

  it("a delegation that is under way when a user speaks is forgotten, too", async () => {
    const to = { agent: "a", task: "t" };
    const run = worker(makeStore(), { timeoutMs: 5000 }, DELEGATES);
    run.beginRound();
    await run.delegate(to);
    run.beginRound();
    const late = run.delegate(to);
    run.beginTurn();
    const next = run.delegate(to);
    expect((await late).detection?.repeats).toBe(2);
    expect((await next).detection).toBeNull();
    run.beginRound();
    expect((await run.delegate(to)).detection?.repeats).toBe(2);
  });

  it("siblings all hear that the store failed, and the next one is judged", async () => {
    const to = { agent: "a", task: "t" };
    const weather = faulty(makeStore());
    const run = worker(weather.store, { onStoreError: "throw" }, DELEGATES);
    await run.delegate(to);
    run.beginRound();
    weather.weather = "down";
    const siblings = await Promise.allSettled([run.delegate(to), run.delegate(to)]);
    expect(siblings.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    weather.weather = "up";
    expect((await run.delegate(to)).detection?.strikes).toBe(2);
  });

  it.each(["is closed", "makes room"])(
    "texts are given back when the run %s, and what stopped it stays",
    async (when) => {
      const made = vi.spyOn(core, "textLoop");
      const guard = new LoopGuard({ detectors: [textRepeat({ atOnce: true, action: "abort" })], maxRuns: 1 });
      guards.push(guard);
      const store = makeStore();
      const run = guard.storedRun("a", store);
      await run.text("Let me check that file once more. ".repeat(30));
      expect(run.tripped?.detector).toBe("text_repeat");
      await run.text("And so on.", { kind: "reasoning" });
      const closed = made.mock.results.map(({ value }) => vi.spyOn(value, "close"));
      made.mockRestore();
      expect(closed).toHaveLength(2);
      if (when === "is closed") await run.close();
      else await guard.storedRun("b", store).text("x");
      for (const close of closed) expect(close).toHaveBeenCalledOnce();
      expect(run.tripped?.detector).toBe("text_repeat");
      if (when === "makes room") expect((await run.text("Let me check that file once more.")).action).toBe("allow");
    },
  );

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
