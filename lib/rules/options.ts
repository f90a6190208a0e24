/** Checks the options of a guard and fills in the defaults. */

import { readSteps, type Steps } from "../base/action-ladder.ts";
import {
  bool,
  type Check,
  type Checks,
  checkEach,
  checkKeys,
  checkObject,
  choice,
  fitting,
  func,
  integer,
  limitValue,
  number,
} from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { isPlainObject } from "../base/property.ts";
import type {
  ActionOption,
  Ladder,
  LoopDetection,
  LoopRecovery,
  PresetName,
  ToolPolicy,
  Verdict,
  VolatileClass,
} from "../base/types.ts";
import { DETECTORS_MAX, GLOB_MAX, GLOBS_MAX } from "../core/layout.gen.ts";
import { BUDGET_PATH, type BudgetOptions, budgetEntry, isBudget } from "./detectors/budget.ts";
import { count } from "./detectors/count.ts";
import { isLimit, limitOfPolicies } from "./detectors/limit.ts";
import { isSimilarQuery } from "./detectors/similar-query.ts";
import { CallbackErrors } from "./diagnostics.ts";
import { DEFAULT_LADDER, PRESET_NAMES, type Preset, presetOf, REPLAY_LADDER, SHORTHAND_LADDER } from "./presets.ts";
import { checkRecover, type RecoverConfig, type RecoverOptions, readRecover } from "./recover-options.ts";
import { DETECTOR_RECORDS, type Detector, readDetector, replays } from "./table.ts";
import { checkVolatile, readPolicies, type VolatileDefaults } from "./tool-policy.ts";

/**
 * Options of a guard; all are optional. Unknown names, wrong types and impossible values throw `ERR_LOOPGUARD_OPTION`.
 *
 * @example
 * new LoopGuard({ preset: "strict", tools: { "poll_*": { poll: true }, clock: false }, onDetection: console.warn });
 */
export interface LoopGuardOptions {
  /**
   * Detectors, ladders and volatile spans under one name. Default `"recommended"`, unless `detectors` or `maxRepeats`
   * is given. Together with `detectors`, its own come after yours, but for those of a type that you give.
   */
  preset?: PresetName;
  /**
   * Shorthand for `detectors: [count({ maxRepeats })]`: calls with equal arguments that may run. `Infinity`: no limit.
   */
  maxRepeats?: number;
  /**
   * Up to 64 detectors, asked in order; the first that fires decides the verdict. Without `preset` they are all that there
   * are. Default: those of the preset.
   */
  detectors?: Detector[];
  /**
   * What a run may use, beside whatever detects: `{ calls: 100, cost: 0.5 }`. `cost` needs `price`, or usage that says its
   * cost.
   */
  budget?: BudgetOptions;
  /** Of a million tokens, in any currency: what `usage` costs where it does not say so. `cached` defaults to `input`. */
  price?: { input: number; output: number; cached?: number };
  /**
   * The verdict of the first strike: `"hint"` is the ladder `{ hint: 1 }`. With `ladder`, which counts where both name a step,
   * `"warn"` and `{ abort: 5 }` are `{ warn: 1, abort: 5 }`. A function decides each detection.
   */
  action?: ActionOption;
  /**
   * The strike at which each action starts. Default: the preset's; `{ warn: 1, hint: 2, abort: 5 }` with `detectors`,
   * `{ hint: 1, abort: 4 }` with `maxRepeats`.
   */
  ladder?: Ladder;
  /** Replaces the text that the model sees. When a function throws or returns no string, the default text stays. */
  message?: string | ((detection: LoopDetection) => string);
  /**
   * Per tool, by name or glob (`*`, `?`). Exact names win over globs, earlier globs over later ones. `false`: not
   * checked.
   */
  tools?: Record<string, false | ToolPolicy>;
  /**
   * Parts of a result that do not count when results are compared, unless the tool's policy says. Default: the
   * preset's, else none.
   */
  volatile?:
    | (VolatileClass | RegExp)[]
    | { results?: (VolatileClass | RegExp)[]; failures?: (VolatileClass | RegExp)[] };
  /**
   * `"run"`: each run has its own state, where a run is what the host knows as one: `RunContext.runId`, a session, or
   * the key of `runScope`. `"instance"`: all calls share one state. Default `"run"`; `"instance"` only for the
   * shorthand `loopDetection: { maxRepeats, action }` of `ToolExecutor`.
   */
  scope?: "instance" | "run";
  /** `true`: detect and report, but allow every call. Default: the preset's, else `false`. */
  shadow?: boolean;
  /**
   * Called for every detection, with the verdict that it led to. It may be async; it is not awaited. What it throws or
   * rejects with is published on the diagnostics channel `loopguard:error`.
   */
  onDetection?: (detection: LoopDetection, verdict: Verdict) => void;
  /**
   * What is done to the next request when a call was refused, so that the model gets out of its loop: one thing after the other, each
   * once per loop, until the loop ends or the ladder stops the run. `true`: all that need no more than that. It works where an
   * adapter can change requests, and in your own loop by `desk`; see docs/recovery.md. Default `false`.
   */
  recover?: boolean | RecoverOptions;
  /** Called for each of these, and again with what became of it. As `onDetection`. */
  onRecovery?: (recovery: LoopRecovery) => void;
  /** Distinct calls counted per run; past it the least recently used is dropped. Default 10,000. */
  maxEntries?: number;
  /** Open runs; past it the least recently used is dropped. Default 1,024. */
  maxRuns?: number;
  /** The clock, in milliseconds; for tests. Default `Date.now`. */
  now?: () => number;
}

