/** Runs by key, snapshots, statistics, and what a guard tells others. */
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import type { LoopRun } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { DetectionMessage, ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { count, custom, duplicate, noNews, repeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";

setFlagsFromString("--expose_gc");
const collect: () => void = runInNewContext("gc");

const OPTIONS: LoopGuardOptions = { maxRepeats: 2, action: "hint" };
const call = { name: "a", arguments: { q: 1 } };
const refused = (run: Pick<LoopRun, "before">) => run.before(call).action === "hint";

describe("runs", () => {
  it("have a state each; the same key gives the same run", () => {
    using guard = new LoopGuard(OPTIONS);
    const [one, two] = [guard.run("one"), guard.run("two")];
    expect(guard.run("one")).toBe(one);
    expect(guard.run()).toBe(guard.run());
    one.before(call);
    one.before(call);
    expect([refused(one), refused(two), refused(guard)]).toEqual([true, false, false]);
    expect(guard.stats()).toMatchObject({ calls: 5, refused: 1, runs: 3 });
    expect(one.stats()).toMatchObject({ calls: 3, refused: 1, runs: 1 });
  });

  it("take an object for a key, by its identity", () => {
    using guard = new LoopGuard(OPTIONS);
    const [context, other] = [{}, {}];
    expect(guard.run(context)).toBe(guard.run(context));
    expect(guard.run(context)).not.toBe(guard.run(other));
  });

  it("say in a detection whose they are", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    const run = guard.run("run-7");
    run.before(call);
    expect(run.before({ ...call, id: "c1" }).detection).toMatchObject({ runId: "run-7", callId: "c1" });
    guard.before(call);
    expect(guard.before(call).detection).not.toHaveProperty("runId");
  });

  it("are bounded: the one unused for longest loses its state, and may go on", () => {
    using guard = new LoopGuard({ ...OPTIONS, maxRuns: 2 });
    const [a, b] = [guard.run("a"), guard.run("b")];
    for (const run of [a, b]) {
      run.before(call);
      run.before(call);
    }
    a.before({ name: "other" }); // a is the newest now
    guard.run("c");
    expect(guard.stats().runs).toBe(3); // with the default run
    expect(refused(a)).toBe(true);
    expect(guard.run("b")).not.toBe(b);
    expect(refused(guard.run("b"))).toBe(false);
    expect(refused(b)).toBe(false); // its host still holds it: it starts afresh
    expect(guard.stats().runs).toBe(3);
  });

  it("leave next to nothing behind, also in the job that began them", () => {
    using guard = new LoopGuard({ ...OPTIONS, maxRuns: 2 });
    const begin = (count: number): number => {
      for (let i = 0; i < count; i++) guard.run({}).before(call);
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = begin(100);
    expect((begin(4000) - before) / 4000).toBeLessThan(800);
  });

  it("are made again after they were closed", () => {
    using guard = new LoopGuard(OPTIONS);
    const context = {};
    for (const key of ["a", context]) {
      const run = guard.run(key);
      run.close();
      expect(guard.run(key)).not.toBe(run);
    }
  });

  it("can be many", () => {
    using guard = new LoopGuard(OPTIONS);
    for (let i = 0; i < 3000; i++) guard.run(`run-${i}`).before(call);
    expect(guard.stats()).toMatchObject({ calls: 3000, runs: 1025 });
  });
});

describe("tripped", () => {
  it("is the detection that stopped the run, until the next turn", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "abort" });
    const run = guard.run("r");
    run.before(call);
    expect(run.tripped).toBeNull();
    const { detection } = run.before(call);
    expect(run.tripped).toBe(detection);
    expect(guard.tripped).toBeNull();
    run.beginTurn();
    expect(run.tripped).toBeNull();
  });
});

