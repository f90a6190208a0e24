/** The recommended preset on the healthy and the stuck lives that every agent leads. */
import { describe, expect, it } from "vitest";
import { type LoopCall, LoopGuard, type LoopOutcome, type VerdictAction } from "../../lib/index.ts";

type Step = [name: string, args: unknown, outcome: LoopOutcome] | "user";

/** Plays the steps, each a round of its own; the strongest verdict of each call. */
function play(guard: LoopGuard, steps: Step[]): VerdictAction[] {
  const run = guard.run({});
  const actions: VerdictAction[] = [];
  steps.forEach((step, index) => {
    if (step === "user") {
      run.beginTurn();
      return;
    }
    const call: LoopCall = { id: `call_${index}`, name: step[0], arguments: step[1] };
    run.beginRound();
    const before = run.before(call).action;
    const after = before === "allow" || before === "warn" ? run.after(call, step[2]).action : before;
    actions.push(after === "allow" ? before : after);
  });
  return actions;
}

const ok = (result: unknown): LoopOutcome => ({ result });
const failed = (error: string): LoopOutcome => ({ error });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const quiet = (steps: Step[]) => expect(new Set(play(new LoopGuard(), steps))).toEqual(new Set(["allow"]));

describe("the recommended preset is quiet", () => {
  it("when a test is run again after each edit", () => {
    quiet(
      times(12, (i) =>
        i % 2
          ? ["bash", { command: "npm test" }, ok(`${"x".repeat(12 - i)} failing`)]
          : ["edit", { line: i }, ok("done")],
      ),
    );
  });
  it("when the only news is a number: fewer failures, more per cent, another price", () => {
    quiet(
      times(12, (i) =>
        i % 2
          ? ["bash", { command: "npm test" }, ok(`${20 - i} failing, see line ${i}`)]
          : ["edit", { line: i }, ok("done")],
      ),
    );
    quiet(times(9, (i) => ["build_status", {}, ok(`${i * 10} %`)]));
    quiet(times(9, (i) => ["calculate", { expression: `${i} * 7` }, ok(`${i * 7}`)]));
  });
  it("when one call gives new results: a debugger, a scroll, a game", () => {
    quiet(times(9, (i) => ["step", {}, ok(`at ${String.fromCharCode(97 + i)}`)]));
  });
  it("when a constant answer acknowledges different work", () => {
    quiet(times(5, (i) => ["task_tracker", { plan: `step ${i}` }, ok("OK")]));
  });
  it("when different items have the same answer", () => {
    quiet(times(5, (i) => ["get_flight_status", { flight: `HAT${i}` }, ok("available")]));
  });
  it("when the same thing is looked up again after each of the user's words", () => {
    quiet(times(10, (i): Step => (i % 2 ? "user" : ["get_line", { id: 1 }, ok("suspended")])));
  });
  it("when one retry helps", () => {
    quiet([
      ["fetch", { url: "a" }, failed("ECONNRESET")],
      ["fetch", { url: "a" }, ok("page")],
    ]);
  });
  it("when identical calls are made in parallel", () => {
    const run = new LoopGuard().run({});
    run.beginRound();
    const calls = times(6, (i): LoopCall => ({ id: `c${i}`, name: "read", arguments: { path: "a" } }));
    for (const call of calls) expect(run.before(call).action).toBe("allow");
    for (const call of calls) expect(run.after(call, ok("text")).action).toBe("allow");
  });
});