/** The checked options, with all defaults filled in. */
export interface GuardConfig
  extends Readonly<Required<Pick<LoopGuardOptions, "scope" | "shadow" | "maxEntries" | "maxRuns" | "now">>> {
  readonly detectors: readonly Detector[];
  readonly steps: Steps;
  readonly message: string | ((detection: LoopDetection) => string) | undefined;
  readonly tools: ReadonlyMap<string, false | ToolPolicy>;
  /** For tools whose policy has no `volatile`. */
  readonly volatile: VolatileDefaults;
  readonly onDetection: LoopGuardOptions["onDetection"];
  readonly onRecovery: LoopGuardOptions["onRecovery"];
  /** Whether a verdict may be `ask`. */
  readonly mayAsk: boolean;
  /** `undefined`: nothing is done to requests. */
  readonly recover: RecoverConfig | undefined;
  /** Of one token, where a usage says no cost; `undefined`: nobody said. */
  readonly price: Price | undefined;
  /** Reports what the user's functions among the options throw. */
  readonly callbackErrors: CallbackErrors;
}

/** Of one token. */
type Price = Readonly<Record<"input" | "output" | "cached", number>>;

const DEFAULTS = { scope: "run", maxEntries: 10_000, maxRuns: 1024 } as const;

/** @internal Of a million tokens. */
export const PRICE: Check = number(0, 1_000_000_000);

/** @internal Options that can be checked by themselves; the others are checked where they are read. */
export const CHECKS: Checks = {
  preset: choice(PRESET_NAMES),
  maxRepeats: limitValue(0),
  volatile: (value, path) => {
    if (!isPlainObject(value)) return checkVolatile(value, path);
    checkKeys(value, path, ["results", "failures"]);
    checkEach(value, path, { results: checkVolatile, failures: checkVolatile });
  },
  message: fitting((value) => typeof value === "string" || typeof value === "function", "a string or a function"),
  scope: fitting((value) => value === "instance" || value === "run", '"instance" or "run"'),
  shadow: bool,
  onDetection: func,
  onRecovery: func,
  recover: checkRecover,
  maxEntries: integer(1, 1 << 30),
  maxRuns: integer(1, 1_000_000),
  now: func,
  price: (value, path) => {
    checkObject(value, path, "an object such as { input: 3, output: 15, cached: 0.3 }, of a million tokens");
    checkKeys(value, path, ["input", "output", "cached"]);
    for (const name of ["input", "output"]) PRICE(value[name], `${path}.${name}`);
    checkEach(value, path, { cached: PRICE });
  },
};
/** @internal The names of all options. */
export const NAMES: readonly string[] = [...Object.keys(CHECKS), "detectors", BUDGET_PATH, "action", "ladder", "tools"];

