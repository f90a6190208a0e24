/**
 * A detector's record: everything that other code needs to know about a detector. It is part of the detector's own
 * file, and `table.ts` lists the records of all types; only what must be said of each type in other words does, too (`why-text.ts`).
 */

import { readSteps } from "../base/action-ladder.ts";
import { bool, type Check, checkKeys, checkObject, integer, member, text } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { copied, isGiven } from "../base/property.ts";
import type { ActionOption, Ladder, LoopDetection } from "../base/types.ts";
import type { DETECTOR_TYPES, PERIODS, UNITS } from "../core/layout.gen.ts";
import type { CoreReport } from "../core/types.ts";

/** The types of detectors, as the core names them; also the values of `LoopDetection.detector`. */
export type DetectorType = (typeof DETECTOR_TYPES)[number];

/** What a budget limits. */
export type BudgetUnit = Exclude<(typeof UNITS)[number], "none">;

/** Options of every factory: what its detections lead to. */
export interface DetectorActions {
  /** Takes precedence over the guard's `action`. */
  action?: ActionOption;
  /** Takes precedence over the guard's `ladder`. */
  ladder?: Ladder;
}

export interface DetectorBase<Type extends DetectorType> {
  /** The name of its detections: `LoopDetection.detector`. */
  readonly name: string;
  readonly type: Type;
  readonly action?: ActionOption;
  readonly ladder?: Readonly<Ladder>;
}

export interface ThresholdOptions {
  /** How many observations make a detection. Default 3. */
  threshold?: number;
}

export interface Parameter {
  /** The default; `undefined`: the parameter is required. */
  readonly fallback: unknown;
  readonly check: Check;
  /** An earlier parameter whose value is the default. */
  readonly like?: string;
  /** A parameter that it may not exceed. */
  readonly atMost?: string;
  /** The core takes 0 for it too: none. */
  readonly optional?: boolean;
  /** Where it stands in `lg_detector_spec`. Default: its name, as C writes it. */
  readonly place?: string;
  /** No number of the detector's in the core; it is not sent there. */
  readonly local?: boolean;
  /** With `local`: it names tools, so it is sent: the core finds the profiles of tools. */
  readonly ofTools?: boolean;
}

/** The most observations that the core looks back on. */
export { REACH_MAX } from "../core/layout.gen.ts";

export function whole(fallback: number, min: number, max: number, place?: string): Parameter {
  return { fallback, check: integer(min, max), ...(place && { place }) };
}

/** A flag that is off by default. */
export const FLAG: Parameter = { fallback: false, check: bool };

/** What a budget has found. */
export interface BudgetFacts {
  readonly of: BudgetUnit;
  readonly per: (typeof PERIODS)[number];
  readonly used: number;
  readonly limit: number;
  /** Only calls of these count; none: of every tool. */
  readonly tools: readonly string[];
}

/** The values that a text is made from. */
export interface LoopFacts
  extends Readonly<
    Pick<CoreReport, "repeats" | "threshold" | "cycleLength" | "differing" | "waitMs" | "waitedMs" | "span">
  > {
  readonly type: DetectorType;
  readonly tool: string;
  /** The tool names of one block, oldest first: of a long one, those of its last calls. */
  readonly names: readonly string[];
  /** Only of a budget. */
  readonly budget?: BudgetFacts | undefined;
}

/** The values of what a model reads in a warning. */
export interface WarnedFacts extends Readonly<Pick<CoreReport, "repeats" | "failed" | "strong">> {
  readonly tool: string;
  /** Since when: empty where it came in each response. */
  readonly within: string;
}

/** The part of a record that detectors and the rule for polls share. */
export interface LoopRecord {
  /** What was found, in one or two sentences. */
  text(facts: LoopFacts): string;
  /** In place of `text` in a warning with a result: what came back, how often, and since when. Absent: `text`. */
  warned?(facts: WarnedFacts): string;
  /** With `warned`: what else could be done. */
  readonly instead?: string;
  /**
   * What the model should do instead, after a refusal; with a comma in front it goes on the text's last sentence. Absent
   * when the text says it itself, or is fixed by the system that it comes from.
   */
  readonly advice?: string;
  /** What follows the text in a verdict `warn`. Absent: that the agent makes no progress. */
  readonly warning?: string;
  /** The end of an abort's error. Absent: that a loop is prevented. */
  readonly aborted?: string;
  /** The start of `text`, if that is enough to recognise a refusal. */
  readonly refusalStart?: string;
  /** The text of an abort's error, in place of the detection's message. */
  abortText?(detection: LoopDetection): string;
  details(facts: LoopFacts): Record<string, unknown>;
  /** `LoopDetection.pattern`. Default: the tool's name. */
  pattern?(steps: CoreReport["pattern"]): string[];
  /** The steps of its patterns end in a digest of the arguments, such as `read#1a2b3c4d`. */
  readonly digestsSteps?: boolean;
  /** It judges calls before they run, so a detection on a later strike is about that call, not about an earlier one. */
  readonly judgesAsked?: boolean;
  /** It counts what ran, whatever that gave: its warnings do not wait for the result. */
  readonly countsRuns?: boolean;
  /** It says the verdict itself: no ladder applies. */
  readonly givesVerdict?: boolean;
  /** It depends on time and on everything that happens in a run, and fires only before a call runs. */
  readonly judgesNews?: boolean;
  /** It is about the run, and not about calls: its detections have no tool. */
  readonly ofRun?: boolean;
  /** It compares calls with their arguments. Otherwise it compares tools, whatever the arguments. */
  readonly ofOneCall?: boolean;
  /** It depends on time alone, which histories and traces may lack: what it finds in one is ignored. */
  readonly byTime?: boolean;
}

