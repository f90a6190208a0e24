/** What a model response has used, in the words of the guard, of a provider or of a framework. */
import { describeValue } from "../base/errors.ts";
import { isGiven, property } from "../base/property.ts";
import type { LoopUsage } from "../base/types.ts";
import { type Event, usageEvent } from "../core/event.ts";
import { publishError, tellMisuse } from "../rules/diagnostics.ts";
import { AFTER } from "./call-input.ts";
import type { GuardEngine } from "./guard-engine.ts";

const NAMES = ["inputTokens", "outputTokens", "cost"] as const;
/** Where each amount is, as providers and frameworks name it: in the first that is there, or in its parts together. */
const PLACES: Readonly<Record<(typeof NAMES)[number], string>> = {
  inputTokens:
    "inputTokens, prompt_tokens, promptTokens, promptTokenCount, " +
    "input_tokens + cache_read_input_tokens + cache_creation_input_tokens, " +
    "input + cacheRead + cacheWrite + cache.read + cache.write",
  outputTokens:
    "outputTokens + thoughtsTokens, output_tokens, completion_tokens, completionTokens, " +
    "candidatesTokenCount + thoughtsTokenCount, output + reasoning",
  cost: "cost",
};

/** The amounts of `given`; `undefined`: there is none. What is no amount is left out, and told to `tell`. */
export function usageIn(given: unknown, tell?: (error: TypeError) => void): LoopUsage | undefined {
  if (!isGiven(given)) return undefined;
  const usage: LoopUsage = {};
  for (const name of NAMES)
    for (const place of PLACES[name].split(", ")) {
      const parts = place.split(" + ").flatMap((part) => amountIn(given, part, tell) ?? []);
      if (parts.length > 0) usage[name] ??= parts.reduce((sum, part) => sum + part);
    }
  const cached = cachedOf(given);
  if (cached !== undefined && cached >= 0) usage.cachedInputTokens = cached;
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** A number, or an object that has it as `total`. */
function amountIn(given: unknown, place: string, tell?: (error: TypeError) => void): number | undefined {
  const value = place.split(".").reduce(property, given);
  const amount = typeof value === "object" && value !== null ? property(value, "total") : value;
  if (!isGiven(amount)) return undefined;
  if (typeof amount === "number" && amount >= 0 && amount < Infinity) return amount;
  tell?.(new TypeError(`The usage's ${place} must be a finite number from 0 up, got ${describeValue(amount)}`));
  return undefined;
}

const CACHED = (
  "cache_read_input_tokens cached_input_tokens cached_tokens cachedInputTokens cachedContentTokenCount " +
  "cached_content_token_count cacheReadTokens cache_read cacheRead inputCacheRead input_cache_read " +
  "input_cached_tokens input_cache_read_tokens cached"
).split(" ");
/** Objects in a usage record that have the count. */
const DETAILS = (
  "prompt_tokens_details input_tokens_details input_token_details inputTokenDetails " +
  "prompt_token_details inputTokens"
).split(" ");

/** Those of the tokens that were read from the provider's cache, from the usage record of any provider. */
export function cachedOf(usage: unknown): number | undefined {
  const read = numberIn(property(usage, "cache"), ["read"]) ?? numberIn(usage, CACHED);
  if (read !== undefined || !isGiven(usage)) return read;
  return DETAILS.map((name) => numberIn(property(usage, name), CACHED)).find((count) => count !== undefined);
}

/** The first number among these members. */
export function numberIn(fields: unknown, names: readonly string[]): number | undefined {
  if (!isGiven(fields)) return undefined; // as of most calls of a trace
  for (const name of names) {
    const value = property(fields, name);
    if (typeof value === "number") return value;
  }
  return undefined;
}

/** What a provider's own response, or a part of its stream, says that has been used: of OpenAI's two APIs, or Google's. */
export function providerUsage(response: unknown): LoopUsage | undefined {
  const places = [["usage"], ["response", "usage"], ["usageMetadata"]];
  return places.map((place) => usageIn(place.reduce(property, response))).find((usage) => usage !== undefined);
}

/** The event for budgets; `undefined`: there is nothing to count. What is no number from 0 up is published, and left out. */
export function readUsage(engine: GuardEngine, given: unknown): Event | undefined {
  const usage = usageIn(given, (error) => publishError(error, "usage")) ?? {};
  if (Object.keys(usage).length > 0) engine.tally.hasUsage = true;
  else if (isSomething(given)) {
    publishError(new TypeError(UNREADABLE), "usage");
    if (engine.limitsUsage) tellMisuse(engine.tally, "LOOPGUARD_USAGE", UNREADABLE);
  }
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return usageEvent(inputTokens, outputTokens, costOf(engine, usage), engine.readsClock ? engine.clock() : Number.NaN);
}

/** What the usage says, else what its tokens cost; told once if a budget limits a cost that nobody knows. */
function costOf(engine: GuardEngine, usage: LoopUsage): number {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0, cost } = usage;
  const { price } = engine.config;
  if (cost !== undefined) return cost;
  if (price === undefined) {
    if (engine.limitsCost && inputTokens + outputTokens > 0) tellMisuse(engine, "LOOPGUARD_NO_COST", NO_COST);
    return 0;
  }
  const cached = Math.min(cachedInputTokens, inputTokens);
  return (inputTokens - cached) * price.input + cached * price.cached + outputTokens * price.output;
}

/** Not so for `{}`, which says that nothing is known. */
function isSomething(given: unknown): boolean {
  if (typeof given === "object" && !(given instanceof Promise)) return Object.values(given ?? {}).some(isGiven);
  return given !== undefined;
}

/** After so many calls of a guard it is told that nobody says what came back; what was used. */
const UNANSWERED_MAX = 30;
/** And only if calls still come so much later: those of one response are asked together. */
const TOGETHER_MS = 1000;
const FORGOTTEN_MAX = 10;

/** Tells once that the host, of which `open` calls of a run are at work, does not call `after`, or does not call `usage`. */
export function tellForgotten(engine: GuardEngine, open: number): void {
  const { tally } = engine;
  if (tally.calls < FORGOTTEN_MAX) return;
  if (engine.limitsUsage && !tally.hasUsage) tellMisuse(tally, "LOOPGUARD_NO_USAGE", NO_USAGE);
  if (tally.calls < UNANSWERED_MAX || tally.isAnswered || !engine.needsOutcomes || open < 2) return;
  const now = engine.clock();
  tally.unansweredAt ??= now;
  if (now - tally.unansweredAt >= TOGETHER_MS) tellMisuse(tally, "LOOPGUARD_NO_AFTER", UNANSWERED);
}

const UNANSWERED = `Many calls were judged, and after() was told of none, so no result can be compared. ${AFTER}`;
const RIGHT =
  "Pass usage({ inputTokens: 1200, outputTokens: 80 }), or what your provider calls that, after each response.";
const UNREADABLE = `Nothing could be read of what usage() was given, so budgets do not count it. ${RIGHT}`;
const NO_USAGE = `A budget limits tokens or cost, and nobody says what is used. ${RIGHT}`;
const NO_COST =
  "A budget limits cost, and usage() tells of tokens alone. Say what a million cost, price: { input: 3, output: 15 }, or pass cost.";
