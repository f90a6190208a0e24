/** Rules of a run: similar queries, rounds, turns, armed detections, messages, ladder, idempotence. */
import { describe, expect, it } from "vitest";
import { normalizeQuery, queriesAreSimilar, similarity } from "../../lib/core/similarity.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  cycle,
  duplicate,
  errorStreak,
  limit,
  noNews,
  noProgress,
  pingPong,
  repeat,
  similarQuery,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";
import { both, found, guardOf, round, step, steps, times } from "./drive.ts";

const WARNING =
  "You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.";

describe("similar queries", () => {
  it("normalise: lower case, only word characters and white space, white space folded", () => {
    expect(normalizeQuery("  What's\tNEW,  in Node_22?\n")).toBe("whats new in node_22");
    expect(normalizeQuery("ÄPFEL – größe №5")).toBe("äpfel größe 5");
  });

  it("empty is never similar; equal is; else the ratio is compared with the threshold, >=", () => {
    expect(queriesAreSimilar("", "", { threshold: 0 })).toBe(false);
    expect(queriesAreSimilar("?!", "...", { threshold: 0 })).toBe(false);
    expect(queriesAreSimilar("a", "A!", { threshold: 1 })).toBe(true);
    expect(similarity("abcd", "bcde")).toBe(0.75);
    expect(queriesAreSimilar("abcd", "bcde", { threshold: 0.75 })).toBe(true);
    expect(queriesAreSimilar("abcd", "bcde", { threshold: 0.7500001 })).toBe(false);
  });

  it("over code points, with the popularity heuristic for 200 or more characters", () => {
    expect(similarity("😀😁", "😀😂")).toBe(0.5);
    // From 200 characters on, one that makes up more than 1 % of them starts no match.
    expect(similarity("x", `y${"x".repeat(198)}`)).toBe(0.01);
    expect(similarity("x", `y${"x".repeat(199)}`)).toBe(0);
  });

  it('two queries whose sets of destructive words differ are never similar, so "delete user" never blocks "deactivate user"', () => {
    expect(queriesAreSimilar("delete user", "deactivate user", { threshold: 0 })).toBe(false);
    expect(queriesAreSimilar("delete and drop users", "drop and delete users", { threshold: 0.5 })).toBe(true);
    expect(queriesAreSimilar("delete user", "deactivate user", { threshold: 0, dangerousTokens: ["nuke"] })).toBe(true);
    const words =
      "delete deactivate remove drop disable destroy revoke cancel reset archive wipe purge terminate uninstall";
    for (const word of words.split(" "))
      expect([word, queriesAreSimilar(`${word} it`, "it", { threshold: 0 })]).toEqual([word, false]);
  });
});