describe("snapshots", () => {
  it("carry every run with a name, and the key", () => {
    const options: LoopGuardOptions = {
      detectors: [count({ maxRepeats: 2 }), duplicate({ action: "warn" })],
      action: "hint",
    };
    using guard = new LoopGuard(options);
    const strange = "run \ud800 \u0000 é";
    for (const run of [guard, guard.run(strange)]) {
      run.before(call);
      run.before(call);
    }
    guard.run({}).before(call);
    using back = LoopGuard.restore(guard.snapshot(), options);
    expect([refused(back), refused(back.run(strange)), refused(back.run("new"))]).toEqual([true, true, false]);
    // The same key: fingerprints of before and after are the same.
    expect(back.before(call).detection?.fingerprint).toBe(guard.before(call).detection?.fingerprint);
    expect(back.stats().calls).toBe(4);
  });

  it("let `after` find calls that were open, by id", () => {
    const options: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "hint" };
    using guard = new LoopGuard(options);
    guard.before({ ...call, id: "c1" });
    using back = LoopGuard.restore(guard.snapshot(), options);
    expect(back.after({ ...call, id: "c1" }, { result: "r" })).toBe(ALLOW);
    expect(back.stats().calls).toBe(0); // it was counted before
    back.beginRound();
    back.before({ ...call, id: "c2" });
    expect(back.after({ ...call, id: "c2" }, { result: "r" }).action).toBe("hint");
  });

  it("of a single run make a guard whose default run it is", () => {
    using guard = new LoopGuard(OPTIONS);
    const run = guard.run("r");
    run.before(call);
    run.before(call);
    using back = LoopGuard.restore(run.snapshot(), OPTIONS);
    expect(refused(back)).toBe(true);
  });

  it("are the same after a round trip", () => {
    using guard = new LoopGuard(OPTIONS);
    guard.before(call);
    const bytes = guard.snapshot();
    using back = LoopGuard.restore(bytes, OPTIONS);
    expect(back.snapshot()).toEqual(bytes);
    expect(() => LoopGuard.restore(bytes, { maxRepeat: 1 } as object)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
    );
  });

  it("keep the strikes of a loop, for a guard with the same detectors", () => {
    const options: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { hint: 1, abort: 3 } };
    using guard = new LoopGuard(options);
    for (const id of ["1", "2"]) {
      guard.before({ ...call, id });
      guard.after({ ...call, id }, { result: "r" });
    }
    expect(guard.before(call)).toMatchObject({ action: "hint", detection: { strikes: 2 } });
    using back = LoopGuard.restore(guard.snapshot(), options);
    expect(back.before(call)).toMatchObject({ action: "abort", detection: { strikes: 3 } });
    using other = LoopGuard.restore(guard.snapshot(), { detectors: [repeat({ threshold: 3 })], action: "hint" });
    expect(other.before(call)).toBe(ALLOW);
    expect(other.after(call, { result: "r" })).toMatchObject({ detection: { strikes: 1, repeats: 3 } });
  });

  it("hold no arguments and no results", () => {
    using guard = new LoopGuard({ ...OPTIONS });
    const secret = { name: "login", arguments: { password: "hunter2-hunter2" } };
    guard.before(secret);
    guard.after(secret, { result: "token-4711-token" });
    const bytes = Buffer.from(guard.snapshot()).toString("latin1");
    expect(bytes).toContain("login");
    for (const text of ["hunter2", "token-4711"]) {
      expect(bytes).not.toContain(text);
      expect(bytes).not.toContain(Buffer.from(text, "utf16le").toString("latin1"));
    }
  });
});

describe("statistics", () => {
  it("say what refused calls did not cost", () => {
    using guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
    const args = { q: "x".repeat(92) }; // 100 characters
    for (let i = 0; i < 5; i++) {
      const asked = { name: "search", arguments: args };
      if (guard.before(asked).action === "allow") guard.after(asked, { result: "y".repeat(300) });
    }
    expect(guard.stats()).toEqual({
      calls: 5,
      refused: 3,
      refusedByTool: { search: 3 },
      warned: 0,
      loops: { total: 1, byDetector: { count: 1 }, byTool: { search: 1 } },
      recoveries: {},
      charactersSaved: 1200,
      tokensSaved: 300,
      runs: 1,
    });
  });

  it("are all zero at first", () => {
    using guard = new LoopGuard();
    expect(guard.stats()).toMatchObject({
      calls: 0,
      charactersSaved: 0,
      tokensSaved: 0,
      loops: { total: 0, byTool: {} },
    });
  });
});

