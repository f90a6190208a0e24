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
import { copied, isPlainObject } from "../base/property.ts";
import type { ToolPolicy, VolatileClass } from "../base/types.ts";
import { type CoreGuard, possible } from "../core/handles.ts";
import { NAMES_MAX, POINTER_TOKENS_MAX, VOLATILE_BITS } from "../core/layout.gen.ts";

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

/** Checks the policies at `path` and gives a copy, by the names that the core knows them by. */
export function readPolicies(policies: unknown, path: string): ReadonlyMap<string, false | ToolPolicy> {
  checkObject(policies, path, "an object from tool names to policies");
  return new Map(
    Object.entries(policies).map(([name, policy]) => [
      possible(name),
      checkPolicy(policy, `${path}[${JSON.stringify(name)}]`),
    ]),
  );
}

/** Checks a policy and gives a copy; `false` (exempt) stays `false`. */
function checkPolicy(value: unknown, path: string): false | ToolPolicy {
  if (value === false) return false;
  checkObject(value, path, "a policy, or false to exempt the tool");
  if ("exempt" in value)
    throw optionError("type", path, value, "false, to exempt the tool, or a policy without exempt");
  checkKeys(value, path, NAMES);
  checkEach(value, path, POLICY_CHECKS);
  if (typeof value["identity"] === "function" && value["ignore"] !== undefined)
    throw optionError("type", member(path, "ignore"), value["ignore"], "absent where identity is a function");
  readSteps(value["action"], value["ladder"], path);
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, copied(own)]));
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

/** The rules for one tool: the number of its profile in the core, and what only JavaScript can do, such as call functions. */
export interface ToolRules extends PolicyRules {
  /** The number of its profile in the core. */
  readonly profile: number;
  /** The queries of its calls are compared with each other. */
  readonly similar: boolean;
}

/** What a policy says that the core does not do. */
interface PolicyRules {
  /** False: calls are not checked, because the tool is exempt or retryable. */
  readonly counted: boolean;
  /** The policy of the tool is `false`. */
  readonly exempt: boolean;
  /** The tool is polled, so it is judged by time; its calls carry the clock's time. */
  readonly poll: boolean;
  /** For a polled tool: whether a result is the final one. */
  readonly final: ((result: unknown) => unknown) | undefined;
  readonly identity: ((args: unknown) => unknown) | undefined;
  /** Matches of these in a result do not count when results are compared. */
  readonly volatile: readonly RegExp[];
  /** Takes precedence over the steps of the detector and the guard. */
  readonly steps: Steps | undefined;
}

/** What does not count when results, or the texts of failures, are compared. */
export interface VolatileDefaults {
  readonly results: readonly (VolatileClass | RegExp)[];
  readonly failures: readonly (VolatileClass | RegExp)[];
}

/** Size of the cache of names. A model can make up any number of names, so a full cache is emptied. */
const CACHE_MAX = 1024;

/**
 * The policies of one guard, whose core's guards find the policy and the profile of a name. They all number profiles alike:
 * each is asked and told the same, in the same order.
 */
export class ToolPolicies {
  readonly #options: ReadonlyMap<string, false | ToolPolicy>;
  readonly #volatile: VolatileDefaults;
  readonly #names: Set<string>;
  /** By the core's number of the policy; the first is for tools that have none. */
  readonly #rules: PolicyRules[];
  readonly #cache = new Map<string, ToolRules>();
  /** What the core's guards were asked and told, as far as it adds profiles. */
  readonly #told: ((guard: CoreGuard) => unknown)[] = [];
  readonly #profiles = new Set<number>();
  readonly #guards: CoreGuard[] = [];

  /** `volatile`: for tools whose policy has none. */
  constructor(policies: ReadonlyMap<string, false | ToolPolicy>, volatile: VolatileDefaults) {
    this.#options = policies;
    this.#volatile = volatile;
    this.#names = new Set(policies.keys());
    this.#rules = [{}, ...policies.values()].map((policy) => rulesOf(policy, volatile));
  }