describe("the recommended preset speaks", () => {
  const actions = (steps: Step[]) => play(new LoopGuard(), steps);

  it("refuses the third equal failure, and ends in abort", () => {
    const heard = actions(times(9, () => ["book", { flight: 1 }, failed("payment amount does not add up")]));
    expect(heard.slice(0, 3)).toEqual(["allow", "allow", "hint"]);
    expect(heard).toContain("abort");
  });
  it("sees the same failure through reads and thoughts in between", () => {
    const heard = actions(
      times(6, (i) =>
        i % 2 ? ["think", { thought: `hm ${i}` }, ok("")] : ["edit", { old: "x" }, failed("old_str not found")],
      ),
    );
    expect(heard.slice(0, 5)).toEqual(["allow", "allow", "allow", "allow", "hint"]);
  });
  it("only warns when a test fails in one way after each of several edits", () => {
    const heard = actions(
      times(8, (i) =>
        i % 2
          ? ["bash", { command: "npm test" }, { error: "1 failing: foo" }]
          : ["edit", { line: i }, ok(`edited ${"x".repeat(i)}`)],
      ),
    );
    expect(heard).toContain("warn");
    expect(heard).not.toContain("hint");
  });
  it("says nothing of a check that passes after each of many edits, nor of a tool that another moves on", () => {
    const checked = actions(
      times(40, (i) =>
        i % 2
          ? ["bash", { command: "npm test" }, ok("12 passed (12)\nDuration 1.2s")]
          : ["edit", { line: i }, ok("The file a.ts has been updated.")],
      ),
    );
    const moved = actions(
      times(40, (i) => (i % 2 ? ["archive", {}, ok("ok")] : ["next_mail", {}, ok(`from customer ${i}`)])),
    );
    expect(new Set([...checked, ...moved])).toEqual(new Set(["allow"]));
  });
  it("takes results that differ in counters, times and ids for the same", () => {
    const heard = actions(
      times(5, (i) => [
        "status",
        { job: 7 },
        ok(`2026-01-0${i + 1} the job has not come back from its own machine since ${i * 13} s`),
      ]),
    );
    expect(heard).toEqual(["allow", "allow", "hint", "hint", "hint"]);
  });
  it("refuses a cycle of two calls with the same results", () => {
    const heard = actions(times(6, (i) => [i % 2 ? "grep" : "cat", { file: "flag" }, ok(`${i % 2}`)]));
    // The second `cat` was a fresh look, since `grep` had brought news: it may be made once more.
    expect(heard).toEqual(["allow", "allow", "allow", "allow", "warn", "hint"]);
  });
  it.each([
    "[]",
    '{"results": [], "total": 0}',
    "No web results found.",
    "0 rows",
    "Keine Treffer.",
    "Aucun résultat trouvé.",
    "No se encontraron resultados.",
    "Nessun risultato.",
    "Nenhum resultado encontrado.",
  ])("warns when thirty different searches found nothing, and one more: %s", (nothing) => {
    const heard = actions(times(34, (i) => ["search", { query: `refunds ${"x".repeat(i)}` }, ok(nothing)]));
    const at = (action: string) => heard.flatMap((it, index) => (it === action ? [index + 1] : []));
    expect([at("warn"), at("hint")]).toEqual([[31, 33], []]);
  });
  it.each([
    "",
    "OK",
    "(no output)",
    "The file has been updated",
    '{"success": true}',
    '{"exit_code": 0}',
    '{"stdout": "", "stderr": "", "exitCode": 1}',
    "0 rows affected",
    "No problems found.",
  ])("says nothing of 250 pieces of work that are acknowledged alike, and goes on: %s", (done) => {
    const heard = actions(times(250, (i) => ["run", { command: `mkdir ${"x".repeat(i)}` }, ok(done)]));
    expect(new Set(heard)).toEqual(new Set(["allow"]));
  });
  it.each([
    ["The file is valid JSON.", [6, 8, 11, 17, 29, 53, 101, 105], 505],
    ['{"status": 200, "statusText": "OK"}', [6, 8, 11, 17, 29, 53, 101, 105], 505],
    ['{"valid": true, "errors": []}', [], 505],
    ['{"rows": [], "total": 0}', [31, 33, 36, 42, 54, 78], 105],
  ])("goes on with work that succeeds alike, up to its 505th piece: %s", (done, warned, end) => {
    const heard = actions(times(520, (i) => ["check", { item: `${i} ${"x".repeat(i % 50)}` }, ok(done)]));
    const at = (action: string) => heard.flatMap((it, index) => (it === action ? [index + 1] : []));
    expect([at("warn").slice(0, 7), at("abort")[0]]).toEqual([warned.slice(0, 7), end]);
  });
  it("refuses an unknown tool at its third time", () => {
    const run = new LoopGuard().run({});
    const heard = times(3, (i) => {
      run.beginRound();
      return run.invalid({ name: "nope", arguments: { i } }, new Error("no such tool")).action;
    });
    expect(heard).toEqual(["allow", "allow", "hint"]);
  });
  it("says nothing to a call that gives something new each time", () => {
    const heard = actions(
      times(80, (i) => ["date", {}, ok("abcdefghijklmnopqrstuvwxyz".slice(i % 25) + "x".repeat(i))]),
    );
    expect(new Set(heard)).toEqual(new Set(["allow"]));
  });
});

describe("named presets", () => {
  it("are refused where they make no sense", () => {
    expect(() => new LoopGuard({ preset: "gentle" as never })).toThrow(
      /"preset" must be one of recommended, strict, lenient, observe/,
    );
    expect(() => new LoopGuard({ preset: "strict", maxRepeats: 3 })).toThrow(/"preset"/);
  });
  it("observe never acts", () => {
    const guard = new LoopGuard({ preset: "observe" });
    expect(
      new Set(
        play(
          guard,
          times(20, () => ["f", {}, failed("no")]),
        ),
      ),
    ).toEqual(new Set(["allow"]));
    expect(guard.stats().loops.total).toBe(1); // a call that would be refused is not told again by its result
  });
  it("a ladder of one's own takes the place of the preset's", () => {
    const guard = new LoopGuard({ ladder: { abort: 2 } });
    expect(
      play(
        guard,
        times(4, () => ["f", {}, failed("no")]),
      ),
    ).toEqual(["allow", "allow", "warn", "abort"]); // what only warns goes on doing just that
  });
});
