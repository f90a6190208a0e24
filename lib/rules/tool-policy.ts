/** Finds the rules for a tool by its name. */

import { readSteps, type Steps } from "../base/action-ladder.ts";
import {
  bool,
  type Check,
  type Checks,
  checkEach,
  checkKeys,
  checkObject,
  fitting,
  integer,
  LIMIT_MAX,
  limitValue,
  member,
  number,
  texts,
} from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd, isPlainObject } from "../base/property.ts";
import type { Ladder, ToolPolicy, VolatileClass } from "../base/types.ts";
import { NAMES_MAX, POINTER_TOKENS_MAX, VOLATILE_BITS } from "../core/layout.gen.ts";
import { isBudget } from "./detectors/budget.ts";
import { isLimit, type LimitDetector } from "./detectors/limit.ts";
import { isSimilarQuery } from "./detectors/similar-query.ts";
import { ToolNames } from "./glob.ts";
import type { Detector } from "./table.ts";

function checkCount(list: readonly unknown[], path: string): void {
  if (list.length > NAMES_MAX) throw optionError("range", path, list, `an array of ${NAMES_MAX} entries at most`);
}

/** Names of arguments, or JSON pointers. */
const names: Check = (value, path) => {
  texts(1)(value, path);
  checkCount(value as readonly string[], path);
  for (const [index, item] of (value as readonly string[]).entries()) checkName(item, `${path}[${index}]`);
};

function checkName(name: string, path: string): void {
  if (name.startsWith("/") && name.split("/").length - 1 > POINTER_TOKENS_MAX)
    throw optionError("range", path, name, `a JSON pointer of ${POINTER_TOKENS_MAX} tokens at most`);
  if (name.includes("\0") || !name.isWellFormed())
    throw optionError("type", path, name, "text without U+0000 and without halves of surrogate pairs");
}

/** @internal */
export const POLICY_CHECKS: Checks = {
  identity: (value, path) => {
    if (typeof value === "function") return;
    if (!Array.isArray(value))
      throw optionError("type", path, value, "an array of argument names or JSON pointers, or a function");
    names(value, path);
  },
  ignore: names,
  volatile: (value, path) => checkVolatile(value, path, true),
  poll: checkPoll,
  mutates: bool,
  retryable: bool,
  maxRepeats: integer(1, LIMIT_MAX),
  limit: limitValue(1),
};
const NAMES = [...Object.keys(POLICY_CHECKS), "action", "ladder"];

/** Checks a policy and gives a copy; `false` (exempt) stays `false`. */
export function checkPolicy(value: unknown, path: string): false | ToolPolicy {
  if (value === false) return false;
  checkObject(value, path, "a policy, or false to exempt the tool");
  if ("exempt" in value)
    throw optionError("type", path, value, "false, to exempt the tool, or a policy without exempt");
  checkKeys(value, path, NAMES);
  checkEach(value, path, POLICY_CHECKS);
  if (typeof value["identity"] === "function" && value["ignore"] !== undefined)
    throw optionError("type", member(path, "ignore"), value["ignore"], "absent where identity is a function");
  readSteps(value["action"], value["ladder"], path);
  return { ...value };
}

/** Checks `volatile`, of the guard or, with `members`, of a policy, which may name members too. */
export function checkVolatile(value: unknown, path: string, members = false): void {
  const member = members ? "a member's name, a JSON pointer, " : "";
  const allowed = `${member}one of ${Object.keys(VOLATILE_BITS).join(", ")}, or a RegExp`;
  if (!Array.isArray(value)) throw optionError("type", path, value, `an array, each entry ${allowed}`);
  if (members) checkCount(value, path);
  value.forEach((item: unknown, index) => {
    if (item instanceof RegExp || (typeof item === "string" && Object.hasOwn(VOLATILE_BITS, item))) return;
    if (!members || typeof item !== "string" || item === "")
      throw optionError("type", `${path}[${index}]`, item, allowed);
    checkName(item, `${path}[${index}]`);
  });
}

/** @internal */
export const POLL_TIME: Check = number(0, Number.MAX_SAFE_INTEGER);

function checkPoll(value: unknown, path: string): void {
  if (typeof value === "boolean") return;
  if (!isPlainObject(value))
    throw optionError("type", path, value, "true, false or { minIntervalMs, maxWaitMs, final }");
  checkKeys(value, path, ["minIntervalMs", "maxWaitMs", "final"]);
  const final = fitting((given) => typeof given === "function", "a function of a result");
  checkEach(value, path, { minIntervalMs: POLL_TIME, maxWaitMs: POLL_TIME, final });
}

/**
 * The rules for one tool: the number of its profile in the core, and what only JavaScript can do, such as call
 * functions.
 */
