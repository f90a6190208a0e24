/** The settings of the page: what the guard is made of, and what tokens cost. They are in the address; a trace never is. */
import type { Ladder, PresetName } from "../../lib/base/types.ts";
import { detectorCode, writtenDetector } from "../../lib/cli/detector-code.ts";
import type { Pricing } from "../../lib/cli/scan/totals-text.ts";
import { CURRENCY } from "../../lib/cli/scan/totals-text.ts";
import { type Detector, noNews } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { PRESET_NAMES, presetOf } from "../../lib/rules/presets.ts";

export interface Settings {
  preset: PresetName;
  /** Equal results before a call is refused: `times` of `noNews`. */
  times: number;
  /** The strikes at which that detector refuses, and ends the run. */
  refuse: number;
  end: number;
  /** Of a million tokens. */
  price: number;
}

/** The numbers that have a slider. */
export const RANGES = { times: [1, 12], refuse: [1, 12], end: [1, 24] } as const;
const PRICE = 3;
const PRICE_MAX = 10_000;

/** The settings of a preset as it is. */
export function settingsOf(preset: PresetName, price: number = PRICE): Settings {
  const { times, ladder } = presetOf(preset).detectors.find(isNoNews) as { times: number; ladder: Ladder };
  return { preset, times, refuse: ladder.hint ?? 1, end: ladder.abort ?? 1, price };
}

function isNoNews({ type }: Detector): boolean {
  return type === "no_news";
}

function isOwn({ preset, times, refuse, end }: Settings): boolean {
  const usual = settingsOf(preset);
  return times !== usual.times || refuse !== usual.refuse || end !== usual.end;
}

/** A refusal that does not come at once has a warning before it. */
function ladderOf({ refuse, end }: Settings): Ladder {
  const abort = Math.max(refuse, end);
  return refuse > 1 ? { warn: 1, hint: refuse, abort } : { hint: refuse, abort };
}

/** The options of a guard; the preset alone where its numbers are as they come. */
export function optionsOf(settings: Settings): LoopGuardOptions {
  const { preset, times } = settings;
  if (!isOwn(settings)) return { preset };
  const detector = noNews({ times, settled: true, ladder: ladderOf(settings) });
  return { preset, detectors: [writtenDetector(detector)] };
}

/** The same as code: `{ preset: "strict" }`. */
export function optionsCode(settings: Settings): string {
  const { preset, detectors = [] } = optionsOf(settings);
  const list = detectors.map((one) =>
    detectorCode(one)
      .replace(/"(\w+)":/g, "$1: ")
      .replace(/,(?=\w)/g, ", "),
  );
  const code = list.map((one) => one.replace(/\{(?=\w)/g, "{ ").replace(/(\d)\}/g, "$1 }"));
  return code.length === 0 ? `{ preset: "${preset}" }` : `{ preset: "${preset}", detectors: [${code.join(", ")}] }`;
}

/** Whether the guard is the one that is made without options. */
export function isDefault(settings: Settings): boolean {
  return settings.preset === "recommended" && !isOwn(settings);
}

export function pricingOf({ price }: Settings): Pricing {
  return { price, currency: CURRENCY };
}

/** As they stand in the address: only what differs. */
export function settingsToParameters(settings: Settings): URLSearchParams {
  const usual = settingsOf(settings.preset);
  const parameters = new URLSearchParams();
  if (settings.preset !== "recommended") parameters.set("preset", settings.preset);
  for (const name of ["times", "refuse", "end", "price"] as const)
    if (settings[name] !== usual[name]) parameters.set(name, String(settings[name]));
  return parameters;
}

/** What is no setting is taken for one that is not there: an address may be anybody's. */
export function settingsFrom(parameters: URLSearchParams): Settings {
  const preset = parameters.get("preset") ?? "";
  const usual = settingsOf((PRESET_NAMES.includes(preset) ? preset : "recommended") as PresetName);
  const whole = (name: keyof typeof RANGES): number => {
    const [least, most] = RANGES[name];
    const value = Number(parameters.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= least && value <= most ? value : usual[name];
  };
  const price = Number(parameters.get("price") ?? Number.NaN);
  return {
    preset: usual.preset,
    times: whole("times"),
    refuse: whole("refuse"),
    end: whole("end"),
    price: price >= 0 && price <= PRICE_MAX ? price : PRICE,
  };
}
