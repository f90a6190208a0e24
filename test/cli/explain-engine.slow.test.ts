/**
 * What `explain` says of a call against what the engine says: random guards, random runs. Whenever the engine fires, the
 * explanation says so with the same numbers, and never otherwise.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopOutcome, ToolPolicy } from "../../lib/base/types.ts";
import { type ExplainedCall, ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import {
  cycle,
  type Detector,
  errorStreak,
  type NoNewsDetector,
  noNews,
  noProgress,
  pingPong,
  repeat,
  stall,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { enough, tries } from "../effort.ts";
import { DETECTORS, type DetectorName, guards, type Step, streams } from "../oracles/engine-streams.ts";
import { compareAsked, compareCompleted } from "./explained-calls.ts";

const RUNS = tries(1500);
const TIMEOUT_MS = 60_000 + RUNS * 20;

/** What a trace does not tell of, or a function of the user's decides. */
const LEFT_OUT: ReadonlySet<string> = new Set(["custom"]);

function withoutTimes(policy: ToolPolicy): ToolPolicy {
  if (!policy.poll) return policy;
  return { ...policy, poll: { ...(policy.poll === true ? {} : policy.poll), minIntervalMs: 0, maxWaitMs: 0 } };
}

/** The detectors that both sides know, or undefined when there are none. The rule of polls is not told of traces. */
function comparable(options: LoopGuardOptions, shadow: boolean): LoopGuardOptions | undefined {
  const detectors = (options.detectors ?? []).filter(({ type }) => !LEFT_OUT.has(type));
  const tools = Object.entries(options.tools ?? {}).map(([name, policy]) => [name, policy && withoutTimes(policy)]);
  return detectors.length === 0 ? undefined : { ...options, detectors, tools: Object.fromEntries(tools), shadow };
}

function explain(options: LoopGuardOptions, steps: readonly Step[]): readonly ExplainedCall[] {
  const run = new ExplainedRun({ id: "r", line: 1 }, options);
  const open: number[] = [];
  let now: number | undefined;
  for (const step of steps) {
    if (step.does === "round") run.round();
    else if (step.does === "turn") run.turn();
    else if (step.does === "wait") now = (now ?? 1_700_000_000_000) + step.ms;
    else if (step.does === "finish") {
      const [index] = open.splice(-1 - step.pick, 1);
      if (index !== undefined) run.outcome(index, step.outcome);
    } else if (step.does === "call" || step.does === "ask" || step.does === "unannounced") {
      if (step.does === "unannounced") run.round(); // one more kind of step that begins a round
      const { name, args, retryable } = step;
      run.call({ name, arguments: structuredClone(args), retryable, ...(now === undefined ? {} : { at: now }) });
      if (now !== undefined) now += 300;
      const index = run.calls.length - 1;
      if (step.does === "ask") open.push(index);
      else run.outcome(index, step.outcome);
    }
  }
  run.end();
  return run.calls;
}

function model(runs: number, shadow: boolean, name?: DetectorName): Map<string, number> {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(guards(name), streams, (options, steps) => {
      const judged = comparable(options, shadow);
      if (judged === undefined) return;
      for (const call of explain(judged, steps)) {
        compareCompleted(call, shadow);
        compareAsked(call);
        for (const { detector, fired } of call.sightings) if (fired) seen.set(detector, (seen.get(detector) ?? 0) + 1);
      }
    }),
    { numRuns: runs },
  );
  return seen;
}

const news: fc.Arbitrary<NoNewsDetector> = fc
  .record({
    times: fc.integer({ min: 1, max: 3 }),
    ackTimes: fc.integer({ min: 1, max: 4 }),
    transientTimes: fc.integer({ min: 1, max: 4 }),
    settled: fc.boolean(),
    maxWaitMs: fc.constantFrom(0, 3_000, 20_000, 600_000),
  })
  .map((it) => noNews(it));

/** Tools and commands by which noNews goes, and times; few of each, so that loops come about. */
const newsStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      does: fc.constantFrom("call", "call", "call", "ask"),
      name: fc.constantFrom("read", "edit", "run_shell", "Bash", "think", "waitFor", "status"),
      args: fc.constantFrom<unknown>(
        undefined,
        { n: 1 },
        { n: 2 },
        { command: "git status" },
        { command: "ls -l 2>&1 | grep x > /dev/null" },
        { cmd: ["bash", "-lc", "make && ls"] },
        { command: "sleep 5; make", n: 1 },
        '{"script": "touch \\"a\\""}',
      ),
      id: fc.constant(false),
      retryable: fc.integer({ min: 0, max: 40 }).map((n) => n === 0),
      outcome: fc.constantFrom<LoopOutcome>(
        { result: "one" },
        { result: "one" },
        { result: "two" },
        { result: "" },
        { result: " \n" },
        { result: "Done." },
        { result: { success: true } },
        { result: '{ "status": "OK" }' },
        { result: 3 },
        {},
        { error: "boom" },
        { error: "rate limit" },
        { result: "Please try again later" },
      ),
    }) as fc.Arbitrary<Step>,
  },
  { weight: 10, arbitrary: fc.constant<Step>({ does: "round" }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: "turn" }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("finish" as const),
      pick: fc.nat(2),
      outcome: fc.constantFrom<LoopOutcome>({ result: "one" }, { result: "two" }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("wait" as const), ms: fc.constantFrom(50, 900, 3_950, 6_000) }),
  },
);
const newsStreams: fc.Arbitrary<Step[]> = fc
  .array(fc.tuple(fc.array(newsStep, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 14 })), {
    minLength: 1,
    maxLength: 7,
  })
  .map((parts) => parts.flatMap(([block, times]) => Array.from({ length: times }, () => block).flat()).slice(0, 90));