  /** What the configuration of the core's guards says of tools. */
  get configuration(): { readonly tools: object; readonly volatile: object } {
    const { results, failures } = this.#volatile;
    const tools = [...this.#options].map(([name, policy]) => [name, plainPolicy(policy)] as const);
    return {
      tools: Object.fromEntries(tools),
      volatile: { results: results.filter(isText), failures: failures.filter(isText) },
    };
  }

  /** The rules for a name. O(1) for a name that is in the cache; else a guard of the core's is asked. */
  of(name: string, core: { readonly guard: CoreGuard }): ToolRules {
    return this.#cache.get(name) ?? this.#resolve(name, core.guard);
  }

  /** Adds policies under exact names; an existing policy is kept. */
  add(policies: ReadonlyMap<string, false | ToolPolicy>): void {
    this.#cache.clear();
    for (const [name, policy] of policies) {
      if (this.#names.has(name)) continue;
      const plain = { [name]: plainPolicy(policy) };
      this.#tell((guard) => guard.addTool(plain)); // throws for a glob too many
      this.#names.add(name);
      this.#rules.push(rulesOf(policy, this.#volatile));
    }
  }

  /** `guard` knows the configuration, and from now on what is added. */
  attach(guard: CoreGuard): void {
    for (const tell of this.#told) tell(guard);
    this.#guards.push(guard);
  }

  /** `guard` is closed. */
  detach(guard: CoreGuard): void {
    this.#guards.splice(this.#guards.indexOf(guard), 1);
  }

  #tell(tell: (guard: CoreGuard) => unknown): void {
    for (const guard of this.#guards) tell(guard);
    this.#told.push(tell);
  }

  #resolve(name: string, guard: CoreGuard): ToolRules {
    if (typeof name !== "string") throw new TypeError(`A call's name must be a string, got ${typeof name}`);
    const { profile, policy, similar } = guard.tool(name);
    if (!this.#profiles.has(profile)) this.#tell((other) => other.tool(name));
    this.#profiles.add(profile);
    const rules = { ...(this.#rules[policy] as PolicyRules), profile, similar };
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
    this.#cache.set(name, rules);
    return rules;
  }
}

function rulesOf(policy: false | ToolPolicy, guard: VolatileDefaults): PolicyRules {
  const { identity, poll, action, ladder, retryable, volatile }: ToolPolicy = policy || {};
  const own = volatile ?? [];
  // With a class of its own, or with none at all, the guard's do not count.
  const replaced = volatile !== undefined && (own.length === 0 || own.some(isVolatileClass));
  return {
    counted: policy !== false && retryable !== true,
    exempt: policy === false,
    poll: poll !== undefined && poll !== false,
    final: typeof poll === "object" ? poll.final : undefined,
    identity: typeof identity === "function" ? identity : undefined,
    volatile: [...(replaced ? [] : guard.results), ...own].filter((item) => item instanceof RegExp).map(everyMatch),
    steps: readSteps(action, ladder, ""),
  };
}

/** A policy as the core reads it. */
function plainPolicy(policy: false | ToolPolicy): false | object {
  if (policy === false) return false;
  const { identity, ignore, volatile, poll, mutates, maxRepeats, limit, action, ladder } = policy;
  const texts = volatile?.filter(isText);
  return {
    ...{ ignore, mutates, maxRepeats, limit },
    ...(typeof identity === "function" ? { exact: true } : { identity }),
    poll: typeof poll === "object" ? { minIntervalMs: poll.minIntervalMs, maxWaitMs: poll.maxWaitMs } : poll,
    // Expressions alone add to what the guard has, and an empty list replaces it.
    volatile: texts?.length === 0 && volatile?.length !== 0 ? undefined : texts,
    ladder: readSteps(action, ladder, "")?.ladder,
  };
}

const isText = (item: unknown): item is string => typeof item === "string";

function isVolatileClass(item: unknown): item is VolatileClass {
  return isText(item) && Object.hasOwn(VOLATILE_BITS, item);
}

/** The expression with the flag `g` and without `y`: it replaces every match, always from the start. */
function everyMatch(expression: RegExp): RegExp {
  return new RegExp(expression.source, [...new Set(`${expression.flags.replace("y", "")}g`)].join(""));
}
