/** Reads values that each format writes in its own way: times, token counts, ids. */
import type { Fields } from "../history/fields.ts";
export { cachedOf } from "../run/usage.ts";
/** A time in milliseconds since 1970, from ISO 8601, `[seconds, nanoseconds]`, or a number of s, ms, µs or ns. */
export declare function timeOf(value: unknown): number | undefined;
/** The tokens that a response was billed for, from the usage record of any provider. */
export declare function tokensOf(usage: unknown): number | undefined;
/** A value such as a type or a code as text; "" for objects, `null` and `undefined`. */
export declare function wordOf(value: unknown): string;
/** A number, also one that is written as a string; NaN for objects, `null` and anything that is no number. */
export declare function numberOf(value: unknown): number;
/** The first of these that can be an id: a string that is not empty, or a number. */
export declare function idOf(...candidates: unknown[]): string | undefined;
/** The session that a message, a conversation or a request belongs to. */
export declare function sessionOf(value: Fields): string | undefined;
/**
 * Milliseconds since 1970 of `2026-11-01T12:00:00.123Z`, also with a blank for the `T`, without the `Z`, and with up to nine
 * digits of a second. `undefined` for everything else, which may be a time nevertheless.
 */
export declare function plainTime(text: string): number | undefined;
