/** Fifteen pitfalls that other loop detectors fell into, by what their users report; one test each. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import type { PresetName } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  custom,
  cycle,
  duplicate,
  errorStreak,
  limit,
  noProgress,
  pingPong,
  repeat,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";
import { both, found, guardOf, round, step, steps, times } from "./drive.ts";

const call = (name: string, id: number) => ({ id: `call_${id}`, name, arguments: {} });

describe("pitfalls", () => {
  it("1: a batch is one observation, in whatever order its calls come", () => {
    using guard = guardOf(noProgress({ threshold: 3 }));
    expect(
      round(
        guard,
        times(9, (i) => call("a", i)),
      ).map(found),
    ).toEqual(times(9, () => null));
    guard.reset();
    let id = 0;
    const rounds = ["a b c", "c a b", "b c a"].map((names) =>
      round(
        guard,
        names.split(" ").map((name) => call(name, ++id)),
      ).map(found),
    );
    expect(rounds).toEqual([times(3, () => null), times(3, () => null), times(3, () => "no_progress")]);
  });

  it("2: results are paired by call id, late and out of order; one that never came is no evidence", () => {
    using guard = guardOf(noProgress({ threshold: 2 }));
    const asked = times(4, (i) => {
      guard.beginRound();
      const one = call("a", i);
      expect(guard.before(one).detection).toBeNull();
      return one;
    });
    const after = (i: number, result?: string) =>
      found(guard.after({ ...(asked[i] as object), name: "a" }, result === undefined ? {} : { result }));
    expect([after(3), after(1), after(0, "x"), after(2, "x")]).toEqual([null, null, null, "no_progress"]);
  });

  it("3: whole results count, to the last character, and by type", () => {
    using guard = guardOf([noProgress({ threshold: 2 }), stall({ threshold: 2 })]);
    const prefix = "x".repeat(200_000);
    const results: unknown[] = [
      `${prefix}1`,
      `${prefix}2`,
      1,
      "1",
      true,
      "true",
      null,
      "null",
      [],
      {},
      [""],
      [[]],
      { a: "1" },
      { a: 1 },
    ];
    expect(results.map((result) => found(step(guard, "a", {}, { result })))).toEqual(results.map(() => null));
    expect(times(500, (i) => found(step(guard, "a", {}, { result: `row ${i}` }))).filter((it) => it !== null)).toEqual(
      [],
    );
  });

  it("4: what is compared is the raw result: no artifact pointer, no own warning, no own refusal", async () => {
    const texts = (make: (i: number) => string) => {
      let i = 0;
      const executor = new ToolExecutor([makeTool("read", async () => make(i++))], {
        loopDetection: { detectors: [noProgress({ threshold: 2 })], ladder: { warn: 1 } },
        artifacts: { maxToolOutputBytes: 100, previewChars: 10 },
      });
      const run = async () => String((await executor.executeAll([makeCall("read")], recorded().ctx))[0]?.result);
      return (async () => {
        const seen = [await run(), await run(), await run()];
        executor.loopGuard?.close();
        return seen.map((text) => text.includes("repetitive pattern"));
      })();
    };
    const long = "y".repeat(5000);
    expect(await texts((i) => `${long}${i}`)).toEqual([false, false, false]); // one preview, other contents
    expect(await texts(() => long)).toEqual([false, true, true]); // other pointers and own warnings, one content
    using guard = guardOf(noProgress({ threshold: 2 }));
    steps(guard, "a a");
    guard.beginRound();
    const refused = guard.before({ id: "r", name: "a", arguments: {} });
    guard.after({ id: "r", name: "a", arguments: {} }, { result: refused.message });
    expect(step(guard, "a").detection).toMatchObject({ detector: "no_progress", strikes: 3 });
  });

  it("5: own refusals neither reset a streak nor inflate it, and they lead to the abort rung", () => {
    using guard = guardOf(noProgress({ threshold: 2 }), { ladder: { warn: 1, hint: 2, abort: 5 } });
    expect(times(7, () => step(guard, "a").action)).toEqual([
      "allow",
      "warn",
      "hint",
      "hint",
      "hint",
      "abort",
      "abort",
    ]);
    using other = guardOf([duplicate(), stall({ threshold: 3 })]);
    expect(steps(other, "a a a a a a")).toEqual([null, ...times(5, () => "duplicate")]); // one completed call, whatever was refused
    expect(found(step(other, "a", { i: 1 }))).toBeNull();
  });

  it("6: every default ends in abort", () => {
    const stuck = (options?: LoopGuardOptions) => {
      using guard = new LoopGuard(options);
      return times(120, () => step(guard, "a", {}, { error: "no" }).action).includes("abort");
    };
    const presets: PresetName[] = ["recommended", "strict", "lenient"];
    for (const preset of presets) expect([preset, stuck({ preset })]).toEqual([preset, true]);
    expect(stuck({ maxRepeats: 3 })).toBe(true);
    for (const detector of [count(), repeat(), stall(), cycle(), duplicate(), limit(), noProgress(), errorStreak()])
      expect([detector.type, stuck({ detectors: [detector] })]).toEqual([detector.type, true]);
    using names = new LoopGuard({ detectors: [pingPong()] });
    expect(times(60, (i) => step(names, "ab"[i % 2] as string).action)).toContain("abort");
    using unknown = new LoopGuard({ detectors: [unknownTool()] });
    expect(times(20, () => (unknown.beginRound(), unknown.invalid({ name: "x" }, "x").action))).toContain("abort");
  });

  it("7: a warning goes into the tool's own result, and nowhere between calls and results", async () => {
    const executor = new ToolExecutor([makeTool("read", async () => "text")], {
      loopDetection: { detectors: [noProgress({ threshold: 2 })], ladder: { warn: 1 } },
    });
    await executor.executeAll([makeCall("read")], recorded().ctx);
    const calls = [makeCall("read"), makeCall("read", { other: 1 })];
    const results = await executor.executeAll(calls, recorded().ctx);
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ id }) => id));
    expect(results[0]?.result).toMatch(/^text\n\n.*repetitive pattern/);
    expect(results[1]?.result).toBe("text");
    executor.loopGuard?.close();
  });

  it("8: a poll is told to wait, not to vary its arguments; the last refusal says that it is the last", () => {
    let now = 0;
    using guard = new LoopGuard({
      tools: { job: { poll: { minIntervalMs: 1000, maxWaitMs: 9000 } } },
      now: () => now,
      ladder: { hint: 1, abort: 4 },
    });
    const messages = times(5, (i) => {
      now = i === 4 ? 10_000 : 1;
      return step(guard, "job", { handle: 1 });
    });
    expect(messages.map(({ action }) => action)).toEqual(["allow", "hint", "hint", "hint", "abort"]);
    for (const { message } of messages) expect(message).not.toMatch(/argument|vary|different (input|parameter)/i);
    for (const { message } of messages.slice(1, 4)) expect(message).toMatch(/one blocking wait/);
    expect(messages.map(({ message }) => message.includes("last refusal"))).toEqual([false, false, false, true, false]);
    using loop = guardOf(noProgress({ threshold: 2 }));
    expect(times(3, () => step(loop, "status")).at(-1)?.message).toMatch(/one blocking wait/);
  });

  it("9: retries, replays and a hook that is registered twice do not count twice", () => {
    const shown: number[] = [];
    const watch = custom("watch", ({ calls }) => void shown.push(calls.length));
    const told: unknown[] = [];
    using guard = guardOf([watch, noProgress({ threshold: 3 }), count({ maxRepeats: 3 })], {
      onDetection: (detection) => told.push(detection),
    });
    const verdicts = times(4, (i) => {
      guard.beginRound();
      const one = call("a", i);
      const asked = [guard.before(one), guard.before({ ...one })];
      const back =
        asked[0]?.action === "allow"
          ? [guard.after(one, { result: "r" }), guard.after({ ...one }, { result: "r" })]
          : [];
      expect(asked[1]).toBe(asked[0]);
      expect(guard.before(one)).toBe(asked[0]); // a framework that comes back to the same call after a restart of its step
      return [asked[0]?.action, back[0]?.action];
    });
    expect(verdicts).toEqual([
      ["allow", "allow"],
      ["allow", "allow"],
      ["allow", "hint"],
      ["hint", undefined],
    ]);
    expect(shown).toEqual([1, 2, 3]);
    expect(told).toHaveLength(2);
    expect(guard.stats()).toMatchObject({ calls: 4, refused: 1, loops: { total: 1 } });
  });

  it("10: by default the fifth identical call in a row is refused at the latest, before a provider ends the conversation", () => {
    for (const outcome of [{ result: "same" }, { error: "no" }]) {
      using guard = new LoopGuard();
      const actions = times(5, () => step(guard, "a", {}, outcome).action);
      expect(actions.slice(0, 5)).toContain("hint");
    }
    using shorthand = new LoopGuard({ maxRepeats: 3 });
    expect(times(5, () => step(shorthand, "a").action)).toEqual(["allow", "allow", "allow", "hint", "hint"]);
  });

  it("11: a user's message and a mutation start afresh, the one everything, the other what it can change; runs do not leak", () => {
    using guard = guardOf([noProgress({ threshold: 2 })], { tools: { edit: { mutates: true } } });
    expect(steps(guard, "test test")).toEqual([null, "no_progress"]);
    guard.beginTurn();
    expect(step(guard, "test").detection).toBeNull();
    expect(steps(guard, "edit test")).toEqual([null, null]);
    expect(steps(guard, "edit")).toEqual(["no_progress"]); // the same edit again is not what an edit makes new
    const one = guard.run("one");
    const other = guard.run("other");
    expect([steps(one, "test"), steps(other, "test"), steps(one, "test")]).toEqual([[null], [null], ["no_progress"]]);
  });

  it("12: rate limits, 5xx and timeouts are no dead end: they have patience of their own", () => {
    using guard = new LoopGuard();
    const first = (outcome: object) => {
      guard.reset();
      return times(20, (i) => found(step(guard, "get", { i }, outcome))).indexOf("error_streak") + 1;
    };
    const permanent = first({ status: 403, errorTitle: "Forbidden" });
    for (const passing of [{ status: 429 }, { status: 503 }, { error: "ETIMEDOUT" }])
      expect(first(passing)).toBeGreaterThan(permanent);
    expect(permanent).toBeGreaterThan(0);
  });

  it("13: weak evidence only warns for a long while; strong evidence is refused at once", () => {
    const actions = (make: (i: number) => [unknown, unknown]) => {
      using guard = new LoopGuard();
      return times(10, (i) => {
        const [args, result] = make(i);
        return step(guard, "read", args, { result }).action;
      });
    };
    expect(new Set(actions((i) => [{ i }, "nothing"]))).toEqual(new Set(["allow", "warn"])); // other arguments, one result
    expect(actions(() => [{}, "nothing"]).slice(0, 4)).toEqual(["allow", "allow", "hint", "hint"]);
  });

  it("14: state is bounded, holds no arguments and no results, and a damaged snapshot changes nothing", () => {
    const options: LoopGuardOptions = {
      detectors: [count({ maxRepeats: 2 }), noProgress(), cycle(), duplicate()],
      maxEntries: 50,
    };
    using guard = new LoopGuard(options);
    const grow = (from: number) =>
      times(2000, (i) => step(guard, "__proto__", { secret: `hunter${from + i}` }, { result: `token${i}` }));
    grow(0);
    const size = guard.snapshot().length;
    grow(5000);
    expect(guard.snapshot().length).toBe(size);
    expect(size).toBeLessThan(20_000);
    expect(Buffer.from(guard.snapshot()).toString("latin1")).not.toMatch(/hunter|token/);
    const damaged = guard.snapshot();
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] as number) ^ 1;
    expect(() => LoopGuard.restore(damaged, options)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_SNAPSHOT" }),
    );
    expect(found(step(guard, "__proto__", { secret: "hunter6999" }))).toBe("duplicate");
  });

  it("15: a fault inside never fails the run, and can be seen", () => {
    const heard: { where: string }[] = [];
    const listen = (message: unknown) => void heard.push(message as { where: string });
    subscribe("loopguard:error", listen);
    const boom = () => {
      throw new Error("boom");
    };
    using guard = guardOf([custom("mine", boom), count({ maxRepeats: 1 })], {
      action: boom,
      message: boom,
      onDetection: boom,
      tools: { t: { identity: boom } },
    });
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    try {
      for (const args of [{}, {}, cyclic, { big: 1n }]) {
        const [before] = both(guard, { name: "a", arguments: args });
        expect(before.action).toBe("allow");
      }
      expect(both(guard, { name: "t", arguments: {} })[0].action).toBe("allow");
    } finally {
      unsubscribe("loopguard:error", listen);
    }
    expect(new Set(heard.map(({ where }) => where))).toEqual(
      new Set(["detector mine", "action", "onDetection", "arguments", "identity"]),
    );
  });
});
