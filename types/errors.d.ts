import type { LoopDetection } from "./types.ts";
/** Codes of loopguard's errors, besides `ERR_TOOL_LOOP`. */
export type LoopGuardErrorCode = "ERR_LOOPGUARD_OPTION" | "ERR_LOOPGUARD_CLOSED" | "ERR_LOOPGUARD_SNAPSHOT" | "ERR_LOOPGUARD_STORE" | "ERR_LOOPGUARD_BACKEND" | "ERR_LOOPGUARD_JSON" | "ERR_LOOPGUARD_MEMORY";
/**
 * An agent asked for the same thing too often. What sibling calls of the same `executeAll` had already returned is in
 * `results`, so nothing is lost.
 *
 * @example
 * try {
 *   await agent.run(input);
 * } catch (error) {
 *   const loop = findToolLoopError(error);
 *   if (loop) console.error(loop.toolName, loop.repeats, loop.detection.detector);
 * }
 */
export declare class ToolLoopError<Result = unknown> extends Error {
    readonly name = "ToolLoopError";
    readonly code = "ERR_TOOL_LOOP";
    readonly reason = "loop";
    readonly toolName: string;
    readonly repeats: number;
    readonly detection: LoopDetection;
    /** Results of sibling calls that had finished when the loop was found, in the order of the calls. */
    results: Result[];
    constructor(detection: LoopDetection, results?: Result[]);
    /** Where no guard found the loop: equal calls, as the detector `count` counts them. */
    constructor(toolName: string, repeats: number, results?: Result[]);
    /** `instanceof` that survives two copies of the package. */
    static isInstance(error: unknown): error is ToolLoopError;
    /** Safe to log and to send: names, counts and digests; no arguments, no results. */
    toJSON(): Record<string, unknown>;
}
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
