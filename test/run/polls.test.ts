/** The policy `poll`: by time, never by count; and by count once an answer is final. */
import { describe, expect, it } from "vitest";
import type { ToolPolicy } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, limit, noNews, noProgress, repeat, stall } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { found, guardOf, step, times } from "./drive.ts";

describe("poll", () => {
  const clock = (
    poll: ToolPolicy["poll"],
    detectors = [count({ maxRepeats: 1 }), repeat({ threshold: 2 }), limit({ default: 2 })],
  ) => {
    let now = 5_000_000;
    const guard = guardOf(detectors, { tools: { job: { poll: poll as true } }, now: () => now });
    return {
      guard,
      wait: (ms: number) => void (now += ms),
      poll: (result: unknown = "running") => step(guard, "job", { id: 1 }, { result }),
    };
  };

  it("fires by time: too soon, and for too long", () => {
    const { guard, wait, poll } = clock({ minIntervalMs: 1000, maxWaitMs: 5000 });
    expect(poll().detection).toBeNull();
    wait(400);
    expect(poll()).toMatchObject({
      action: "hint",
      waitMs: 600,
      detection: { detector: "poll", repeats: 2, strikes: 1 },
    });
    wait(599);
    expect(poll()).toMatchObject({ waitMs: 1 }); // a refused poll starts no new interval
    wait(4001);
    const late = poll();
    expect(late).toMatchObject({ action: "hint", detection: { detector: "poll" } });
    expect(late.waitMs).toBeUndefined();
    guard.close();
  });

  it("must not fire by count, nor while there is news", () => {
    const { guard, wait, poll } = clock({ minIntervalMs: 1000, maxWaitMs: 5000 });
    for (let percent = 0; percent < 100; percent += 10) {
      expect(poll(`${percent} %`).detection).toBeNull();
      wait(4000);
    }
    guard.close();
  });

  it("news forgives: strikes start at one again", () => {
    const { guard, wait, poll } = clock({ minIntervalMs: 1000 });
    poll("1");
    expect([poll("1"), poll("1")].map(({ detection }) => detection?.strikes)).toEqual([1, 2]);
    wait(1000);
    expect(poll("2").detection).toBeNull();
    expect(poll("2").detection?.strikes).toBe(1);
    guard.close();
  });

  it("after a final answer another wait begins, and is counted anew", () => {
    let final = true;
    const { guard, poll } = clock({ minIntervalMs: 1000, final: () => final }, [limit({ default: 9 })]);
    poll("ready");
    final = false;
    expect(poll("ready").detection).toBeNull();
    expect(poll("ready").detection).toMatchObject({ detector: "poll", repeats: 2 });
    guard.close();
  });

  it("that comes too soon is refused whatever the ladder's first rung", () => {
    let now = 0;
    using guard = guardOf(stall(), {
      ladder: { warn: 1, abort: 3 },
      tools: { job: { poll: { minIntervalMs: 100, maxWaitMs: 1000 } } },
      now: () => now,
    });
    const actions = () => step(guard, "job").action;
    expect(actions()).toBe("allow");
    expect([actions(), actions(), actions()]).toEqual(["hint", "hint", "abort"]);
    now = 2000;
    guard.beginTurn();
    expect(actions()).toBe("allow");
    now = 4000;
    expect(actions()).toBe("warn"); // too long only warns: the poll itself may be the last
  });

  it("`true`: thirty minutes; a handle of its own each", () => {
    const { guard, wait, poll } = clock(true);
    expect(poll().detection).toBeNull();
    wait(1_799_999);
    expect(poll().detection).toBeNull();
    wait(1);
    expect(found(step(guard, "job", { id: 2 }))).toBeNull();
    expect(found(poll())).toBe("poll");
    guard.close();
  });

  it("its key order does not matter, whatever the detectors", () => {
    using guard = guardOf(count(), { tools: { job: { poll: { minIntervalMs: 1000 } } }, now: () => 0 });
    step(guard, "job", { a: 1, b: 2 });
    expect(found(step(guard, "job", { b: 2, a: 1 }))).toBe("poll");
  });

  it("an own limit holds for polls too, the default one does not", () => {
    let now = 0;
    using guard = guardOf(limit({ default: 1, limits: { job: 3 } }), {
      tools: { job: { poll: true }, other: { poll: true } },
      now: () => (now += 10),
    });
    expect(times(4, () => found(step(guard, "job")))).toEqual([null, null, null, "limit"]);
    expect(times(4, () => found(step(guard, "other")))).toEqual(times(4, () => null));
  });
});

