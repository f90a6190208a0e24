/** Which profile a tool has, by its name: slowly, and apart from the core. */

import { readSteps } from "../../lib/base/action-ladder.ts";
import { getOrAdd } from "../../lib/base/property.ts";
import type { Ladder, ToolPolicy, VolatileClass } from "../../lib/base/types.ts";
import { VOLATILE_BITS } from "../../lib/core/layout.gen.ts";
import { isBudget } from "../../lib/rules/detectors/budget.ts";
import { isLimit, type LimitDetector } from "../../lib/rules/detectors/limit.ts";
import { isSimilarQuery } from "../../lib/rules/detectors/similar-query.ts";
import type { Detector } from "../../lib/rules/table.ts";
import type { VolatileDefaults } from "../../lib/rules/tool-policy.ts";

function isGlob(name: string): boolean {
  return name.includes("*") || name.includes("?");
}

/**
 * Whether `pattern` matches the whole of `name`. Only the last `*` is ever retried, so the cost is at most the product
 * of the two lengths, for any pattern.
 */
export function globMatches(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p++;
      resume = n;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** Names and globs of tools, of which the one for a name is found without looking at every other name. */
class ToolNames {
  readonly #names: ReadonlySet<string>;
  readonly #globs: readonly string[];

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.#globs = [...this.#names].filter(isGlob);
  }

  /** The entry that equals `name`, else the first glob that matches it. */
  find(name: string): string | undefined {
    return this.#names.has(name) ? name : this.#globs.find((glob) => globMatches(glob, name));
  }
}

/** How the calls of one tool are judged. */
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

const POLL_MAX_WAIT_MS = 1_800_000;

/** The profiles of one guard. Equal profiles share one number, and the same options give the same numbers. */
export class ToolProfiles {
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
  /** In the order of their numbers. */
  readonly profiles: ToolProfile[] = [];
  readonly #numbers = new Map<string, number>();

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

  /** The number of the profile for a name. */
  of(name: string): number {
    const found = this.#policyNames.find(name);
    return this.#rules(name, found === undefined ? undefined : this.#policies.get(found));
  }

  policy(name: string): ToolPolicy | undefined {
    const found = this.#policyNames.find(name);
    return (found !== undefined && this.#policies.get(found)) || undefined;
  }

  /** Adds policies under exact names; an existing policy is kept. */
  add(policies: ReadonlyMap<string, false | ToolPolicy>): void {
    for (const [name, policy] of policies) if (!this.#policies.has(name)) this.#policies.set(name, policy);
    this.#policyNames = new ToolNames(this.#policies.keys());
    this.#prepare();
  }

  /** Numbers the profiles of the option `tools` in their order, so that numbers do not depend on what a model calls. */
  #prepare(): void {
    for (const name of this.#policies.keys()) this.of(name);
    for (const name of this.#mentioned) this.of(name);
  }

  /** `name` undefined: of a tool that nothing names. */
  #rules(name: string | undefined, policy: false | ToolPolicy | undefined): number {
    const entryIn = (tools: ToolNames) => (name === undefined ? undefined : tools.find(name));
    const own: ToolPolicy = policy || {};
    const identity = typeof own.identity === "function" ? own.identity : undefined;
    const poll = own.poll === true ? {} : own.poll;
    const steps = readSteps(own.action, own.ladder, "");
    const similar = entryIn(this.#similar) !== undefined;
    const limited = entryIn(this.#limited);
    const volatile = volatileOf(own.volatile, this.#volatile);
    return this.#number({
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
  }

  #number(profile: ToolProfile): number {
    return getOrAdd(this.#numbers, JSON.stringify(profile), () => this.profiles.push(profile) - 1);
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
