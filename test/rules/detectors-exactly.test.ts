/** What each detector does exactly: the names of the tests are the rules. */
import { describe, expect, it } from "vitest";
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
  similarQuery,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import { both, found, guardOf, step, steps, times } from "../run/drive.ts";

describe("completed calls", () => {
  it('"Completed" calls are those given to `after`', () => {
    using guard = guardOf(repeat({ threshold: 2 }));
    for (const id of ["1", "2", "3", "4"]) {
      guard.beginRound();
      expect(guard.before({ id, name: "a" }).detection).toBeNull();
    }
    guard.after({ id: "1", name: "a" }, { result: 1 });
    expect(found(guard.after({ id: "3", name: "a" }, { result: 1 }))).toBe("repeat");
  });

  it("a refusal neither breaks a streak nor lengthens the pattern; it only adds a strike", () => {
    using guard = guardOf([limit({ limits: { once: 1 }, default: 100 }), repeat({ threshold: 3 })]);
    step(guard, "once");
    expect(steps(guard, "a a")).toEqual([null, null]);
    for (const strikes of [1, 2, 3])
      expect(step(guard, "once").detection).toMatchObject({ detector: "limit", strikes, repeats: 2 });
    expect(steps(guard, "a")).toEqual(["repeat"]); // three in a row, whatever was refused in between
    for (const strikes of [2, 3]) expect(step(guard, "a").detection).toMatchObject({ detector: "repeat", strikes });
    expect(guard.check([{ name: "a" }], ["r"])).toBeNull();
  });
});

describe("count", () => {
  it("the count of this identity in this run, this call included, is greater than `maxRepeats`", () => {
    using guard = guardOf(count({ maxRepeats: 2 }));
    const run = guard.run("other");
    expect(steps(guard, "a b a b a")).toEqual([null, null, null, null, "count"]);
    expect(steps(run, "a a")).toEqual([null, null]);
  });

  it("verbatim identity unless `canonical`", () => {
    const turned = [
      { x: 1, y: 2 },
      { y: 2, x: 1 },
    ];
    const seen = (canonical: boolean) => {
      using guard = guardOf(count({ maxRepeats: 1, canonical }));
      return turned.map((args) => found(step(guard, "a", args)));
    };
    expect(seen(false)).toEqual([null, null]);
    expect(seen(true)).toEqual([null, "count"]);
  });

  it("both identities may be counted side by side", () => {
    using guard = guardOf([count({ maxRepeats: 1 }), count({ maxRepeats: 2, canonical: true })]);
    const seen = [
      { x: 1, y: 2 },
      { y: 2, x: 1 },
      { x: 1, y: 2, z: 3 },
      { z: 3, y: 2, x: 1 },
      { x: 1, z: 3, y: 2 },
    ].map((args) => step(guard, "a", args).detection?.repeats ?? 0);
    expect(seen).toEqual([0, 0, 0, 0, 3]);
    expect(step(guard, "a", { x: 1, y: 2 }).detection).toMatchObject({ repeats: 2 });
  });

  it("every call counts, refused ones and siblings of one round too; `repeats` = the count", () => {
    using guard = guardOf(count({ maxRepeats: 2 }));
    guard.beginRound();
    const counts = times(5, (i) => guard.before({ id: `${i}`, name: "a" }).detection?.repeats ?? null);
    expect(counts).toEqual([null, null, 3, 4, 5]);
  });

  it("hint text", () => {
    using guard = guardOf(count({ maxRepeats: 1 }));
    steps(guard, "X");
    expect(step(guard, "X").message).toBe(
      '[loop-detected] Tool "X" has now been called 2 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.',
    );
  });
});

describe("repeat", () => {
  it("acts in `after`: the last `threshold` completed calls have one canonical identity", () => {
    using guard = guardOf(repeat({ threshold: 2 }));
    expect(found(step(guard, "a", { x: 1, y: 2 }))).toBeNull();
    guard.beginRound();
    const [before, after] = both(guard, { name: "a", arguments: '{"y":2, "x":1.0}' });
    expect(before.detection).toBeNull();
    expect(after?.detection).toMatchObject({ detector: "repeat", details: { tool: "a", count: 2 } });
    expect(after?.detection?.message).toBe("Tool 'a' called 2 times with identical arguments.");
  });

  it("says how strong the evidence is: the same results, or others", () => {
    const evidence = (results: unknown[]) => {
      using guard = guardOf(repeat({ threshold: 3 }));
      return results.map((result) => step(guard, "a", {}, { result })).at(-1)?.detection?.evidence;
    };
    expect(evidence([1, 1, 1])).toBe("strong");
    expect(evidence([1, 2, 1])).toBe("weak");
  });

  it("`failures`: only calls that fail, whatever their errors say", () => {
    using guard = guardOf(repeat({ threshold: 3, failures: true }));
    const fail = (error: string) => found(step(guard, "a", {}, { error }));
    expect([fail("x"), fail("y")]).toEqual([null, null]);
    expect(found(step(guard, "a", {}, { result: 1 }))).toBeNull();
    expect([fail("x"), fail("y"), fail("z")]).toEqual([null, null, "repeat"]);
  });
});

