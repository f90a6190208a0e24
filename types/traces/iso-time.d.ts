/** Reads times as nearly all traces write them, without regular expressions: each row has one. */
/**
 * Milliseconds since 1970 of `2026-11-01T12:00:00.123Z`, also with a blank for the `T`, without the `Z`, and with up to nine
 * digits of a second. `undefined` for everything else, which may be a time nevertheless.
 */
export declare function plainTime(text: string): number | undefined;
