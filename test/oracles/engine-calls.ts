/** Calls and outcomes as the engine's oracle sees them: plain strings, equal exactly when the things are. Only for tests. */

import type { LoopCall, LoopOutcome, ToolPolicy } from "../../lib/base/types.ts";
import type { SimilarQueryDetector } from "../../lib/rules/factories.ts";
import { canonicalOracle } from "./canonical.ts";
import { oracleRatio } from "./difflib.ts";
import { familyOf } from "./failure-family.ts";
import { type Sketch, sketchOf, wordsOf } from "./near-repeat.ts";

/** One completed call. Identical siblings of one round share one. */
export interface Observation {
  readonly name: string;
  readonly identity: string;
  readonly round: number;
  readonly failed: boolean;
  readonly transient: boolean;
  /** A tool that changes things succeeded. */
  mutated: boolean;
  /** What a cycle is made of: the call, and for a failure its error. */
  readonly signature: string;
  /** What came back; `null`: nothing that could be compared, or siblings that disagree. */
  result: string | null;
  /** Of a failure whose numbers do not count in `result`: it with them. */
  readonly numbered: string | undefined;
  /** A success that says that it failed. */
  readonly declared: boolean;
  /** What a failure, also one that is declared, has in common with those of its kind, if anything. */
  readonly family: string | undefined;
  /** No call like it was among those that the run looks back on when it came back. */
  fresh: boolean;
  /** One was, and the last of them gave another result. */
  changed: boolean;
  /** No call like it, or its last one gave another result. */
  news: boolean;
  readonly sketch: Sketch;
  /** The words of what came back, without volatile spans. */
  readonly words: readonly string[];
  /** A bare acknowledgement. */
  readonly silent: boolean;
  /** A success that says nothing, or that nothing was found. */
  readonly empty: boolean;
  /** ... that nothing was found. */
  readonly vain: boolean;
}

export function sameResult(a: Observation, b: Observation): boolean {
  return a.result !== null && a.result === b.result;
}

/** What a call found: the same in searches in vain that differ in what they were for. */
export const foundBy = ({ result, vain }: Observation) => (vain ? (result?.replace(/for .*/, "for") ?? null) : result);

export const foundSame = (a: Observation, b: Observation): boolean => a.result !== null && foundBy(a) === foundBy(b);

/** Arguments as a value; raw text that does not parse stays apart from every value. */
function parsed(args: unknown): { value: unknown } | { raw: string } | undefined {
  if (args === undefined) return undefined;
  if (typeof args !== "string") return { value: args };
  try {
    return { value: JSON.parse(args) as unknown };
  } catch {
    return { raw: args };
  }
}

/** Which of the top-level members count. */
function selected(value: unknown, policy: ToolPolicy): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const keep = Array.isArray(policy.identity) ? policy.identity : [];
  const present = keep.filter((key) => Object.hasOwn(value, key));
  const members = Object.entries(value).filter(
    ([key]) => (present.length === 0 || present.includes(key)) && !policy.ignore?.includes(key),
  );
  return Object.fromEntries(members);
}

/** The arguments that count. A function makes them of whatever it is given: nothing at all, and text that is not JSON. */
function counting(call: LoopCall, policy: ToolPolicy): ReturnType<typeof parsed> {
  const args = parsed(call.arguments);
  if (typeof policy.identity === "function") {
    const made = policy.identity(args && ("raw" in args ? args.raw : args.value));
    return { value: JSON.parse(JSON.stringify([made])) as unknown };
  }
  return args === undefined || "raw" in args ? args : { value: selected(args.value, policy) };
}

export function sketchOfCall(call: LoopCall, policy: ToolPolicy): Sketch {
  return sketchOf(counting(call, policy));
}

/** `${name}::${JSON.stringify(arguments)}`, or the same with sorted keys, without what the policy leaves out. */
export function identityOf(call: LoopCall, policy: ToolPolicy, canonical: boolean): string {
  const args = counting(call, policy);
  if (args === undefined) return JSON.stringify([call.name]);
  if ("raw" in args) return JSON.stringify([call.name, args.raw, "not JSON"]);
  return JSON.stringify([call.name, canonical ? canonicalOracle(args.value) : JSON.stringify(args.value)]);
}

