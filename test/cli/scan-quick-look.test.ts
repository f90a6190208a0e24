/** The quick look never passes over a run in which a guard would find something. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LoopOutcome } from "../../lib/base/types.ts";
import { scanGuard } from "../../lib/cli/scan/loop-fingerprint.ts";
import { type QuickLook, quickLook } from "../../lib/cli/scan/quick-look.ts";
import { RunScan, scanContext } from "../../lib/cli/scan/run-scan.ts";
import { ValueMeter } from "../../lib/cli/scan/value-meter.ts";
import type { ScannedRun } from "../../lib/cli/scan-types.ts";
import type { LoopGuardOptions } from "../../lib/config/guard-options.ts";
import { core } from "../../lib/core/backend.ts";
import { detectors } from "../../lib/index.ts";
import { canonicalize } from "../../lib/text/identity.ts";
import { enough, tries } from "../effort.ts";
import { ABOUT_NAMES } from "../oracles/about.ts";

const { count, cycle, duplicate, errorStreak, limit, noNews, noProgress, pingPong, repeat, similarQuery, stall } =
  detectors;

interface Step {
  name: string;
  args: unknown;
  outcome: LoopOutcome | undefined;
  newRound: boolean;
  newTurn: boolean;
  /** The outcome comes after the calls of later steps. */
  late: boolean;
  /** Milliseconds before it; from the first on the trace has times. */
  wait: number;
}

/** Few of each, so that loops come about by themselves; equal things in different clothes. */
const NAMES = ["read", "edit", "test"];
const ARGUMENTS: unknown[] = [
  { path: "a.ts", from: 1 },
  { from: 1, path: "a.ts" },
  '{"path":"a.ts","from":1.0}',
  '{ "from": 1, "path": "\\u0061.ts" }',
  { path: "b.ts", from: 1 },
  "not json",
  undefined,
];
const LONG = "The quick brown fox jumps over the lazy dog.\n".repeat(6);
const RESULTS: unknown[] = [
  "ok",
  " ok\n",
  `${LONG}took 3.1s\n${LONG}`,
  `${LONG}took 12 ms\n${LONG}`,
  `${LONG}took 12 ms\n${LONG}and more`,
  "at 2024-05-16T11:05:30Z",
  "at 2025-01-02T03:04:05Z",
  { done: true },
  undefined,
];
const ERRORS: unknown[] = [
  "failed after 3 tries",
  "failed after 5 tries",
  new Error("no such file"),
  "Rate limit reached",
];
const REFUSALS = [
  "Tool 'read' was called with identical arguments and returned the same result 3 times. This call was not run: its result is known. If you are waiting for a change, make one blocking wait; otherwise take a different approach, or finish the response.",
];
const WARNING =
  "\n\nTool 'read' called 3 times with identical arguments. You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.";

const outcome: fc.Arbitrary<LoopOutcome | undefined> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...RESULTS).map((result) => ({ result })) },
  { weight: 4, arbitrary: fc.constantFrom(...ERRORS).map((error) => ({ error })) },
  { weight: 1, arbitrary: fc.constantFrom(...REFUSALS).map((result) => ({ result })) },
  { weight: 1, arbitrary: fc.constant({ result: `ok${WARNING}` }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...NAMES),
  args: fc.constantFrom(...ARGUMENTS),
  outcome,
  newRound: fc.nat(4).map((n) => n > 0),
  newTurn: fc.nat(30).map((n) => n === 0),
  late: fc.nat(8).map((n) => n === 0),
  wait: fc.nat(8).map((n) => (n === 0 ? 6_000 : 0)),
});
/** Blocks that are repeated, among steps that are not. */
const steps = fc
  .array(
    fc.oneof(
      step.map((one) => [one]),
      fc
        .tuple(
          fc.array(step, { minLength: 1, maxLength: 3 }),
          fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 8, max: 15 })),
        )
        .map(([block, times]) => Array.from({ length: times }, () => block).flat()),
    ),
    { maxLength: 8 },
  )
  .map((blocks) => blocks.flat());

