import type { LoopDetection } from "../base/types.ts";
/**
 * Thrown when the verdict on a call is `abort`: the agent is in a loop, and its run should end. `code` is
 * `"ERR_TOOL_LOOP"`. `results` holds what sibling calls of the same `executeAll` had returned, so that no work is lost.
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
    /** Results of sibling calls that had finished when the loop was found, in the order of the calls. */
    results: Result[];
    constructor(detection: LoopDetection, results?: Result[]);
    /** For a loop that no guard found: `repeats` equal calls, as the detector `count` counts them. */
    constructor(toolName: string, repeats: number, results?: Result[]);
    /** Like `instanceof`, but also true for an error of another copy of the package. */
    static isInstance(error: unknown): error is ToolLoopError;
    /** Safe to log and to send: names, counts and digests, but no arguments and no results. */
    toJSON(): Record<string, unknown>;
}