describe("stall", () => {
  it("the last `threshold` completed calls have one tool name and one result, whatever the arguments", () => {
    using guard = guardOf(stall({ threshold: 3 }));
    const seen = times(3, (i) => step(guard, "read", { i }, { result: { none: true } }));
    expect(seen.map(found)).toEqual([null, null, "stall"]);
    expect(seen[2]?.detection).toMatchObject({ details: { tool: "read", count: 3 }, evidence: "weak" });
    using other = guardOf(stall({ threshold: 3 }));
    expect(steps(other, "read list read list read list")).toEqual(times(6, () => null));
  });
});

describe("pingPong", () => {
  it("one block of `cycleLength` names repeated, with at least two different names in it", () => {
    using guard = guardOf(pingPong({ cycleLength: 3, repetitions: 2 }));
    expect(steps(guard, "a a a a a a a")).toEqual(times(7, () => null));
    guard.beginTurn();
    const seen = ["a", "a", "b", "a", "a", "b"].map((name, i) => step(guard, name, { i }));
    expect(seen.map(found)).toEqual([null, null, null, null, null, "ping_pong"]);
    expect(seen[5]?.detection).toMatchObject({
      detector: "ping_pong",
      details: { cycle: ["a", "a", "b"], repetitions: 2 },
      evidence: "weak",
    });
  });
});

describe("cycle", () => {
  it("the smallest such `L` is reported", () => {
    using guard = guardOf(cycle({ repeats: 2, maxCycleLen: 6 }));
    const seen = ["a", "b", "a", "b"].map((name) => step(guard, name));
    expect(seen.at(-1)?.detection).toMatchObject({ cycleLength: 2, repeats: 2 });
    using longer = guardOf(cycle({ repeats: 2, minCycleLen: 3, maxCycleLen: 6 }));
    expect(times(8, (i) => step(longer, "ab"[i % 2] as string)).at(-1)?.detection).toMatchObject({ cycleLength: 4 });
  });

  it("`repeats` is the number of whole repetitions at the tail of the window (>= the threshold)", () => {
    using guard = guardOf(cycle({ repeats: 2, windowSize: 8 }));
    const calls = times(13, (i) => ({ name: "ab"[i % 2] as string }));
    const repeats = calls.map(
      (_, i) =>
        guard.check(
          calls.slice(0, i + 1),
          times(13, () => "r"),
        )?.repeats ?? 0,
    );
    expect(repeats).toEqual([0, 0, 0, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4]);
  });

  it("`pattern` is the last `L` signatures, oldest first", () => {
    using guard = guardOf(cycle({ repeats: 2 }));
    const pattern = (names: string) => {
      const calls = names.split(" ").map((name) => ({ name }));
      return guard
        .check(
          calls,
          calls.map(() => "r"),
        )
        ?.pattern.map((signature) => signature.split("#")[0]);
    };
    expect(pattern("a b c a b c")).toEqual(["a", "b", "c"]);
    expect(pattern("a b c a b c a")).toEqual(["b", "c", "a"]);
  });

  it("signature: name + canonical arguments, and for failures status and error title", () => {
    using guard = guardOf(cycle({ repeats: 2, maxCycleLen: 1 }));
    expect(found(step(guard, "a", { x: 1, y: 2 }, { result: 1 }))).toBeNull();
    expect(found(step(guard, "a", { y: 2, x: 1 }, { result: 2 }))).toBe("cycle");
    guard.beginTurn();
    const fail = (status: number, errorTitle: string) => found(step(guard, "a", {}, { status, errorTitle }));
    expect([fail(402, "x"), fail(402, "y"), fail(403, "y"), fail(403, "y")]).toEqual([null, null, null, "cycle"]);
  });

  it("a loop needs `L × repeats <= windowSize`", () => {
    using guard = guardOf(cycle({ repeats: 3, windowSize: 5, maxCycleLen: 3 }));
    expect(steps(guard, "a b a b a b a b")).toEqual(times(8, () => null));
    expect(steps(guard, "c c c")).toEqual([null, null, "cycle"]);
    expect(() => cycle({ repeats: 3, minCycleLen: 2, windowSize: 5 })).toThrow(/windowSize/);
  });

  it("`sameResults`: only when the results repeat too", () => {
    using guard = guardOf(cycle({ repeats: 2, sameResults: true }));
    const play = (results: unknown[]) =>
      results.map((result, i) => found(step(guard, "ab"[i % 2] as string, {}, { result })));
    expect(play([1, 2, 3, 4])).toEqual([null, null, null, null]);
    guard.beginTurn();
    expect(play([1, 2, 1, 2])).toEqual([null, null, null, "cycle"]);
  });
});

