/** Calls that were refused at first and ran all the same: a human said so, or the user's function for `action`. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import type { VerdictAction } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  cycle,
  duplicate,
  limit,
  nearRepeat,
  noNews,
  noProgress,
  pingPong,
  repeat,
  similarQuery,
  stall,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { found, guardOf, step, steps, times } from "./drive.ts";

const asking: LoopGuardOptions = { ladder: { ask: 1 } };
const one = (name: string, id: string, args: unknown = {}) => ({ id, name, arguments: args });

describe("a call that a human lets pass did run", () => {
  it("also when other calls came in between, and rounds begin by themselves", () => {
    using guard = guardOf(limit({ default: 1, limits: { a: 2 } }), asking);
    for (const id of ["1", "2"]) guard.after(one("a", id), (guard.before(one("a", id)), { result: "r" }));
    expect(guard.before(one("a", "3")).action).toBe("ask");
    guard.before(one("b", "4"));
    guard.after(one("b", "4"), { result: "r" });
    guard.after(one("a", "3"), { result: "r" });
    expect(guard.before(one("a", "5")).detection?.repeats).toBe(4);
  });

  it("also when the run goes on from its snapshot before the human answers", () => {
    const options: LoopGuardOptions = { detectors: [noProgress({ threshold: 3 }), limit({ default: 2 })], ...asking };
    using guard = new LoopGuard(options);
    steps(guard, "a a");
    guard.beginRound();
    expect(guard.before(one("a", "3")).action).toBe("ask");
    using later = LoopGuard.restore(guard.snapshot(), options);
    later.beginRound();
    expect(found(later.after(one("a", "3"), { result: "r" }))).toBe("no_progress");
    later.beginRound();
    expect(later.before({ name: "a", arguments: { i: 1 } }).detection).toMatchObject({ detector: "limit", repeats: 4 });
  });

  it("its query is compared with those to come", () => {
    const options: LoopGuardOptions = { ...asking, tools: { search: { limit: 1 } } };
    using guard = guardOf([similarQuery({ tools: ["search"] }), limit()], options);
    step(guard, "search", { q: "weather in tokyo" });
    guard.beginRound();
    expect(found(guard.before(one("search", "1", { q: "login bug" })))).toBe("limit");
    guard.beginRound();
    expect(found(guard.before(one("search", "2", { q: "login bugs" })))).toBe("limit"); // nobody has said yet that it ran
    guard.after(one("search", "1"), { result: "r" });
    guard.beginRound();
    expect(guard.before(one("search", "3", { q: "Login bug" })).detection).toMatchObject({
      detector: "similar_query",
      repeats: 2,
    });
  });

  it("and breaks the patterns that it is not part of", () => {
    using guard = guardOf(
      [limit({ default: 9, limits: { x: 1 } }), repeat({ threshold: 2, ladder: { warn: 1 } })],
      asking,
    );
    steps(guard, "x a a");
    guard.beginRound();
    expect(guard.before(one("x", "1")).action).toBe("ask");
    guard.beginRound();
    expect(found(guard.before(one("a", "2")))).toBe("repeat"); // the human has not answered
    guard.after(one("a", "2"), { result: "r" });
    guard.beginRound();
    guard.after(one("x", "1"), { result: "r" });
    guard.beginRound();
    expect(guard.before(one("a", "3")).detection).toBeNull();
  });

  it("a human who says no leaves no trace but the strike", () => {
    using guard = guardOf([limit({ default: 1 }), stall({ threshold: 2 })], asking);
    step(guard, "a");
    expect(times(3, (i) => step(guard, "a", { i }).detection?.strikes)).toEqual([1, 2, 3]);
    expect(step(guard, "a", { i: 9 }).detection).toMatchObject({ detector: "limit", repeats: 2 });
  });
});

describe("an action function that lets a call pass", () => {
  const say = (...said: VerdictAction[]): LoopGuardOptions => ({
    action: ({ strikes }) => said[strikes - 1] ?? "abort",
  });

  it("makes it a call like any other: for limits, duplicates, and the patterns that it breaks", () => {
    using guard = guardOf(
      [limit({ default: 9, limits: { x: 1 } }), repeat({ threshold: 2, ladder: { hint: 1 } })],
      say("allow", "warn"),
    );
    steps(guard, "x a a");
    expect(step(guard, "x").action).toBe("allow");
    expect(steps(guard, "a")).toEqual([null]); // x ran in between
    expect(step(guard, "x").detection).toMatchObject({ repeats: 3 });
    using again = guardOf(duplicate(), say("allow", "hint"));
    expect(times(3, () => step(again, "a").action)).toEqual(["allow", "allow", "hint"]);
  });

  it("does not end the round: siblings that follow are still siblings", () => {
    using guard = guardOf([limit({ default: 0 }), noProgress({ threshold: 2, ladder: { warn: 1 } })], {
      action: () => "allow",
    });
    for (const id of ["1", "2", "3"]) guard.before(one("a", id)); // no `beginRound`, and none is through
    expect(["1", "2", "3"].map((id) => found(guard.after(one("a", id), { result: "r" })))).toEqual([null, null, null]);
  });

  it("counts a call that never reaches a tool as called and failed", () => {
    const errors: unknown[] = [];
    const listen = (message: unknown) => void errors.push(message);
    subscribe("loopguard:error", listen);
    using guard = guardOf([count({ maxRepeats: 1, ladder: { hint: 9 } }), repeat({ threshold: 3 })], {
      action: () => "warn",
    });
    using passing = guardOf([limit({ default: 0 }), repeat({ threshold: 3 })], { action: () => "allow" });
    const wrong = (side: LoopGuard) => (side.beginRound(), side.invalid({ name: "a" }, "no such tool"));
    expect(times(3, () => found(wrong(guard)))).toEqual([null, "count", "count"]);
    times(3, () => wrong(passing));
    passing.beginTurn();
    expect(times(3, () => found(wrong(passing)))).toEqual(["limit", "limit", "limit"]);
    using late = guardOf(repeat({ threshold: 2 }), { action: () => "warn" });
    expect([wrong(late).action, wrong(late).action]).toEqual(["allow", "warn"]);
    unsubscribe("loopguard:error", listen);
    expect(errors).toEqual([]);
  });

  it("is asked once for a call that a framework comes back to", () => {
    const asked: number[] = [];
    using guard = guardOf(count({ maxRepeats: 1 }), {
      action: ({ repeats }) => {
        asked.push(repeats);
        return "warn";
      },
    });
    for (const id of ["1", "2"]) {
      guard.beginRound();
      const first = guard.before(one("a", id));
      guard.after(one("a", id), { result: "r" });
      expect(guard.before(one("a", id))).toBe(first);
    }
    expect(asked).toEqual([2]);
  });
});

describe("an action function that would refuse what is only ever warned of", () => {
  const page = (side: LoopGuard, number: number) => step(side, "search", { q: "red shoes", page: number });

  it.each(["hint", "ask", "abort"] as const)("warns instead of %s, for nearly equal calls", (action) => {
    const near = nearRepeat({ threshold: 2 });
    using guard = guardOf(near, { action: () => action });
    expect(times(4, (i) => page(guard, i).action)).toEqual(["allow", "warn", "allow", "warn"]);
    expect(guard.stats()).toMatchObject({ refused: 0, warned: 2 });
    expect(guard.tripped).toBeNull();
    using ofTool = guardOf(near, { tools: { search: { action: () => action } } });
    expect(times(3, (i) => page(ofTool, i).action)).toEqual(["allow", "warn", "allow"]);
    using own = guardOf(nearRepeat({ threshold: 2, action: () => action }));
    expect(times(3, (i) => page(own, i).action).at(-1)).toBe(action);
  });

  it("warns of a poll whose time is not up", () => {
    let now = 0;
    using guard = guardOf(noNews(), { action: () => "abort", now: () => now });
    const poll = () => ((now += 5000), step(guard, "status", {}, { result: "pending" }).action);
    expect(times(12, poll).flatMap((action, i) => (action === "allow" ? [] : [i, action]))).toEqual([
      ...[5, "warn"],
      ...[10, "warn"],
    ]);
  });

  it("is refused nothing, so that every call is a step of a cycle behind it", () => {
    const detectors = [cycle({ windowSize: 6, maxCycleLen: 2, repeats: 2 }), nearRepeat({ threshold: 2 })];
    using guard = guardOf(detectors, { action: ({ strikes }) => (strikes % 2 === 0 ? "hint" : "allow") });
    const told = [2, 1, 2, 1, 2, 1].map((number) => page(guard, number));
    expect(told.map((it) => [it.action, found(it)])).toEqual([
      ["allow", null],
      ["allow", "near_repeat"],
      ["allow", "near_repeat"],
      ["allow", "cycle"],
      ["hint", "cycle"],
      ["allow", "cycle"],
    ]);
  });
});

it("a loop is over when the run does not remember its last lap any more, however often a human lets one of its tools pass", () => {
  using guard = guardOf(pingPong({ repetitions: 2 }), asking);
  const ask = (name: string, id: string) => (guard.beginRound(), guard.before(one(name, id)));
  expect(steps(guard, "read edit read edit").at(-1)).toBe("ping_pong");
  expect(ask("read", "no").action).toBe("ask");
  expect(ask("edit", "yes").action).toBe("ask");
  guard.after(one("edit", "yes"), { result: "r" });
  const reads = times(40, (i) => {
    const verdict = ask("read", `${i}`);
    guard.after(one("read", `${i}`), { result: "r" });
    return found(verdict);
  });
  // 32 calls are remembered: read, edit (the lap), the edit that a human let pass, and 29 reads: enough for the 30th.
  expect(reads).toEqual([...times(30, () => "ping_pong"), ...times(10, () => null)]);
});

it("a step of a cycle that a human lets pass is a step, and no strike", () => {
  using guard = guardOf(cycle({ repeats: 2 }), asking);
  expect(steps(guard, "a b a b").at(-1)).toBe("cycle");
  guard.beginRound();
  expect(guard.before(one("a", "1")).action).toBe("ask");
  guard.after(one("a", "1"), { result: "r" });
  guard.beginRound();
  expect(guard.before(one("b", "2")).detection).toMatchObject({ detector: "cycle", strikes: 2 });
});