/** What people give a guard that it does not take, and what is right: options of others, and a copy of a guard. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "maxCalls maxIterations maxSteps maxToolCalls": "budget: { calls: 50 }",
  threshold: "maxRepeats: 3",
  "onDetect onLoop": "onDetection",
  enabled: "shadow: true, or no guard",
  loopDetection: "given to ToolExecutor; a guard takes what is in it",
  store: "for storedRun(key, store), or in the next argument",
  "argumentsOf onAbort runKey": "in the next argument, as in ({}, { %s })",
  isLoopGuard: "absent: give the guard itself, not a copy of one",
};

/** Whether options, or those in them, have a step `ask`, or a function that may say so. */
function mayAsk(options: unknown): boolean {
  if (typeof options !== "object" || options === null || options instanceof RegExp) return false;
  return Object.entries(options).some(([name, value]) => {
    if (name === "ask") return value !== undefined && value !== 0;
    return name === "action" ? typeof value === "function" : name !== "recover" && mayAsk(value);
  });
}

/** Checks options and fills them in. Throws `ERR_LOOPGUARD_OPTION`. */
export function readOptions(options: LoopGuardOptions): GuardConfig {
  const given: unknown = options;
  checkObject(given, "options", "an object of LoopGuardOptions");
  for (const [names, place] of Object.entries(ELSEWHERE))
    for (const name of names.split(" "))
      if (given[name] !== undefined) throw optionError("type", name, given[name], place.replace("%s", name));
  checkKeys(given, "", NAMES);
  checkEach(given, "", CHECKS);
  const steps = readSteps(options.action, options.ladder, "");
  const preset = readPreset(options);
  const ladder = options.maxRepeats === undefined ? DEFAULT_LADDER : SHORTHAND_LADDER;
  const own = readDetectors(options) ?? [];
  const others = preset?.detectors.filter(({ type }) => !own.some((mine) => mine.type === type)) ?? [];
  const tools = readPolicies(options.tools === undefined ? {} : options.tools, "tools");
  const budgets = options.budget === undefined ? [] : [readDetector(budgetEntry(options.budget), BUDGET_PATH)];
  checkGlobs(own, budgets, tools);
  const detectors = [
    ...(steps === undefined ? own.map(replayAtOnce) : own),
    ...(steps === undefined ? others : others.map(plain)),
    ...budgets,
    ...limitOfPolicies(own, tools.values()),
  ];
  if (detectors.length > DETECTORS_MAX)
    throw optionError("range", "detectors", own, `up to ${DETECTORS_MAX} with preset, budget, tools`);
  return {
    detectors,
    steps: steps ?? { ladder: preset?.ladder ?? ladder, decide: undefined },
    message: options.message,
    tools,
    volatile: readVolatile(options, preset),
    scope: options.scope ?? DEFAULTS.scope,
    shadow: options.shadow ?? preset?.shadow ?? false,
    onDetection: options.onDetection,
    onRecovery: options.onRecovery,
    mayAsk: mayAsk(options),
    recover: readRecover(options.recover),
    maxEntries: options.maxEntries ?? DEFAULTS.maxEntries,
    maxRuns: options.maxRuns ?? DEFAULTS.maxRuns,
    now: options.now ?? Date.now,
    price: readPrice(options.price),
    callbackErrors: new CallbackErrors(),
  };
}

/**
 * The preset in force: the named one, else `"recommended"` when neither `detectors` nor `maxRepeats` is given. Together
 * with `detectors`, a named preset supplies the rest: detectors of other types, volatile spans, ladder and shadow mode.
 */
function readPreset(options: LoopGuardOptions): Preset | undefined {
  const { preset, maxRepeats, detectors } = options;
  if (maxRepeats === undefined && detectors === undefined) return presetOf(preset ?? "recommended");
  if (preset === undefined) return undefined;
  if (maxRepeats !== undefined) throw optionError("type", "preset", preset, "absent where maxRepeats is given");
  return presetOf(preset);
}

