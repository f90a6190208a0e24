/** From a tool's name to how the tool is treated. */

import { ladderOf, type Rungs, readRungs } from "../base/ladder.ts";
import type { Ladder, ToolPolicy, VolatileClass } from "../base/types.ts";
import { VOLATILE_BITS } from "../core/layout.gen.ts";
import { isLimit, type LimitDetector } from "../detectors/limit.ts";
import { isSimilarQuery, type SimilarQueryDetector } from "../detectors/similar-query.ts";
import type { Detector } from "../detectors/table.ts";
import { globMatches, isGlob } from "../text/glob.ts";

/** How a tool is treated, ready for use: what the core knows by number, and what only JavaScript can do. */
export interface ToolRules {
  /** The number of the core's profile. */
  readonly profile: number;
  /** False: exempt or retryable, never looked at. */
  readonly counted: boolean;
  /** Its policy is `false`. */
  readonly exempt: boolean;
  /** Its time is read. */
  readonly poll: boolean;
  /** Of a poll: whether a result is the last that it gives. */
  readonly final: ((result: unknown) => unknown) | undefined;
  /** Its queries are compared. */
  readonly similar: boolean;
  readonly identity: ((args: unknown) => unknown) | undefined;
  /** Expressions whose matches in a result are no news. */
  readonly volatile: readonly RegExp[];
  /** Instead of the detector's and the guard's. */
  readonly rungs: Rungs | undefined;
}

/** How a tool is treated, as the core takes it; see `lg_guard_configure_profile`. An infinite limit is `null` there. */
export interface ToolProfile {
  readonly exempt: boolean;
  readonly mutates: boolean;
  readonly poll: false | { readonly minIntervalMs: number; readonly maxWaitMs: number };
  readonly similar: boolean;
  readonly maxRepeats: number | undefined;
  /** `undefined`: the detector's. */
  readonly limit: number | undefined;
  readonly volatile: readonly VolatileClass[];
  readonly failures: readonly VolatileClass[];
  readonly ladder: Ladder | undefined;
  readonly keep: readonly string[];
  readonly ignore: readonly string[];
}

/** Who is told of profiles: a guard of the core. */
export interface ProfileTaker {
  addProfile(profile: ToolProfile, replaceDefault: boolean): number;
}

/** What is no news in a result, and in what a failure says. */
export interface VolatileDefaults {
  readonly results: readonly (VolatileClass | RegExp)[];
  readonly failures: readonly (VolatileClass | RegExp)[];
}

/** Names looked up lately. A model may make up names without end, so the cache is emptied when it is full. */
const CACHE_MAX = 1024;

/** Of a poll that does not say: ten minutes. */
const POLL_MAX_WAIT_MS = 600_000;

/** The policies of one guard. Equal profiles share one number, and the same options give the same numbers. */
export class ToolPolicies {
  readonly #policies: Map<string, false | ToolPolicy>;
  readonly #volatile: VolatileDefaults;
  readonly #limit: LimitDetector | undefined;
  readonly #similar: SimilarQueryDetector | undefined;
  readonly #cache = new Map<string, ToolRules>();
  readonly #profiles: ToolProfile[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #guards: ProfileTaker[] = [];

  /** `volatile`: of tools whose policy does not say. */
  constructor(
    policies: ReadonlyMap<string, false | ToolPolicy>,
    detectors: readonly Detector[],
    volatile: VolatileDefaults,
  ) {
    this.#policies = new Map(policies);
    this.#volatile = volatile;
    this.#limit = detectors.find(isLimit);
    this.#similar = detectors.find(isSimilarQuery);
    this.#number(toolProfile(undefined, undefined, false, volatile));
    this.#prepare();
  }

  /** The rules for a name. O(1) for a name that came before. */
  of(name: string): ToolRules {
    return this.#cache.get(name) ?? this.#resolve(name);
  }

