/** Whatever `tune` says of a setting, the guard of the written config does: against a plain program. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopOutcome } from "../../lib/base/types.ts";
import { type Firing, type Setting, settings, Trial, type TriedRun } from "../../lib/cli/tune/tried-run.ts";
import { EFFORT, enough, tries } from "../effort.ts";
import { type RecordedEvent, replayOracle } from "../oracles/replay.ts";

const RUNS = tries(120);

type Event =
  | { does: "round" }
  | { does: "turn" }
  /** From the first of them on the trace has times. */
  | { does: "wait"; ms: number }
  | { does: "call"; name: string; args: unknown; outcome: LoopOutcome | undefined; late: boolean };

const outcome = fc.constantFrom<LoopOutcome | undefined>(
  ...[{ result: "ok" }, { result: "ok" }, { result: { ok: true } }, { result: "" }, {}, undefined],
  ...[
    { result: "Done!" },
    { result: { status: "ok" } },
    { result: null },
    { result: "rate limit" },
    { result: "one thing" },
    { result: "one thing" },
  ],
  // The same without what is no news; the last two only where digits are none.
  ...[{ result: "done in 7 ms" }, { result: "done in 9 ms" }, { error: "3 apples left" }, { error: "4 apples left" }],
  ...[
    { error: "boom" },
    { error: "timed out" },
    { status: 503, error: "x" },
    { status: 404, error: "x" },
    { status: 503 },
  ],
  { result: "a long result that no digest can do without, since it is not short at all" },
);
const call = fc
  .record({
    name: fc.constantFrom("read", "read", "edit", "search", "bash", "wait", "think"),
    args: fc.constantFrom<unknown>(
      ...[{ n: 1 }, { n: 1, m: 2 }, '{"m":2,"n":1}', { n: 2 }, '{"n":', undefined],
      ...[{ command: "ls" }, { command: "make" }, '{"command": "sleep 3"}', { command: "sleep 3; ls" }],
    ),
    outcome,
    late: fc.constantFrom(false, false, false, true),
  })
  .map((it): Event => ({ does: "call", ...it }));
const event = fc.oneof(
  { weight: 8, arbitrary: call },
  { weight: 6, arbitrary: fc.constant<Event>({ does: "round" }) },
  { weight: 1, arbitrary: fc.constant<Event>({ does: "turn" }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 5_000, 70_000).map((ms): Event => ({ does: "wait", ms })) },
);
/** Blocks that come again, as those of a stuck agent do. */
const events = fc
  .array(fc.tuple(fc.array(event, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 12 })), { maxLength: 5 })
  .map((parts) => parts.flatMap(([block, times]) => Array.from({ length: times }, () => block).flat()).slice(0, 80));

interface Sink {
  round(): void;
  turn(): void;
  call(call: { name: string; arguments: unknown; at?: number }): void;
  outcome(index: number, outcome: LoopOutcome): void;
}

/** Results come at once, or when the next response has come. */
function play(run: readonly Event[], sink: Sink): void {
  let index = 0;
  let late: [number, LoopOutcome][] = [];
  let now: number | undefined;
  const settle = () => {
    for (const [of, what] of late) sink.outcome(of, what);
    late = [];
  };
  sink.round();
  for (const one of run) {
    if (one.does === "turn") sink.turn();
    else if (one.does === "wait") now = (now ?? 1_700_000_000_000) + one.ms;
    else if (one.does === "round") {
      sink.round();
      settle();
    } else {
      sink.call({ name: one.name, arguments: one.args, ...(now === undefined ? {} : { at: now }) });
      if (one.outcome !== undefined && one.late) late.push([index, one.outcome]);
      else if (one.outcome !== undefined) sink.outcome(index, one.outcome);
      index++;
    }
  }
  settle();
}

function tried(run: readonly Event[], trial: Trial): TriedRun {
  let made: TriedRun | undefined;
  const sink = trial.sink({ id: "r", line: 1 }, "f", (it) => {
    made = it;
  });
  play(run, sink);
  sink.end();
  return made as TriedRun;
}

