/** Each detector: a run that fires, and one that must not. */
import { describe, expect, it } from "vitest";
import type { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  cycle,
  duplicate,
  errorStreak,
  limit,
  noProgress,
  pingPong,
  repeat,
  similarQuery,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { found, make, run } from "./one-detector.ts";

describe("count", () => {
  it("canonical: key order does not count", () => {
    using guard = make(count({ maxRepeats: 1, canonical: true }));
    expect(run(guard, "a", { x: 1, y: 2 })).toBe(ALLOW);
    expect(run(guard, "a", { y: 2, x: 1 })).toMatchObject({
      detection: {
        detector: "count",
        evidence: "weak",
        details: { tool: "a", count: 2, maxRepeats: 1 },
        pattern: ["a"],
      },
    });
  });

  it("keeps the least recently used out when there are too many", () => {
    using guard = make(count({ maxRepeats: 1 }), { maxEntries: 2 });
    for (const x of [1, 2, 3]) expect(run(guard, "a", { x })).toBe(ALLOW);
    expect(run(guard, "a", { x: 1 })).toBe(ALLOW);
    expect(found(run(guard, "a", { x: 3 }))).toBe("count");
  });
});

describe("repeat", () => {
  it("fires for calls in a row, whatever came back", () => {
    using guard = make(repeat({ threshold: 3 }));
    const verdicts = [1, 2, 3].map((i) => run(guard, "a", { q: 1 }, { result: i }));
    expect(verdicts[2]).toMatchObject({
      action: "hint",
      detection: {
        detector: "repeat",
        evidence: "weak",
        repeats: 3,
        message: "Tool 'a' called 3 times with identical arguments.",
        details: { tool: "a", count: 3 },
      },
    });
  });

  it("is silent when another call comes between", () => {
    using guard = make(repeat({ threshold: 3 }));
    for (let i = 0; i < 5; i++) {
      expect(run(guard, "a")).toBe(ALLOW);
      expect(run(guard, "a")).toBe(ALLOW);
      expect(run(guard, "b")).toBe(ALLOW);
    }
  });

  it("counts what goes on beyond the threshold in `repeats`, not in the text", () => {
    using guard = make(repeat({ threshold: 2 }), { action: "warn" });
    for (let i = 0; i < 4; i++) run(guard, "a");
    guard.beginRound();
    const { detection } = guard.before({ name: "a", arguments: {} });
    expect(detection).toMatchObject({
      repeats: 5,
      details: { count: 2 },
      message: "Tool 'a' called 2 times with identical arguments.",
    });
  });
});

describe("stall", () => {
  it("fires for one result, whatever the arguments", () => {
    using guard = make(stall({ threshold: 3 }));
    const verdicts = [1, 2, 3].map((q) => run(guard, "search", { q }, { result: "nothing" }));
    expect(verdicts.map(found)).toEqual([null, null, "stall"]);
    expect(verdicts[2]?.detection?.message).toBe(
      "Tool 'search' returned the same result 3 times — agent is polling without progress.",
    );
  });

  it("is silent for results that differ anywhere", () => {
    using guard = make(stall({ threshold: 2 }));
    const long = "x".repeat(100_000);
    for (let i = 0; i < 5; i++) expect(run(guard, "search", {}, { result: `${long}${i}` })).toBe(ALLOW);
    for (const result of [1, "1", true, "true", null, "null", [], "[]"])
      expect(run(guard, "search", {}, { result })).toBe(ALLOW);
  });

  it("takes no result for no evidence", () => {
    using guard = make(stall({ threshold: 2 }));
    for (let i = 0; i < 5; i++) expect(run(guard, "search", {}, {})).toBe(ALLOW);
  });
});

describe("pingPong", () => {
  it("fires for blocks of names", () => {
    using guard = make(pingPong());
    const verdicts = ["poll", "read", "poll", "read", "poll", "read"].map((name, i) =>
      run(guard, name, { i }, { result: i }),
    );
    expect(verdicts.map(found)).toEqual([null, null, null, null, null, "ping_pong"]);
    expect(verdicts[5]?.detection).toMatchObject({
      message: "Tools ['poll', 'read'] cycled 3 times without advancing.",
      details: { cycle: ["poll", "read"], repetitions: 3 },
      cycleLength: 2,
      pattern: ["poll", "read"],
    });
  });

  it("is silent for one name, and for blocks that differ", () => {
    using guard = make(pingPong({ repetitions: 2 }));
    for (const name of ["a", "a", "a", "a", "b", "c", "b", "d", "b"]) expect(run(guard, name)).toBe(ALLOW);
  });
});

describe("cycle", () => {
  const block = (guard: LoopGuard, names: string[]) => names.map((name) => run(guard, name));

  it("fires for the smallest block that repeats", () => {
    using guard = make(cycle());
    const verdicts = [1, 2, 3].flatMap(() => block(guard, ["a", "b", "c"]));
    expect(verdicts.map(found).slice(0, 8)).toEqual(Array(8).fill(null));
    expect(verdicts[8]?.detection).toMatchObject({ detector: "cycle", cycleLength: 3, repeats: 3, evidence: "strong" });
    expect(verdicts[8]?.detection?.pattern).toEqual(
      ["a", "b", "c"].map((name) => expect.stringMatching(`^${name}#[0-9a-f]{8}$`)),
    );
    expect(verdicts[8]?.detection?.details).toEqual({ cycle: ["a", "b", "c"], cycleLength: 3, repetitions: 3 });
  });

  it("tells failures apart by status and title", () => {
    using guard = make(cycle());
    const outcomes = [402, 500, 404].map((status) => ({ status, errorTitle: "x" }));
    for (const outcome of outcomes) expect(run(guard, "a", {}, outcome)).toBe(ALLOW);
    using stuck = make(cycle());
    expect([1, 2, 3].map(() => found(run(stuck, "a", {}, { status: 402, errorTitle: "x" })))).toEqual([
      null,
      null,
      "cycle",
    ]);
  });

  it("goes on with its strikes at a rotation, and begins anew with another loop", () => {
    using guard = make(cycle({ repeats: 2 }), { ladder: { warn: 1, abort: 50 } });
    const strikes = (names: string[]) => block(guard, names).map((verdict) => verdict.detection?.strikes ?? 0);
    expect(strikes(["a", "b", "a", "b"])).toEqual([0, 0, 0, 1]);
    expect(strikes(["x", "y", "z"])).toEqual([0, 0, 0]);
    expect(strikes(["b", "a", "b", "a"]).at(-1)).toBe(2);
    expect(strikes(["c", "d", "c", "d"]).at(-1)).toBe(1);
  });
});

describe("duplicate", () => {
  it("fires for a call that ran, in any key order", () => {
    using guard = make(duplicate());
    expect(run(guard, "a", { x: 1, y: [2] })).toBe(ALLOW);
    expect(run(guard, "b", { x: 1, y: [2] })).toBe(ALLOW);
    expect(run(guard, "a", { y: [2], x: 1 })).toMatchObject({
      action: "hint",
      message: "Tool 'a' was already executed with identical parameters",
    });
  });

  it("counts a sibling that has not finished as run, and forgets at a turn", () => {
    using guard = make(duplicate());
    guard.beginRound();
    expect(guard.before({ id: "1", name: "a" })).toBe(ALLOW);
    expect(found(guard.before({ id: "2", name: "a" }))).toBe("duplicate");
    guard.beginTurn();
    expect(guard.before({ id: "3", name: "a" })).toBe(ALLOW);
  });
});

describe("similarQuery", () => {
  const detector = similarQuery({ tools: ["search*"] });

  it("fires for a query like one of an earlier round, of a listed tool", () => {
    using guard = make(detector);
    expect(run(guard, "search_web", { query: "fix the login bug" })).toBe(ALLOW);
    expect(run(guard, "search_code", { query: "fix the login bug" })).toBe(ALLOW);
    expect(run(guard, "read", { query: "fix the login bug" })).toBe(ALLOW);
    expect(run(guard, "search_web", '{"limit": 5, "q": "Fix login bug!"}')).toMatchObject({
      message: "Tool 'search_web' was already executed with a similar query",
      detection: { detector: "similar_query", evidence: "weak" },
    });
    expect(run(guard, "search_web", { query: "weather in tokyo" })).toBe(ALLOW);
  });

  it("lets the searches of one round be", () => {
    using guard = make(detector);
    guard.beginRound();
    for (const q of ["price of apples", "price of apple", "prices of apples"])
      expect(guard.before({ name: "search", arguments: { q } })).toBe(ALLOW);
    expect(found(run(guard, "search", { q: "price of apples" }))).toBe("similar_query");
    guard.beginTurn();
    expect(run(guard, "search", { q: "price of apples" })).toBe(ALLOW);
  });

  it("never takes a destructive word for another", () => {
    using guard = make(detector);
    expect(run(guard, "search", { q: "delete user" })).toBe(ALLOW);
    expect(run(guard, "search", { q: "deactivate user" })).toBe(ALLOW);
    using without = make(similarQuery({ tools: ["search"], dangerousTokens: [], threshold: 0.6 }));
    expect(run(without, "search", { q: "delete user" })).toBe(ALLOW);
    expect(found(run(without, "search", { q: "deactivate user" }))).toBe("similar_query");
  });

  it("has nothing to compare in a call without a query", () => {
    using guard = make(similarQuery({ tools: ["search"], keys: ["needle"] }));
    for (const args of [
      { query: "same words" },
      { needle: 5 },
      "not json",
      undefined,
      null,
      ["same"],
      { needle: "!?" },
    ]) {
      expect(run(guard, "search", args)).toBe(ALLOW);
      expect(run(guard, "search", args)).toBe(ALLOW);
    }
    expect(run(guard, "search", { needle: "same words" })).toBe(ALLOW);
    expect(found(run(guard, "search", { needle: "same words" }))).toBe("similar_query");
  });
});

describe("limit", () => {
  it("fires when a tool ran as often as it may in this turn", () => {
    using guard = make(limit({ limits: { read: 1, "free_*": Number.POSITIVE_INFINITY }, default: 2 }));
    const runs = (name: string, times: number) =>
      Array.from({ length: times }, (_, i) => found(run(guard, name, { i })));
    expect(runs("read", 2)).toEqual([null, "limit"]);
    expect(runs("write", 3)).toEqual([null, null, "limit"]);
    expect(runs("free_lunch", 9)).toEqual(Array(9).fill(null));
    expect(run(guard, "read", { i: 9 }).message).toBe("Tool 'read' has reached its execution limit (1) for this turn");
    guard.beginTurn();
    expect(runs("read", 2)).toEqual([null, "limit"]);
  });

  it("of 0 lets nothing run", () => {
    using guard = make(limit({ default: 0 }));
    expect(run(guard, "a").message).toBe("Tool 'a' has reached its execution limit (0) for this turn");
  });
});

describe("noProgress", () => {
  it("fires for one call and one result, whatever ran between", () => {
    using guard = make(noProgress({ threshold: 3 }));
    const verdicts = [1, 2, 3].flatMap((i) => [
      run(guard, "status", {}, { result: "pending" }),
      run(guard, "think", { i }, { result: i }),
    ]);
    expect(verdicts.map(found)).toEqual([null, null, null, null, "no_progress", null]);
    expect(verdicts[4]?.detection).toMatchObject({
      evidence: "strong",
      repeats: 3,
      details: { tool: "status", count: 3, threshold: 3 },
    });
  });

  it("is silent when the result is new, or something that can change it ran", () => {
    using guard = make(noProgress({ threshold: 2 }), { tools: { edit: { mutates: true } } });
    for (let i = 0; i < 5; i++) {
      expect(run(guard, "test", {}, { result: "1 failed" })).toBe(ALLOW);
      expect(run(guard, "edit", { i }, { result: `ok ${i}` })).toBe(ALLOW);
      expect(run(guard, "status", {}, { result: i })).toBe(ALLOW);
    }
    expect(run(guard, "test", {}, { result: "1 failed" })).toBe(ALLOW);
    expect(run(guard, "edit", {}, { error: "no such file" })).toBe(ALLOW); // it changed nothing
    expect(found(run(guard, "test", {}, { result: "1 failed" }))).toBe("no_progress");
  });
});

describe("errorStreak", () => {
  it("fires for one error in a row, whatever the arguments", () => {
    using guard = make(errorStreak());
    const verdicts = [1, 2, 3].map((id) => run(guard, "get", { id }, { status: 403, errorTitle: "Forbidden" }));
    expect(verdicts.map(found)).toEqual([null, null, "error_streak"]);
    expect(verdicts[2]?.detection?.message).toBe("Tool 'get' failed 3 times in a row with the same error.");
  });

  it("is silent when the errors differ, or a success comes between", () => {
    using guard = make(errorStreak());
    for (let id = 0; id < 6; id++) expect(run(guard, "get", { id }, { error: `no item ${id}` })).toBe(ALLOW);
    for (let id = 0; id < 6; id++)
      expect(run(guard, "get", { id }, id % 3 === 2 ? { result: id } : { error: "no" })).toBe(ALLOW);
  });

  it("has more patience with failures that pass by themselves", () => {
    for (const outcome of [
      { status: 429, errorTitle: "Too Many Requests" },
      { status: "503", error: "x" },
      { error: Object.assign(new Error("x"), { code: "ECONNRESET" }) },
      { error: "Rate limit exceeded" },
      { error: new DOMException("The operation timed out", "TimeoutError") },
    ]) {
      using guard = make(errorStreak({ transientThreshold: 5 }));
      const verdicts = [1, 2, 3, 4, 5].map((id) => found(run(guard, "get", { id }, outcome)));
      expect(verdicts).toEqual([null, null, null, null, "error_streak"]);
    }
  });
});

describe("unknownTool", () => {
  const wrong = (guard: LoopGuard, args: unknown) => {
    guard.beginRound();
    return guard.invalid({ name: "serach", arguments: args }, 'Tool "serach" not found');
  };

  it("fires for a name that no tool has, or arguments that never parse", () => {
    using guard = make(unknownTool());
    expect([{}, { q: 1 }, '{"q":'].map((args) => found(wrong(guard, args)))).toEqual([null, null, "unknown_tool"]);
    expect(wrong(guard, {}).detection).toMatchObject({ details: { tool: "serach", count: 4, threshold: 3 } });
  });

  it("fires for a row of made-up names, though each was asked about first", () => {
    using guard = make(unknownTool());
    const row = (...names: string[]) =>
      names.map((name) => {
        guard.beginRound();
        const call = { name, arguments: {} };
        expect(guard.before(call)).toBe(ALLOW);
        return found(guard.invalid(call, "no such tool"));
      });
    expect(row("a", "b", "c", "d")).toEqual([null, null, null, null]);
    expect(run(guard, "search", {})).toBe(ALLOW); // it ran: the row is over
    expect(row("e", "f", "g", "h", "i")).toEqual([null, null, null, null, "unknown_tool"]);
  });

  it("is silent once the name is good", () => {
    using guard = make(unknownTool({ threshold: 2 }));
    for (let i = 0; i < 3; i++) {
      expect(wrong(guard, { i })).toBe(ALLOW);
      expect(run(guard, "serach", { i })).toBe(ALLOW);
    }
  });
});
