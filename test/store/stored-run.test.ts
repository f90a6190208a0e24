/** Runs in a store when all is not well: nothing is thrown into the run, nothing counts twice, nothing is lost. */
import { describe, expect, it } from "vitest";
import type { LoopDetection } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { budget, count, custom, noProgress } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { faulty } from "./faulty-store.ts";
import { asked, CALL, COUNTS, errors, guards, hearErrors, inStore, STORES, worker } from "./stored-workers.ts";

hearErrors();

describe.each(STORES)("%s", (_, makeStore: () => StateStore) => {
  it("goes on where another process stopped", async () => {
    const store = makeStore();
    const first = worker(store);
    expect([await asked(first), await asked(first)]).toEqual([1, 2]);
    await first.close();
    expect(await asked(worker(store))).toBe(3);
  });

  it.each<[string, number[], (i: number) => string]>([
    ["failures that results declare", [4, 6, 9, 15], (i) => `Error: ${i} was not found in the text`],
    ["searches in vain", [31, 33], (i) => `No results for "${i}".`],
  ])("two workers in turn are told of %s as one is", async (_what, told, result) => {
    const store = makeStore();
    const workers = [worker(store, {}, {}), worker(store, {}, {})] as const;
    const at: number[] = [];
    for (let i = 1; i <= 34 && i <= (told.at(-1) as number); i++) {
      const run = workers[(i % 2) as 0 | 1];
      run.beginRound();
      const call = { id: `c${i}`, name: "edit", arguments: { text: i } };
      await run.before(call);
      if ((await run.after(call, { result: result(i) })).action === "warn") at.push(i);
    }
    expect(at).toEqual(told);
  });

  it("keeps the runs of two keys apart", async () => {
    const store = makeStore();
    await asked(worker(store));
    const guard = new LoopGuard(COUNTS);
    guards.push(guard);
    expect(await asked(guard.storedRun("other", store))).toBe(1);
  });

  it("counts every call of workers that race", async () => {
    const store = makeStore();
    const runs = Array.from({ length: 12 }, () => worker(store, { timeoutMs: 5000 }));
    await Promise.all(runs.map(async (run) => Promise.all(Array.from({ length: 25 }, () => asked(run)))));
    await Promise.all(runs.map((run) => run.close()));
    expect(await inStore(store)).toBe(300);
    expect(errors).toEqual([]);
  });

  it("is told of each call once, however often the call had to be done again", async () => {
    const store = makeStore();
    const heard: LoopDetection[] = [];
    const options = { ...COUNTS, onDetection: (detection: LoopDetection) => void heard.push(detection) };
    const runs = Array.from({ length: 8 }, () => worker(store, { timeoutMs: 5000 }, options));
    await Promise.all(runs.map(async (run) => Promise.all([asked(run), asked(run), asked(run)])));
    expect(heard.map(({ repeats }) => repeats).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 24 }, (__, i) => i + 1),
    );
    expect(runs.map((run) => run.stats().calls)).toEqual(runs.map(() => 3));
  });

  it.each(["down", "hangs", "lost", "throws"] as const)(
    "goes on by itself when the store is %s, from the start",
    async (w) => {
      const weather = faulty(makeStore());
      weather.weather = w;
      const run = worker(weather.store);
      expect([await asked(run), await asked(run), await asked(run)]).toEqual([1, 2, 3]);
      expect(errors.map(({ where }) => where)).toEqual(["store"]);
      weather.weather = "up";
      expect(await asked(run)).toBe(4);
      await run.close();
      expect(await inStore(weather.store)).toBe(4);
    },
  );

  it.each(["down", "hangs", "lost", "throws"] as const)(
    "and in the middle, for workers on both sides: %s",
    async (w) => {
      const inner = makeStore();
      const weather = faulty(inner);
      const run = worker(weather.store);
      const other = worker(inner);
      expect([await asked(run), await asked(other), await asked(run)]).toEqual([1, 2, 3]);
      weather.weather = w;
      expect([await asked(run), await asked(run)]).toEqual([4, 5]);
      const meanwhile = await asked(other);
      expect(w === "lost" ? meanwhile >= 4 : meanwhile === 4).toBe(true);
      weather.weather = "up";
      expect(await asked(run)).toBe(7);
      expect(await asked(other)).toBe(8);
      expect(errors).toHaveLength(1);
      await run.close();
      expect(await inStore(inner)).toBe(8);
    },
  );

  it("brings calls of before the first contact to a run that has another key", async () => {
    const inner = makeStore();
    await asked(worker(inner));
    const weather = faulty(inner);
    weather.weather = "down";
    const late = worker(weather.store);
    expect([await asked(late), await asked(late)]).toEqual([1, 2]);
    weather.weather = "up";
    expect(await asked(late)).toBe(4);
    expect(await inStore(inner)).toBe(4);
  });

  it("leaves a store that is down alone for a while", async () => {
    const weather = faulty(makeStore());
    weather.weather = "down";
    const run = worker(weather.store, { retryAfterMs: 60_000 });
    for (let i = 0; i < 20; i++) await asked(run);
    expect(weather.asked).toBe(1);
    weather.weather = "up";
    await run.close(); // asks once more, whatever was said
    expect(await inStore(weather.store)).toBe(20);
  });

  it("forgets the oldest where more waits than may, and says so once", async () => {
    const weather = faulty(makeStore());
    weather.weather = "down";
    const run = worker(weather.store, { maxPending: 5 });
    for (let i = 0; i < 12; i++) await asked(run);
    expect(errors.map(({ error }) => String(error))).toEqual([
      expect.stringContaining("connection refused"),
      expect.stringContaining("maxPending"),
    ]);
    weather.weather = "up";
    await run.close();
    // A store with nothing in it takes the worker's whole state.
    expect(await inStore(weather.store)).toBe(12);
  });

  it("tells of what it could not send in the end, and closes all the same", async () => {
    const weather = faulty(makeStore());
    weather.weather = "down";
    const run = worker(weather.store);
    await asked(run);
    await run.close();
    expect(String(errors.at(-1)?.error)).toContain("when the run was closed");
    await expect(run.before(CALL)).rejects.toMatchObject({ code: "ERR_LOOPGUARD_CLOSED" });
    await run.close();
  });

  it("rejects where the host asks for it, and counts the call", async () => {
    const weather = faulty(makeStore());
    const run = worker(weather.store, { onStoreError: "throw" });
    expect(await asked(run)).toBe(1);
    weather.weather = "down";
    const failure = { code: "ERR_LOOPGUARD_STORE", cause: new Error("connection refused") };
    await expect(run.before(CALL)).rejects.toMatchObject(failure);
    await expect(run.after(CALL, { result: 1 })).rejects.toMatchObject(failure);
    weather.weather = "up";
    expect(await asked(run)).toBe(3);
  });

  it("takes a round and a turn along with the next call, or the last with close", async () => {
    const store = makeStore();
    const options: LoopGuardOptions = { detectors: [noProgress({ threshold: 2 })], action: "hint" };
    const one = worker(store, {}, options);
    const step = async (run: StoredLoopRun) => {
      run.beginRound();
      const { action } = await run.before(CALL);
      if (action === "allow") await run.after(CALL, { result: "same" });
      return action;
    };
    expect([await step(one), await step(one), await step(one)]).toEqual(["allow", "allow", "hint"]);
    one.beginTurn();
    await one.close();
    expect(await step(worker(store, {}, options))).toBe("allow");
  });

  it("a reset is for all", async () => {
    const store = makeStore();
    const [one, two] = [worker(store), worker(store)];
    await asked(one);
    await asked(two);
    await one.reset();
    expect(await asked(two)).toBe(1);
  });

  it("finishes what another process began, by its id", async () => {
    const store = makeStore();
    const options: LoopGuardOptions = {
      detectors: [noProgress({ threshold: 2 })],
      action: "hint",
      tools: { f: { volatile: ["digits"] } },
    };
    const one = worker(store, {}, options);
    await one.before({ ...CALL, id: "a" });
    await one.after({ ...CALL, id: "a" }, { result: "line 1" });
    one.beginRound();
    await one.before({ ...CALL, id: "b" });
    await one.close();
    const two = worker(store, {}, options);
    const verdict = await two.after({ ...CALL, id: "b" }, { result: "line 2" });
    expect(verdict.detection).toMatchObject({ detector: "no_progress", repeats: 2 });
  });

  it("finishes what another worker has just begun", async () => {
    const store = makeStore();
    const [one, two] = [worker(store), worker(store)];
    await asked(two);
    await one.before({ ...CALL, id: "a" });
    await two.after({ ...CALL, id: "a" }, { result: "done" });
    expect(await inStore(store)).toBe(2);
    expect(two.stats().calls).toBe(1);
  });

  it("has what others did in its snapshot", async () => {
    const store = makeStore();
    const [one, two] = [worker(store), worker(store)];
    await asked(two);
    for (let i = 0; i < 3; i++) await asked(one);
    using guard = LoopGuard.restore(await two.snapshot(), COUNTS);
    expect(guard.before(CALL).detection?.repeats).toBe(5);
  });

  it("says the same of an id that comes again in its round, and hears of it once", async () => {
    const heard: LoopDetection[] = [];
    const onDetection = (detection: LoopDetection) => void heard.push(detection);
    const options: LoopGuardOptions = { detectors: [count({ maxRepeats: 0, action: () => "warn" })], onDetection };
    const run = worker(makeStore(), {}, options);
    for (const round of [1, 2, 3]) {
      run.beginRound();
      const first = await run.before({ ...CALL, id: "call_0" });
      expect(first).toMatchObject({ action: "allow", detection: { repeats: round } });
      expect(await run.before({ ...CALL, id: "call_0" })).toBe(first);
      await run.after({ ...CALL, id: "call_0" }, { result: "r" });
      expect(await run.before({ ...CALL, id: "call_0" })).toBe(first);
    }
    expect(heard.map(({ repeats }) => repeats)).toEqual([1, 2, 3]);
  });

  it("does not say what it said of the same id in an earlier round", async () => {
    const store = makeStore();
    const options: LoopGuardOptions = { detectors: [budget({ calls: 1, warn: 0 })] };
    const [one, two] = [worker(store, {}, options), worker(store, {}, options)];
    const call = { ...CALL, id: "call_0" };
    one.beginRound();
    expect((await one.before(call)).action).toBe("allow");
    await one.after(call, { result: "r" });
    two.beginRound();
    expect((await two.before(call)).action).toBe("abort");
    expect(await one.before(call)).toMatchObject({ action: "abort", allowed: false });
    expect(one.tripped?.detector).toBe("budget");
  });

  it("gives its memory up when the registry needs the room, and goes on with what is stored", async () => {
    const store = makeStore();
    const guard = new LoopGuard({ ...COUNTS, maxRuns: 2 });
    guards.push(guard);
    const runs = ["a", "b", "c"].map((key) => guard.storedRun(key, store));
    for (const expected of [1, 2, 3]) for (const run of runs) expect(await asked(run)).toBe(expected);
    expect(guard.storedRun("c", store)).toBe(runs[2]);
    expect(guard.stats().runs).toBe(3);
  });

  it("does not mind clocks that are apart, or run backwards", async () => {
    const store = makeStore();
    const clock = { now: 1_000_000 };
    const polls = (ahead: number): LoopGuardOptions => ({
      detectors: [noProgress()],
      tools: { f: { poll: { minIntervalMs: 1000, maxWaitMs: 3_600_000 } } },
      now: () => clock.now + ahead,
      ladder: { hint: 1 },
    });
    const [here, ahead] = [worker(store, {}, polls(0)), worker(store, {}, polls(600_000))];
    const poll = async (run: StoredLoopRun) => {
      const { action, waitMs } = await run.before(CALL);
      if (action === "allow") await run.after(CALL, { result: "running" });
      return [action, waitMs];
    };
    expect(await poll(here)).toEqual(["allow", undefined]);
    expect(await poll(here)).toEqual(["hint", 1000]);
    expect(await poll(ahead)).toEqual(["allow", undefined]);
    clock.now += 100;
    // What the other clock says lies ten minutes ahead: nothing says that this is too soon.
    expect(await poll(here)).toEqual(["allow", undefined]);
    expect(await poll(here)).toEqual(["hint", 1000]);
    clock.now -= 50_000;
    expect(await poll(here)).toEqual(["allow", undefined]);
    expect(errors).toEqual([]);
  });

  it("bad input never breaks it, and never reaches the store", async () => {
    const weather = faulty(makeStore());
    const run = worker(weather.store);
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    for (const call of [{ name: "f", arguments: cyclic }, { name: 7 }, null] as never[]) {
      expect((await run.before(call)).action).toBe("allow");
      expect((await run.after(call, { result: cyclic })).action).toBe("allow");
      expect((await run.invalid(call, "no")).action).not.toBe("abort");
    }
    expect(await asked(run)).toBe(1);
  });

  it("custom detectors see this worker's calls, and all hear of what they find", async () => {
    const store = makeStore();
    const third = custom("third", ({ calls }) => (calls.length >= 3 ? { repeats: calls.length } : null));
    const options: LoopGuardOptions = { detectors: [third], ladder: { warn: 1, hint: 2 } };
    const [one, two] = [worker(store, {}, options), worker(store, {}, options)];
    const step = async (run: StoredLoopRun) => {
      const { action } = await run.before(CALL);
      return action === "allow" ? (await run.after(CALL, { result: "r" })).action : action;
    };
    expect([await step(one), await step(two), await step(one), await step(one)]).toEqual([
      ...["allow", "allow", "allow", "warn"],
    ]);
    expect(await step(two)).toBe("hint");
  });
});