/** The names of a detector's own parameters. */
type ParameterOf<D> = Exclude<keyof D, keyof DetectorBase<DetectorType>> & string;

export interface DetectorRecord<D extends DetectorBase<DetectorType>> extends LoopRecord {
  /** In the order in which error messages list them. */
  readonly parameters: Readonly<Record<ParameterOf<D>, Parameter>>;
  /** Throws when parameters that are in range one by one make no sense together. */
  check?(detector: D, path: string): void;
  /** A guard can have only one of this type, because the core stores one limit and one query for each call. */
  readonly single?: boolean;
  /** It compares results. If no detector does, results, which may be large, are not sent to the core. */
  readonly readsResults: boolean;
  /** Whether calls need a time for it. Absent: they do not. */
  readsClock?(detector: D): boolean;
  /** Whether its refusals carry the earlier result. Absent: they do not. */
  replays?(detector: D): boolean;
  /** Options with which it applies to every tool. Absent: the defaults; `null`: it needs one of the user's. */
  readonly example?: Partial<D> | null;
  /** Whether it finds nothing in calls of which no outcome is known. Absent: it may. As native/scan/scan.c has it. */
  needsOutcomes?(detector: D): boolean;
  /** What `tune` tries it with, alone. Left out: alone it makes no sense in a run that nobody knows. */
  tried?(): D[];
  /** The parameters of which `tune` tries the neighbours. */
  readonly varied?: readonly ParameterOf<D>[];
}

/** The body of every factory: a wrong parameter throws here, where it is written. */
export function make<D extends DetectorBase<DetectorType>>(
  type: D["type"],
  record: DetectorRecord<D>,
  options: object | undefined,
  own?: Partial<D>,
): D {
  if (isGiven(options)) checkObject(options, type, `an object, of ${Object.keys(record.parameters).join(", ")}`);
  const given: Record<string, unknown> = { name: type, type, ...options, ...own };
  if (given["type"] !== type) throw optionError("type", member(type, "type"), given["type"], type);
  return completed(record, given, type) as unknown as D;
}

/** A detector of the record's type, with its defaults; throws `ERR_LOOPGUARD_OPTION` for a wrong one. */
export function completed(record: Checks, given: Record<string, unknown>, path: string): Record<string, unknown> {
  const { parameters } = record;
  const detector = withDefaults(parameters, given);
  checkKeys(detector, path, ["name", "type", "action", "ladder", ...Object.keys(parameters)]);
  checkParameters(parameters, detector, path);
  text(detector["name"], member(path, "name"));
  readSteps(detector["action"], detector["ladder"], path);
  record.check?.(detector as never, path);
  return Object.freeze(detector);
}

/** The detector with the defaults of the parameters that were left out. */
function withDefaults(parameters: Parameters, detector: Record<string, unknown>): Record<string, unknown> {
  const full: Record<string, unknown> = { ...detector };
  for (const [key, { fallback, like, ofTools }] of Object.entries(parameters)) {
    if (full[key] === undefined) full[key] = like === undefined ? fallback : full[like];
    else if (ofTools === true) full[key] = copied(full[key]);
  }
  for (const key of ["action", "ladder"]) if (full[key] === undefined) delete full[key];
  return full;
}

type Parameters = Readonly<Record<string, Parameter>>;

/** The part of a record that checks need. */
type Checks = { readonly parameters: Parameters; check?(detector: never, path: string): void };

/** The options of a detector that stands alone, with their defaults. Throws `ERR_LOOPGUARD_OPTION`. */
export function readAll<Options extends object>({ parameters, check }: Checks, options: Options): Required<Options> {
  const names = Object.keys(parameters);
  checkObject(options, "options", `an object of ${names.join(", ")}`);
  checkKeys(options, "", names);
  const full = withDefaults(parameters, { ...options });
  checkParameters(parameters, full, "");
  check?.(full as never, "");
  return full as Required<Options>;
}

/** Checks each, and what one says of another. */
function checkParameters(parameters: Parameters, values: Record<string, unknown>, path: string): void {
  const all = Object.entries(parameters);
  for (const [key, { check }] of all) check(values[key], member(path, key));
  for (const [key, { atMost }] of all) {
    const most = atMost === undefined ? undefined : (values[atMost] as number);
    if (most !== undefined && (values[key] as number) > most)
      throw optionError("range", member(path, key), values[key], `at most ${atMost} (${most})`);
  }
}

/** A duration in words: `90 seconds`, and whole minutes from two minutes on, `12 minutes`. */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes >= 2 ? `${minutes} minutes` : `${Math.round(ms / 1000)} seconds`;
}

/** Whether a detector is of one type, for TypeScript too. */
export type IsType<D extends { readonly type: string }> = (detector: { readonly type: string }) => detector is D;

export function ofType<D extends { readonly type: string }>(type: D["type"]): IsType<D> {
  return (detector): detector is D => detector.type === type;
}
