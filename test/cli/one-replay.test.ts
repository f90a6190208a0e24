/** Whatever reads a recorded run finds the same in it: `checkMessages`, the matchers, `scan` and `tune`. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopCall, LoopOutcome } from "../../lib/base/types.ts";
import { RunScan, scanContext } from "../../lib/cli/scan/run-scan.ts";
import type { ScanDetection } from "../../lib/cli/scan-types.ts";
import { type Setting, settings, Trial, type TriedRun } from "../../lib/cli/tune/tried-run.ts";
import { searchCalls } from "../../lib/conformance/loop-search.ts";
import { readTranscript } from "../../lib/history/transcripts.ts";
import { checkMessages, detectors } from "../../lib/index.ts";
import { loopKey } from "../../lib/rules/detection.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { recordNamed } from "../../lib/rules/table.ts";
import type { TraceRunSink } from "../../lib/traces/trace-types.ts";
import { enough, tries } from "../effort.ts";
import { type RecordedEvent, replayOracle } from "../oracles/replay.ts";

const { count, cycle, errorStreak, noProgress, unknownTool } = detectors;

interface Step {
  call: LoopCall;
  outcome: LoopOutcome | undefined;
  begins: "round" | "turn" | "nothing";
}
/** As a history has it: with the numbers of their rounds and turns. */
type Entry = LoopCall & LoopOutcome & { round: number; turn: number };

const BROKEN = ['{"q": ', "not json"];
const REFUSAL =
  "Tool 'read' was called with identical arguments and returned the same result 3 times. This call was not run: its result is known. If you are waiting for a change, make one blocking wait; otherwise take a different approach, or finish the response.";
const WARNING =
  "\n\nTool 'read' called 3 times with identical arguments. You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.";

const outcome = fc.constantFrom<(LoopOutcome | undefined)[]>(
  ...[{ result: "ok" }, { result: "ok" }, { result: "ok" }, { result: `ok${WARNING}` }, { result: { done: true } }],
  ...[{ error: "no match" }, { error: "no match" }, { error: new Error("timed out") }, undefined],
  ...[{ result: REFUSAL }, { error: REFUSAL }],
);
const step: fc.Arbitrary<Step> = fc.record({
  call: fc.record({
    name: fc.constantFrom("read", "read", "edit", "test"),
    arguments: fc.constantFrom<unknown>({ n: 1 }, { n: 1 }, '{"n":1}', { n: 2 }, undefined, ...BROKEN),
  }),
  outcome,
  begins: fc.constantFrom("round", "round", "round", "round", "round", "nothing", "nothing", "turn"),
});
/** Blocks that come again, as those of a stuck agent do. */
const history = fc
  .array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.flatMap(([block, times]) => Array.from({ length: times }, () => block).flat()));

const OPTIONS: [string, LoopGuardOptions][] = [
  ["recommended", {}],
  ["strict", { preset: "strict" }],
  ["one detector that refuses at once", { detectors: [noProgress({ threshold: 2 })], action: "hint" }],
  [
    "counts and cycles",
    { detectors: [cycle({ repeats: 2 }), count({ maxRepeats: 3 })], ladder: { hint: 1, abort: 4 } },
  ],
  ["failures", { detectors: [errorStreak({ threshold: 2 }), unknownTool({ threshold: 2 })], action: "hint" }],
];

/** The events of a history: the calls of a round are all asked for before one comes back. */
function eventsOf(entries: readonly Entry[]): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  entries.forEach(({ round, turn, result, error, ...call }, index) => {
    const before = entries[index - 1];
    if (before !== undefined && before.turn !== turn) events.push({ does: "turn" });
    if (before?.round !== round) events.push({ does: "round" });
    events.push({ does: "call", call });
    if (entries[index + 1]?.round === round) return;
    entries.forEach((entry, of) => {
      const outcome = { result: entry.result, error: entry.error };
      if (entry.round === round && (outcome.result ?? outcome.error) !== undefined)
        events.push({ does: "outcome", of, outcome });
    });
  });
  return events;
}

function entriesOf(steps: readonly Step[]): Entry[] {
  let round = 0;
  let turn = 0;
  return steps.map(({ call, outcome, begins }, index) => {
    if (index > 0 && begins === "turn") turn++;
    if (index > 0 && begins !== "nothing") round++;
    return { ...call, ...outcome, round, turn };
  });
}