/** The query of a search, lower case, without punctuation. For the ASCII that the model test writes. */
export function queryOf(call: LoopCall, keys: readonly string[]): string | undefined {
  const args = parsed(call.arguments);
  if (args === undefined || "raw" in args || typeof args.value !== "object" || args.value === null) return undefined;
  const value = keys.map((key) => (args.value as Record<string, unknown>)[key]).find((it) => typeof it === "string");
  const words = ((value as string | undefined) ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9_ ]/g, "")
    .split(/ +/);
  return words.filter((word) => word !== "").join(" ") || undefined;
}

const DURATION = /\d+ ms/g;
/** Of the results that the model test writes. */
const DECLARED = /^(Error: |Failed to |{"success":false)/;
const losesDigits = ({ volatile = [] }: ToolPolicy) => volatile.includes("digits");

/** What the policies that the model test writes leave out. */
function volatileOf(policy: ToolPolicy): RegExp {
  if (policy.volatile === undefined) return /(?!)/g;
  return losesDigits(policy) ? /\d+(?: ms)?/g : DURATION;
}

/** For the outcomes that the model test writes: a failure has an `error` text, or a status and a title. */
export function observe(
  call: LoopCall,
  outcome: LoopOutcome,
  policy: ToolPolicy,
  identity: string,
  round: number,
): Observation {
  const failed = outcome.error !== undefined || outcome.status !== undefined;
  const title = outcome.errorTitle ?? String(outcome.error ?? "");
  const error = outcome.status === undefined ? title : `${outcome.status}: ${title}`;
  const plain = (text: string) => text.replace(volatileOf(policy), "#");
  const given = "result" in outcome ? (outcome.result ?? "") : undefined;
  const text = given === undefined ? null : JSON.stringify(given);
  const declared = !failed && given !== undefined && DECLARED.test(plainText(given, policy));
  const result = failed ? `error ${plain(error)}` : text === null ? null : `result ${plain(text)}`;
  return {
    name: call.name,
    identity,
    round,
    failed,
    transient: failed && (outcome.status === undefined ? /timed out/.test(title) : Number(outcome.status) >= 500),
    mutated: !failed && policy.mutates === true,
    signature: failed ? `${identity} ${result}` : identity,
    result,
    numbered: failed && losesDigits(policy) ? error.replace(DURATION, "#") : undefined,
    declared,
    family: failed ? familyOf(plain(error)) : declared ? familyOf(plainText(given, policy)) : undefined,
    fresh: false,
    changed: false,
    news: false,
    sketch: sketchOfCall(call, policy),
    words: wordsOf((failed ? error : (text ?? "")).replace(volatileOf(policy), " ")),
    empty: !failed && given !== undefined && saysNothing(plainText(given, policy)),
    vain: !failed && given !== undefined && saysInVain(plainText(given, policy)),
    silent: !failed && text !== null && /^(""|"ok"|\{"ok":true\})$/.test(text),
  };
}

/** Other destructive words are never similar; equal is; else the ratio decides. */
export function queriesAlike(a: string, b: string, detector: SimilarQueryDetector): boolean {
  const dangers = (text: string) =>
    detector.dangerousTokens
      .filter((word) => text.split(" ").includes(word))
      .sort()
      .join();
  if (dangers(a) !== dangers(b)) return false;
  return a === b || oracleRatio(b, a) >= detector.threshold;
}

const plainText = (result: unknown, policy: ToolPolicy): string => {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return text.replace(volatileOf(policy), "#");
};

/** Of the results that the model test writes. */
function saysNothing(text: string): boolean {
  const words = text.match(/[a-z0-9]+/gi) ?? [];
  return words.length < 2 || /^{"ok":true(,"rows":\[\])?}$/.test(text) || saysInVain(text);
}

const saysInVain = (text: string): boolean =>
  /^(\[\]|{"ok":true,"rows":\[\]}|No red shoes found|No results for "[a-z]+")$/.test(text);
