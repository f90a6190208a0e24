/** Arbitraries for fast-check: guards of every make, and what a stuck agent does to them. Only for tests. */
import fc from "fast-check";
import type { ActionOption, Ladder, LoopOutcome, ToolPolicy, VerdictAction } from "../../lib/base/types.ts";
import {
  count,
  custom,
  cycle,
  type Detector,
  type DetectorActions,
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
  unknownTool,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

/** One thing that happens to a guard. `pick` chooses among the calls that are there, the newest being 0. */
export type Step =
  | {
      does: "call" | "ask" | "unannounced" | "invalid";
      name: string;
      args: unknown;
      id: boolean;
      retryable: boolean;
      outcome: LoopOutcome;
    }
  | { does: "finish"; pick: number; outcome: LoopOutcome }
  | { does: "again" | "unfit"; pick: number }
  | { does: "wait"; ms: number }
  | { does: "round" | "turn" | "compact" | "reset" | "restore" };

const small = (min: number, max: number) => fc.integer({ min, max });

const ladder: fc.Arbitrary<Ladder> = fc
  .tuple(
    fc.subarray(["warn", "hint", "ask", "abort"] as const, { minLength: 1 }),
    fc.array(small(0, 3), { minLength: 4, maxLength: 4 }),
  )
  .map(([rungs, gaps]) => {
    let start = 1;
    return Object.fromEntries(rungs.map((rung, i) => [rung, (start += gaps[i] as number)]));
  });

/** A function that says one action after another as strikes go up. */
const decide: fc.Arbitrary<ActionOption> = fc
  .array(fc.constantFrom<VerdictAction>("allow", "warn", "hint", "ask", "abort"), { minLength: 1, maxLength: 3 })
  .map((said) =>
    Object.assign((d: { strikes: number }) => said[d.strikes % said.length] as VerdictAction, {
      toString: () => `says ${said}`,
    }),
  );

const actions: fc.Arbitrary<DetectorActions> = fc.oneof(
  { weight: 4, arbitrary: ladder.map((it) => ({ ladder: it })) },
  { weight: 2, arbitrary: fc.constantFrom("warn", "hint", "abort").map((action) => ({ action })) },
  { weight: 2, arbitrary: decide.map((action) => ({ action })) },
) as fc.Arbitrary<DetectorActions>;

const own: fc.Arbitrary<DetectorActions> = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, actions);

/** One name, four times in a row. */
const fourInARow = custom.bind(null, "four_in_a_row", ({ calls }) => {
  const last = calls.slice(-4);
  return last.length === 4 && new Set(last.map(({ name }) => name)).size === 1 ? { repeats: 4 } : null;
});

const canonical = fc.boolean();
/** By type, so that the test can try each alone. */
export const DETECTORS = {
  count: fc
    .record({ maxRepeats: small(0, 4), canonical })
    .map((it) => (more: DetectorActions) => count({ ...it, ...more })),
  repeat: fc
    .record({ threshold: small(2, 4), failures: fc.boolean() })
    .map((it) => (more: DetectorActions) => repeat({ ...it, ...more })),
  stall: fc.record({ threshold: small(2, 4) }).map((it) => (more: DetectorActions) => stall({ ...it, ...more })),
  ping_pong: fc
    .record({ cycleLength: small(2, 3), repetitions: small(2, 3) })
    .map((it) => (more: DetectorActions) => pingPong({ ...it, ...more })),
  cycle: fc
    .record({
      windowSize: small(6, 40),
      minCycleLen: small(1, 2),
      maxCycleLen: small(2, 5),
      repeats: small(2, 3),
      sameResults: fc.boolean(),
    })
    .map((it) => (more: DetectorActions) => cycle({ ...it, ...more })),
  duplicate: fc.constant((more: DetectorActions) => duplicate(more)),
  similar_query: fc
    .record({ tools: fc.constantFrom(["search"], ["search", "read"]), threshold: fc.constantFrom(0, 0.6, 0.75, 1) })
    .map((it) => (more: DetectorActions) => similarQuery({ ...it, ...more })),
  limit: fc
    .record({
      limits: fc.constantFrom({}, { read: 1 }, { read: 2, search: Infinity }),
      default: fc.constantFrom(0, 2, 4, Infinity),
    })
    .map((it) => (more: DetectorActions) => limit({ ...it, ...more })),
  no_progress: fc
    .record({ threshold: small(2, 4), errorThreshold: small(2, 4), windowSize: small(4, 12), settled: fc.boolean() })
    .map((it) => (more: DetectorActions) => noProgress({ ...it, ...more })),
  error_streak: fc
    .record({ threshold: small(2, 3), transientThreshold: small(2, 5), alike: fc.boolean() })
    .map((it) => (more: DetectorActions) => errorStreak({ ...it, ...more })),
  no_news: fc
    .record({
      times: small(1, 3),
      ackTimes: small(1, 5),
      transientTimes: small(1, 5),
      settled: fc.boolean(),
      maxWaitMs: fc.constantFrom(0, 12_000, 60_000),
    })
    .map((it) => (more: DetectorActions) => noNews({ ...it, ...more })),
  near_repeat: fc
    .record({ threshold: small(2, 4) })
    .map((it) => (more: DetectorActions) => nearRepeat({ ...it, ...more })),
  unknown_tool: fc
    .record({ threshold: small(1, 3), any: small(1, 6) })
    .map((it) => (more: DetectorActions) => unknownTool({ ...it, ...more })),
  custom: fc.constant((more: DetectorActions) => fourInARow(more)),
} satisfies Record<string, fc.Arbitrary<(more: DetectorActions) => Detector>>;

