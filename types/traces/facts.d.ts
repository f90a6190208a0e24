/** A time in milliseconds since 1970, from ISO 8601, `[seconds, nanoseconds]`, or a number of s, ms, µs or ns. */
export declare function timeOf(value: unknown): number | undefined;
/** Tokens that a response was billed for, from any provider's record of its usage. */
export declare function tokensOf(usage: unknown): number | undefined;
/** The first of these that can name a run: a text, or a number. */
export declare function idOf(...candidates: unknown[]): string | undefined;
