/** What `ExplainedRun` says of a call: why each detector fired or stayed silent, and what the guard said. */
import { describe, expect, it } from "vitest";
import { type ExplainedCall, ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import { TimelineWriter } from "../../lib/cli/scan/run-scan.ts";
import { type Detector, detectors, type LoopGuardOptions, type LoopOutcome } from "../../lib/index.ts";

const {
  count,
  cycle,
  duplicate,
  errorStreak,
  limit,
  nearRepeat,
  noNews,
  noProgress,
  pingPong,
  repeat,
  similarQuery,
  stall,
} = detectors;

type Step = "turn" | readonly [name: string, args: unknown, outcome?: LoopOutcome | string];

/** Calls in rounds of their own. */
function explained(options: LoopGuardOptions, steps: readonly Step[]): ExplainedCall[] {
  const run = new ExplainedRun({ id: "r", line: 1 }, options);
  for (const step of steps) {
    if (step === "turn") {
      run.turn();
      continue;
    }
    const [name, args, outcome = "ok"] = step;
    run.round();
    run.call({ name, arguments: args });
    run.outcome(run.calls.length - 1, typeof outcome === "string" ? { result: outcome } : outcome);
  }
  run.end();
  return run.calls;
}

/** What one detector said of the last call. */
function last(detector: Detector, steps: readonly Step[], options: LoopGuardOptions = {}): string {
  const [seen] = explained({ detectors: [detector], ...options }, steps).at(-1)?.sightings ?? [];
  return seen === undefined ? "nothing" : `${seen.count} of ${seen.needed}: ${seen.why}${seen.fired ? " (fires)" : ""}`;
}

const read = (n: number, outcome: LoopOutcome | string = "text"): Step => ["read", { n }, outcome];
const failed = (n: number, error = "boom"): Step => ["read", { n }, { error }];

describe("why a detector fired or stayed silent", () => {
  it.each<[string, Detector, Step[], string]>([
    ["near", noProgress(), [read(1), read(2), read(1)], "2 of 3: same call and result as #1"],
    ["there", noProgress(), [read(1), read(2), read(1), read(1)], "3 of 3: same call and result as #3 (fires)"],
    [
      "news",
      noProgress(),
      [read(1), read(1), read(1, "new")],
      "1 of 3: same call as #2, but the result differs from #2's",
    ],
    [
      "old news",
      noProgress(),
      [read(1, "old"), read(1), read(1)],
      "2 of 3: same call and result as #2; before that, the result differs from #1's",
    ],
    [
      "new calls between",
      noProgress({ settled: true }),
      [read(1), read(2), read(1)],
      "1 of 3: same call as #1, but #2 (read) gave something new",
    ],
    [
      "long ago",
      noProgress({ windowSize: 3 }),
      [read(1), read(2), read(3), read(1)],
      "1 of 3: same call as #1, but earlier ones are further back than 3 calls",
    ],
    [
      "failures sooner",
      noProgress({ errorThreshold: 2 }),
      [failed(1), failed(1)],
      "2 of 2: same call and result as #1 (fires)",
    ],
    ["first", repeat(), [read(1)], "1 of 3: no such call before"],
    ["in a row", repeat(), [read(1, "a"), read(1, "b")], "2 of 3: same call as #1"],
    [
      "with one result",
      repeat({ threshold: 2 }),
      [read(1), read(1)],
      "2 of 2: same call as #1, with the same result (fires)",
    ],
    ["interrupted", repeat(), [read(1), read(2), read(1)], "1 of 3: same call as #1, but #2 (read) lies between"],
    ["no failure", repeat({ failures: true }), [failed(1), read(1)], "0 of 3: the call did not fail"],
    ["same tool and result", stall(), [read(1), read(2)], "2 of 3: same tool and result as #1"],
    ["another result", stall(), [read(1), read(2, "b")], "1 of 3: the result differs from #1's"],
    [
      "nearly the same call",
      nearRepeat(),
      [read(1), read(2)],
      "2 of 5: nearly the same call as #1, with the same result",
    ],
    [
      "equal calls alone",
      nearRepeat(),
      [read(1), read(1)],
      "2 of 5: the same call as #1: repeats are for other detectors to judge",
    ],
    ["a page with news", nearRepeat(), [read(1), read(2, "b")], "1 of 5: the result differs from #1's"],
    [
      "other arguments",
      nearRepeat(),
      [
        ["read", { q: "x" }, "a"],
        ["read", { q: "y" }, "a"],
      ],
      "1 of 5: the arguments differ from #1's in too much",
    ],
    ["news in between", nearRepeat(), [read(1), ["list", {}, "a b"], read(2)], "1 of 5: #2 (list) gave something new"],
    [
      "an acknowledgement",
      nearRepeat(),
      [read(1, "ok"), read(2, "ok")],
      "0 of 5: a bare acknowledgement is not counted",
    ],
    ["another tool", stall(), [["list", {}], read(2)], "1 of 3: #1 (list) used another tool"],
    ["errors", errorStreak(), [["list", {}], failed(1), ["list", {}], failed(2)], "2 of 3: same tool and error as #2"],
    [
      "a repair",
      errorStreak(),
      [failed(1), ["list", {}], failed(2)],
      "1 of 3: #2 (list) gave something new, and may be the repair",
    ],
    ["no such call", noNews(), [read(1)], "0 of 2: no such call has come back before"],
    ["one result", noNews(), [read(1), read(1)], "1 of 2: only 1 result yet"],
    [
      "no news",
      noNews(),
      [read(2), read(1), read(1), read(2), read(1)],
      "2 of 2: its last 2 results were equal, and nothing was news since #3 (fires)",
    ],
    ["news", noNews(), [read(1), read(1), read(2), read(1)], "0 of 2: #3 gave something new"],
    ["a user spoke", noNews(), [read(1), read(1), "turn", read(1)], "0 of 2: a user spoke"],
    [
      "news between",
      noNews({ settled: true }),
      [read(1), read(2), read(1), read(1)],
      "2 of 2: its last 2 results were equal, but there was news between them",
    ],
    [
      "an acknowledgement",
      noNews(),
      [read(1, "OK"), read(1, "OK"), read(1, "OK")],
      "2 of 6: its last 2 results were equal; a bare acknowledgement: 6 are asked for",
    ],
    [
      "a rate limit",
      noNews(),
      [failed(1, "rate limit"), failed(1, "rate limit"), failed(1, "rate limit")],
      "2 of 6: its last 2 results were equal; a failure that passes by itself: 6 are asked for",
    ],
    [
      "different results before",
      noNews({ settled: true }),
      [read(1, "a"), read(2), read(1, "b"), read(1, "b"), read(1, "b")],
      "2 of 3: its last 2 results were equal; it has given different results: 3 are asked for",
    ],
    [
      "different results before, by itself",
      noNews({ settled: true }),
      [read(1, "a"), read(1, "b"), read(1, "b"), read(1, "b")],
      "2 of 4: its last 2 results were equal; it has given different results: 4 are asked for",
    ],
    [
      "behind a wait",
      noNews(),
      [["sleep", { s: 1 }, "x"], read(1), ["sleep", { s: 1 }, "x"], read(1)],
      "1 of 5: behind a wait, #3: 1 result in 0 s, and it may wait for 30 minutes",
    ],
    ["another error", errorStreak(), [failed(1), failed(2, "bang")], "1 of 3: the error differs from #1's"],
    [
      "errors are over",
      errorStreak(),
      [failed(1), read(2)],
      "0 of 3: the call succeeded: the failures up to #1 are over",
    ],
    ["timeouts", errorStreak(), [failed(1, "timed out"), failed(2, "timed out")], "2 of 8: same tool and error as #1"],
    [
      "a block",
      cycle({ minCycleLen: 2, repeats: 2 }),
      [read(1), ["list", {}], read(1)],
      "1 of 2: a block of 2 calls (list, read), once, and 1 of 2 once more",
    ],
    [
      "a block twice",
      cycle({ minCycleLen: 2, repeats: 2 }),
      [read(1), ["list", {}], read(1), ["list", {}]],
      "2 of 2: a block of 2 calls (read, list), twice, with the same results (fires)",
    ],
    [
      "a block with news",
      cycle({ minCycleLen: 2, repeats: 2, sameResults: true }),
      [read(1, "a"), ["list", {}], read(1, "b"), ["list", {}]],
      "2 of 2: a block of 2 calls (read, list), twice, but the result of #3 differs from #1's",
    ],
    ["no block", cycle(), [read(1), read(2)], "0 of 3: the window is not periodic"],
    [
      "names",
      pingPong(),
      [
        ["a", 1],
        ["b", 2],
        ["a", 3],
        ["b", 4],
      ],
      "2 of 3: a, b again and again",
    ],
    [
      "one name",
      pingPong(),
      [
        ["a", 1],
        ["a", 2],
      ],
      "0 of 3: the last 2 calls are of one tool",
    ],
    ["counted", count({ maxRepeats: 1 }), [read(1), read(2), read(1)], "2 of 2: same call as #1 (fires)"],
    [
      "key order",
      count({ maxRepeats: 1 }),
      [
        ["a", { x: 1, y: 2 }],
        ["a", { y: 2, x: 1 }],
      ],
      "1 of 2: no such call before",
    ],
    [
      "no key order",
      count({ maxRepeats: 1, canonical: true }),
      [
        ["a", { x: 1, y: 2 }],
        ["a", '{"y":2,"x":1}'],
      ],
      "2 of 2: same call as #1 (fires)",
    ],
    ["ran before", duplicate(), [read(1), read(1)], "2 of 2: #1 was the same call (fires)"],
    ["the limit", limit({ default: 1 }), [read(1), read(2)], "2 of 2: ran 1 time in this turn, and may 1 (fires)"],
    [
      "a query",
      similarQuery({ tools: ["search"] }),
      [
        ["search", { q: "refund policy" }],
        ["search", { q: "Refund policies" }],
      ],
      "2 of 2: its query is like #1's (fires)",
    ],
    [
      "another query",
      similarQuery({ tools: ["search"] }),
      [
        ["search", { q: "a" }],
        ["search", { q: "b" }],
      ],
      "1 of 2: no query of an earlier round is like it",
    ],
  ])("%s", (_, detector, steps, expected) => {
    expect(last(detector, steps)).toBe(expected);
  });

  it("is that a call which changes something is no repetition", () => {
    const tools = { read: { mutates: true } };
    expect(last(nearRepeat(), [read(1)], { tools })).toBe("0 of 5: the call changed something");
  });

  it("a poll, where the trace has times", () => {
    const polled = (everyMs: number) => {
      const run = new ExplainedRun({ id: "r", line: 1 }, { detectors: [noNews({ maxWaitMs: 60_000 })] });
      for (let i = 0; i < 12; i++) {
        run.round();
        run.call({ name: "status", arguments: {}, at: 1_700_000_000_000 + i * everyMs });
        run.outcome(i, { result: "pending" });
      }
      run.end();
      return run.calls.map(({ sightings: [seen], said }) => [seen?.why, said.at(-1)?.action ?? "allow"]);
    };
    const words = `its last answer says "not yet", so judged by time`;
    expect(polled(5_000)[2]).toEqual([`${words}: 2 equal results in 10 s, and it may wait for 60 s`, "allow"]);
    expect(polled(5_000)[10]).toEqual([`${words}: 10 equal results in 50 s, worth a word`, "warn"]);
    expect(polled(5_000)[11]?.[1]).toBe("allow");
    expect(polled(7_000)[11]?.[1]).toBe("hint");
    expect(polled(100)[2]).toEqual(["its last 2 results were equal, and nothing was news since #2", "warn"]);
  });

  it("a change lies between", () => {
    const steps: Step[] = [read(1), ["edit", {}, "done"], read(1)];
    const tools = { edit: { mutates: true } };
    expect(last(noProgress(), steps, { tools })).toBe(
      "1 of 3: same call as #1, but a change by edit (#2) lies between",
    );
    expect(last(noProgress(), steps)).toBe("2 of 3: same call and result as #1");
  });

  it("a tool's own threshold, its identity, and what is no news in its results", () => {
    const tools = { read: { maxRepeats: 2, ignore: ["trace"], volatile: [/\d+ ms/] } };
    const steps: Step[] = [
      ["read", { n: 1, trace: "a" }, "7 ms"],
      ["read", { n: 1, trace: "b" }, "9 ms"],
    ];
    expect(last(noProgress(), steps, { tools })).toBe("2 of 2: same call and result as #1 (fires)");
  });

  it("exempt and retryable tools, polls, calls that came to nothing, siblings, turns", () => {
    const tools = { free: false, again: { retryable: true }, poll: { poll: true } } as const;
    const options: LoopGuardOptions = { detectors: [noProgress({ threshold: 2 })], tools };
    const notes = explained(options, [["free", {}], ["again", {}], ["poll", {}], read(1), "turn", read(1)]).map(
      (it) => it.note,
    );
    expect(notes).toEqual([
      "exempt by its tool's policy",
      "retryable, never counted",
      "a poll: judged by time, which a trace does not tell",
      "",
      "same call as #4, but a user spoke between",
    ]);
    const run = new ExplainedRun({ id: "r", line: 1 }, options);
    run.round();
    for (let i = 0; i < 3; i++) run.call({ name: "read", arguments: {} });
    run.outcome(0, { result: "a" });
    run.outcome(1, { result: "b" });
    run.end();
    expect(run.calls.map(({ note }) => note)).toEqual([
      "",
      "one with #1: equal calls of one round count once, and their results differ",
      "nothing came back",
    ]);
    expect(run.calls.map(({ sameAs }) => sameAs)).toEqual([null, 0, 1]);
  });

  it("what the guard said: strikes go up, and the trace goes on", () => {
    const calls = explained({ detectors: [repeat({ threshold: 2 })] }, [read(1), read(1), read(1), read(1)]);
    expect(calls.map(({ said }) => said.map(({ when, action, strikes }) => `${when} ${action} ${strikes}`))).toEqual([
      [],
      ["after warn 1"],
      ["before hint 2"],
      ["before hint 3"],
    ]);
    expect(calls.at(-1)?.sightings).toMatchObject([{ fired: true, count: 4 }]);
  });

  it("what MCP calls a failure is shown as one, as the guard counts it", () => {
    const result = { content: [{ type: "text", text: "No match" }], isError: true };
    expect(explained({}, [["edit", {}, { result }]])).toMatchObject([{ failed: true, outcome: "No match" }]);
    const strip = new TimelineWriter();
    strip.call({ name: "edit", arguments: {} });
    strip.outcome(0, { result });
    expect(strip.calls).toMatchObject([{ error: true, result: "No match" }]);
  });

  it("a call that was refused when it was recorded did not run", () => {
    const refusal = `[loop-detected] Tool "read" has now been called 4 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.`;
    const calls = explained({ detectors: [repeat({ threshold: 2 })] }, [read(1), read(1, refusal), read(1)]);
    expect(calls.map(({ note }) => note)).toEqual(["", "refused when it was recorded, so it did not run", ""]);
    expect(calls.at(-1)?.sightings).toMatchObject([{ fired: true, count: 2 }]);
  });
});