export type DetectorName = keyof typeof DETECTORS;
const NAMES = Object.keys(DETECTORS) as DetectorName[];

const makeOne = (name: DetectorName): fc.Arbitrary<Detector> =>
  fc.tuple(DETECTORS[name] as fc.Arbitrary<(more: DetectorActions) => Detector>, own).map(([make, more]) => make(more));

/** A custom detector comes last: the core has struck for what it found itself before such a one is asked. */
const several: fc.Arbitrary<Detector[]> = fc
  .shuffledSubarray([...NAMES, "cycle", "no_progress", "no_news", "count"] as DetectorName[], {
    minLength: 2,
    maxLength: 6,
  })
  .map((names) => names.filter((name, i) => name !== "custom" || names.indexOf(name) === i))
  .chain((names) =>
    fc.tuple(...names.toSorted((a, b) => Number(a === "custom") - Number(b === "custom")).map(makeOne)),
  );

const volatile = fc.constantFrom<ToolPolicy>(
  { volatile: ["durations"] },
  { volatile: [/\d+ ms/] },
  { volatile: ["durations", "digits"] },
);
const policy: fc.Arbitrary<ToolPolicy> = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      fc.constant({ mutates: true }),
      fc.constantFrom<ToolPolicy>({ identity: ["n"] }, { ignore: ["n"] }, { identity: (args) => [args] }),
      volatile,
    ),
    fc.oneof(
      fc.constant({}),
      small(1, 4).map((maxRepeats) => ({ maxRepeats })),
      fc.constantFrom(1, 3, Infinity).map((it) => ({ limit: it })),
      actions,
    ),
  )
  .map(([a, b]) => ({ ...a, ...b }) as ToolPolicy);
const poll: fc.Arbitrary<ToolPolicy> = fc
  .tuple(
    fc.oneof(
      fc.constant(true),
      fc.record({
        minIntervalMs: fc.constantFrom(0, 1000),
        maxWaitMs: fc.constantFrom(0, 2000, 8000),
        final: fc.constantFrom<((result: unknown) => boolean)[]>(
          () => false,
          (result) => result === "ok" || result === "7 ms",
          (result) => JSON.stringify(result) === '{"ok":true}',
          () => true,
        ),
      }),
    ),
    own,
    fc.constantFrom({}, { limit: 3 }),
  )
  .map(([it, rungs, limits]) => ({ poll: it, ...rungs, ...limits }) as ToolPolicy);

const tools = fc.record(
  {
    read: policy,
    edit: fc.oneof(
      policy,
      policy.map((it) => ({ ...it, mutates: true })),
    ),
    search: policy,
    status: fc.oneof(
      { weight: 3, arbitrary: poll },
      { weight: 1, arbitrary: fc.constantFrom(false as const, { retryable: true }) },
    ),
  },
  { requiredKeys: [] },
);

/** Options of a guard with these detectors, or any. `now` is the test's. */
export function guards(name?: DetectorName): fc.Arbitrary<LoopGuardOptions> {
  const detectors = name === undefined ? several : makeOne(name).map((it) => [it]);
  const shadow = fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true));
  return fc
    .record({ detectors, tools, shadow, rungs: actions })
    .map(({ rungs, ...rest }) => ({ ...rest, ...rungs }) as LoopGuardOptions);
}

