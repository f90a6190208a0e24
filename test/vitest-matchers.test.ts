import { describe, expect, it } from "vitest";
import { searchCalls } from "../lib/conformance/loop-search.ts";
import { ToolExecutor } from "../lib/executor/tool-executor.ts";
import { LoopGuard } from "../lib/guard/loop-guard.ts";
import { readTranscript } from "../lib/history/transcripts.ts";
import { custom, cycle, duplicate, noProgress, pingPong, repeat } from "../lib/rules/factories.ts";
import { ToolLoopError } from "../lib/rules/tool-loop-error.ts";
import "../lib/vitest.ts";

const healthy = [1, 2, 3, 4].map((q) => ({ name: "search", arguments: { q }, result: `found ${q}` }));
const stuck = Array.from({ length: 4 }, () => ({ name: "search", arguments: { q: "x" }, result: "nothing" }));
const alternating = Array.from({ length: 3 }, () => [
  { name: "read", arguments: { path: "a.ts" }, result: "text" },
  { name: "edit", arguments: { path: "a.ts" }, error: "no match" },
]).flat();

const messageOf = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the check did not fail");
};

describe("toBeLoopFree", () => {
  it("passes for work and fails for a loop", () => {
    expect(healthy).toBeLoopFree();
    expect(stuck).not.toBeLoopFree();
    expect(alternating).not.toBeLoopFree();
    const [once] = stuck;
    expect([once, once, once, once]).not.toBeLoopFree(); // one object four times is four calls
  });

  it("accepts a guard's options", () => {
    expect(stuck).toBeLoopFree({ detectors: [repeat({ threshold: 5 })] });
    expect(stuck).toBeLoopFree({ tools: { search: false } });
    expect(healthy).not.toBeLoopFree({ detectors: [repeat()], tools: { search: { identity: () => "same" } } });
  });

  it("draws the loop", () => {
    const message = messageOf(() =>
      expect([...healthy, ...alternating, ...healthy]).toBeLoopFree({ detectors: [pingPong()] }),
    );
    expect(message).toBe(
      [
        "Expected no loop in 14 calls, found ping_pong: period 2, 3 times: read, edit",
        "",
        "        ... 1 earlier call",
        '      1  search {"q":2}',
        '      2  search {"q":3}',
        '      3  search {"q":4}',
        '  ┌   4  read {"path":"a.ts"}',
        '  └   5  edit {"path":"a.ts"}',
        '  ┌   6  read {"path":"a.ts"}',
        '  └   7  edit {"path":"a.ts"}',
        '  ┌   8  read {"path":"a.ts"}',
        '  └   9  edit {"path":"a.ts"}',
        "        ... 4 later calls",
      ].join("\n"),
    );
    expect(messageOf(() => expect(stuck).toBeLoopFree())).toMatch(
      /no_news: search, 4 times\n\n {2}● {3}0 {2}search \{"q":"x"\}/,
    );
  });

  it("uses the times of the calls, if they have any", () => {
    const polls = stuck.map((call) => ({ ...call, result: "pending" }));
    const every = (ms: number) => polls.map((call, i) => ({ ...call, at: 1_700_000_000_000 + i * ms }));
    expect(every(30_000)).toBeLoopFree();
    expect(every(100)).not.toBeLoopFree();
  });

  it("says that there is no loop", () => {
    expect(messageOf(() => expect(healthy).not.toBeLoopFree())).toBe("Expected a loop in 4 calls, found none.");
  });

  it("throws if there are no calls, and says what to pass", () => {
    const chat = [{ role: "user", content: "Hello." }];
    for (const [given, said] of [
      [[], "an array of 0"],
      [chat, "a list without tool calls"],
      [[{ tool: "search" }, 5], "a list without tool calls"],
      [5, "5 (number)"],
      [undefined, "undefined"],
      [{ calls: stuck }, "an object"],
      [Promise.resolve(stuck), "a promise"],
    ] as const)
      for (const check of [
        () => expect(given).toBeLoopFree(),
        () => expect(given).not.toBeLoopFree(),
        () => expect(given).toLoop(),
        () => expect(given).not.toLoop(),
      ]) {
        expect(check).toThrow(TypeError);
        expect(messageOf(check)).toMatch(
          /^to(BeLoopFree|Loop)\(\) was given .*; give it a list with tool calls: \{ name, /,
        );
        expect(messageOf(check)).toContain(`was given ${said};`);
      }
  });

  it("counts a call that a guard refused as a loop, also in messages", () => {
    const refusal =
      "Tool 'search' was already executed with identical parameters. Use only the tools that are offered, ";
    const result = `${refusal}with arguments that match their schema, or finish the response.`;
    const run = [...healthy, { name: "read", arguments: {}, result }];
    expect(run).not.toBeLoopFree();
    expect(run).toLoop({ detector: "refused", toolName: "read" });
    expect(run).not.toLoop({ detector: "refused", toolName: "search" });
  });
});

describe("toLoop", () => {
  it("finds a loop like the expected one", () => {
    expect(stuck).toLoop();
    expect(stuck).toLoop({ detector: "no_progress", toolName: "search", repeats: 4 });
    expect(stuck).not.toLoop({ detector: "no_progress", toolName: "search", repeats: 5 });
    expect(stuck).not.toLoop({ toolName: "read" });
    expect(alternating).toLoop({ detector: "ping_pong", toolName: "read" }, { detectors: [pingPong()] });
    for (const detector of ["cycle", "ping_pong", "pingPong", "no_news", "noNews", "no_progress", "duplicate"])
      expect(alternating).toLoop({ detector, toolName: "read" });
    for (const detector of ["count", "repeat", "similar_query", "limit"]) expect(alternating).not.toLoop({ detector });
    expect(healthy).not.toLoop();
  });

  it("says what was found instead", () => {
    expect(messageOf(() => expect(healthy).toLoop())).toBe("Expected a loop in 4 calls, found none");
    expect(messageOf(() => expect(stuck).toLoop({ detector: "cycle", toolName: "read", repeats: 9 }))).toMatch(
      /^Expected a loop of detector "cycle" of tool "read" with at least 9 repetitions in 4 calls, found only cycle: search, 4 times/,
    );
    expect(messageOf(() => expect(stuck).toLoop({ toolName: "read" }))).toMatch(
      /^Expected a loop of tool "read" in 4 calls, found only no_news: search/,
    );
    expect(messageOf(() => expect(stuck).not.toLoop({ toolName: "search" }))).toMatch(
      /^Expected no loop of tool "search", found no_news/,
    );
  });

  it("reads messages of providers", () => {
    const messages = stuck.flatMap(({ name, arguments: args, result }, i) => [
      { role: "assistant", tool_calls: [{ id: `c${i}`, function: { name, arguments: JSON.stringify(args) } }] },
      { role: "tool", tool_call_id: `c${i}`, content: result },
    ]);
    expect(messages).toLoop({ detector: "no_progress" });
    const parted = messages.flatMap((message, i) =>
      i === 4 ? [{ role: "user", content: "try again" }, message] : [message],
    );
    const options = { detectors: [noProgress()] };
    expect(messages).not.toBeLoopFree(options);
    expect(parted).toBeLoopFree(options);
  });

  it("counts rotations of a cycle as one loop, but not other orders", () => {
    const times = (names: string) =>
      Array.from({ length: 3 }, () => [...names].map((name) => ({ name, arguments: {}, result: name }))).flat();
    const options = { detectors: [cycle()] };
    const orders = (...runs: string[]) =>
      searchCalls(
        readTranscript(runs.flatMap((names, turn) => times(names).map((call) => ({ ...call, turn })))),
        options,
      ).map(({ detection }) => detection.pattern.map((step) => step[0]).join(""));
    expect(orders("abc", "bca")).toHaveLength(1);
    expect(orders("abc", "acb")).toHaveLength(2);
  });

  it("counts arguments that are not JSON as invalid calls", () => {
    const broken = Array.from({ length: 6 }, () => ({
      name: "search",
      arguments: '{"q": ',
      result: "Error: not JSON",
    }));
    expect(broken).toLoop({ detector: "unknown_tool", toolName: "search", repeats: 6 });
    expect(broken.map((call) => ({ ...call, arguments: '{"q": 1}' }))).not.toLoop({ detector: "unknown_tool" });
  });

  it("throws for an unknown detector, and names the known ones", () => {
    for (const check of [
      () => expect(stuck).toLoop({ detector: "no_progres" }),
      () => expect(stuck).not.toLoop({ detector: "no_progres" }),
    ]) {
      expect(check).toThrow(TypeError);
      expect(messageOf(check)).toMatch(
        /^toLoop\(\{ detector: "no_progres" \}\): there is no such detector. Known here: count, /,
      );
      expect(messageOf(check)).toMatch(/no_progress.*refused\. Give custom detectors in the options/);
    }
    const options = { detectors: [custom("often", ({ calls }) => (calls.length > 2 ? { message: "Often." } : null))] };
    expect(stuck).toLoop({ detector: "often" }, options);
    expect(() => expect(stuck).not.toLoop({ detector: "often" })).toThrow(/there is no such detector/);
  });

  it("counts siblings of one round as one observation", () => {
    const round = stuck.map((call) => ({ ...call, round: 1 }));
    expect(round).toBeLoopFree();
  });
});

describe("what cannot be judged is an error, also with `.not`", () => {
  const bare = stuck.map(({ result: _, ...call }) => call);
  const wrong = (check: () => void, said: RegExp) => {
    expect(check).toThrow(TypeError);
    expect(messageOf(check)).toMatch(said);
  };

  it("calls without a result, or with another name for it", () => {
    const named = stuck.map(({ result, ...call }) => ({ ...call, output: result }));
    for (const calls of [bare, named])
      for (const check of [() => expect(calls).toBeLoopFree(), () => expect(calls).not.toBeLoopFree()])
        wrong(check, /was given call 0 \(search\) without a result; give each call its/);
    wrong(() => expect(bare).toLoop({ detector: "no_progress" }, { preset: "strict" }), /without a result/);
  });

  it("but where it is asked for, calls are judged by their arguments", () => {
    expect(bare).not.toBeLoopFree({ maxRepeats: 3 });
    expect(bare).toLoop({ detector: "count" });
    expect(bare).toLoop({}, { detectors: [duplicate()] });
    expect(bare).toLoop({}, { detectors: [{ ...duplicate(), name: "twice" }] });
    wrong(() => expect(bare).toLoop({ detector: "stall" }), /without a result/);
  });

  it("options that are no object", () => {
    wrong(() => expect(healthy).toBeLoopFree(3 as never), /Option "options" must be an object of LoopGuardOptions/);
  });

  it("the last round may be under way", () => {
    expect([...healthy, { name: "search", arguments: { q: 9 } }]).toBeLoopFree();
  });

  it("arguments without a JSON text", () => {
    const calls = healthy.map((call) => ({ ...call, arguments: { id: 1n } }));
    wrong(() => expect(calls).toBeLoopFree(), /call 0 \(search\) whose arguments have no JSON text/);
  });

  it.each([
    [{ tool: "zzz" }, /toLoop\(\{ tool \}\): there is no such property; known are detector, toolName, repeats/],
    [{ repeats: Number.NaN }, /repeats: NaN.*an integer from 1 up/],
    [{ repeats: 0 }, /an integer from 1 up/],
    [{ toolName: 5 }, /a tool is a text/],
    [5, /an object such as \{ detector, toolName, repeats \}/],
    [[], /an object such as \{ detector, toolName, repeats \}/],
  ])("an expectation that nothing can meet: %o", (expected, said) => {
    wrong(() => expect(stuck).toLoop(expected as never), said);
    wrong(() => expect(stuck).not.toLoop(expected as never), said);
  });
});

describe("what is given is read as what it is", () => {
  const given = [1, 2, 3, 4].map((q) => ({ name: "search", result: "nothing found there", q }));

  it.each(["arguments", "args", "input"])("arguments as %s", (name) => {
    expect(given.map(({ q, ...call }) => ({ ...call, [name]: { q } }))).toBeLoopFree();
    expect(given.map(({ q: _, ...call }) => ({ ...call, [name]: {} }))).not.toBeLoopFree();
  });

  it("runs with numbers", () => {
    expect(given.map(({ q, ...call }) => ({ ...call, arguments: {}, run: q }))).toBeLoopFree();
  });
});

describe("what an executor says", () => {
  it.each([
    ["its hint", { error: "loop-detected", result: "try again" }],
    [
      "its hint as a result",
      {
        result:
          '[loop-detected] Tool "t" has now been called 4 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.',
      },
    ],
    ["its abort", { error: 'Tool "t" was called 4 times with identical arguments - aborting to prevent a loop' }],
    ["its error", { error: new ToolLoopError("t", 4) }],
  ])("%s in a record is a loop", (_, outcome) => {
    expect([...healthy, { name: "t", arguments: {}, ...outcome }]).not.toBeLoopFree();
    expect([...healthy, { name: "t", arguments: {}, ...outcome }]).toLoop({ detector: "refused", toolName: "t" });
  });

  it("results of executeAll are calls", () => {
    const results = [1, 2, 3, 4].map((i) => ({ toolCallId: `${i}`, toolName: "search", result: "nothing" }));
    expect(results).toLoop({ toolName: "search", repeats: 4 });
    expect(results.map((result, i) => ({ ...result, result: `found ${i}` }))).toBeLoopFree();
    expect([...results.slice(0, 1), { ...results[1], error: "loop-detected" }]).toLoop({ detector: "refused" });
  });

  it("messages of Agentium are read", () => {
    const messages = stuck.flatMap(({ name, arguments: args, result }, i) => [
      { role: "assistant", content: null, toolCalls: [{ id: `c${i}`, name, arguments: args }] },
      { role: "tool", toolCallId: `c${i}`, content: result },
    ]);
    expect(messages).toLoop({ detector: "no_progress", toolName: "search", repeats: 4 });
    expect([{ role: "user", content: "hi" }, ...messages.slice(0, 2)]).toBeLoopFree();
  });
});

describe("toHaveRefused", () => {
  const guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
  const call = { name: "search", arguments: { q: 1 } };

  it("asks a guard, a run and an executor", async () => {
    const run = guard.run("one");
    run.before(call);
    expect(guard).not.toHaveRefused();
    expect(run).not.toHaveRefused();
    run.before(call);
    for (const live of [guard, run]) {
      expect(live).toHaveRefused();
      expect(live).toHaveRefused("search");
      expect(live).not.toHaveRefused("read");
    }
    expect(guard.run("other")).not.toHaveRefused();
    const executor = new ToolExecutor([], { loopDetection: guard });
    expect(executor).toHaveRefused("search");
    expect(messageOf(() => expect(executor).toHaveRefused("read"))).toBe(
      'Expected a refused call of tool "read"; of 2 calls, it refused search 1',
    );
    expect(messageOf(() => expect(guard).not.toHaveRefused())).toBe(
      "Expected no refused call; of 2 calls, it refused search 1",
    );
  });

  it("throws for anything else, and for a tool that is no name", () => {
    for (const given of [undefined, {}, [], new ToolExecutor([])])
      for (const check of [() => expect(given).toHaveRefused(), () => expect(given).not.toHaveRefused()])
        expect(check).toThrow(/toHaveRefused\(\) was given .*; give it a guard, a run, or an executor/);
    expect(() => expect(guard).toHaveRefused(5 as never)).toThrow(TypeError);
  });
});