function readPrice(price: LoopGuardOptions["price"]): Price | undefined {
  if (price === undefined) return undefined;
  const { input, output, cached = input } = price;
  return { input: input / 1e6, output: output / 1e6, cached: cached / 1e6 };
}

function readVolatile({ volatile }: LoopGuardOptions, preset: Preset | undefined): VolatileDefaults {
  if (Array.isArray(volatile)) return { results: volatile, failures: volatile };
  if (volatile !== undefined) return { results: volatile.results ?? [], failures: volatile.failures ?? [] };
  return preset?.volatile ?? { results: [], failures: [] };
}

/**
 * A preset's detector without its own ladder, so that the options' ladder applies; one that only warns keeps its
 * ladder.
 */
function plain(detector: Detector): Detector {
  if (detector.ladder !== undefined && detector.ladder.hint === undefined) return detector;
  const { action: _action, ladder: _ladder, ...rest } = detector;
  return Object.freeze(rest) as Detector;
}

/** The user's own detectors; `undefined` when there are none. */
function readDetectors(options: LoopGuardOptions): readonly Detector[] | undefined {
  const { maxRepeats, detectors } = options;
  if (maxRepeats !== undefined) {
    if (detectors !== undefined)
      throw optionError(
        "type",
        "maxRepeats",
        maxRepeats,
        "absent where detectors are given: put count({ maxRepeats }) among them",
      );
    return [count({ maxRepeats })];
  }
  if (detectors === undefined) return undefined;
  if (!Array.isArray(detectors) || detectors.length < 1 || detectors.length > DETECTORS_MAX)
    throw optionError("type", "detectors", detectors, `an array of 1 to ${DETECTORS_MAX} detectors`);
  const checked = detectors.map((detector: unknown, index) => readDetector(detector, `detectors[${index}]`));
  for (const [type, { single }] of DETECTOR_RECORDS) {
    if (single !== true) continue;
    const second = checked.findLastIndex((detector) => detector.type === type);
    if (second !== checked.findIndex((detector) => detector.type === type))
      throw optionError("range", `detectors[${second}]`, checked[second], `the only detector of type ${type}`);
  }
  return checked;
}

function replayAtOnce(detector: Detector): Detector {
  const own = detector.action !== undefined || detector.ladder !== undefined;
  return replays(detector) && !own ? { ...detector, ladder: REPLAY_LADDER } : detector;
}

/** Throws for a regular expression, which would match no tool, for a glob that is too long, or one too many: each name that has no entry of its own is compared with each. */
function checkGlobs(
  own: readonly Detector[],
  budgets: readonly Detector[],
  tools: ReadonlyMap<string, false | ToolPolicy>,
): void {
  const seen = new Set<string>();
  const check = (list: string, name: string, value: unknown, path: string): void => {
    if (/^\/[^/]+\/[dgimsuvy]*$|^\^|\|/.test(name))
      throw optionError("type", path, value, `a name, or a glob such as "get_*": ${name} is a regular expression`);
    if (!/[*?]/.test(name)) return;
    if (name.length > GLOB_MAX) throw optionError("range", path, value, `a glob of ${GLOB_MAX} characters at most`);
    if (seen.add(list + name).size > GLOBS_MAX)
      throw optionError("range", path, value, `one of ${GLOBS_MAX} globs at most in all options`);
  };
  for (const [at, detector] of [...own, ...budgets].entries()) {
    const path = at < own.length ? `detectors[${at}]` : BUDGET_PATH;
    if (isBudget(detector) || isSimilarQuery(detector))
      for (const [index, name] of detector.tools.entries()) check(detector.type, name, name, `${path}.tools[${index}]`);
    if (!isLimit(detector)) continue;
    for (const [name, limit] of Object.entries(detector.limits))
      check(detector.type, name, limit, `${path}.limits[${JSON.stringify(name)}]`);
  }
  for (const [name, policy] of tools) check("tools", name, policy, `tools[${JSON.stringify(name)}]`);
}