const toolName = fc.constantFrom("read", "read", "edit", "search", "status", "think", "bash", "wait_for_it", "send_it");
const args = fc.constantFrom<unknown>(
  ...[
    undefined,
    {},
    { n: 1 },
    { n: 2 },
    { m: 1, n: 1 },
    { n: 1, m: 1 },
    '{ "n": 1,"m":1 }',
    '{"n":',
    { q: "fix the login bug", n: 1 },
  ],
  ...[{ q: "fix login bug" }, { query: "delete the user" }, { query: "deactivate the user" }, { q: "?!" }],
  ...[{ command: "ls -l" }, { command: "sleep 30" }, { command: "sleep 4" }, { command: "make # sleep 9" }],
  ...[1, 2, 3].map((page) => ({ q: "red Shoes", page, tags: ["a", page] })),
  ...[
    { q: "red boots", page: 1, tags: ["a", 1] },
    '{"tags":[2,"a"],"page":2,"q":"red \\u0053hoes"}',
    { q: "red shoes now" },
  ],
);
const outcome = fc.constantFrom<LoopOutcome>(
  ...[
    { result: "ok" },
    { result: "ok" },
    { result: "7 ms" },
    { result: "8 ms" },
    { result: { ok: true } },
    { result: "" },
    { result: undefined },
    {},
  ],
  ...[
    { error: "boom" },
    { error: "boom after 9 ms" },
    { error: "it timed out" },
    { status: 402, errorTitle: "boom" },
    { status: 503, error: "boom" },
    { error: "no page 1 of red shoes" },
    { error: "no page 2 of red shoes" },
    { result: "none for 3, 3" },
    { result: "pending" },
    { result: "pending" },
    { error: "pending" },
    { result: "No red shoes found" },
    { result: 'No results for "shoes"' },
    { result: 'No results for "boots"' },
    { result: '{"ok":true,"rows":[]}' },
    { result: "Error: no red shoes" },
    { result: "Error: no red shoes" },
    { result: 'Failed to read "boots"' },
    { result: 'Failed to read "shoes"' },
    { result: '{"success":false,"error":"no shoes 3"}' },
    { result: '{"success":false,"error":"no shoes 4"}' },
  ],
);
const id = fc.boolean();
const retryable = fc.integer({ min: 0, max: 30 }).map((n) => n === 0);

const asking = (does: "call" | "ask" | "unannounced" | "invalid") =>
  fc.record({ does: fc.constant(does), name: toolName, args, id, retryable, outcome });
const doing = (does: "round" | "turn" | "compact" | "reset" | "restore") => fc.constant<Step>({ does });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: asking("call") },
  { weight: 16, arbitrary: asking("ask") },
  { weight: 12, arbitrary: fc.record({ does: fc.constant("finish" as const), pick: small(0, 3), outcome }) },
  { weight: 3, arbitrary: asking("unannounced") },
  { weight: 6, arbitrary: asking("invalid") },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("again" as const), pick: small(0, 3) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("unfit" as const), pick: small(0, 3) }) },
  { weight: 8, arbitrary: doing("round") },
  { weight: 1, arbitrary: doing("turn") },
  { weight: 4, arbitrary: doing("compact") },
  { weight: 3, arbitrary: doing("restore") },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("wait" as const), ms: fc.constantFrom(400, 1000, 5000, 12_000, 150_000) }),
  },
);

/** One tool, with nearly the same arguments, which gives the same each time or echoes them. */
const nearly: fc.Arbitrary<Step[]> = fc
  .record({
    name: toolName,
    pages: fc.array(small(1, 3), { minLength: 2, maxLength: 4 }),
    outcome: fc.constantFrom<(page: number) => LoopOutcome>(
      () => ({ result: "7 ms" }),
      () => ({ error: "boom" }),
      (page) => ({ error: `no page ${page} of red shoes` }),
    ),
  })
  .map(({ name, pages, outcome: gives }) =>
    pages.map((page) => {
      const call = { name, args: { q: "red Shoes", page, tags: ["a", page] }, id: false, retryable: false };
      return { does: "call" as const, ...call, outcome: gives(page) };
    }),
  );

const block = fc.oneof(
  { weight: 8, arbitrary: fc.array(step, { minLength: 1, maxLength: 4 }) },
  { weight: 4, arbitrary: nearly },
);

/** Steps that come again and again, as those of a stuck agent do; at most 60. */
export const streams: fc.Arbitrary<Step[]> = fc
  .array(fc.tuple(block, fc.oneof(fc.constant(1), small(2, 12))), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.flatMap(([steps, times]) => Array.from({ length: times }, () => steps).flat()).slice(0, 60));
