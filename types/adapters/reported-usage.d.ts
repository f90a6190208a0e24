import type { LoopRun, LoopUsage } from "../base/types.ts";
/** What one model response has used. What is not reported as a number is left out. A guard that was closed says so. */
export declare function tellUsage(run: LoopRun, inputTokens: unknown, outputTokens: unknown, cost?: unknown): void;
/** The usage of a step of the AI SDK or of Mastra. */
export declare function tellStepUsage(run: LoopRun, step: object): void;
/** The sum of two usages, number by number: frameworks and versions have other fields. */
export declare function addedUsage(a: unknown, b: unknown): unknown;
/** What a provider's own response, or a part of its stream, says that has been used; `undefined`: nothing. */
export declare function providerUsage(response: unknown): LoopUsage | undefined;
/** For a framework that reports the sums of a whole run: tells what has been added to them. */
export declare class SummedUsage {
    #private;
    /** `before`: the sums when the run began. */
    constructor(before?: {
        inputTokens?: unknown;
        outputTokens?: unknown;
    } | undefined);
    tell(run: LoopRun, sums: {
        inputTokens?: unknown;
        outputTokens?: unknown;
    } | undefined): void;
}
