export type LoopGuardErrorCode = "ERR_LOOPGUARD_OPTION" | "ERR_LOOPGUARD_CLOSED" | "ERR_LOOPGUARD_SNAPSHOT" | "ERR_LOOPGUARD_STORE" | "ERR_LOOPGUARD_BACKEND" | "ERR_LOOPGUARD_JSON" | "ERR_LOOPGUARD_MEMORY";
/**
 * For an option that is unknown, of the wrong type or out of range. The message names the option, the value and what is
 * allowed.
 */
export declare function optionError(kind: "type" | "range", option: string, value: unknown, allowed: string): Error;
export declare function closedError(what: string): Error;
export declare function snapshotError(why: string): Error;
/** For a store that failed to read or write a run; `cause` is the store's error. */
export declare function storeError(cause: unknown): Error;
export declare function withCode<E extends Error>(error: E, code: LoopGuardErrorCode): E & {
    code: LoopGuardErrorCode;
};
/** Why a value is equal to no other. */
export declare const OPAQUE: Error;
/** A value in a few words, for an error message: `"abc" (string)`, `12 (number)`, `an array of 3`. */
export declare function describeValue(value: unknown): string;
