/** Small facts that every format writes its own way: times, tokens, ids. */
import { type Fields, isFields } from "../history/transcript-reader.ts";

/** A time in milliseconds since 1970, from ISO 8601, `[seconds, nanoseconds]`, or a number of s, ms, µs or ns. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? toMilliseconds(value) : undefined;
  if (typeof value === "string") return timeInText(value);
  if (Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number")
    return value[0] * 1_000 + value[1] / 1e6;
  return undefined;
}

function timeInText(text: string): number | undefined {
  // Nearly all end in Z; the others are looked at closely.
  if (!text.endsWith("Z")) {
    if (/^\d+(\.\d+)?$/.test(text)) return toMilliseconds(Number(text));
    // A time without a zone is UTC in the traces that write such.
    if (/[T ][\d:.]+$/.test(text)) return timeInText(`${text}Z`);
  }
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Told apart by size: each unit's numbers of this century are far from the others'. */
function toMilliseconds(time: number): number {
  if (time > 1e17) return time / 1e6;
  if (time > 1e14) return time / 1e3;
  return time > 1e11 ? time : time * 1_000;
}

const TOTALS = ["total_tokens", "totalTokens", "totalTokenCount", "total"];
const PARTS = [
  ["input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "input"],
  ["output_tokens", "completion_tokens", "outputTokens", "completionTokens", "output"],
  // Anthropic counts these apart from `input_tokens`.
  ["cache_creation_input_tokens"],
  ["cache_read_input_tokens"],
];

/** Tokens that a response was billed for, from any provider's record of its usage. */
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

function firstNumber(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "number") return value;
  }
  return undefined;
}

/** A word that a trace has, such as a type or a code; of a value that is no text, number or boolean, an empty one. */
export function wordOf(value: unknown): string {
  // Not String(), which throws for an object without a text of its own.
  return typeof value === "object" || value === undefined ? "" : String(value);
}

/** A number, or one that is written as a text. */
export function numberOf(value: unknown): number {
  return typeof value === "object" ? Number.NaN : Number(value);
}

/** The first of these that can name a run: a text, or a number. */
export function idOf(...candidates: unknown[]): string | undefined {
  for (const id of candidates) {
    if (typeof id === "string" && id !== "") return id;
    if (typeof id === "number") return String(id);
  }
  return undefined;
}
