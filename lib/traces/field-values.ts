/** Reads values that each format writes in its own way: times, token counts, ids. */
import { type Fields, isFields } from "../history/fields.ts";
import { plainTime } from "./iso-time.ts";

/** A time in milliseconds since 1970, from ISO 8601, `[seconds, nanoseconds]`, or a number of s, ms, µs or ns. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? toMilliseconds(value) : undefined;
  if (typeof value === "string") return timeInText(value);
  if (Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number")
    return value[0] * 1_000 + value[1] / 1e6;
  return undefined;
}

function timeInText(text: string): number | undefined {
  const plain = plainTime(text);
  if (plain !== undefined) return plain;
  if (!text.endsWith("Z")) {
    if (/^\d+(\.\d+)?$/.test(text)) return toMilliseconds(Number(text));
    // Traces that write times without a zone mean UTC.
    if (/[T ][\d:.]+$/.test(text)) return timeInText(`${text}Z`);
  }
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** From s, ms, µs or ns, by magnitude: times of this century have very different numbers in each unit. */
function toMilliseconds(time: number): number {
  if (time > 1e17) return time / 1e6;
  if (time > 1e14) return time / 1e3;
  return time > 1e11 ? time : time * 1_000;
}

const TOTALS = ["total_tokens", "totalTokens", "totalTokenCount", "total"];
const PARTS = [
  ["input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "input"],
  ["output_tokens", "completion_tokens", "outputTokens", "completionTokens", "output"],
  // Anthropic's `input_tokens` does not include these.
  ["cache_creation_input_tokens"],
  ["cache_read_input_tokens"],
];

/** The tokens that a response was billed for, from the usage record of any provider. */
export function tokensOf(usage: unknown): number | undefined {
  if (!isFields(usage)) return undefined;
  const total = firstNumber(usage, TOTALS);
  if (total !== undefined) return total;
  let sum: number | undefined;
  for (const names of PARTS) {
    const part = firstNumber(usage, names);
    if (part !== undefined) sum = (sum ?? 0) + part;
  }
  return sum;
}

const CACHED = [
  "cache_read_input_tokens",
  "cached_input_tokens",
  "cached_tokens",
  "cachedInputTokens",
  "cachedContentTokenCount",
  "cached_content_token_count",
  "cacheReadTokens",
  "cache_read",
  "cacheRead",
  "inputCacheRead",
  "input_cache_read",
  "input_cached_tokens",
  "input_cache_read_tokens",
  "cached",
];
/** Objects in a usage record that have the count. */
const DETAILS = [
  "prompt_tokens_details",
  "input_tokens_details",
  "input_token_details",
  "inputTokenDetails",
  "prompt_token_details",
];

/** Those of the tokens that were read from the provider's cache, from the usage record of any provider. */
export function cachedOf(usage: unknown): number | undefined {
  if (!isFields(usage)) return undefined;
  const { cache } = usage;
  if (isFields(cache) && typeof cache["read"] === "number") return cache["read"];
  const count = firstNumber(usage, CACHED);
  if (count !== undefined) return count;
  const details = DETAILS.map((name) => usage[name]).find(isFields);
  return details === undefined ? undefined : firstNumber(details, CACHED);
}

function firstNumber(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "number") return value;
  }
  return undefined;
}

/** A value such as a type or a code as text; "" for objects, `null` and `undefined`. */
export function wordOf(value: unknown): string {
  // Not String() for objects: it throws for an object without toString.
  return typeof value === "object" || value === undefined ? "" : String(value);
}

/** A number, also one that is written as a string; NaN for objects, `null` and anything that is no number. */
export function numberOf(value: unknown): number {
  return typeof value === "object" ? Number.NaN : Number(value);
}

/** The first of these that can be an id: a string that is not empty, or a number. */
export function idOf(...candidates: unknown[]): string | undefined {
  for (const id of candidates) {
    if (typeof id === "string" && id !== "") return id;
    if (typeof id === "number") return String(id);
  }
  return undefined;
}
