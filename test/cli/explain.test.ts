import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ExplainReport } from "../../lib/cli/explain/explain-text.ts";
import { type ExplainedCall, ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import {
  count,
  cycle,
  type Detector,
  duplicate,
  errorStreak,
  type LoopGuardOptions,
  type LoopOutcome,
  limit,
  nearRepeat,
  noNews,
  noProgress,
  pingPong,
  repeat,
  similarQuery,
  stall,
} from "../../lib/index.ts";
import { runProgram } from "./tune-program.ts";

const folder = mkdtempSync(join(tmpdir(), "loopguard-explain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

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
      "1 of 3: same call as #1, but #2 (read) was a new call",
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
      "1 of 3: #2 (list) was a new call, and may be the repair",
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
      [read(1, "a"), read(1, "b"), read(1, "b"), read(1, "b")],
      "2 of 3: its last 2 results were equal; it has given different results: 3 are asked for",
    ],
    [
      "behind a wait",
      noNews(),
      [["sleep", { s: 1 }, "x"], read(1), ["sleep", { s: 1 }, "x"], read(1)],
      "1 of 10: behind a wait, #3: 1 result in 0 s, and it may wait for 10 minutes",
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
      return run.calls.map(({ sightings: [seen], said }) => [seen?.why, said[0]?.action ?? "allow"]);
    };
    const words = "last asked for 5 s ago, so judged by time";
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

  it("a call that was refused when it was recorded did not run", () => {
    const refusal = `[loop-detected] Tool "read" has now been called 4 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.`;
    const calls = explained({ detectors: [repeat({ threshold: 2 })] }, [read(1), read(1, refusal), read(1)]);
    expect(calls.map(({ note }) => note)).toEqual(["", "refused when it was recorded, so it did not run", ""]);
    expect(calls.at(-1)?.sightings).toMatchObject([{ fired: true, count: 2 }]);
  });
});

