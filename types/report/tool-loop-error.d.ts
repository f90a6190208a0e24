import type { LoopDetection } from "../base/types.ts";
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
