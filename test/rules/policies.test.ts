/** Tool policies: each with a run in which something fires, and one in which nothing may. */
import { describe, expect, it } from "vitest";
import type { LoopOutcome, ToolPolicy, VolatileClass } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  custom,
  duplicate,
  errorStreak,
  limit,
  noProgress,
  repeat,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";
import { both, found, guardOf, step, steps, times } from "../run/drive.ts";

describe("identity and ignore", () => {
  const rows: [string, ToolPolicy, fires: [unknown, unknown], mustNot: [unknown, unknown]][] = [
    [
      "identity: names",
      { identity: ["q"] },
      [
        { q: 1, page: 1 },
        { page: 2, q: 1 },
      ],
      [{ q: 1 }, { q: 2 }],
    ],
    [
      "identity: pointers",
      { identity: ["/a/0/b"] },
      [{ a: [{ b: 1, c: 1 }] }, { a: [{ b: 1 }] }],
      [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    ],
    [
      "identity: none of them is there, so everything counts",
      { identity: ["q"] },
      [{ x: 1 }, { x: 1 }],
      [{ x: 1 }, { x: 2 }],
    ],
    [
      "identity: a function",
      { identity: (args) => (args as { n: number }).n % 2 },
      [{ n: 1 }, { n: 3 }],
      [{ n: 1 }, { n: 2 }],
    ],
    [
      "identity: a function is asked of a call without arguments too",
      { identity: (args) => (args === undefined ? 0 : Object.keys(args as object).length) },
      [{}, undefined],
      [{ n: 1 }, undefined],
    ],
    [
      "identity: a function is given text that is not JSON as it is",
      { identity: (args) => (typeof args === "string" ? "text" : "other") },
      ['{"n":', '{"m":'],
      ['{"n":', "{}"],
    ],
    [
      "ignore: names",
      { ignore: ["nonce"] },
      [{ q: 1, nonce: 1 }, '{"nonce": 2, "q": 1}'],
      [
        { q: 1, nonce: 1 },
        { q: 2, nonce: 1 },
      ],
    ],
    [
      "ignore: pointers",
      { ignore: ["/meta/at"] },
      [{ meta: { at: 1 } }, { meta: { at: 2 } }],
      [{ meta: { at: 1 } }, { meta: { by: 1 } }],
    ],
  ];
  for (const detector of [
    count({ maxRepeats: 1, canonical: true }),
    duplicate(),
    repeat({ threshold: 2 }),
    noProgress({ threshold: 2 }),
  ])
    it.each(rows)(`%s (${detector.type})`, (_, policy, [first, second], [one, other]) => {
      using guard = guardOf(detector, { tools: { t: policy } });
      expect([found(step(guard, "t", first)), found(step(guard, "t", second))]).toEqual([null, detector.type]);
      guard.reset();
      expect([found(step(guard, "t", one)), found(step(guard, "t", other))]).toEqual([null, null]);
    });

  it("count by verbatim identity follows them too", () => {
    using guard = guardOf(count({ maxRepeats: 1 }), { tools: { t: { ignore: ["nonce"] } } });
    expect(times(2, (nonce) => found(step(guard, "t", { q: 1, nonce })))).toEqual([null, "count"]);
    expect(times(2, (nonce) => found(step(guard, "other", { q: 1, nonce })))).toEqual([null, null]);
  });

  it("calls that never reach a tool have the same identity as those that do", () => {
    using guard = guardOf(count({ maxRepeats: 1 }), {
      tools: { t: { identity: (args) => (args as { q: string }).q } },
    });
    expect(found(step(guard, "t", { q: "x", n: 1 }))).toBeNull();
    expect(found(guard.invalid({ name: "t", arguments: { q: "x", n: 2 } }, "n must be 1"))).toBe("count");
  });
});

describe("volatile", () => {
  /** Two results that differ in such a span only, and two that differ in what it must not swallow. */
  // What is left out of the structure of a result has tests of its own: test/guard/same-results.test.ts.
  type Span = Exclude<VolatileClass, "envelope" | "frames" | "unlessAll">;
  const CLASSES: Record<Span, [same: [string, string], news: [string, string]]> = {
    timestamps: [
      ["at 2024-05-16T11:05:30Z ok", "at 2025-01-02 03:04:05 ok"],
      ["main.c:11:05", "main.c:12:05"],
    ],
    durations: [
      ["took 1.25s", "took 13 ms"],
      ["port 8080", "port 8081"],
    ],
    uuids: [
      ["id 123e4567-e89b-12d3-a456-426614174000.", "id 00000000-0000-4000-8000-000000000001."],
      ["id 12-34", "id 12-35"],
    ],
    hexIds: [
      ["commit 9fceb02d0ae5", "commit 1a2b3c4d5e6f"],
      ["status 404", "status 500"],
    ],
    counters: [
      ["attempt 3 failed", "attempt 4 failed"],
      ["3 failed", "4 failed"],
    ],
    pids: [
      ["pid 1234 exited", "pid 77 exited"],
      ["exit code 1", "exit code 2"],
    ],
    tempPaths: [
      ["wrote /tmp/a1/x.log", "wrote /tmp/zz/y.log"],
      ["wrote /src/x.c", "wrote /src/y.c"],
    ],
    ansi: [
      ["\u001b[31mfailed\u001b[0m", "failed"],
      ["red", "green"],
    ],
    digits: [
      ["line 12 of 40", "line 7 of 51"],
      ["line a", "line b"],
    ],
    space: [
      ["a  b\n", " a b"],
      ["ab", "a b"],
    ],
  };
  const repeats = (policy: ToolPolicy, outcomes: LoopOutcome[]) => {
    using guard = guardOf(noProgress({ threshold: 2 }), { tools: { t: policy } });
    return outcomes.map((outcome) => found(step(guard, "t", {}, outcome))).at(-1) === "no_progress";
  };
  const results = (texts: string[]) => texts.map((result) => ({ result }));
  const errors = (texts: string[]) => texts.map((error) => ({ error }));

  it.each(Object.keys(CLASSES) as Span[])("%s", (name) => {
    const [same, news] = CLASSES[name];
    const policy = { volatile: [name] };
    expect(repeats(policy, results(same))).toBe(true);
    expect(repeats(policy, errors(same))).toBe(true);
    expect(repeats({}, results(same))).toBe(false);
    expect(repeats(policy, results(news))).toBe(false);
    expect(repeats(policy, errors(news))).toBe(false);
  });

  it("a regular expression", () => {
    const policy = { volatile: [/ticket-\w+/] };
    expect(repeats(policy, results(["see ticket-1a", "see ticket-2b"]))).toBe(true);
    expect(repeats(policy, errors(["see ticket-1a", "see ticket-2b"]))).toBe(true);
    expect(repeats(policy, results(["see note-1a", "see note-2b"]))).toBe(false);
    const twice = ["ticket-1 and ticket-2", "ticket-3 and ticket-4"];
    expect(repeats(policy, results(twice))).toBe(true);
  });

  it("spans of values, not only of texts", () => {
    const values = [
      { took: "3 ms", rows: 1 },
      { took: "4 ms", rows: 1 },
      { took: "4 ms", rows: 2 },
    ];
    const policy = { volatile: ["durations" as const] };
    expect(
      repeats(
        policy,
        values.slice(0, 2).map((result) => ({ result })),
      ),
    ).toBe(true);
    expect(
      repeats(
        policy,
        values.slice(1).map((result) => ({ result })),
      ),
    ).toBe(false);
  });

  it("members, by name at any depth and by pointer at one place", () => {
    const made = (secs: number, at: number, n: number) => ({
      rows: [{ secs, n }],
      meta: { at },
      text: `{"secs":"x${secs}"}`,
    });
    const policy = { volatile: ["secs", "/meta/at"] };
    for (const given of [(value: unknown) => value, (value: unknown) => JSON.stringify(value)]) {
      const same = [made(1, 2, 0), made(3, 4, 0)].map((value) => ({ result: given(value) }));
      const news = [made(1, 2, 0), made(1, 2, 5)].map((value) => ({ result: given(value) }));
      expect(repeats(policy, same)).toBe(true);
      expect(repeats({}, same)).toBe(false);
      expect(repeats({ volatile: ["secs"] }, same)).toBe(false);
      expect(repeats({ volatile: ["/meta/at"] }, same)).toBe(false);
      expect(repeats(policy, news)).toBe(false);
    }
  });

  it("of the guard, for tools that do not say", () => {
    const play = (tools: Record<string, ToolPolicy>) => {
      using guard = guardOf(noProgress({ threshold: 2 }), { volatile: ["durations"], tools });
      return times(2, (i) => found(step(guard, "t", {}, { result: `done in ${i} ms` })))[1];
    };
    expect(play({})).toBe("no_progress");
    expect(play({ t: { volatile: [] } })).toBeNull();
  });
});

describe("mutates", () => {
  const play = (outcome: LoopOutcome, policy: ToolPolicy = { mutates: true }) => {
    using guard = guardOf([duplicate(), noProgress({ threshold: 2 })], { tools: { edit: policy } });
    step(guard, "test", {}, { result: "1 failing" });
    step(guard, "edit", {}, outcome);
    return [found(step(guard, "test", {}, { result: "1 failing" })), found(step(guard, "edit", {}, outcome))];
  };

  it("its success starts a new streak for the calls it can change, not for itself", () => {
    expect(play({ result: "done" })).toEqual([null, "duplicate"]);
  });

  it("its failure does not, nor does a tool that mutates nothing", () => {
    expect(play({ error: "read-only" })).toEqual(["duplicate", "duplicate"]);
    expect(play({ result: "done" }, {})).toEqual(["duplicate", "duplicate"]);
  });

  it("ends a loop that was armed before", () => {
    using guard = guardOf(noProgress({ threshold: 2 }), { tools: { edit: { mutates: true } } });
    expect(steps(guard, "test test edit test")).toEqual([null, "no_progress", null, null]);
  });
});

it("retryable: never counted, as a policy or on one call", () => {
  using guard = guardOf([count({ maxRepeats: 1 }), errorStreak({ threshold: 2 })], {
    tools: { flaky: { retryable: true } },
  });
  expect(steps(guard, "flaky flaky flaky", { error: "x" })).toEqual([null, null, null]);
  const twice = (retryable: boolean) =>
    times(3, () => (guard.beginRound(), found(both(guard, { name: "once", retryable })[0])));
  expect(twice(true)).toEqual([null, null, null]);
  expect(twice(false)).toEqual([null, "count", "count"]);
});

describe("own maxRepeats, limit, action and ladder", () => {
  it.each([
    [count({ maxRepeats: 4 }), 3],
    [repeat({ threshold: 4 }), 2],
    [stall({ threshold: 4 }), 2],
    [noProgress({ threshold: 4 }), 2],
    [errorStreak({ threshold: 4 }), 2],
  ] as const)("maxRepeats: 2 for $type", (detector, at) => {
    using guard = guardOf(detector, { tools: { mine: { maxRepeats: 2 } } });
    const first = (name: string) =>
      times(6, () => found(step(guard, name, {}, { error: "x" }))).indexOf(detector.type) + 1;
    expect([first("mine"), first("other")]).toEqual([at, detector.type === "count" ? 5 : 4]);
  });

  it("limit", () => {
    using guard = guardOf(limit({ default: 3, limits: { once: 5 } }), {
      tools: { once: { limit: 1 }, free: { limit: Number.POSITIVE_INFINITY } },
    });
    const first = (name: string) => times(6, (i) => found(step(guard, name, { i }))).indexOf("limit") + 1;
    expect([first("once"), first("free"), first("other")]).toEqual([2, 0, 4]);
  });

  it("action and ladder, for every detector, custom ones too, and for polls", () => {
    const many = custom("many", ({ calls }) => (calls.length > 1 ? { message: "many" } : null));
    const tools: Record<string, ToolPolicy> = {
      soft: { action: "warn" },
      hard: { ladder: { hint: 1, abort: 2 } },
      asks: { action: ({ strikes }) => (strikes === 1 ? "ask" : "abort") },
    };
    for (const detector of [
      count({ maxRepeats: 1 }),
      duplicate(),
      repeat({ threshold: 2 }),
      many,
      limit({ default: 1 }),
    ]) {
      const actions = (name: string) => {
        using guard = guardOf(detector, { tools });
        return times(3, () => step(guard, name).action);
      };
      // Weak evidence is not told of at its second strike, but a limit is no loop, and here `repeat` has strong evidence.
      const again = detector.type === "limit" || detector.type === "repeat" ? "warn" : "allow";
      expect([detector.type, actions("soft")]).toEqual([detector.type, ["allow", "warn", again]]);
      expect([detector.type, actions("hard")]).toEqual([detector.type, ["allow", "hint", "abort"]]);
      expect([detector.type, actions("asks")]).toEqual([detector.type, ["allow", "ask", "abort"]]);
      expect([detector.type, actions("other")]).toEqual([detector.type, ["allow", "hint", "hint"]]);
    }
    using polls = guardOf(count(), { tools: { job: { poll: { minIntervalMs: 10 }, action: "abort" } }, now: () => 0 });
    expect(times(2, () => step(polls, "job").action)).toEqual(["allow", "abort"]);
  });

  it("of calls that come to nothing", () => {
    using guard = guardOf(unknownTool({ threshold: 1 }), { tools: { gone: { action: "abort" } } });
    expect([guard.invalid({ name: "gone" }, "x").action, guard.invalid({ name: "other" }, "x").action]).toEqual([
      "abort",
      "hint",
    ]);
  });
});

describe("names, globs and false", () => {
  it("exact names first, then globs in order; `false` exempts", () => {
    using guard = guardOf(count({ maxRepeats: 1 }), {
      tools: { "mcp_*": { maxRepeats: 3 }, mcp_free: false, "mcp_a?": { maxRepeats: 1 }, "*_wait": false },
    });
    const first = (name: string) => times(6, () => found(step(guard, name))).indexOf("count") + 1;
    expect(["mcp_x", "mcp_free", "mcp_ab", "long_wait", "mcp_wait", "x"].map(first)).toEqual([4, 0, 4, 0, 4, 2]);
  });

  it("an exempt call breaks no streak", () => {
    using guard = guardOf(repeat({ threshold: 2 }), { tools: { log: false } });
    expect(steps(guard, "a log a")).toEqual([null, null, "repeat"]);
  });
});

describe("on a ToolDef", () => {
  const errors = async (
    loopDetection: false | ToolPolicy,
    many = 3,
    args = (i: number): Record<string, unknown> => ({ i: i * 0 }),
  ) => {
    const executor = new ToolExecutor([makeTool("t", async () => "r", { loopDetection })], {
      loopDetection: { detectors: [count({ maxRepeats: 1 })], action: "hint" },
    });
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < many; i++)
      seen.push((await executor.executeAll([makeCall("t", args(i))], recorded().ctx))[0]?.error);
    executor.loopGuard?.close();
    return seen.filter((error) => error === "loop-detected").length;
  };

  it("the tool's own policy holds", async () => {
    expect(await errors({})).toBe(2);
    expect(await errors(false)).toBe(0);
    expect(await errors({ maxRepeats: 2 })).toBe(1);
    expect(await errors({ poll: true })).toBe(0);
    expect(await errors({ retryable: true })).toBe(0);
    expect(await errors({ ignore: ["i"] }, 3, (i) => ({ i }))).toBe(2);
    expect(await errors({}, 3, (i) => ({ i }))).toBe(0);
  });
});

it("a guard without policies treats all tools alike", () => {
  using guard = new LoopGuard({ maxRepeats: 1 });
  expect(steps(guard, "a b a b")).toEqual([null, null, "count", "count"]);
});
