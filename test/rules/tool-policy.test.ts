/** Tool policies: each with a run that shows it, and one that shows where it ends. */
import { describe, expect, it, vi } from "vitest";
import type { ToolPolicy } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  duplicate,
  errorStreak,
  limit,
  noProgress,
  repeat,
  similarQuery,
  stall,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { run } from "./one-detector.ts";

const make = (tools: Record<string, false | ToolPolicy>, options: LoopGuardOptions = {}) =>
  new LoopGuard({ detectors: [count({ maxRepeats: 1, canonical: true })], action: "hint", ...options, tools });

const allowed = (guard: LoopGuard, name: string, args?: unknown) => run(guard, name, args) === ALLOW;

describe("names", () => {
  it("are matched exactly first, then by glob in order", () => {
    using guard = make({
      "*": { maxRepeats: 2 },
      "db_*": false,
      db_write: { maxRepeats: 1 },
      "d?_x": { maxRepeats: 3 },
    });
    const runs = (name: string) => [1, 2, 3, 4].map(() => allowed(guard, name)).filter(Boolean).length;
    expect([runs("read"), runs("db_read"), runs("db_write"), runs("dx_x")]).toEqual([2, 2, 1, 2]);
    using other = make({ "db_*": false, "*": { maxRepeats: 2 } });
    expect([1, 2, 3].map(() => allowed(other, "db_read"))).toEqual([true, true, true]);
  });

  it("that the core takes for one do not shift the policies behind them", () => {
    using guard = make({ "a\0": false, "a\ud800": {}, free: false, again: { retryable: true }, held: {} });
    const runs = (name: string) => [1, 2, 3].map(() => allowed(guard, name));
    expect(runs("free")).toEqual([true, true, true]);
    expect(runs("again")).toEqual([true, true, true]);
    expect(runs("held")).toEqual([true, false, false]);
  });

  it("of the language itself are names like any other", () => {
    using guard = make({ toString: { maxRepeats: 2 }, ["__proto__"]: { maxRepeats: 3 } });
    const runs = (name: string) => [1, 2, 3, 4].map(() => allowed(guard, name)).filter(Boolean).length;
    expect([runs("toString"), runs("__proto__"), runs("constructor"), runs("hasOwnProperty")]).toEqual([2, 3, 1, 1]);
  });

  it("may be made up without end", () => {
    using guard = make({ "known_*": { maxRepeats: 2 } });
    for (let i = 0; i < 5000; i++) expect(allowed(guard, `tool_${i}`)).toBe(true);
    expect([1, 2, 3].map(() => allowed(guard, "known_1"))).toEqual([true, true, false]);
  });

  it("globs: stars, question marks, and everything else as it is", () => {
    const rows: [string, string, boolean][] = [
      ["*", "", true],
      ["*", "a\nb", true],
      ["a*c", "abbc", true],
      ["a*c", "abb", false],
      ["a*b*c", "aXbYbZc", true],
      ["?", "", false],
      ["?b", "ab", true],
      ["a.c", "abc", false],
      ["[a]", "[a]", true],
      ["a**", "a", true],
      ["", "a", false],
    ];
    const globMatches = (pattern: string, name: string) => {
      using guard = make({ [pattern]: false });
      return [1, 2].map(() => allowed(guard, name))[1];
    };
    for (const [pattern, name, matches] of rows)
      expect([pattern, name, globMatches(pattern, name)]).toEqual([pattern, name, matches]);
    const start = performance.now();
    expect(globMatches("*a".repeat(30), `${"a".repeat(20_000)}b`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("false and retryable", () => {
  it("are never counted", () => {
    using guard = make({ poll: false, flaky: { retryable: true } });
    for (let i = 0; i < 5; i++) expect([allowed(guard, "poll"), allowed(guard, "flaky")]).toEqual([true, true]);
    expect(guard.stats().calls).toBe(0);
    expect(guard.invalid({ name: "poll" }, "x")).toBe(ALLOW);
  });

  it("holds for a single call too, wherever its result comes from", () => {
    using guard = make({});
    for (let i = 0; i < 3; i++) {
      const call = { id: `c${i}`, name: "a", retryable: true };
      expect(guard.before(call)).toBe(ALLOW);
      expect(guard.after({ id: `c${i}`, name: "a" }, { result: 1 })).toBe(ALLOW);
      expect(guard.after({ name: "a", retryable: true }, { result: 1 })).toBe(ALLOW);
    }
    expect(guard.stats().calls).toBe(0);
    expect(guard.before({ name: "a" })).toBe(ALLOW);
  });
});

describe("identity and ignore", () => {
  it("take names and JSON pointers", () => {
    using guard = make({ search: { identity: ["query", "/filter/site"] }, post: { ignore: ["nonce", "/meta/time"] } });
    expect(allowed(guard, "search", { query: "x", filter: { site: "a", page: 1 }, n: 1 })).toBe(true);
    expect(allowed(guard, "search", { query: "x", filter: { site: "b" } })).toBe(true);
    expect(allowed(guard, "search", '{"n": 2, "filter": {"page": 9, "site": "a"}, "query": "x"}')).toBe(false);
    expect(allowed(guard, "post", { text: "hi", nonce: 1, meta: { time: 1, to: "a" } })).toBe(true);
    expect(allowed(guard, "post", { text: "hi", nonce: 2, meta: { time: 2, to: "a" } })).toBe(false);
    expect(allowed(guard, "post", { text: "hi", nonce: 2, meta: { time: 2, to: "b" } })).toBe(true);
  });

  it("take a function of the parsed arguments", () => {
    const identity = vi.fn((args: unknown) => (args as { path: string }).path.toLowerCase());
    using guard = make({ read: { identity } });
    expect(allowed(guard, "read", { path: "/A", line: 1 })).toBe(true);
    expect(allowed(guard, "read", '{"path": "/a", "line": 2}')).toBe(false);
    expect(allowed(guard, "read", { path: "/b" })).toBe(true);
    expect(identity).toHaveBeenNthCalledWith(2, { path: "/a", line: 2 });
    expect(run(guard, "read", { path: "/c" }, { result: 1 })).toBe(ALLOW);
  });

  it("falls back to all arguments when the function throws", () => {
    using guard = make({
      read: {
        identity: () => {
          throw new Error("no");
        },
      },
    });
    expect([
      allowed(guard, "read", { a: 1 }),
      allowed(guard, "read", { a: 2 }),
      allowed(guard, "read", { a: 1 }),
    ]).toEqual([true, true, false]);
  });
});

describe("volatile", () => {
  const options: LoopGuardOptions = { detectors: [stall({ threshold: 3 })] };
  const stalls = (guard: LoopGuard, results: unknown[]) =>
    results.map((result, i) => run(guard, "job", { i }, { result }) !== ALLOW).at(-1);

  it("replaces classes of spans", () => {
    const results = [1, 2, 3].map((i) => `2025-01-0${i}T10:00:0${i}Z attempt ${i}: exit code 1 after ${i}50 ms`);
    using plain = make({}, options);
    expect(stalls(plain, results)).toBe(false);
    const policy = { job: { volatile: ["timestamps", "durations", "counters"] } } satisfies Record<string, ToolPolicy>;
    using guard = make(policy, options);
    expect(stalls(guard, results)).toBe(true);
    using other = make(policy, options);
    expect(
      stalls(
        other,
        [1, 2, 3].map((i) => `exit code ${i}`),
      ),
    ).toBe(false);
  });

  it("replaces what expressions match, in results and errors, all of it each time", () => {
    const rows: [unknown[], boolean][] = [
      [[1, 2, 3].map((i) => `req-${i} failed, see req-${i}x; seq=${i}`), true],
      [[1, 2, 3].map((i) => ({ id: `req-${i}`, ok: true })), true],
      [[1, 2, 3].map((i) => ({ id: `${i}` })), false],
    ];
    for (const [results, stuck] of rows) {
      using guard = make({ job: { volatile: [/req-\w+/, /seq=\d+/y] } }, options);
      expect(stalls(guard, results)).toBe(stuck);
    }
    using errors = make({ job: { volatile: [/req-\w+/] } }, { detectors: [errorStreak()] });
    const seen = [1, 2, 3].map((i) => run(errors, "job", { i }, { error: `denied (req-${i})` }) === ALLOW);
    expect(seen).toEqual([true, true, false]);
  });
});

describe("poll", () => {
  const polling = (poll: ToolPolicy["poll"]) => {
    const clock = { now: 1_000_000 };
    const guard = make(
      { status: { poll: poll as boolean } },
      {
        detectors: [count({ maxRepeats: 1 }), repeat({ threshold: 2 }), noProgress({ threshold: 2 }), duplicate()],
        now: () => clock.now,
      },
    );
    return { clock, guard };
  };

  it("is a loop by time only", () => {
    const { clock, guard } = polling(true);
    for (let i = 0; i < 100; i++) {
      expect(allowed(guard, "status", { handle: 1 })).toBe(true);
      clock.now += 17_000;
    }
    clock.now += 100_000; // half an hour with one result
    const verdict = run(guard, "status", { handle: 1 });
    expect(verdict).toMatchObject({ action: "hint", detection: { detector: "poll", strikes: 1, evidence: "strong" } });
    expect(verdict.message).toMatch(/blocking wait/);
    expect(verdict.message).not.toMatch(/argument/);
    expect(allowed(guard, "status", { handle: 2 })).toBe(true);
    guard.close();
  });

  it("starts anew with every change of the result", () => {
    const { clock, guard } = polling({ maxWaitMs: 1000 });
    for (let i = 0; i < 20; i++) {
      expect(run(guard, "status", {}, { result: `${i}%` })).toBe(ALLOW);
      clock.now += 900;
    }
    guard.close();
  });

  it("says how long to wait when it comes too soon", () => {
    const { clock, guard } = polling({ minIntervalMs: 2000 });
    expect(allowed(guard, "status")).toBe(true);
    clock.now += 500;
    expect(run(guard, "status")).toMatchObject({
      action: "hint",
      waitMs: 1500,
      detection: { detector: "poll", details: { waitMs: 1500 } },
    });
    clock.now += 1500;
    expect(allowed(guard, "status")).toBe(true);
    guard.close();
  });
});

describe("mutates", () => {
  it("starts a new streak for what its success can change", () => {
    using guard = make({ write: { mutates: true } }, { detectors: [duplicate()] });
    expect([allowed(guard, "read"), allowed(guard, "read")]).toEqual([true, false]);
    expect(run(guard, "write", {}, { error: "disk full" })).toBe(ALLOW);
    expect(allowed(guard, "read")).toBe(false);
    expect(run(guard, "write", { retry: 1 })).toBe(ALLOW);
    expect(allowed(guard, "read")).toBe(true);
    expect(allowed(guard, "write", { retry: 1 })).toBe(false); // but not of itself
  });
});

describe("own thresholds, limits, actions and ladders", () => {
  it("come before the detector's and the guard's", () => {
    using guard = make(
      {
        slow: { maxRepeats: 3 },
        free: { limit: Number.POSITIVE_INFINITY, maxRepeats: 50 },
        once: { limit: 1 },
        gentle: { action: "warn" },
        strict: { ladder: { hint: 1, abort: 2 } },
      },
      { detectors: [limit({ limits: { once: 5, many: 4 }, default: 10 }), count({ maxRepeats: 1 })] },
    );
    const actions = (name: string, times: number) => Array.from({ length: times }, () => run(guard, name).action);
    expect(actions("slow", 4)).toEqual(["allow", "allow", "allow", "hint"]);
    expect(actions("free", 12)).toEqual(Array(12).fill("allow"));
    expect(run(guard, "once", { i: 1 }).action).toBe("allow");
    expect(run(guard, "once", { i: 2 }).detection?.detector).toBe("limit");
    expect(actions("gentle", 3)).toEqual(["allow", "warn", "allow"]);
    expect(actions("strict", 3)).toEqual(["allow", "hint", "abort"]);
  });

  it("tell the last refusal by the ladder in force", () => {
    using guard = make({ strict: { ladder: { hint: 1, abort: 2 } } }, { ladder: { hint: 1, abort: 9 } });
    run(guard, "strict");
    expect(run(guard, "strict").message).toMatch(/This is the last refusal/);
    run(guard, "other");
    expect(run(guard, "other").message).not.toMatch(/last refusal/);
  });
});

describe("options that change later", () => {
  it("count as they were when the guard was made", () => {
    const ignore = ["n"];
    const ladder = { hint: 1, abort: 2 };
    const limits = { capped: 1 };
    const tools = ["capped"];
    const budget = { calls: 2, tools: ["spent"] };
    const detectors = [limit({ limits, default: 9 }), similarQuery({ tools }), count({ maxRepeats: 1 })];
    using guard = make({ same: { ignore }, strict: { ladder } }, { detectors, budget });
    ignore[0] = "other";
    ladder.abort = 9;
    limits.capped = 9;
    budget.tools[0] = "other";
    expect([1, 2].map((n) => allowed(guard, "same", { n }))).toEqual([true, false]);
    expect([1, 2, 3].map(() => run(guard, "strict").action)).toEqual(["allow", "hint", "abort"]);
    guard.reset();
    expect([1, 2].map((n) => run(guard, "capped", { n }).action)).toEqual(["allow", "hint"]);
    expect([1, 2, 3].map((n) => run(guard, "spent", { n }).action)).toEqual(["allow", "warn", "abort"]);
  });
});

describe("similar queries", () => {
  it("are kept apart by tool, policy or not", () => {
    using guard = make(
      { "search_*": { maxRepeats: 9 } },
      { detectors: [similarQuery({ tools: ["search_web", "search_code"] })] },
    );
    expect(allowed(guard, "search_web", { q: "login bug" })).toBe(true);
    expect(allowed(guard, "search_code", { q: "login bug" })).toBe(true);
    expect(allowed(guard, "search_docs", { q: "login bug" })).toBe(true);
    expect(allowed(guard, "search_docs", { q: "login bug" })).toBe(true);
    expect(allowed(guard, "search_code", { q: "login bugs" })).toBe(false);
  });
});
