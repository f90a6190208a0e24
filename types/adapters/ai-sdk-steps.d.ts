/** What a guard learns from the finished steps of an AI SDK run: calls that never reached a tool of ours. */
import type { LoopRun } from "../base/types.ts";
/** What we read of a step. */
export interface Step {
    readonly content?: readonly unknown[] | undefined;
}
/** The steps of one run, each looked at once; and what the model is to read of the calls found there. */
export declare class StepReader {
    #private;
    constructor(run: LoopRun);
    /** Tells the guard of the last step's calls that no tool of ours was asked for. */
    read(steps: readonly Step[]): void;
    /** The messages with ours added to the errors that they belong to; the same list when there is nothing to add. */
    annotate<M>(messages: readonly M[]): readonly M[];
}
