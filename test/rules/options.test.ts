/** Options that cannot work are refused at construction, by name. */
import { describe, expect, it } from "vitest";
import { LoopDetector } from "../../lib/guard/loop-detector.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import {
  count,
  custom,
  cycle,
  duplicate,
  errorStreak,
  limit,
  noProgress,
  pingPong,
  repeat,
  similarQuery,
  stall,
  unknownTool,
} from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { readOptions } from "../../lib/rules/options.ts";

type Row = [what: string, make: () => unknown, name: "TypeError" | "RangeError", message: RegExp];

const guard = (options: unknown) => () => new LoopGuard(options as LoopGuardOptions);
const detector = (options: unknown) => () => new LoopDetector(options as object);
const made =
  (factory: (options: never) => unknown, options: unknown): (() => unknown) =>
  () =>
    factory(options as never);

const rows: Row[] = [
  [
    "options that are no object",
    guard(5),
    "TypeError",
    /"options" must be an object of LoopGuardOptions, got 5 \(number\)/,
  ],
  ["options that are an array", guard([]), "TypeError", /"options" must be .* got an array of 0/],
  ["null", guard(null), "TypeError", /"options" must be .* got null/],
  [
    "an unknown option",
    guard({ maxRepeat: 3 }),
    "TypeError",
    /"maxRepeat" must be a known option \(did you mean "maxRepeats"\?\), got 3/,
  ],
  [
    "an unknown option far from any",
    guard({ zzzzzzzz: 1 }),
    "TypeError",
    /"zzzzzzzz" must be a known option \(there are: .*maxRepeats, /,
  ],
  [
    "maxRepeats as text",
    guard({ maxRepeats: "3" }),
    "TypeError",
    /"maxRepeats" must be an integer from 0 to 1,000,000,000, got "3" \(string\)/,
  ],
  ["maxRepeats below 0", guard({ maxRepeats: -1 }), "RangeError", /"maxRepeats" must be .* got -1 \(number\)/],
  ["maxRepeats between integers", guard({ maxRepeats: 1.5 }), "RangeError", /"maxRepeats" must be an integer/],
  ["maxRepeats NaN", guard({ maxRepeats: Number.NaN }), "RangeError", /"maxRepeats"/],
  [
    "maxRepeats beside detectors",
    guard({ maxRepeats: 3, detectors: [count()] }),
    "TypeError",
    /"maxRepeats" must be absent where detectors/,
  ],
  [
    "detectors that are no array",
    guard({ detectors: count() }),
    "TypeError",
    /"detectors" must be an array of 1 to 64 detectors, got an object/,
  ],
  ["no detectors", guard({ detectors: [] }), "TypeError", /"detectors" must be an array of 1 to 64/],
  ...[{ budget: { calls: 5 } }, { preset: "strict" }, { tools: { f: { limit: 3 } } }].map(
    (more): Row => [
      `64 detectors beside ${Object.keys(more)}`,
      guard({ detectors: Array.from({ length: 64 }, () => repeat()), ...more }),
      "RangeError",
      /"detectors" must be up to 64 with preset, budget, tools, got an array of 64/,
    ],
  ),
  ["65 detectors", guard({ detectors: Array.from({ length: 65 }, () => count()) }), "TypeError", /"detectors" must be/],
  [
    "a detector that is none",
    guard({ detectors: [count(), 5] }),
    "TypeError",
    /"detectors\[1\]" must be a detector, made by/,
  ],
  ["a factory that was not called", guard({ detectors: [count] }), "TypeError", /"detectors\[0\]" must be a detector/],
  [
    "a detector of no type",
    guard({ detectors: [{}] }),
    "TypeError",
    /"detectors\[0\]\.type" must be one of count, repeat/,
  ],
  [
    "a detector of an unknown type",
    guard({ detectors: [{ type: "loop" }] }),
    "TypeError",
    /"detectors\[0\]\.type" must be one of/,
  ],
  ["poll as a detector", guard({ detectors: [{ type: "poll" }] }), "TypeError", /"detectors\[0\]\.type"/],
  [
    "a hand-made detector out of range",
    guard({ detectors: [{ type: "repeat", threshold: 1 }] }),
    "RangeError",
    /"detectors\[0\]\.threshold" must be an integer from 2/,
  ],
  [
    "a hand-made detector with an unknown parameter",
    guard({ detectors: [{ type: "repeat", treshold: 4 }] }),
    "TypeError",
    /"detectors\[0\]\.treshold" must be a known option \(did you mean "threshold"/,
  ],
  [
    "two limits",
    guard({ detectors: [limit(), duplicate(), limit()] }),
    "RangeError",
    /"detectors\[2\]" must be the only detector of type limit/,
  ],
  [
    "two similarQuery",
    guard({ detectors: [similarQuery({ tools: ["a"] }), similarQuery({ tools: ["b"] })] }),
    "RangeError",
    /"detectors\[1\]" must be the only/,
  ],
  ["an unknown preset", guard({ preset: "best" }), "TypeError", /"preset" must be one of recommended, /],
  [
    "a preset beside maxRepeats",
    guard({ preset: "strict", maxRepeats: 3 }),
    "TypeError",
    /"preset" must be absent where maxRepeats is given/,
  ],
  ["a guard's volatile", guard({ volatile: ["dates"] }), "TypeError", /"volatile\[0\]" must be one of timestamps/],
  [
    "an unknown action",
    guard({ action: "stop" }),
    "TypeError",
    /"action" must be "warn", "hint", "abort" or a function, got "stop"/,
  ],
  ["a ladder that is no object", guard({ ladder: 3 }), "TypeError", /"ladder" must be an object such as/],
  ["an empty ladder", guard({ ladder: {} }), "RangeError", /"ladder" must be an object with at least one of/],
  [
    "an unknown rung",
    guard({ ladder: { warm: 1 } }),
    "TypeError",
    /"ladder\.warm" must be a known option \(did you mean "warn"/,
  ],
  ["a rung at 0", guard({ ladder: { warn: 0 } }), "RangeError", /"ladder\.warn" must be an integer from 1/],
  [
    "abort before hint",
    guard({ ladder: { hint: 3, abort: 2 } }),
    "RangeError",
    /"ladder\.abort" must be at least 3, where hint starts, got 2/,
  ],
  [
    "a ladder below its action",
    guard({ action: "hint", ladder: { warn: 2 } }),
    "RangeError",
    /"ladder\.hint" must be at least 2, where warn starts/,
  ],
  [
    "a ladder beside an action function",
    guard({ action: () => "hint", ladder: { abort: 2 } }),
    "TypeError",
    /"ladder" must be absent where action is a function/,
  ],
  ["a message of no use", guard({ message: 5 }), "TypeError", /"message" must be a string or a function/],
  ["an unknown scope", guard({ scope: "session" }), "TypeError", /"scope" must be "instance" or "run", got "session"/],
  ["shadow as text", guard({ shadow: "true" }), "TypeError", /"shadow" must be true or false/],
  ["onDetection that is no function", guard({ onDetection: {} }), "TypeError", /"onDetection" must be a function/],
  ["maxEntries of 0", guard({ maxEntries: 0 }), "RangeError", /"maxEntries" must be an integer from 1/],
  ["maxRuns of 0", guard({ maxRuns: 0 }), "RangeError", /"maxRuns" must be an integer from 1/],
  ["a clock that is no function", guard({ now: 5 }), "TypeError", /"now" must be a function/],
  ["count", made(count, { maxRepeats: "x" }), "TypeError", /"count\.maxRepeats" must be an integer/],
  ["count, canonical", made(count, { canonical: 1 }), "TypeError", /"count\.canonical" must be true or false/],
  [
    "repeat",
    made(repeat, { threshold: 0 }),
    "RangeError",
    /"repeat\.threshold" must be an integer from 2 to 65,536, got 0/,
  ],
  ["stall", made(stall, { threshold: Number.POSITIVE_INFINITY }), "RangeError", /"stall\.threshold"/],
  [
    "pingPong",
    made(pingPong, { cycleLength: 1 }),
    "RangeError",
    /"ping_pong\.cycleLength" must be an integer from 2 to 64/,
  ],
  [
    "cycle, min above max",
    made(cycle, { minCycleLen: 9 }),
    "RangeError",
    /"cycle\.minCycleLen" must be at most maxCycleLen \(8\), got 9/,
  ],
  [
    "cycle that never fits",
    made(cycle, { windowSize: 8, minCycleLen: 3, repeats: 3 }),
    "RangeError",
    /"cycle\.windowSize" must be at least minCycleLen \* repeats \(9\)/,
  ],
  ["cycle, one repetition", made(cycle, { repeats: 1 }), "RangeError", /"cycle\.repeats" must be an integer from 2/],
  ["duplicate", made(duplicate, { replay: "yes" }), "TypeError", /"duplicate\.replay" must be true or false/],
  [
    "similarQuery without tools",
    made(similarQuery, {}),
    "TypeError",
    /"similar_query\.tools" must be a non-empty array/,
  ],
  [
    "similarQuery, threshold",
    made(similarQuery, { tools: ["a"], threshold: 75 }),
    "RangeError",
    /"similar_query\.threshold" must be a number from 0 to 1, got 75/,
  ],
  ["limit", made(limit, { limits: { a: -1 } }), "RangeError", /"limit\.limits\["a"\]" must be an integer from 1/],
  ["limit, default", made(limit, { default: "3" }), "TypeError", /"limit\.default" must be an integer from 0/],
  [
    "noProgress",
    made(noProgress, { threshold: 40 }),
    "RangeError",
    /"no_progress\.threshold" must be at most windowSize \(32\), got 40/,
  ],
  ["errorStreak", made(errorStreak, { transientThreshold: 1 }), "RangeError", /"error_streak\.transientThreshold"/],
  ["unknownTool", made(unknownTool, { limit: 3 }), "TypeError", /"unknown_tool\.limit" must be a known option/],
  [
    "custom without a function",
    () => custom("mine", undefined as never),
    "TypeError",
    /"custom\.detect" must be a function, got undefined/,
  ],
  ["custom without a name", () => custom("", () => null), "TypeError", /"custom\.name" must be a non-empty string/],
  [
    "custom with a taken name",
    () => custom("cycle", () => null),
    "RangeError",
    /"custom\.name" must be a name that no built-in detector has/,
  ],
  [
    "a detector's own ladder",
    made(count, { ladder: { hint: 2, abort: 1 } }),
    "RangeError",
    /"count\.ladder\.abort" must be at least 2/,
  ],
  ["a LoopDetector of no use", detector(5), "TypeError", /"options" must be an object of windowSize/],
  ["a LoopDetector with an unknown option", detector({ window: 5 }), "TypeError", /"window" must be a known option/],
  [
    "a LoopDetector, null",
    detector({ repeats: null }),
    "TypeError",
    /"repeats" must be an integer from 2 to 65,536, got null/,
  ],
  [
    "a LoopDetector whose cycles never fit",
    detector({ windowSize: 2 }),
    "RangeError",
    /"windowSize" must be at least minCycleLen \* repeats \(3\)/,
  ],
  [
    "a key that is none",
    () => new LoopGuard().run(5 as unknown as string),
    "TypeError",
    /"key" must be a string or an object/,
  ],
  [
    "a signature that is none",
    () => new LoopDetector().push(5 as unknown as string),
    "TypeError",
    /"signature" must be a string, got 5/,
  ],
  [
    "signatures that are none",
    () => new LoopDetector().rehydrate("abc"),
    "TypeError",
    /"signatures" must be an iterable of strings/,
  ],
  [
    "a history that is none",
    () => new LoopGuard().check({} as never),
    "TypeError",
    /"calls" must be an array of calls/,
  ],
];

describe("options that cannot work", () => {
  it.each(rows)("%s", (_what, make, name, message) => {
    expect(make).toThrow(
      expect.objectContaining({ name, code: "ERR_LOOPGUARD_OPTION", message: expect.stringMatching(message) }),
    );
  });
});

describe("options that work", () => {
  it("takes undefined for left out", () => {
    const read = readOptions({
      maxRepeats: undefined,
      action: undefined,
      tools: undefined,
      shadow: undefined,
    } as object);
    expect(read).toMatchObject({ scope: "run", shadow: false, maxEntries: 10_000, maxRuns: 1024 });
    expect(count({ maxRepeats: undefined } as object).maxRepeats).toBe(3);
  });

  it("has presets, each detector of which ends in abort", () => {
    for (const preset of ["recommended", "strict", "lenient", "observe"] as const) {
      const { detectors, steps } = readOptions({ preset });
      expect(detectors.length).toBeGreaterThan(3);
      for (const { ladder } of detectors) expect(ladder?.abort ?? steps.ladder.abort).toBeGreaterThan(0);
    }
    expect(readOptions({})).toEqual({ ...readOptions({ preset: "recommended" }) });
    expect(readOptions({ preset: "observe" }).shadow).toBe(true);
  });

  it("puts a preset's detectors under the ladder that is asked for", () => {
    const { detectors, steps } = readOptions({ action: "hint" });
    for (const { type, action, ladder } of detectors) {
      const refuses = ["no_news", "unknown_tool", "text_repeat"].includes(type); // the others go on warning, and no more
      expect({ action, ladder }).toEqual({ action: undefined, ladder: refuses ? undefined : { warn: 1, abort: 100 } });
    }
    expect(steps.ladder).toEqual({ hint: 1 });
  });

  it("takes all of a preset that is named beside detectors, but its own", () => {
    const { detectors, steps, volatile } = readOptions({
      preset: "recommended",
      detectors: [repeat({ threshold: 4 })],
    });
    const preset = readOptions({ preset: "recommended" });
    // Its own detectors come after, but for the one of the same type.
    expect(detectors[0]).toEqual(repeat({ threshold: 4 }));
    expect(detectors.slice(1)).toEqual(preset.detectors.filter(({ type }) => type !== "repeat"));
    expect({ steps, volatile }).toEqual({ steps: preset.steps, volatile: preset.volatile });
    expect(readOptions({ preset: "observe", detectors: [repeat()] }).shadow).toBe(true);
    const warning = repeat({ ladder: { warn: 1 } });
    expect(readOptions({ preset: "recommended", detectors: [warning], action: "hint" }).detectors[0]).toEqual(warning);
    expect(readOptions({ detectors: [repeat()] }).volatile).toEqual({ results: [], failures: [] });
  });

  it("ends in abort for detectors without a ladder", () => {
    expect(readOptions({ detectors: [repeat()] }).steps.ladder).toEqual({ warn: 1, hint: 2, abort: 5 });
  });

  it("turns the shorthand into count, verbatim, with an end", () => {
    const { detectors, steps } = readOptions({ maxRepeats: 2 });
    expect(detectors).toMatchObject([{ type: "count", maxRepeats: 2, canonical: false }]);
    expect(steps.ladder).toEqual({ hint: 1, abort: 4 });
    expect(readOptions({ maxRepeats: 2, action: "hint" }).steps.ladder).toEqual({ hint: 1 });
    expect(readOptions({ maxRepeats: 2, action: "abort" }).steps.ladder).toEqual({ abort: 1 });
  });

  it("merges a named action with a ladder", () => {
    expect(readOptions({ action: "hint", ladder: { abort: 5 } }).steps.ladder).toEqual({ hint: 1, abort: 5 });
    const whole = readOptions({ ladder: { abort: 3, ask: 3, hint: 2, warn: 1 } }).steps.ladder;
    expect(JSON.stringify(whole)).toBe('{"warn":1,"hint":2,"ask":3,"abort":3}');
  });

  it("makes frozen detectors, and copies of hand-made ones", () => {
    const made = repeat({ threshold: 4 });
    expect(Object.isFrozen(made)).toBe(true);
    expect(made).toMatchObject({ name: "repeat", type: "repeat", threshold: 4 });
    const own = { type: "repeat", threshold: 4 } as const;
    const [read] = readOptions({ detectors: [own as never] }).detectors;
    expect(read).toEqual(made);
    expect(read).not.toBe(own);
  });

  it("takes null in recover as absent, as in its checks", () => {
    const nulls = { models: null, temperature: null, prune: null, tools: null, fresh: null };
    expect(readOptions({ recover: nulls as never }).recover).toEqual(readOptions({ recover: true }).recover);
  });

  it("takes a limit of 0 for all, and Infinity for one", () => {
    expect(limit({ limits: { search: Number.POSITIVE_INFINITY }, default: 0 })).toMatchObject({ default: 0 });
  });
});