describe("the options", () => {
  it.each([
    [{}, "store"],
    [{ store: { load() {} } }, "store"],
    [{ store: memoryStore(), onStoreError: "ignore" }, "onStoreError"],
    [{ store: memoryStore(), timeoutMs: 0 }, "timeoutMs"],
    [{ store: memoryStore(), maxPending: 1.5 }, "maxPending"],
    [{ store: memoryStore(), timeout: 5 }, "timeout"],
  ])("%o: names %s", (options, name) => {
    using guard = new LoopGuard();
    expect(() => guard.storedRun("r", options as never)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message: expect.stringContaining(name) }),
    );
  });

  it("may be left out, all but the store", async () => {
    using guard = new LoopGuard();
    const store = memoryStore();
    await using run = guard.storedRun("r", store);
    expect(guard.storedRun("r", { store })).toBe(run);
  });

  it.each([undefined, null, "dir", {}, { load() {} }, { timeoutMs: 5 }])("%o is no store", (store) => {
    using guard = new LoopGuard();
    expect(() => guard.storedRun("r", store as never)).toThrow(/^Option "store" must be a store, such as memoryStore/);
  });

  it("are none of run(key), which gives its verdicts at once", () => {
    using guard = new LoopGuard();
    const run = guard.run as (key: string, options: object) => unknown;
    expect(() => run.call(guard, "r", { store: memoryStore() })).toThrow(
      expect.objectContaining({
        code: "ERR_LOOPGUARD_OPTION",
        message: 'Option "store" must be given to storedRun(key, store), and not to run(key), got an object',
      }),
    );
  });

  it("needs a key that others can say, too", () => {
    using guard = new LoopGuard();
    expect(() => guard.storedRun({} as never, memoryStore())).toThrow("non-empty string");
  });
});