describe("duplicate", () => {
  it("this canonical identity already ran", () => {
    using guard = guardOf(duplicate());
    expect(steps(guard, "X b")).toEqual([null, null]);
    expect(step(guard, "X", "{ }")).toMatchObject({
      message: "Tool 'X' was already executed with identical parameters",
      detection: { repeats: 2, evidence: "weak" },
    });
  });

  it("with `replay: true` the verdict carries the earlier result in `replay` instead of refusing", () => {
    using guard = new LoopGuard({ detectors: [duplicate({ replay: true })] });
    step(guard, "a", {}, { result: { rows: 3 } });
    expect(step(guard, "a")).toMatchObject({ action: "hint", replay: { rows: 3 } });
  });
});

describe("similarQuery", () => {
  const guard = () => guardOf(similarQuery({ tools: ["search"] }));
  const search = (side: LoopGuard, args: object) => step(side, "search", args);

  it("a listed tool gets a query similar to one that ran in an *earlier round*", () => {
    using side = guard();
    side.beginRound();
    for (const q of ["price of apples", "the price of apples"])
      expect(both(side, { name: "search", arguments: { q } }).map((verdict) => verdict?.detection)).toEqual([
        null,
        null,
      ]);
    expect(search(side, { q: "price of the apples" })).toMatchObject({
      message: "Tool 'search' was already executed with a similar query",
      detection: { repeats: 3 },
    });
    expect(found(step(side, "other", { q: "price of apples" }))).toBeNull();
  });

  it("query = the first of `query, search_query, q, text, question, prompt` that is a string", () => {
    const keys = ["query", "search_query", "q", "text", "question", "prompt"];
    for (const [i, key] of keys.entries()) {
      using side = guard();
      const later = Object.fromEntries(keys.slice(i + 1).map((other) => [other, "noise"]));
      const notText = Object.fromEntries(keys.slice(0, i).map((other) => [other, 5]));
      expect(found(search(side, { ...later, [key]: "login bug" }))).toBeNull();
      expect(found(search(side, { ...notText, [key]: "Login bug?" }))).toBe("similar_query");
    }
  });

  it("a refused query ran not, so nothing is compared with it", () => {
    using side = guardOf([limit({ default: 1, limits: { search: 1 } }), similarQuery({ tools: ["search"] })]);
    expect(found(search(side, { q: "weather in tokyo" }))).toBeNull();
    expect(found(search(side, { q: "login bug" }))).toBe("limit");
    using alone = guard();
    search(alone, { q: "weather in tokyo" });
    expect(search(alone, { q: "weather in tokio" }).detection).toMatchObject({ repeats: 2 });
    expect(search(alone, { q: "weather in tokio" }).detection).toMatchObject({ repeats: 2 });
  });
});

describe("limit", () => {
  it("the tool already ran `limits[name] ?? default` times", () => {
    using guard = guardOf(limit({ limits: { X: 2 }, default: 1 }));
    const seen = times(3, (i) => step(guard, "X", { i }));
    expect(seen.map(found)).toEqual([null, null, "limit"]);
    expect(seen[2]).toMatchObject({
      message: "Tool 'X' has reached its execution limit (2) for this turn",
      detection: { details: { tool: "X", count: 2, limit: 2 } },
    });
    expect(times(2, (i) => found(step(guard, "Y", { i })))).toEqual([null, "limit"]);
  });
});