function scanned(run: readonly Step[], options: LoopGuardOptions, look: QuickLook | undefined): ScannedRun {
  using guard = scanGuard(options);
  const context = scanContext(guard, look);
  let result: ScannedRun | undefined;
  const sink = new RunScan(context, { id: "r", line: 1 }, "f", (found) => {
    result = found;
  });
  const late: [number, LoopOutcome][] = [];
  let now: number | undefined;
  run.forEach(({ name, args, outcome, newRound, newTurn, late: isLate, wait }, index) => {
    if (wait > 0) now = (now ?? 1_700_000_000_000) + wait;
    if (newTurn) sink.turn();
    if (newRound || newTurn) sink.round();
    sink.call({ id: `c${index}`, name, arguments: args, ...(now === undefined ? {} : { at: now }) });
    if (outcome !== undefined && isLate) late.push([index, outcome]);
    else if (outcome !== undefined) sink.outcome(index, outcome);
    if (late.length > 2) for (const [at, what] of late.splice(0)) sink.outcome(at, what);
  });
  for (const [at, what] of late) sink.outcome(at, what);
  sink.end();
  expect(context.taped).toBe(0);
  return result as ScannedRun;
}

const SETTINGS: [string, LoopGuardOptions][] = [
  ["recommended", {}],
  ["strict", { preset: "strict" }],
  ["lenient", { preset: "lenient" }],
  ["observe", { preset: "observe" }],
  ["count", { maxRepeats: 3 }],
  ["repeat and duplicate", { detectors: [repeat({ threshold: 3 }), duplicate()] }],
  ["failures in a row", { detectors: [repeat({ threshold: 2, failures: true })] }],
  ["cycles, whatever the results", { detectors: [cycle({ minCycleLen: 1, repeats: 3 })] }],
  ["cycles of two", { detectors: [cycle({ minCycleLen: 2, repeats: 2, sameResults: true })] }],
  ["stall", { detectors: [stall({ threshold: 3 })], volatile: ["space"] }],
  ["stall, word by word", { detectors: [stall({ threshold: 2 })], volatile: [] }],
  ["errors", { detectors: [errorStreak({ threshold: 3, transientThreshold: 4 })] }],
  ["no progress", { detectors: [noProgress({ threshold: 2, settled: true })], volatile: ["timestamps", "durations"] }],
  ["no news", { detectors: [noNews({ ackTimes: 2 })] }],
  ["no news since one result", { detectors: [noNews({ times: 1, settled: true })] }],
  ["no news for long", { detectors: [noNews({ times: 12, ackTimes: 1, maxWaitMs: 4_000 })] }],
  ["one call of a tool", { detectors: [limit({ default: 9, limits: { edit: 5 } })] }],
  ["alternating tools", { detectors: [pingPong()] }],
  ["a count in canonical form", { detectors: [count({ maxRepeats: 1, canonical: true })] }],
];

describe("with the quick look and without it, a scan finds the same", () => {
  test.each(SETTINGS)("%s", (_, options) => {
    const look = quickLook(options) as QuickLook;
    expect(look).toBeDefined();
    let fired = 0;
    let passedOver = 0;
    fc.assert(
      fc.property(steps, (run) => {
        const full = scanned(run, options, undefined);
        let could = true;
        const spy: QuickLook = (tape) => {
          could = look(tape);
          return could;
        };
        expect(scanned(run, options, spy)).toEqual(full);
        if (full.detections.length > 0) fired++;
        if (!could) passedOver++;
      }),
      { numRuns: tries(1000) },
    );
    // Else the comparison would say nothing.
    expect(fired).toBeGreaterThan(enough(20));
    expect(passedOver).toBeGreaterThan(enough(20));
  });
});

