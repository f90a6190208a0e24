/** The policy `poll`: by time, never by count. */
import { describe, expect, it } from "vitest";
import { count, limit, repeat, stall } from "../../lib/detectors.ts";
import type { ToolPolicy } from "../../lib/types.ts";
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

  it("`true`: ten minutes; a handle of its own each", () => {
    const { guard, wait, poll } = clock(true);
    expect(poll().detection).toBeNull();
    wait(599_999);
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