  /** Adds policies under exact names, where there is none yet. */
  add(policies: ReadonlyMap<string, false | ToolPolicy>): void {
    for (const [name, policy] of policies) if (!this.#policies.has(name)) this.#policies.set(name, policy);
    this.#cache.clear();
    this.#prepare();
  }

  /** Tells `guard` every profile, now and later. */
  attach(guard: ProfileTaker): void {
    this.#profiles.forEach((profile, number) => void guard.addProfile(profile, number === 0));
    this.#guards.push(guard);
  }

  /** `guard` is closed. */
  detach(guard: ProfileTaker): void {
    this.#guards.splice(this.#guards.indexOf(guard), 1);
  }

  /** Numbers the names that the options mention, in their order, so that numbers do not depend on what a model calls. */
  #prepare(): void {
    const mentioned = [
      ...this.#policies.keys(),
      ...Object.keys(this.#limit?.limits ?? {}),
      ...(this.#similar?.tools ?? []),
    ];
    for (const name of mentioned) this.#resolve(name);
  }

  #resolve(name: string): ToolRules {
    if (typeof name !== "string") throw new TypeError(`A call's name must be a string, got ${typeof name}`);
    const policy = this.#policy(name);
    const similar = this.#similar?.tools.some((pattern) => named(pattern, name)) ?? false;
    const rules = this.#rules(policy, this.#limitOf(name, policy), similar);
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
    this.#cache.set(name, rules);
    return rules;
  }

  #policy(name: string): false | ToolPolicy | undefined {
    const exact = this.#policies.get(name);
    if (exact !== undefined) return exact;
    for (const [pattern, policy] of this.#policies) if (isGlob(pattern) && globMatches(pattern, name)) return policy;
    return undefined;
  }

  #limitOf(name: string, policy: false | ToolPolicy | undefined): number | undefined {
    if (policy !== false && policy?.limit !== undefined) return policy.limit;
    const limits = this.#limit?.limits;
    if (limits === undefined) return undefined;
    if (Object.hasOwn(limits, name)) return limits[name];
    const pattern = Object.keys(limits).find((key) => isGlob(key) && globMatches(key, name));
    return pattern === undefined ? undefined : limits[pattern];
  }

  #rules(policy: false | ToolPolicy | undefined, limit: number | undefined, similar: boolean): ToolRules {
    const own = policy === false ? undefined : policy;
    const volatile = own?.volatile === undefined ? this.#volatile : { results: own.volatile, failures: own.volatile };
    const profile = toolProfile(policy, limit, similar, volatile);
    return {
      profile: this.#number(profile),
      counted: policy !== false && own?.retryable !== true,
      exempt: policy === false,
      poll: profile.poll !== false,
      final: typeof own?.poll === "object" ? own.poll.final : undefined,
      similar,
      identity: typeof own?.identity === "function" ? own.identity : undefined,
      volatile: volatile.results.filter((item) => item instanceof RegExp).map(everyMatch),
      rungs: readRungs(own?.action, own?.ladder, ""),
    };
  }

  /** The number of a profile; one that is new is told to the guards. */
  #number(profile: ToolProfile): number {
    const key = JSON.stringify(profile);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#profiles.push(profile) - 1;
    this.#numbers.set(key, number);
    for (const guard of this.#guards) guard.addProfile(profile, false);
    return number;
  }
}

function named(pattern: string, name: string): boolean {
  return pattern === name || (isGlob(pattern) && globMatches(pattern, name));
}

function toolProfile(
  policy: false | ToolPolicy | undefined,
  limit: number | undefined,
  similar: boolean,
  { results, failures }: VolatileDefaults,
): ToolProfile {
  const own: ToolPolicy = policy === false || policy === undefined ? {} : policy;
  const poll = own.poll === true ? {} : own.poll;
  const rungs = readRungs(own.action, own.ladder, "");
  return {
    exempt: policy === false,
    mutates: own.mutates === true,
    poll: poll ? { minIntervalMs: poll.minIntervalMs ?? 0, maxWaitMs: poll.maxWaitMs ?? POLL_MAX_WAIT_MS } : false,
    similar,
    maxRepeats: own.maxRepeats,
    limit,
    volatile: classesOf(results),
    failures: classesOf(failures),
    ladder: rungs && ladderOf(rungs.ladder),
    keep: Array.isArray(own.identity) ? own.identity : [],
    ignore: own.ignore ?? [],
  };
}

/** In one order, so that equal profiles share one number, as they do in the core. */
function classesOf(volatile: readonly (VolatileClass | RegExp)[]): VolatileClass[] {
  return (Object.keys(VOLATILE_BITS) as VolatileClass[]).filter((name) => volatile.includes(name));
}

/** The same expression, made to replace every match and to start at the front each time. */
function everyMatch(expression: RegExp): RegExp {
  return new RegExp(expression.source, [...new Set(`${expression.flags.replace("y", "")}g`)].join(""));
}