function play(events: readonly RecordedEvent[], sink: TraceRunSink): void {
  for (const event of events) {
    if (event.does === "call") sink.call({ ...event.call });
    else if (event.does === "outcome") sink.outcome(event.of, event.outcome);
    else sink[event.does]();
  }
  sink.end();
}

function scanned(events: readonly RecordedEvent[], options: LoopGuardOptions): ScanDetection[] {
  const context = scanContext(options);
  using _guard = context.guard;
  let found: ScanDetection[] = [];
  const done = (run: { detections: ScanDetection[] }) => {
    found = run.detections;
  };
  play(events, new RunScan(context, { id: "r", line: 1 }, "f", done));
  return found;
}

function tuned(events: readonly RecordedEvent[], setting: Setting) {
  let tried: TriedRun | undefined;
  const trial = new Trial([setting]);
  play(
    events,
    trial.sink({ id: "r", line: 1 }, "f", (run) => {
      tried = run;
    }),
  );
  trial.close();
  return tried?.firings[0];
}

describe.each(OPTIONS)("with %s, the same is found as by a plain program", (_, options) => {
  it("by checkMessages, the matchers and scan", () => {
    let found = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const entries = entriesOf(steps);
        const events = eventsOf(entries);

        const told = replayOracle(events, options, false);
        const last = entries.at(-1)?.round;
        const { calls } = checkMessages(entries, options);
        const start = entries.findIndex(({ round }) => round === last);
        expect(calls.map(({ verdict }) => verdict.detection?.detector ?? null)).toEqual(
          entries.slice(start).map((_, place) => {
            const own = told.filter(({ index }) => index === start + place);
            const end = own.find(({ verdict }) => verdict.action === "abort"); // what comes of the call is not its verdict
            return (end ?? own.at(-1))?.verdict.detection?.detector ?? null;
          }),
        );

        const noted = told.filter(({ index, when }) => {
          const before = told.find((other) => other.index === index && other.when === "before");
          return when === "before" || !recordNamed(before?.verdict.detection?.detector ?? "")?.judgesNews;
        });
        const inScan = scanned(events, options).flatMap(({ detector, calls }) =>
          calls.map((at) => `${at} ${detector}`),
        );
        expect(new Set(inScan)).toEqual(
          new Set(noted.map(({ index, verdict }) => `${index} ${verdict.detection?.detector}`)),
        );

        const shadow = replayOracle(events, { ...options, shadow: true }, false);
        const loops = searchCalls(readTranscript(entries), options).filter(
          ({ detection }) => detection.detector !== "refused",
        );
        const keys = new Set(shadow.map(({ verdict }) => withoutPrint(verdict)));
        expect(new Set(loops.map(({ detection }) => withoutPrint({ detection })))).toEqual(keys);
        expect(Math.min(...loops.map(({ foundAt }) => foundAt))).toBe(Math.min(...shadow.map(({ index }) => index)));
        expect(Math.max(...loops.map(({ lastAt }) => lastAt))).toBe(Math.max(...shadow.map(({ index }) => index)));
        found += told.length;
      }),
      { numRuns: tries(300) },
    );
    expect(found).toBeGreaterThan(enough(300));
  });
});

/** Fingerprints and the digests of steps are keyed by guard. */
function withoutPrint({ detection }: { detection: ReturnType<typeof checkMessages>["detection"] }): string {
  return detection === null
    ? ""
    : loopKey({
        ...detection,
        fingerprint: "",
        pattern: detection.pattern.map((step) => step.replace(/#\w{8}$/, "")),
      });
}

describe("six calls whose arguments are no JSON are calls of no tool", () => {
  const calls = Array.from({ length: 6 }, (_, round): Entry => {
    return { name: "search", arguments: `{"q": ${round}`, result: `Error ${round}: not JSON`, round, turn: 0 };
  });

  it("to checkMessages", () => {
    expect(checkMessages(calls).detection?.detector).toBe("unknown_tool");
  });
  it("to scan", () => {
    expect(scanned(eventsOf(calls), {})).toMatchObject([{ detector: "unknown_tool", toolName: "search", repeats: 6 }]);
  });
  it("to the matchers", () => {
    expect(searchCalls(readTranscript(calls))).toMatchObject([
      { detection: { detector: "unknown_tool" }, foundAt: 2, repeats: 6 },
    ]);
  });
  it("to tune", () => {
    const recommended = settings().find(({ name }) => name === "recommended") as Setting;
    expect(tuned(eventsOf(calls), recommended)?.any).toBe(2);
  });
});
