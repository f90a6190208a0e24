/** What `tune` tries: the presets, each detector alone over its thresholds, and one preset with one number changed. */
import { VOLATILE_BITS } from "../../core/layout.gen.ts";
import {
  count,
  cycle,
  type Detector,
  duplicate,
  errorStreak,
  limit,
  noNews,
  noProgress,
  pingPong,
  repeat,
  stall,
} from "../../detectors.ts";
import { presetOf } from "../../presets.ts";
import type { Ladder, LoopGuardOptions, PresetName, VolatileClass } from "../../types.ts";
import type { NoNews } from "../explain/outcome-key.ts";

export interface Setting {
  /** For people: "recommended", "noProgress({ threshold: 3 })". */
  readonly name: string;
  readonly family: "preset" | "alone" | "varied" | "together";
  /** What is written to a config; JSON says all of it. */
  readonly options: LoopGuardOptions;
  readonly detectors: readonly Detector[];
  readonly ladder: Readonly<Ladder>;
}

/** The preset whose numbers are varied, and whose way to compare results all settings share. */
export const BASE: PresetName = "recommended";
/** `observe` finds what `recommended` finds, and never acts. */
const TRIED_PRESETS: readonly PresetName[] = ["recommended", "strict", "lenient"];
/** Passing failures are forgiven so many times as often as others. */
const TRANSIENT_TIMES = 2.5;

const bits = (classes: readonly unknown[]): number =>
  classes.reduce((sum: number, name) => sum | VOLATILE_BITS[name as VolatileClass], 0);

/** How the runs are compacted, so that every setting finds in them what it would find in the texts. */
export const NO_NEWS: NoNews = {
  results: bits(presetOf(BASE).volatile.results),
  failures: bits(presetOf(BASE).volatile.failures),
  expressions: (text) => text,
};

/** All of them, in a fixed order. */
export function settings(): Setting[] {
  return [...TRIED_PRESETS.map(preset), ...ALONE.map((detector) => together("alone", [detector])), ...varied()];
}

/** Detectors of one's own; all else is the base preset's. */
export function together(
  family: "alone" | "varied" | "together",
  detectors: readonly Detector[],
  name?: string,
): Setting {
  return {
    name: name ?? detectors.map(detectorName).join(" + "),
    family,
    options: { preset: BASE, detectors: detectors.map(written) },
    detectors,
    ladder: presetOf(BASE).ladder,
  };
}

function preset(name: PresetName): Setting {
  const { detectors, ladder } = presetOf(name);
  return { name, family: "preset", options: { preset: name }, detectors, ladder };
}

/**
 * Everything alone that makes sense in any run. `similarQuery` wants tools named and `custom` a function; what feeds
 * `unknownTool` is not in a trace.
 */
const ALONE: readonly Detector[] = [
  ...[2, 3, 4, 5, 8, 12].map((maxRepeats) => count({ maxRepeats, canonical: true })),
  ...[2, 3, 4, 5, 8, 10].map((threshold) => repeat({ threshold })),
  ...[2, 3, 4, 5].map((threshold) => repeat({ threshold, failures: true })),
  ...[3, 4, 6, 8, 12].map((threshold) => stall({ threshold })),
  ...[3, 4, 6].map((repetitions) => pingPong({ repetitions })),
  ...[3, 4].map((repetitions) => pingPong({ cycleLength: 3, repetitions })),
  ...[2, 3, 4].map((repeats) => cycle({ minCycleLen: 2, repeats })),
  ...[2, 3, 4].map((repeats) => cycle({ minCycleLen: 2, repeats, sameResults: true })),
  cycle(),
  duplicate(),
  ...[5, 10, 20, 50].map((most) => limit({ default: most })),
  ...[1, 2, 3, 4, 6].map((times) => noNews({ times })),
  ...[1, 2, 3, 4, 6].map((times) => noNews({ times, settled: true })),
  ...[2, 3, 4, 5, 8].map((threshold) => noProgress({ threshold })),
  ...[2, 3, 4, 5, 8].map((threshold) => noProgress({ threshold, settled: true })),
  noProgress({ threshold: 3, errorThreshold: 2 }),
  noProgress({ threshold: 3, errorThreshold: 2, settled: true }),
  ...[2, 3, 4, 5, 8].map((threshold) =>
    errorStreak({ threshold, transientThreshold: Math.round(threshold * TRANSIENT_TIMES) }),
  ),
];

/** Numbers of a detector that are worth varying. */
const NUMBERS = ["threshold", "errorThreshold", "transientThreshold", "repeats", "times"] as const;
const LEAST = 2;

/** The base preset with one number one lower, one higher, or doubled; and without each of its detectors. */
function varied(): Setting[] {
  const { detectors } = presetOf(BASE);
  return detectors.flatMap((detector, place) => {
    if (detector.type === "unknown_tool") return [];
    const others = (replaced: readonly Detector[]) => [
      ...detectors.slice(0, place),
      ...replaced,
      ...detectors.slice(place + 1),
    ];
    const label = `${BASE}, ${factoryName(detector)} #${place + 1}`;
    const changed = NUMBERS.flatMap((key) => {
      const value = (detector as unknown as Record<string, unknown>)[key];
      if (typeof value !== "number") return [];
      const nearby = [...new Set([value - 1, value + 1, value * 2])].filter(
        (it) => it >= LEAST && fits(detector, key, it),
      );
      return nearby.map((it) =>
        together("varied", others([{ ...detector, [key]: it } as Detector]), `${label}: ${key} ${value} → ${it}`),
      );
    });
    return [...changed, together("varied", others([]), `${label}: left out`)];
  });
}

/** Whether what is counted has room in what is looked back on. */
function fits(detector: Detector, key: string, value: number): boolean {
  if (detector.type === "no_progress") return value <= detector.windowSize;
  if (detector.type === "cycle" && key === "repeats") return detector.minCycleLen * value <= detector.windowSize;
  return true;
}

/** `no_progress` is made by `noProgress`. */
function factoryName({ type }: Detector): string {
  return type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** As one would write it in code: parameters that differ from the factory's own. */
function detectorName(detector: Detector): string {
  const { name: _name, type, ...rest } = detector as Detector & Record<string, unknown>;
  const plain: Record<string, unknown> = DEFAULTS[type] ?? {};
  const own = Object.entries(rest).filter(([key, value]) => !Object.is(value, defaultOf(plain, key, rest)));
  const text = own.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ");
  return `${factoryName(detector)}(${text === "" ? "" : `{ ${text} }`})`;
}

function defaultOf(plain: Record<string, unknown>, key: string, rest: Record<string, unknown>): unknown {
  if (key === "errorThreshold") return rest["threshold"];
  return typeof plain[key] === "object" ? rest[key] : plain[key];
}

const DEFAULTS: Readonly<Record<string, Record<string, unknown>>> = Object.fromEntries(
  [count(), repeat(), stall(), pingPong(), cycle(), duplicate(), limit(), noNews(), noProgress(), errorStreak()].map(
    (detector) => [detector.type, { ...detector }],
  ),
);

/** Without what options fill in by themselves. */
function written(detector: Detector): Detector {
  const { name, ...rest } = detector;
  return (name === detector.type ? rest : detector) as Detector;
}
