/** Reads values that each format writes in its own way: times, token counts, ids. */
import type { Fields } from "../history/fields.ts";
import { numberIn, usageIn } from "../run/usage.ts";

export { cachedOf } from "../run/usage.ts";

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

/** The tokens that a response was billed for, from the usage record of any provider. */
export function tokensOf(usage: unknown): number | undefined {
  const total = numberIn(usage, TOTALS);
  if (total !== undefined) return total;
  const { inputTokens, outputTokens } = usageIn(usage) ?? {};
  return inputTokens === undefined ? outputTokens : inputTokens + (outputTokens ?? 0);
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

/** The session that a message, a conversation or a request belongs to. */
export function sessionOf(value: Fields): string | undefined {
  return idOf(value["session_id"], value["sessionId"], value["conversation_id"], value["thread_id"], value["run_id"]);
}

const [ZERO, DASH, COLON, POINT, BLANK, T, Z] = [..."0-:. TZ"].map((character) => character.charCodeAt(0)) as [
  ...[number, number, number, number, number, number, number],
];

/**
 * Milliseconds since 1970 of `2026-11-01T12:00:00.123Z`, also with a blank for the `T`, without the `Z`, and with up to nine
 * digits of a second. `undefined` for everything else, which may be a time nevertheless.
 */
export function plainTime(text: string): number | undefined {
  const { length } = text;
  if (length < 19 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  const between = text.charCodeAt(10);
  if (between !== T && between !== BLANK) return undefined;
  const year = two(text, 0) * 100 + two(text, 2);
  const [month, day] = [two(text, 5), two(text, 8)];
  const [hour, minute, second] = [two(text, 11), two(text, 14), two(text, 17)];
  // Negated, since of what is no digit comes NaN. Date.UTC takes the years before 100 for others.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  const end = text.charCodeAt(length - 1) === Z ? length - 1 : length;
  const fraction = end === 19 ? 0 : milliseconds(text, end);
  return fraction === undefined ? undefined : Date.UTC(year, month - 1, day, hour, minute, second, fraction);
}

/** Digits of nanoseconds; of more, V8's `Date.parse` reads some as milliseconds. */
const DIGITS_MAX = 9;

/** The point at 19, and what follows up to `end`. Like `Date.parse`, without rounding. */
function milliseconds(text: string, end: number): number | undefined {
  if (text.charCodeAt(19) !== POINT || end === 20 || end - 20 > DIGITS_MAX) return undefined;
  let value = 0;
  for (let at = 20, worth = 100; at < end; at++, worth /= 10) {
    const digit = digitAt(text, at);
    if (Number.isNaN(digit)) return undefined;
    if (worth >= 1) value += digit * worth;
  }
  return value;
}

const two = (text: string, at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1);

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}
