/** Codes of loopguard's errors, besides `ERR_TOOL_LOOP`. */
export type LoopGuardErrorCode = "ERR_LOOPGUARD_OPTION" | "ERR_LOOPGUARD_CLOSED" | "ERR_LOOPGUARD_SNAPSHOT" | "ERR_LOOPGUARD_STORE" | "ERR_LOOPGUARD_BACKEND" | "ERR_LOOPGUARD_JSON" | "ERR_LOOPGUARD_MEMORY";
/** An option that is unknown, of the wrong type or out of range: names the option, the value and what is allowed. */
export declare function optionError(kind: "type" | "range", option: string, value: unknown, allowed: string): Error;
export declare function closedError(what: string): Error;
export declare function snapshotError(why: string): Error;
/** The store of a run could not be asked; `cause` is what it said. */
export declare function storeError(cause: unknown): Error;
/** Attaches a code to an error. */
export declare function withCode<E extends Error>(error: E, code: LoopGuardErrorCode): E & {
    code: LoopGuardErrorCode;
};
/** A value in a few words, for the text of an error: its type, and what it is where that is short. */
export declare function describeValue(value: unknown): string;