function firing(run: readonly Event[], setting: Setting): Firing {
  const trial = new Trial([setting]);
  try {
    return tried(run, trial).firings[0] as Firing;
  } finally {
    trial.close();
  }
}

/** Where the guard of the written config speaks first, over the texts. */
function direct(run: readonly Event[], { options }: Setting) {
  const events: RecordedEvent[] = [];
  play(run, {
    round: () => void events.push({ does: "round" }),
    turn: () => void events.push({ does: "turn" }),
    call: ({ at, ...call }) => void events.push({ does: "call", call, at }),
    outcome: (of, outcome) => void events.push({ does: "outcome", of, outcome }),
  });
  const findings = replayOracle(events, JSON.parse(JSON.stringify(options)), true);
  const first = (actions: readonly string[]) =>
    Math.min(...findings.filter(({ verdict }) => actions.includes(verdict.action)).map(({ index }) => index));
  return {
    any: Math.min(...findings.map(({ index }) => index)),
    blocking: first(["hint", "ask", "abort"]),
    abort: first(["abort"]),
  };
}

describe("a run that is tried", () => {
  const all = settings();
  const named = (name: string) => all.find((it) => it.name === name) as Setting;

  it("is to every setting what it is to a guard of its own", () => {
    const fired = new Set<string>();
    const trial = new Trial(all);
    // With little effort each run is compared under some of the settings, and all come in turn.
    const share = Math.min(1, Math.max(0.25, EFFORT));
    let next = 0;
    fc.assert(
      fc.property(events, (run) => {
        const { firings } = tried(run, trial);
        for (let some = Math.ceil(all.length * share); some > 0; some--) {
          const place = next++ % all.length;
          const setting = all[place] as Setting;
          const { any, blocking, abort } = firings[place] as Firing;
          expect({ any, blocking, abort }, setting.name).toEqual(direct(run, setting));
          if (any < Infinity) fired.add(setting.name);
        }
      }),
      { numRuns: RUNS },
    );
    trial.close();
    // A generator that never gets to the point would be found out here.
    expect(fired.size).toBeGreaterThan(enough(all.length * 0.9));
  });

  it("fires where it fires alone, though errors are equal but for their numbers and no call came twice", () => {
    const steps = [..."abcd"].flatMap((code, cell): Event[] => [
      { does: "round" },
      { does: "call", name: "python", args: { code }, outcome: { error: `Cell In[${cell}]: boom` }, late: false },
    ]);
    const trial = new Trial(all);
    const { firings } = tried(steps, trial);
    trial.close();
    for (const name of ["stall()", "errorStreak()", "strict"])
      expect(firings[all.indexOf(named(name))], name).toEqual(firing(steps, named(name)));
    expect(firing(steps, named("stall()")).any).toBe(2);
  });

  it("goes on with what was recorded, and the guard is not told what a refused call gave", () => {
    const steps = ["none", "none", "none", "none", "one", "two"].map((result): Event[] => [
      { does: "round" },
      { does: "call", name: "list", args: {}, outcome: { result }, late: false },
    ]);
    // Warned of at the third; the guard that refuses the fourth never learns of what came later.
    expect(firing(steps.flat(), named("noProgress()"))).toMatchObject({
      ...{ any: 2, blocking: 3, callsSaved: 3 },
      regret: { refused: 3, news: 2, first: 1, firstNews: 0 },
    });
  });

  it("saves what would not have run: refused calls, and all after the end", () => {
    const stuck = Array.from({ length: 12 }, (): Event[] => [
      { does: "round" },
      { does: "call", name: "read", args: '{"n":1}', outcome: { result: "12345" }, late: false },
    ]).flat();
    const trial = new Trial([named("noProgress()")]);
    const run = tried(stuck, trial);
    trial.close();
    // Warned at the third, refused from the fourth, ended by the fifth strike, which is the seventh call's.
    expect(run.firings[0]).toMatchObject({ any: 2, blocking: 3, abort: 6, callsSaved: 9 });
  });
});