describe("rounds", () => {
  it("`executeAll(calls)` is one round", async () => {
    const executor = new ToolExecutor([makeTool("read", async () => "r")], {
      loopDetection: { detectors: [noProgress({ threshold: 2 })], action: "warn" },
    });
    const calls = () => times(3, () => makeCall("read"));
    const texts = async () => (await executor.executeAll(calls(), recorded().ctx)).map(({ result }) => String(result));
    expect(await texts()).toEqual(["r", "r", "r"]);
    expect((await texts()).filter((text) => text !== "r")).toHaveLength(1);
    executor.loopGuard?.close();
  });

  it("identical siblings are one observation for every detector except those that count calls", () => {
    const siblings = times(6, (i) => ({ id: `${i}`, name: "a", arguments: {} }));
    const twins = times(6, (i) => ({ id: `${i}`, name: "ab"[i % 2] as string, arguments: {} }));
    const one = [
      repeat({ threshold: 2 }),
      stall({ threshold: 2 }),
      noProgress({ threshold: 2 }),
      cycle({ repeats: 2 }),
      errorStreak({ threshold: 2 }),
    ];
    for (const detector of [...one, pingPong({ repetitions: 2 })]) {
      using guard = guardOf(detector);
      const calls = detector.type === "ping_pong" ? twins : siblings;
      expect([detector.type, round(guard, calls, () => ({ error: "x" })).map(found)]).toEqual([
        detector.type,
        times(6, () => null),
      ]);
    }
    for (const detector of [count({ maxRepeats: 1 }), duplicate(), limit({ default: 1 })]) {
      using guard = guardOf(detector);
      expect(round(guard, siblings).map(found)).toEqual([null, ...times(5, () => detector.type)]);
    }
  });

  it("noNews lets siblings through that come one after the other, as it did the first of them", () => {
    using guard = guardOf(noNews());
    const response = () => {
      guard.beginRound();
      return times(3, () => found(both(guard, { name: "a", arguments: {} })[0]));
    };
    expect([response(), response()]).toEqual([times(3, () => null), times(3, () => null)]);
    expect(response()).toEqual(times(3, () => "no_news"));
  });

  it("unknown names of one round are one observation", () => {
    using guard = guardOf(unknownTool({ threshold: 2 }));
    guard.beginRound();
    expect(times(4, (i) => found(guard.invalid({ id: `${i}`, name: "nope" }, "x")))).toEqual(times(4, () => null));
    guard.beginRound();
    expect(found(guard.invalid({ id: "9", name: "nope" }, "x"))).toBe("unknown_tool");
  });

  it("unknown names count where `before` was asked of each, in rounds and in parallel", () => {
    using guard = new LoopGuard();
    const response = (round: number) => {
      guard.beginRound();
      const calls = times(2, (i) => ({ id: `${round}-${i}`, name: `made_up_${round}_${i}`, arguments: {} }));
      expect(calls.map((call) => guard.before(call).action)).toEqual(["allow", "allow"]);
      return calls.map((call) => found(guard.invalid(call, `There is no tool ${call.name}`)));
    };
    expect(times(4, response)).toEqual(times(4, () => [null, null]));
    expect(response(5)).toEqual(["unknown_tool", "unknown_tool"]);
    using own = new LoopGuard();
    const one = (i: number) => ({ id: `${i}`, name: `made_up_${i}`, arguments: "{" });
    const wrong = (i: number) => (own.before(one(i)), own.invalid(one(i), "x").action);
    expect(times(5, wrong)).toEqual(["allow", "allow", "allow", "allow", "hint"]);
  });

  it("are one observation too when the results come late and out of order", () => {
    using guard = guardOf(noProgress({ threshold: 3 }));
    const [a1, b, a2] = ["a", "b", "a"].map((name, i) => ({ id: `${i}`, name, arguments: {} }));
    guard.beginRound();
    guard.before(b as { name: string });
    guard.beginRound();
    guard.before(a1 as { name: string });
    guard.before(a2 as { name: string });
    for (const call of [a1, b, a2]) expect(guard.after(call as { name: string }, { result: "r" }).detection).toBeNull();
    expect(steps(guard, "a a")).toEqual([null, "no_progress"]);
  });

  it("siblings take one step, and one strike, together", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { ladder: { warn: 1, abort: 9 } });
    steps(guard, "a a");
    const [first, second] = round(guard, [
      { id: "1", name: "a", arguments: {} },
      { id: "2", name: "a", arguments: {} },
    ]);
    expect(first?.detection).toMatchObject({ strikes: 2, repeats: 3 });
    expect(second?.detection).toMatchObject({ strikes: 2, repeats: 3 });
  });

  it("a sibling that is asked for when the first is through already takes the same step", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { action: "warn" });
    steps(guard, "a");
    guard.beginRound();
    const seen = times(2, () => both(guard, { name: "a", arguments: {} }).map((verdict) => verdict?.detection));
    expect(seen[0]?.[1]).toMatchObject({ strikes: 1, repeats: 2 });
    expect(seen[1]?.[0]).toMatchObject({ strikes: 1, repeats: 2 });
    expect(guard.stats().loops.total).toBe(1);
  });

  it("siblings that answer differently are evidence of nothing", () => {
    using guard = guardOf(noProgress({ threshold: 2 }));
    step(guard, "a", {}, { result: 0 });
    const twins = [
      { id: "1", name: "a", arguments: {} },
      { id: "2", name: "a", arguments: {} },
    ];
    expect(round(guard, twins, (i) => ({ result: i })).map(found)).toEqual(["no_progress", null]);
    expect(found(step(guard, "a", {}, { result: 0 }))).toBeNull(); // the loop that the first had shown is none
  });

  it("a call allowed but not finished counts as run for `duplicate` and `limit`", () => {
    using guard = guardOf([duplicate(), limit({ default: 1 })]);
    guard.beginRound();
    expect(guard.before({ id: "1", name: "a" }).detection).toBeNull();
    expect(found(guard.before({ id: "2", name: "a" }))).toBe("duplicate");
    expect(found(guard.before({ id: "3", name: "a", arguments: { other: 1 } }))).toBe("limit");
  });
});

