/** What `tune` tries: the presets, each detector alone over its thresholds, and one preset with one number changed. */

import type { PresetName } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { presetOf } from "../../rules/presets.ts";
import { checkDetector, DETECTOR_RECORDS, type Detector, recordOf } from "../../rules/table.ts";

export interface Setting {
  /** For people: "recommended", "noProgress({ threshold: 3 })". */
  readonly name: string;
  readonly family: "preset" | "alone" | "varied";
  /** What is written to a config; JSON says all of it. */
  readonly options: LoopGuardOptions;
  readonly detectors: readonly Detector[];
}

/** The preset whose numbers are varied, and whose way to compare results all settings share. */
export const BASE: PresetName = "recommended";
/** `observe` finds what `recommended` finds, and never acts. */
const TRIED_PRESETS: readonly PresetName[] = ["recommended", "strict", "lenient"];

const { results, failures } = presetOf(BASE).volatile;
/** As a user would write it. */
const ALIKE: NonNullable<LoopGuardOptions["volatile"]> = { results: [...results], failures: [...failures] };
/** All of them, in a fixed order. */
export function settings(): Setting[] {
  return [...TRIED_PRESETS.map(preset), ...ALONE.map((detector) => together("alone", [detector])), ...varied()];
}

/** These detectors alone, with the ladder of the base preset and its way to compare results. */
function together(family: "alone" | "varied", detectors: readonly Detector[], name?: string): Setting {
  return {
    name: name ?? detectors.map(detectorCode).join(" + "),
    family,
    options: { detectors: detectors.map(writtenDetector), ladder: presetOf(BASE).ladder, volatile: ALIKE },
    detectors,
  };
}

function preset(name: PresetName): Setting {
  return { name, family: "preset", options: { preset: name }, detectors: presetOf(name).detectors };
}

/** The detectors that make sense alone in any run. */
const ALONE: readonly Detector[] = [...DETECTOR_RECORDS.values()].flatMap(({ tried }) => tried?.() ?? []);

const LEAST = 2;

/** The base preset with one number one lower, one higher, or doubled; and without each of its detectors. */
function varied(): Setting[] {
  const { detectors } = presetOf(BASE);
  return detectors.flatMap((detector, place) => {
    const { varied: numbers = [] } = recordOf(detector);
    const others = (...replaced: readonly Detector[]) => detectors.toSpliced(place, 1, ...replaced);
    const label = `${BASE}, ${factoryName(detector)} #${place + 1}`;
    const changed = numbers.flatMap((key) => {
      const value = (detector as unknown as Record<string, number>)[key] as number;
      const nearby = [...new Set([value - 1, value + 1, value * 2])].filter((it) => it >= LEAST);
      return nearby.flatMap((it) => {
        const one = { ...detector, [key]: it };
        return isPossible(one) ? [together("varied", others(one), `${label}: ${key} ${value} → ${it}`)] : [];
      });
    });
    return [...changed, together("varied", others(), `${label}: left out`)];
  });
}

/** A threshold may be larger than the window. */
function isPossible(detector: Detector): boolean {
  try {
    checkDetector(detector, "");
    return true;
  } catch {
    return false;
  }
}

/** `ping_pong` is made by `pingPong`. */
function factoryName({ type }: Detector): string {
  return type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** As written in code: with the parameters that differ from the factory's defaults. */
export function detectorCode(detector: Detector): string {
  const { name: _name, type, ...rest } = detector as Detector & Record<string, unknown>;
  const { parameters } = recordOf(detector);
  const own = Object.entries(rest).filter(([key, value]) => {
    const { fallback, like } = parameters[key] ?? {};
    return !Object.is(value, like === undefined ? fallback : rest[like]);
  });
  const text = own.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ");
  return `${factoryName(detector)}(${text === "" ? "" : `{ ${text} }`})`;
}

/** Without a name that is the default. */
export function writtenDetector(detector: Detector): Detector {
  const { name, ...rest } = detector;
  return (name === detector.type ? rest : detector) as Detector;
}
