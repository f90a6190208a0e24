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
    // Date.parse knows +02:00, but not +02, with which Postgres and DuckDB end.
    if (/[T ]\d\d:[\d:.]+[+-]\d\d$/.test(text)) return timeInText(`${text}:00`);
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

/** A sub-agent's run has a name of its own within the session. */
export function idOfAgent(session: string | undefined, agent: string | undefined): string | undefined {
  return session === undefined || agent === undefined ? (session ?? agent) : `${session}/${agent}`;
}

/** Of what follows the milliseconds up to six digits count for nothing; of more, V8's `Date.parse` reads some as milliseconds. */
const PLAIN =
  /^((?!00)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:(\.\d{1,3})\d{0,6})?Z?$/;

/**
 * Milliseconds since 1970 of `2026-11-01T12:00:00.123Z`, also with a blank for the `T`, without the `Z`, and with up to nine
 * digits of a second. `undefined` for everything else, which may be a time nevertheless.
 */
export function plainTime(text: string): number | undefined {
  const [, day, time, fraction = ""] = PLAIN.exec(text) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${time}${fraction}Z`);
}
