import type { LoopCall, LoopDetection } from "../base/types.ts";
/**
 * What led to a `ToolLoopError`, for the host alone. It is in no message, event, snapshot or JSON, which promise names, counts and
 * digests.
 */
interface Circumstances {
    /** The call that was judged last. */
    readonly call?: LoopCall | undefined;
    /** What came back last in the run, in a few words; see `inWords`. */
    readonly last?: string | undefined;
    /** How many calls of the run were refused. */
    readonly refused?: number | undefined;
}
/** Remembers what led to an error. Gives the error. */
export declare function withCircumstances<E extends object>(error: E, circumstances: Circumstances): E;
/** A text with its beginning, anything else by its kind: a result may be large, and is not kept. */
export declare function inWords(value: unknown): string;
/**
 * Thrown when the verdict on a call is `abort`: the agent is in a loop, and its run should end. `code` is
 * `"ERR_TOOL_LOOP"`. `results` holds what calls had returned, so that no work is lost.
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
    /** The tool of the call that was judged last. */
    readonly toolName: string;
    /** How often the call, or the whole cycle, came. */
    readonly repeats: number;
    /** What was found. */
    readonly detection: LoopDetection;
    /**
     * What calls had returned, oldest first: of `executeAll` the sibling calls that had finished, of an adapter the newest 64 of the
     * turn. Your own values, no copies.
     */
    results: Result[];
    constructor(detection: LoopDetection, results?: Result[]);
    /** For a loop that no guard found: `repeats` equal calls, as the detector `count` counts them. */
    constructor(toolName: string, repeats: number, results?: Result[]);
    /** The call that was judged last, with its arguments, where it is known. For the host alone: `toJSON` leaves it out. */
    get call(): LoopCall | undefined;
    /**
     * The message, and what the host can know beside it: the call with its arguments, shortened; what came back last; how often
     * calls were refused; how to go on. `console.error(error)` prints it. For the host alone, as `call`.
     */
    get explanation(): string;
    /** Like `instanceof`, but also true for an error of another copy of the package. */
    static isInstance(error: unknown): error is ToolLoopError;
    /** Safe to log and to send: names, counts and digests, but no arguments and no results. */
    toJSON(): Record<string, unknown>;
}
/** The error for a detection, with what led to it; whoever has a run at the desk takes `errorOf` of that. */
export declare function loopError(detection: LoopDetection, circumstances: Circumstances): ToolLoopError;
/** The error as JSON, for a framework that takes no instances; unless it is copied, it is found with its results. */
export declare function errorAsJson(error: ToolLoopError): object;
/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended without an error, newest first. An error from JSON, or of Agentium, is converted to a `ToolLoopError`.
 */
export declare function findToolLoopError(error: unknown): ToolLoopError | undefined;
/** What a run says that was stopped, where the model said nothing: the reason, and the newest result. */
export declare function answerText(end: ToolLoopError): string;
export {};