describe("poll, with a final answer", () => {
  const tools = { job: { poll: { final: (result: unknown) => result !== "running" } } };
  const at = (guard: LoopGuard, result: unknown, id = 1) => step(guard, "job", { id }, { result });

  it("is refused as a call that is no poll, however much time there is between", () => {
    let now = 0;
    using guard = new LoopGuard({ tools, now: () => (now += 8_000) });
    expect(times(5, () => at(guard, "no such job").action)).toEqual(["allow", "allow", "hint", "hint", "hint"]);
    // Polled in vain before, so that it has given different results: one more.
    expect(times(4, () => at(guard, "running", 2).action)).toEqual(times(4, () => "allow"));
    expect(times(4, () => at(guard, "done", 2).action)).toEqual(["allow", "allow", "warn", "hint"]);
    expect(found(at(guard, "done", 2))).toBe("no_news");
  });

  it("whatever it says: a final failure does not pass by itself, and a final acknowledgement is an answer", () => {
    for (const text of ["failed: the request timed out", "rate limit exceeded, try again later", "done", ""]) {
      using guard = new LoopGuard({ tools });
      expect(times(3, () => at(guard, text).action)).toEqual(["allow", "allow", "hint"]);
    }
  });

  it("is seen by all who count", () => {
    for (const [detector, calls] of [
      [count({ maxRepeats: 3 }), 4],
      [repeat({ threshold: 3 }), 3],
      [stall({ threshold: 3 }), 3],
      [noProgress({ threshold: 3 }), 3],
      [noNews({ times: 3 }), 4],
      [limit({ default: 3 }), 4],
    ] as const) {
      using guard = guardOf(detector, { tools });
      expect(times(calls, () => found(at(guard, "done"))).findIndex((type) => type !== null)).toBe(calls - 1);
      guard.reset();
      expect(times(20, () => found(at(guard, "running")))).toEqual(times(20, () => null));
    }
  });

  it("news lets it be asked again, and an answer that is not final makes it a poll again", () => {
    using guard = new LoopGuard({ tools });
    expect(times(2, () => at(guard, "failed").action)).toEqual(["allow", "allow"]);
    step(guard, "restart_job", { id: 1 }, { result: "job 1 runs again" });
    expect(times(30, () => at(guard, "running").action)).toEqual(times(30, () => "allow"));
    guard.beginTurn();
    expect(times(2, () => at(guard, "failed").action)).toEqual(["allow", "allow"]);
  });

  it("outlives a snapshot, and is known to all who share a store", async () => {
    const options = { detectors: [count({ maxRepeats: 2 })], action: "hint" as const, tools };
    let guard = new LoopGuard(options);
    at(guard, "done");
    at(guard, "done");
    const bytes = guard.snapshot();
    guard.close();
    guard = LoopGuard.restore(bytes, options);
    expect(found(at(guard, "done"))).toBe("count");
    guard.close();

    const store = memoryStore();
    const actions: string[] = [];
    for (let worker = 0; worker < 3; worker++) {
      using one = new LoopGuard(options);
      const run = one.storedRun("r", store);
      const call = { id: `of ${actions.length}`, name: "job", arguments: { id: 1 } };
      await run.beginRound();
      const { action } = await run.before(call);
      actions.push(action);
      if (action === "allow") await run.after(call, { result: "done" });
      await run.close();
    }
    expect(actions).toEqual(["allow", "allow", "hint"]);
  });

  it("is told of by a history", () => {
    using guard = new LoopGuard({ tools, detectors: [count({ maxRepeats: 2 })], action: "hint" });
    const calls = times(3, () => ({ name: "job", arguments: { id: 1 } }));
    expect(guard.check(calls, ["done", "done"])?.detector).toBe("count");
    expect(guard.check(calls, ["running", "running"])).toBeNull();
  });

  it("is asked of results alone", () => {
    const seen: unknown[] = [];
    const final = (result: unknown) => seen.push(result) > 0;
    using guard = new LoopGuard({ tools: { status: { poll: { final } } } });
    step(guard, "status", {}, { result: "done" });
    step(guard, "status", {}, { error: "down" });
    step(guard, "status", {}, {});
    expect(seen).toEqual(["done"]);
  });
});