export interface ToolRules {
  /** The number of its profile in the core. */
  readonly profile: number;
  /** False: calls are not checked, because the tool is exempt or retryable. */
  readonly counted: boolean;
  /** The policy of the tool is `false`. */
  readonly exempt: boolean;
  /** The tool is polled, so it is judged by time; its calls carry the clock's time. */
  readonly poll: boolean;
  /** For a polled tool: whether a result is the final one. */
  readonly final: ((result: unknown) => unknown) | undefined;
  /** The queries of its calls are compared with each other. */
  readonly similar: boolean;
  readonly identity: ((args: unknown) => unknown) | undefined;
  /** Matches of these in a result do not count when results are compared. */
  readonly volatile: readonly RegExp[];
  /** Takes precedence over the steps of the detector and the guard. */
  readonly steps: Steps | undefined;
}

/** A tool's profile as `lg_guard_configure_profile` reads it; an infinite limit is `null` there. */
export interface ToolProfile {
  readonly exempt: boolean;
  readonly mutates: boolean;
  /** `false`: never judged by time. `undefined`: where something shows that it waits. */
  readonly poll: undefined | false | { readonly minIntervalMs: number; readonly maxWaitMs: number };
  readonly similar: boolean;
  readonly maxRepeats: number | undefined;
  /** `undefined`: the detector's limit applies. */
  readonly limit: number | undefined;
  readonly volatile: readonly VolatileClass[];
  readonly failures: readonly VolatileClass[];
  readonly ladder: Ladder | undefined;
  readonly keep: readonly string[];
  readonly ignore: readonly string[];
  /** Members that are left out of results, by name or JSON pointer. */
  readonly answer: readonly string[];
  /** The budgets, by place, that its calls do not count for. */
  readonly outside: readonly number[];
  /** A function gives the identity, so all of it counts. */
  readonly exact: boolean;
}

/** Receives the profiles: a guard of the core. */
interface ProfileTaker {
  addProfile(profile: ToolProfile, replaceDefault: boolean): number;
}

/** What does not count when results, or the texts of failures, are compared. */
export interface VolatileDefaults {
  readonly results: readonly (VolatileClass | RegExp)[];
  readonly failures: readonly (VolatileClass | RegExp)[];
}

/** Size of the cache of names. A model can make up any number of names, so a full cache is emptied. */
const CACHE_MAX = 1024;

/** The default `maxWaitMs` of a polled tool: thirty minutes; real waits of 26 were seen. */
const POLL_MAX_WAIT_MS = 1_800_000;

/** The policies of one guard. Equal profiles share one number, and the same options give the same numbers. */
export class ToolPolicies {
  readonly #policies: Map<string, false | ToolPolicy>;
  #policyNames: ToolNames;
  readonly #volatile: VolatileDefaults;
  readonly #limits: LimitDetector["limits"];
  readonly #limited: ToolNames;
  readonly #similar: ToolNames;
  /** Those of some tools only, each with its place among all detectors. */
  readonly #budgets: readonly (readonly [place: number, tools: ToolNames])[];
  /** What the detectors name, in their order. */
  readonly #mentioned: readonly string[];
  readonly #cache = new Map<string, ToolRules>();
  readonly #profiles: ToolProfile[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #guards: ProfileTaker[] = [];

  /** `volatile`: for tools whose policy has none. */
  constructor(
    policies: ReadonlyMap<string, false | ToolPolicy>,
    detectors: readonly Detector[],
    volatile: VolatileDefaults,
  ) {
    this.#policies = new Map(policies);
    this.#policyNames = new ToolNames(policies.keys());
    this.#volatile = volatile;
    this.#limits = detectors.find(isLimit)?.limits ?? {};
    this.#limited = new ToolNames(Object.keys(this.#limits));
    const similar = detectors.find(isSimilarQuery)?.tools ?? [];
    this.#similar = new ToolNames(similar);
    const budgets = detectors.flatMap((detector, place) =>
      isBudget(detector) && detector.tools.length > 0 ? [[place, detector.tools] as const] : [],
    );
    this.#budgets = budgets.map(([place, tools]) => [place, new ToolNames(tools)]);
    this.#mentioned = [...Object.keys(this.#limits), ...similar, ...budgets.flatMap(([, tools]) => tools)];
    this.#rules(undefined, undefined);
    this.#prepare();
  }

  /** The rules for a name. O(1) for a name that is in the cache. */
  of(name: string): ToolRules {
    return this.#cache.get(name) ?? this.#resolve(name);
  }