describe("loopguard explain", () => {
  const runOf = (id: string, calls: readonly (readonly [string, unknown, string])[]) => ({
    id,
    calls: calls.map(([name, args, result], batch) => ({ name, args, result, batch })),
  });
  const loop = (times: number) => Array.from({ length: times }, () => ["read", { path: "a" }, "text"] as const);
  const lead = Array.from({ length: 8 }, (_, i) => ["list", { page: i }, `page ${i} of ${"x".repeat(i)}`] as const);
  const file = save("runs.jsonl", [
    runOf("healthy-run", [["list", {}, "one"]]),
    runOf("short-loop", loop(4)),
    runOf("long-loop", [...lead, ...loop(6)]),
  ]);

  it("takes the run with the most waste, and shows its loop and what is shortly before it", async () => {
    const { code, out, err } = await runProgram(["explain", file]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("long-loop: 14 calls");
    expect(out).toContain('judged by preset "recommended"; of the runs here it wastes the most calls');
    expect(out).toContain("\n  no_news, read: 4 calls, #11 to #14, counted 5 times; hint from #11\n");
    expect(out).toContain("… 7 calls, #1 to #7: no detector noticed any (--all)\n#8 ");
    expect(out).toMatch(/#10 round \d+, = #9 {2}read \{"path":"a"\} → text/);
    expect(out).toContain("no_progress 2 of 3: same call and result as #9");
    expect(out).toContain("no_news 2 of 2: its last 2 results were equal, and nothing was news since #10: fires");
    expect(out).toContain("⇒ before it runs: hint by no_news, strike 1 (2 times, strong evidence)");
    expect(out).toContain("⇒ when it is back: warn by no_progress, strike 1 (3 times, strong evidence)");
    expect((await runProgram(["explain", file, "--all"])).out).toMatch(/\n#1 .*\n#14 /s);
  });

  it("takes the run that is named, or says which there are", async () => {
    const report = JSON.parse(
      (await runProgram(["explain", file, "--run", "short-loop", "--json"])).out,
    ) as ExplainReport;
    expect(report).toMatchObject({ version: 1, run: { id: "short-loop", line: 2, calls: 4 }, why: "" });
    const said = report.calls.map((call) => call.said.map(({ action, detector }) => `${action} by ${detector}`));
    const both = ["hint by no_news", "warn by no_progress"];
    expect(said).toEqual([[], [], both, both]);
    const none = await runProgram(["explain", file, "--run", "long-lop"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain(`holds no run "long-lop"; of its 3 the nearest are\n  long-loop\n  short-loop`);
  });

  it("explains of several runs with one id the most wasteful, and says so", async () => {
    const below = join(folder, "namesakes");
    mkdirSync(below);
    const calls = (many: number) => Array.from({ length: many }, () => ({ name: "read", args: {}, result: "x" }));
    for (const [name, many] of [["a", 3], ["b", 9], ["c", 4]] as const) // biome-ignore format: one line
      save(`namesakes/${name}.jsonl`, [
        { id: "same", calls: calls(many) },
        { id: `other ${name}`, calls: calls(20) },
      ]);
    const { out } = await runProgram(["explain", below, "same", "--no-color"]);
    expect(out).toMatch(/^same: 9 calls\n.*b\.jsonl:1, .*; of the 3 runs with this id it wastes the most calls$/m);
    const { out: other } = await runProgram(["explain", below, "other a", "--no-color"]);
    expect(other).not.toContain("with this id");
  });

  it("finds a run in a folder, by what scan prints, whatever is wrong with other files", async () => {
    const below = join(folder, "several");
    mkdirSync(join(below, "deep"), { recursive: true });
    writeFileSync(join(below, "a.jsonl"), `${JSON.stringify(runOf("one", loop(4)))}\n{"id":\n`);
    writeFileSync(join(below, "deep", "b.jsonl"), `${JSON.stringify(runOf("tw\u001bo", loop(6)))}\n`);
    const named = await runProgram(["explain", below, "tw o", "--json"]);
    expect(JSON.parse(named.out)).toMatchObject({
      run: { id: "tw\u001bo", file: join(below, "deep", "b.jsonl"), line: 1 },
    });
    expect(named.err).toContain("a.jsonl:2: not JSON");
    const worst = await runProgram(["explain", below]);
    expect(worst.out).toContain("tw o: 6 calls");
    const none = await runProgram(["explain", below, "three"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain(`several holds no run "three"; of its 2 the nearest are`);
    expect((await runProgram(["explain", below, "one", "--run", "two"])).err).toContain(
      "name one run: one, or --run two",
    );
    mkdirSync(join(below, "empty"));
    expect((await runProgram(["explain", join(below, "empty")])).code).toBe(2);
  });

  it("of a long run shows the loop, where it would have ended and how it went on, and folds the rest", async () => {
    const file = save("long.jsonl", [runOf("long", [...lead, ...loop(60), ...lead])]);
    const { out } = await runProgram(["explain", file]);
    const lines = out.split("\n");
    expect(lines.slice(2, 7)).toEqual([
      "",
      "  no_news, read: 58 calls, #11 to #68, counted 59 times; hint from #11, abort from #15",
      "  no_progress, read: 58 calls, #11 to #68, counted 6 times; warn from #11",
      "  the run would have ended before #15: abort by no_news, strike 5; 62 of its 76 calls would not have run",
      "",
    ]);
    const calls = lines.filter((line) => /^(#|…|═)/.test(line)).map((line) => /^(#\d+|…[^:]*|═)/.exec(line)?.[0]);
    expect(calls).toEqual([
      "… 7 calls, #1 to #7",
      ...["#8", "#9", "#10", "#11", "#12", "#13", "#14", "═", "#15"],
      "… 52 calls, #16 to #67",
      "#68",
      "… 8 calls, #69 to #76",
    ]);
    expect(out).toContain("#16 to #67: abort by no_news 52×, warn by no_progress 52× (--all)");
    const all = await runProgram(["explain", file, "--all"]);
    expect(all.out.match(/^#\d+ /gm)).toHaveLength(76);
    expect(all.out.match(/^════ here the run would have ended, before #15/gm)).toHaveLength(1);
    expect(JSON.parse((await runProgram(["explain", file, "--json"])).out)).toMatchObject({ endsAt: 14 });
  });

  it("judges by another preset or a config", async () => {
    expect((await runProgram(["explain", file, "--preset", "strict"])).out).toContain('judged by preset "strict"');
    const config = join(folder, "config.json");
    writeFileSync(config, JSON.stringify({ detectors: [{ type: "count", maxRepeats: 2 }], action: "abort" }));
    const { out } = await runProgram(["explain", file, "--config", config, "--run", "short-loop"]);
    expect(out).toContain("count 2 of 3: same call as #1");
    expect(out).toContain("⇒ before it runs: abort by count, strike 1 (3 times, weak evidence)");
  });

  it("says so when there is no loop, no run, or no file", async () => {
    const healthy = save("healthy.jsonl", [runOf("a", [["list", {}, "one"]])]);
    const { code, out } = await runProgram(["explain", healthy]);
    expect(code).toBe(0);
    expect(out).toContain("no run here has a loop, and this is the longest");
    expect(out).toContain("… 1 call, #1: no detector noticed any (--all)");
    expect((await runProgram(["explain", join(folder, "none.jsonl")])).code).toBe(2);
    expect((await runProgram(["explain", healthy, "--preset", "x"])).code).toBe(2);
  });

  it("goes on after a broken line, and says so", async () => {
    const broken = join(folder, "broken.jsonl");
    writeFileSync(broken, `${JSON.stringify(runOf("a", loop(4)))}\n{"id":\n${JSON.stringify(runOf("b", loop(5)))}\n`);
    const { code, out, err } = await runProgram(["explain", broken]);
    expect(code).toBe(2);
    expect(err).toMatch(/^.*broken\.jsonl:2: /);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(out).toContain("b: 5 calls");
  });

  it("writes nothing that would move a terminal's cursor", async () => {
    const odd = save("odd.jsonl", [
      runOf("odd\u001b[1m", [["re\u001b[2Jad", { a: "\u001b[2J\u0007" }, "one\ntwo\u001b]0;x\u0007\u202e"]]),
    ]);
    const { out } = await runProgram(["explain", odd, "--all"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
  });
});