test("what comes back late for a sibling breaks no row of failures", () => {
  const edit = { name: "edit", args: undefined, newTurn: false, wait: 0 };
  const sibling: Step = { ...edit, outcome: { result: "ok" }, newRound: true, late: true };
  const failed: Step = { ...edit, outcome: { error: "no such file" }, newRound: false, late: false };
  const other: Step = { ...sibling, name: "read" };
  const options = { detectors: [errorStreak({ threshold: 3 })] };
  // Read before, or it might be the repair.
  const run = [{ ...other, late: false }, sibling, failed, other, failed, other, failed, other, failed];
  expect(scanned(run, options, quickLook(options)).detections).toMatchObject([{ detector: "error_streak" }]);
});

test("it is left out where it could not tell", () => {
  const out: LoopGuardOptions[] = [
    { tools: { read: { ignore: ["from"] } } },
    { volatile: [/\d+/] },
    { message: "stop" },
    { detectors: [similarQuery({ tools: ["search"] })] },
  ];
  for (const options of out) expect(quickLook(options), JSON.stringify(options)).toBeUndefined();
});

test("the beginning of a text is normalised as it is within the whole text, if it ends with a line", () => {
  const piece = fc.constantFrom(
    ...[
      "12",
      "3.5s",
      " ",
      "\n",
      "\r\n",
      "\t",
      "attempt",
      "pid",
      "/tmp/x",
      "C:\\Temp\\y",
      "Jun  3 11:05:30",
      "2024-05-16",
      "T11:05:30Z",
    ],
    ...[
      "\u001b[31m",
      "\u001b]0;",
      "\u0007",
      "\\u001b[0m",
      "550e8400-e29b-41d4-a716-446655440000",
      "0x7f3a",
      "#",
      "[",
      "]",
      "é",
      "In [",
      "word",
    ],
  );
  const classes = fc.constantFrom(0x2ff, 0x3ff, 0x200, 0x0ff, 0);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), classes, (pieces, bits) => {
      const text = pieces.join("");
      const whole = core.normalizeVolatile(bits, text);
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) {
        const beginning = core.normalizeVolatile(bits, text.slice(0, end + 1));
        expect(whole.startsWith(beginning.trimEnd()), JSON.stringify({ text, end })).toBe(true);
      }
    }),
    { numRuns: tries(3000) },
  );
});

describe("ValueMeter", () => {
  const meter = new ValueMeter();

  test("takes calls for equal that differ in words about them, by each name of docs/identity", () => {
    for (const name of ABOUT_NAMES) {
      const camel = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      for (const key of [name, camel, camel.toUpperCase()])
        expect(meter.arguments({ [key]: 1, command: "a b" }), key).toBe(
          meter.arguments({ command: "a b", [key]: "x" }),
        );
    }
    expect(ABOUT_NAMES.size).toBe(30);
    expect(meter.arguments({ a: { timeout: 1 } })).not.toBe(meter.arguments({ a: { timeout: 2 } }));
    expect(meter.arguments({ cwd: "a" })).not.toBe(meter.arguments({ cwd: "b" }));
  });
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, shuffled(member)]),
    );
  };

  test("equal identities have equal hashes: other orders, other texts", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const hash = meter.arguments(typeof value === "string" ? JSON.stringify(value) : value);
        expect(meter.arguments(JSON.stringify(value, null, 2))).toBe(hash);
        const other = shuffled(JSON.parse(JSON.stringify(value)));
        expect(canonicalize(JSON.stringify(other))).toBe(canonicalize(JSON.stringify(value)));
        expect(meter.arguments(JSON.stringify(other))).toBe(hash);
      }),
    );
  });

  test("its size is that of the JSON text, but for escapes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("\\"));
        meter.value(JSON.parse(text));
        expect(meter.size).toBe(text.length);
      }),
    );
  });

  test("different arguments of different calls nearly always differ", () => {
    const hashes = new Set<number>();
    for (let i = 0; i < 20_000; i++) hashes.add(meter.arguments({ path: `src/file-${i}.ts`, from: i % 7 }));
    expect(hashes.size).toBeGreaterThan(19_980);
  });

  test("a value nested a million levels is no trouble", () => {
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    expect(() => meter.arguments(deep)).not.toThrow();
  });
});