/** Random guards with noNews among their detectors, and room for few calls in some. */
const newsGuards: fc.Arbitrary<LoopGuardOptions> = fc
  .tuple(guards(), fc.array(news, { minLength: 1, maxLength: 2 }), fc.nat(6), fc.constantFrom(2, 4, 10_000))
  .map(([{ detectors = [], ...options }, own, place, maxEntries]) => ({
    ...options,
    maxEntries,
    detectors: detectors.filter(({ type }) => maxEntries > 100 || !COUNTED.has(type)).toSpliced(place, 0, ...own),
  }));
/** What a full table makes the core forget is not told of these. */
const COUNTED: ReadonlySet<string> = new Set(["count", "duplicate", "limit"]);

/** A long run, of calls that fail again and again with others between. */
function longRun(between: number): Step[] {
  const step = (name: string, n: number, outcome: object): Step[] => [
    { does: "round" },
    { does: "call", name, args: { n }, id: false, retryable: false, outcome },
  ];
  return Array.from({ length: 45 }, (_, i) => [
    ...step("read", 0, { error: "boom" }),
    ...Array.from({ length: between }, (_, other) => step("list", other + (i % 2), { result: "ok" })).flat(),
  ]).flat();
}

describe("the explanation says what the engine says", () => {
  const names = (Object.keys(DETECTORS) as DetectorName[]).filter((name) => !LEFT_OUT.has(name));

  it.each(names)("%s alone", { timeout: TIMEOUT_MS }, (name) => {
    expect(model(Math.ceil(RUNS / 3), true, name).get(name) ?? 0).toBeGreaterThan(enough(10));
  });

  it("in any company", { timeout: TIMEOUT_MS }, () => {
    const seen = model(RUNS, true);
    for (const name of names) expect(seen.get(name) ?? 0, name).toBeGreaterThan(enough(3));
  });

  it("of a guard that acts, whose refusals the trace goes on from", { timeout: TIMEOUT_MS }, () => {
    const seen = model(RUNS, false);
    for (const name of names) expect(seen.get(name) ?? 0, name).toBeGreaterThan(enough(3));
  });

  it.each([
    ["alone", news.map((detector): LoopGuardOptions => ({ detectors: [detector] })), true],
    ["in any company", newsGuards, true],
    ["of a guard that acts", newsGuards, false],
  ] as const)("no_news %s", { timeout: TIMEOUT_MS }, (_, options, shadow) => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(options, newsStreams, (made, steps) => {
        const judged = comparable(made, shadow);
        if (judged === undefined) return;
        for (const call of explain(judged, steps)) {
          compareCompleted(call, shadow);
          compareAsked(call);
          for (const { detector, fired, why } of call.sightings)
            if (fired)
              for (const it of [detector, /time|waits/.test(why) ? "by time" : ""])
                seen.set(it, (seen.get(it) ?? 0) + 1);
        }
      }),
      { numRuns: RUNS },
    );
    expect(seen.get("no_news") ?? 0).toBeGreaterThan(enough(200));
    expect(seen.get("by time") ?? 0).toBeGreaterThan(enough(5));
  });

  it.each<Detector>([
    repeat({ threshold: 40 }),
    stall({ threshold: 3 }),
    errorStreak({ threshold: 12, transientThreshold: 2 }),
    errorStreak({ threshold: 2, transientThreshold: 11 }),
    noProgress({ threshold: 9, windowSize: 50 }),
    noProgress({ threshold: 4, windowSize: 12 }),
    pingPong({ cycleLength: 4, repetitions: 10 }),
    cycle({ windowSize: 64, maxCycleLen: 12, repeats: 4 }),
  ])("as far back as $type looks, and no further", (detector) => {
    // The other detectors decide how much is remembered.
    for (const between of [0, 1, 3, 6])
      for (const detectors of [[detector], [detector, noProgress({ threshold: 70, windowSize: 70 })]])
        for (const call of explain({ detectors, shadow: true }, longRun(between))) compareCompleted(call, true);
  });
});