describe("turns", () => {
  it("streaks, windows and strikes start afresh", () => {
    const makers = [
      () => repeat({ threshold: 2 }),
      () => stall({ threshold: 2 }),
      () => noProgress({ threshold: 2 }),
      () => cycle({ repeats: 2 }),
      () => errorStreak({ threshold: 2 }),
    ];
    for (const make of makers) {
      using guard = guardOf(make());
      const play = () => times(3, () => step(guard, "a", {}, { error: "x" }).detection?.strikes ?? 0);
      expect(play()).toEqual([0, 1, 2]);
      guard.beginTurn();
      expect(play()).toEqual([0, 1, 2]);
    }
    using names = guardOf(pingPong({ repetitions: 2 }));
    expect(steps(names, "a b a b").at(-1)).toBe("ping_pong");
    names.beginTurn();
    expect(steps(names, "a b a b")).toEqual([null, null, null, "ping_pong"]);
  });

  it("and so do `duplicate`, `similarQuery` and `limit`; `count` stays", () => {
    const search = (guard: LoopGuard) => found(step(guard, "search", { q: "login bug" }));
    for (const detector of [
      duplicate(),
      similarQuery({ tools: ["search"] }),
      limit({ default: 1 }),
      count({ maxRepeats: 1 }),
    ]) {
      using guard = guardOf(detector);
      expect([search(guard), search(guard)]).toEqual([null, detector.type]);
      guard.beginTurn();
      expect(search(guard)).toBe(detector.type === "count" ? "count" : null);
    }
  });

  it("unknown names start afresh too", () => {
    using guard = guardOf(unknownTool({ threshold: 2 }));
    const wrong = () => (guard.beginRound(), found(guard.invalid({ name: "nope" }, "x")));
    expect([wrong(), wrong()]).toEqual([null, "unknown_tool"]);
    guard.beginTurn();
    expect([wrong(), wrong()]).toEqual([null, "unknown_tool"]);
  });

  it("context compaction is not a turn: a run that goes on from its snapshot goes on with its streaks", () => {
    const options = { detectors: [noProgress({ threshold: 3 })], action: "hint" as const };
    using guard = new LoopGuard(options);
    steps(guard, "a a");
    using compacted = LoopGuard.restore(guard.snapshot(), options);
    expect(steps(compacted, "a")).toEqual(["no_progress"]);
  });
});

describe("armed detections", () => {
  const ladder = { warn: 1, hint: 2, abort: 9 };

  it("a `before` that would continue the same pattern gets the next strike's verdict", () => {
    for (const [detector, names] of [
      [repeat({ threshold: 2 }), "a a"],
      [noProgress({ threshold: 2 }), "a a"],
      [stall({ threshold: 2 }), "a a"],
      [cycle({ repeats: 2 }), "b a b a"],
      [pingPong({ repetitions: 2 }), "b a b a"],
    ] as const) {
      using guard = guardOf(detector, { ladder });
      expect(steps(guard, names).at(-1)).toBe(detector.type);
      const next = names.startsWith("b") ? "b" : "a";
      guard.beginRound();
      expect(guard.before({ name: next, arguments: {} })).toMatchObject({
        action: "hint",
        detection: { strikes: 2, detector: detector.type },
      });
    }
  });

  it("a call that breaks the pattern disarms it", () => {
    using guard = guardOf(cycle({ repeats: 2 }), { ladder });
    expect(steps(guard, "a b a b x a b").slice(3)).toEqual(["cycle", null, null, null]);
  });

  it("of a cycle: its next step, or the one just refused again; another of its calls breaks it", () => {
    using guard = guardOf(cycle({ repeats: 2 }), { ladder: { hint: 1, abort: 50 } });
    expect(steps(guard, "a b c a b c a a b b c").slice(5)).toEqual(times(6, () => "cycle"));
    expect(steps(guard, "b")).toEqual([null]); // a was to come
    expect(steps(guard, "a")).toEqual([null]);
  });

  it("a step that ran and gave something else moves the cycle on by one", () => {
    using guard = guardOf(cycle({ repeats: 2, sameResults: true }), { ladder: { warn: 1, abort: 50 } });
    expect(steps(guard, "a b c a b c").at(-1)).toBe("cycle");
    expect(found(step(guard, "a", {}, { result: "news" }))).toBe("cycle");
    expect(found(step(guard, "c", {}, { result: "r" }))).toBeNull(); // b was to come
    expect(found(step(guard, "a", {}, { result: "r" }))).toBeNull();
  });

  it("a pattern that is armed for a later detector moves on with steps that an earlier one speaks of", () => {
    using guard = guardOf([count({ maxRepeats: 2 }), pingPong({ repetitions: 2, ladder: { warn: 1, abort: 50 } })]);
    expect(steps(guard, "a b a b").at(-1)).toBe("ping_pong");
    expect(steps(guard, "a b a")).toEqual(times(3, () => "count")); // refused, each a step of the ping-pong
    expect(found(step(guard, "b", { other: 1 }))).toBe("ping_pong");
  });

  it("the same loop seen again (a rotation of the same cycle included) goes on with its strikes; a different loop starts at one", () => {
    using guard = guardOf(cycle({ repeats: 2 }), { ladder: { warn: 1, abort: 50 } });
    const strikes = (names: string) => names.split(" ").map((name) => step(guard, name).detection?.strikes ?? 0);
    expect(strikes("a b c a b c")).toEqual([0, 0, 0, 0, 0, 1]);
    expect(strikes("x b c a b c a").at(-1)).toBe(2);
    expect(strikes("x c b a c b a").at(-1)).toBe(1); // backwards is another loop
  });

  it("strikes are those of one detector: two that see the same calls keep theirs apart", () => {
    using guard = guardOf([repeat({ threshold: 3 }), repeat({ threshold: 2 })], { ladder: { warn: 1, abort: 50 } });
    const seen = times(4, () => step(guard, "a").detection).map((it) => [it?.strikes, it?.details["count"]]);
    expect(seen).toEqual([
      [undefined, undefined],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
  });
});

describe("messages", () => {
  it("each detector has its own text; `warn` adds the same sentence after it", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { action: "warn" });
    step(guard, "a");
    expect(step(guard, "a").message).toBe(`Tool 'a' called 2 times with identical arguments. ${WARNING}`);
  });

  it("`message` replaces both", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { action: "warn", message: (d) => `${d.detector}!` });
    step(guard, "a");
    expect(step(guard, "a").message).toBe("repeat!");
  });
});