describe("what a guard tells", () => {
  it("goes to onDetection and to loopguard:detection, with the verdict", () => {
    const onDetection = vi.fn();
    const heard: DetectionMessage[] = [];
    const listen = (message: unknown) => heard.push(message as DetectionMessage);
    subscribe("loopguard:detection", listen);
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint", onDetection });
    const run = guard.run("r1");
    run.before(call);
    const verdict = run.before(call);
    unsubscribe("loopguard:detection", listen);
    run.before(call);
    expect(onDetection).toHaveBeenCalledTimes(2);
    expect(onDetection).toHaveBeenNthCalledWith(1, verdict.detection, verdict);
    expect(heard).toEqual([{ detection: verdict.detection, verdict, runId: "r1" }]);
    expect(channel("loopguard:detection").hasSubscribers).toBe(false);
  });

  it("never comes back as an error", () => {
    const errors: ErrorMessage[] = [];
    const listen = (message: unknown) => errors.push(message as ErrorMessage);
    subscribe("loopguard:error", listen);
    using guard = new LoopGuard({
      maxRepeats: 1,
      action: "hint",
      onDetection: () => {
        throw new Error("listener");
      },
    });
    guard.before(call);
    expect(guard.before(call).action).toBe("hint");
    unsubscribe("loopguard:error", listen);
    expect(errors).toMatchObject([{ where: "onDetection", toolName: "a", error: { message: "listener" } }]);
  });

  it("holds no arguments and no results", () => {
    const told: unknown[] = [];
    using guard = new LoopGuard({ onDetection: (detection, verdict) => told.push(detection, verdict) });
    for (let i = 0; i < 6; i++) {
      guard.beginRound();
      const asked = { name: "login", arguments: { password: "hunter2" } };
      if (guard.before(asked).action !== "hint") guard.after(asked, { result: "token-4711" });
    }
    expect(told.length).toBeGreaterThan(4);
    expect(JSON.stringify(told)).not.toMatch(/hunter2|token-4711/);
  });
});

describe("check", () => {
  const history = Array.from({ length: 3 }, () => call);

  it("gives the detection of the last call, and touches nothing", () => {
    const onDetection = vi.fn();
    using guard = new LoopGuard({ detectors: [repeat({ threshold: 3 })], action: "hint", onDetection });
    const results = ["r", "r", "r"];
    expect(guard.check(history, results)).toMatchObject({ detector: "repeat", repeats: 3, strikes: 1 });
    expect(guard.check(history.slice(0, 2), results)).toBeNull();
    expect(guard.check([...history, { name: "b" }], [...results, "x"])).toBeNull();
    expect(guard.check([])).toBeNull();
    expect(onDetection).not.toHaveBeenCalled();
    expect(guard.stats()).toMatchObject({ calls: 0, loops: { total: 0 } });
    expect(guard.before(call)).toBe(ALLOW);
  });

  it("takes outcomes as objects too, and calls without one for open", () => {
    using guard = new LoopGuard({ detectors: [repeat({ threshold: 3 }), duplicate()], action: "hint" });
    expect(guard.check(history, [{ result: 1 }, { error: "x" }, { result: 2 }])).toMatchObject({ detector: "repeat" });
    expect(guard.check(history)).toMatchObject({ detector: "duplicate" });
    expect(guard.check(history, [{ result: 1 }, undefined, null])).toMatchObject({ detector: "duplicate" });
  });

  it("speaks of the last call on every strike", () => {
    using guard = new LoopGuard({ detectors: [noNews({ times: 2 })], action: "hint" });
    const equal = (n: number) => guard.check(Array(n).fill(call), Array(n).fill("r"));
    expect([1, 2, 3, 4, 5, 6].map((n) => equal(n)?.strikes ?? null)).toEqual([null, null, 1, 2, 3, 4]);
    expect(guard.check([...Array(5).fill(call), { name: "b" }], [...Array(5).fill("r"), "x"])).toBeNull();
  });

  it("asks custom detectors", () => {
    using guard = new LoopGuard({
      detectors: [custom("many", ({ calls }) => (calls.length >= 3 ? { message: "many" } : null))],
      action: "hint",
    });
    expect(guard.check(history, ["a", "b", "c"])).toMatchObject({ detector: "many", message: "many" });
    expect(guard.check([...history, ...history], ["a", "b", "c", "d", "e", "f"])).toMatchObject({ detector: "many" });
    expect(guard.check(history.slice(1), ["a", "b"])).toBeNull();
  });
});