  /** Adds policies under exact names; an existing policy is kept. */
  add(policies: ReadonlyMap<string, false | ToolPolicy>): void {
    for (const [name, policy] of policies) if (!this.#policies.has(name)) this.#policies.set(name, policy);
    this.#policyNames = new ToolNames(this.#policies.keys());
    this.#cache.clear();
    this.#prepare();
  }

  /** Sends `guard` every profile: those known now, and each new one. */
  attach(guard: ProfileTaker): void {
    this.#profiles.forEach((profile, number) => void guard.addProfile(profile, number === 0));
    this.#guards.push(guard);
  }

  /** Stops sending profiles to `guard`, which is closed. */
  detach(guard: ProfileTaker): void {
    this.#guards.splice(this.#guards.indexOf(guard), 1);
  }

  /** Numbers the profiles of the option `tools` in their order, so that numbers do not depend on what a model calls. */
  #prepare(): void {
    for (const name of this.#policies.keys()) this.#resolve(name);
    for (const name of this.#mentioned) this.#resolve(name);
  }

  #resolve(name: string): ToolRules {
    if (typeof name !== "string") throw new TypeError(`A call's name must be a string, got ${typeof name}`);
    const found = this.#policyNames.find(name);
    const rules = this.#rules(name, found === undefined ? undefined : this.#policies.get(found));
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
    this.#cache.set(name, rules);
    return rules;
  }

  /** `name` undefined: of a tool that nothing names. */
  #rules(name: string | undefined, policy: false | ToolPolicy | undefined): ToolRules {
    const entryIn = (tools: ToolNames) => (name === undefined ? undefined : tools.find(name));
    const own: ToolPolicy = policy || {};
    const identity = typeof own.identity === "function" ? own.identity : undefined;
    const poll = own.poll === true ? {} : own.poll;
    const steps = readSteps(own.action, own.ladder, "");
    const similar = entryIn(this.#similar) !== undefined;
    const limited = entryIn(this.#limited);
    const volatile = volatileOf(own.volatile, this.#volatile);
    const profile = this.#number({
      exempt: policy === false,
      mutates: own.mutates === true,
      poll: poll && { minIntervalMs: poll.minIntervalMs ?? 0, maxWaitMs: poll.maxWaitMs ?? POLL_MAX_WAIT_MS },
      similar,
      maxRepeats: own.maxRepeats,
      limit: own.limit ?? (limited === undefined ? undefined : this.#limits[limited]),
      volatile: classesOf(volatile.results),
      failures: classesOf(volatile.failures),
      ladder: steps?.ladder,
      keep: Array.isArray(own.identity) ? own.identity : [],
      ignore: own.ignore ?? [],
      answer: (own.volatile ?? []).filter((item) => typeof item === "string" && !isVolatileClass(item)) as string[],
      outside: this.#budgets.filter(([, tools]) => entryIn(tools) === undefined).map(([place]) => place),
      exact: identity !== undefined,
    });
    return {
      profile,
      counted: policy !== false && own.retryable !== true,
      exempt: policy === false,
      poll: typeof poll === "object",
      final: typeof own.poll === "object" ? own.poll.final : undefined,
      similar,
      identity,
      volatile: volatile.results.filter((item) => item instanceof RegExp).map(everyMatch),
      steps,
    };
  }

  /** The number of a profile; a new one is sent to the guards. */
  #number(profile: ToolProfile): number {
    return getOrAdd(this.#numbers, JSON.stringify(profile), () => {
      for (const guard of this.#guards) guard.addProfile(profile, false);
      return this.#profiles.push(profile) - 1;
    });
  }
}

/** The volatile parts of a tool with a policy: without a class of its own, those of the guard and what it names. */
function volatileOf(own: ToolPolicy["volatile"], guard: VolatileDefaults): VolatileDefaults {
  if (own === undefined) return guard;
  const listed = own.filter((item) => item instanceof RegExp || isVolatileClass(item));
  if (own.length === 0 || own.some(isVolatileClass)) return { results: listed, failures: listed };
  return { results: [...guard.results, ...listed], failures: [...guard.failures, ...listed] };
}

function isVolatileClass(item: unknown): item is VolatileClass {
  return typeof item === "string" && Object.hasOwn(VOLATILE_BITS, item);
}

/** The volatile classes in one fixed order, so that equal profiles get one number, as in the core. */
function classesOf(volatile: readonly (VolatileClass | RegExp)[]): VolatileClass[] {
  return (Object.keys(VOLATILE_BITS) as VolatileClass[]).filter((name) => volatile.includes(name));
}

/** The expression with the flag `g` and without `y`: it replaces every match, always from the start. */
function everyMatch(expression: RegExp): RegExp {
  return new RegExp(expression.source, [...new Set(`${expression.flags.replace("y", "")}g`)].join(""));
}
