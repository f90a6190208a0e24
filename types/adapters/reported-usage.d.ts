/** Tells a run, for its budgets, what a framework reports that the model has used. */
import type { LoopRun } from "../base/types.ts";
/** Tokens of one model response. What is not reported as a number is left out. */
export declare function tellUsage(run: LoopRun, inputTokens: unknown, outputTokens: unknown): void;
/** The usage of a step of the AI SDK or of Mastra. */
export declare function tellStepUsage(run: LoopRun, step: object): void;
/** For a framework that reports the sums of a whole run: tells what has been added to them. */
export declare class SummedUsage {
    #private;
    tell(run: LoopRun, sums: {
        inputTokens?: unknown;
        outputTokens?: unknown;
    } | undefined): void;
}