describe("noProgress", () => {
  it("one canonical identity gave one result `threshold` times in the window, whatever ran between", () => {
    using guard = guardOf(noProgress({ threshold: 3, windowSize: 5 }));
    const play = (names: string) =>
      names.split(" ").map((name, i) => found(step(guard, name, {}, { result: name === "a" ? "same" : i })));
    expect(play("a b a c a")).toEqual([null, null, null, null, "no_progress"]);
    guard.beginTurn();
    expect(play("a b a c d a")).toEqual(times(6, () => null)); // the first has left the window
  });

  it("and nothing in between changed it; strong evidence", () => {
    const play = (mutates: boolean) => {
      using guard = guardOf(noProgress({ threshold: 2 }), { tools: { edit: { mutates } } });
      step(guard, "test", {}, { result: "1 failing" });
      step(guard, "edit", {}, { result: "done" });
      return step(guard, "test", {}, { result: "1 failing" }).detection;
    };
    expect(play(false)).toMatchObject({ detector: "no_progress", evidence: "strong", repeats: 2 });
    expect(play(true)).toBeNull();
  });

  it("`settled`: a call that succeeds counts only while no new call was made in between", () => {
    using guard = guardOf(noProgress({ threshold: 2, settled: true }));
    expect(steps(guard, "a new a")).toEqual([null, null, null]);
    expect(steps(guard, "new a")).toEqual(["no_progress", "no_progress"]);
    using failing = guardOf(noProgress({ threshold: 2, settled: true }));
    expect(steps(failing, "a new a", { error: "no" })).toEqual([null, null, "no_progress"]);
  });

  it("`settled`: another result of a call is as new as a call", () => {
    using guard = guardOf(noProgress({ threshold: 3, settled: true }));
    const rounds = [1, 2, 3, 4].map((row) => [
      step(guard, "press_key", {}, { result: "ok" }).detection,
      step(guard, "state", {}, { result: `row ${row}` }).detection,
    ]);
    expect(rounds.flat()).toEqual(times(8, () => null));
    const again = () => found(step(guard, "press_key", {}, { result: "ok" }));
    expect([again(), again()]).toEqual([null, "no_progress"]);
  });

  it("`errorThreshold`: the threshold of calls that fail", () => {
    using guard = guardOf(noProgress({ threshold: 4, errorThreshold: 2 }));
    expect(steps(guard, "a a a")).toEqual([null, null, null]);
    expect(steps(guard, "b b", { error: "no" })).toEqual([null, "no_progress"]);
  });
});

describe("errorStreak", () => {
  it("one tool failed `threshold` times in a row with one error, whatever the arguments", () => {
    using guard = guardOf(errorStreak({ threshold: 3 }));
    const fail = (name: string, i: number, error = "denied") => found(step(guard, name, { i }, { error }));
    expect([fail("a", 1), fail("b", 1), fail("a", 2), fail("b", 2, "other"), fail("a", 3)]).toEqual([
      ...times(4, () => null),
      "error_streak",
    ]);
  });

  it("rate limits, timeouts and 5xx have their own, higher threshold", () => {
    const rows: [object, number][] = [
      [{ status: 429 }, 8],
      [{ error: "the request timed out" }, 8],
      [{ status: 500 }, 8],
      [{ status: 502, errorTitle: "x" }, 8],
      [{ status: 404 }, 3],
      [{ error: "no such file" }, 3],
    ];
    for (const [outcome, at] of rows) {
      using guard = guardOf(errorStreak());
      expect([outcome, times(9, (i) => found(step(guard, "a", { i }, outcome))).indexOf("error_streak") + 1]).toEqual([
        outcome,
        at,
      ]);
    }
  });
});

describe("unknownTool", () => {
  it("a name that no tool has, or arguments that never parse, came `threshold` times", () => {
    using guard = guardOf(unknownTool({ threshold: 2 }));
    const wrong = (name: string, args: unknown) => {
      guard.beginRound();
      return found(guard.invalid({ name, arguments: args }, "no such tool"));
    };
    expect([wrong("serach", {}), wrong("serch", {}), wrong("serach", '{"q":')]).toEqual([null, null, "unknown_tool"]);
    expect(found(step(guard, "search"))).toBeNull();
  });
});

describe("custom", () => {
  it("your function says so; the last 64 calls and outcomes are kept for it", () => {
    const lengths: number[] = [];
    const tooMany = custom("too_many", ({ calls, outcomes }) => {
      lengths.push(calls.length);
      return outcomes.filter(({ error }) => error !== undefined).length > 2 ? { evidence: "strong" } : null;
    });
    using guard = guardOf(tooMany);
    for (let i = 0; i < 66; i++) expect(found(step(guard, "a", { i }, { result: i }))).toBeNull();
    expect(lengths.slice(-3)).toEqual([64, 64, 64]);
    expect(times(3, (i) => step(guard, "a", { i }, { error: "x" })).at(-1)?.detection).toMatchObject({
      detector: "too_many",
      evidence: "strong",
    });
  });
});

it("seed 4 in one guard: `limit`, `duplicate`, `similarQuery`, in that order", () => {
  using guard = guardOf([
    limit({ limits: { search: 3 }, default: 2 }),
    duplicate(),
    similarQuery({ tools: ["search"] }),
  ]);
  const search = (q: string) => found(step(guard, "search", { q }));
  expect([search("login bug"), search("login bug"), search("login bugs"), search("weather"), search("trains")]).toEqual(
    [null, "duplicate", "similar_query", null, null],
  );
  expect([search("weather"), search("cars"), search("login bugs")]).toEqual(["limit", "limit", "limit"]);
});