describe("ladder", () => {
  const actions = (guard: LoopGuard, many: number) => times(many, () => step(guard, "a").action);

  it("strike 1 is the detection itself", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { ladder: { warn: 1, hint: 2, ask: 4, abort: 5 } });
    expect(actions(guard, 6)).toEqual(["allow", "warn", "hint", "hint", "ask", "abort"]);
  });

  it("a rung may start later: until then the detection is told, and nothing else", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { ladder: { abort: 3 } });
    expect(times(4, () => [step(guard, "a")].map(({ action, detection }) => [action, detection?.strikes])[0])).toEqual([
      ["allow", undefined],
      ["allow", 1],
      ["allow", 2],
      ["abort", 3],
    ]);
  });

  it('`action: "hint"` = `{ hint: 1 }`, `"abort"` = `{ abort: 1 }`', () => {
    for (const action of ["hint", "abort"] as const) {
      using named = guardOf(count({ maxRepeats: 1 }), { action });
      using laddered = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], ladder: { [action]: 1 } });
      expect(actions(named, 4)).toEqual(["allow", action, action, action]);
      expect(actions(laddered, 4)).toEqual(actions(guardOf(count({ maxRepeats: 1 }), { action }), 4));
    }
  });

  it("the recommended preset ends in `abort`; a ladder without a terminal rung is allowed only when asked for", () => {
    using recommended = new LoopGuard();
    expect(actions(recommended, 30)).toContain("abort");
    using own = new LoopGuard({ detectors: [noProgress()] });
    expect(actions(own, 30)).toContain("abort");
    using asked = new LoopGuard({ detectors: [noProgress()], ladder: { hint: 1 } });
    expect(actions(asked, 30)).not.toContain("abort");
  });
});

describe("idempotence", () => {
  it("the same call id twice in one round is one call, also after its outcome was told", () => {
    const shown: number[] = [];
    using guard = guardOf([count({ maxRepeats: 9 }), limit({ default: 2 })]);
    const call = { id: "1", name: "a", arguments: {} };
    guard.beginRound();
    for (let i = 0; i < 4; i++) {
      expect(guard.before(call).detection).toBeNull();
      shown.push(guard.stats().calls);
      expect(guard.after(call, { result: "r" }).detection).toBeNull();
    }
    expect(shown).toEqual([1, 1, 1, 1]);
    guard.beginRound();
    expect(guard.before(call).detection).toBeNull(); // another round, another call
    expect(guard.stats().calls).toBe(2);
    expect(found(guard.before({ ...call, id: "2" }))).toBe("limit");
  });

  it("an empty id is none", () => {
    using guard = guardOf([limit({ default: 2 })]);
    guard.beginRound();
    for (const name of ["a", "b", "a"]) expect(guard.before({ id: "", name, arguments: {} }).detection).toBeNull();
    const refused = guard.before({ id: "", name: "a", arguments: {} });
    expect(refused.detection).toMatchObject({ detector: "limit", toolName: "a" });
    expect(guard.stats().calls).toBe(4);
  });
});
