/** What `tune` tries: the presets, each detector alone over its thresholds, and one preset with one number changed. */

import type { PresetName } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { presetOf } from "../../rules/presets.ts";
import { DETECTOR_RECORDS, type Detector, recordOf } from "../../rules/table.ts";
import { detectorCode, factoryName, writtenDetector } from "../detector-code.ts";

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
/** All of them, in a fixed order. `observe` finds what `recommended` finds, and never acts. */
export function settings(): Setting[] {
  const presets = (["recommended", "strict", "lenient"] as const).map((name): Setting => {
    return { name, family: "preset", options: { preset: name }, detectors: presetOf(name).detectors };
  });
  const detectors = [...DETECTOR_RECORDS.values()].flatMap(({ tried }) => tried?.() ?? []);
  const alone = detectors.map((detector) => together("alone", [detector], detectorCode(detector)));
  return [...presets, ...alone, ...varied()];
}

/** These detectors, with the ladder of the base preset and its way to compare results. */
function together(family: "alone" | "varied", detectors: readonly Detector[], name: string): Setting {
  const { ladder, volatile: alike } = presetOf(BASE);
  const volatile = { results: [...alike.results], failures: [...alike.failures] };
  return { name, family, options: { detectors: detectors.map(writtenDetector), ladder, volatile }, detectors };
}

/** The base preset with one number one lower, one higher, or doubled; and without each of its detectors. */
function varied(): Setting[] {
  const { detectors } = presetOf(BASE);
  return detectors.flatMap((detector, place) => {
    const { varied: numbers = [] } = recordOf(detector);
    const others = (...replaced: readonly Detector[]) => detectors.toSpliced(place, 1, ...replaced);
    const label = `${BASE}, ${factoryName(detector)} #${place + 1}`;
    const changed = numbers.flatMap((key) => {
      const value = (detector as unknown as Record<string, number>)[key] as number;
      const nearby = [...new Set([value - 1, value + 1, value * 2])].filter((it) => it > 1);
      return nearby.map((it) => {
        return together("varied", others({ ...detector, [key]: it }), `${label}: ${key} ${value} → ${it}`);
      });
    });
    return [...changed, together("varied", others(), `${label}: left out`)];
  });
}
