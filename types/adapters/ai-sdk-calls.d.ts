/** The calls of `generateText` and `streamText` that one settings object is used for, each with a run of its own. */
import type { LoopRun } from "../base/types.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import type { ExecuteOptions } from "./ai-sdk-tools.ts";
/** One call of `generateText` or `streamText`. */
export interface SdkCall {
    readonly run: LoopRun;
    readonly reader: StepReader;
}
/**
 * The SDK says nowhere which call it is in. But it keeps one list of steps for each, which `prepareStep` and `stopWhen`
 * see, and gives the messages of a step, as `prepareStep` saw or made them, to every tool that the step calls.
 */
export declare class SdkCalls {
    #private;
    constructor(newRun: () => LoopRun);
    /** The call that a list of steps belongs to; a new one for a new list. */
    ofSteps(steps: readonly Step[]): SdkCall;
    /** A step begins. Its tools will be given one of these lists of messages. */
    beginStep(call: SdkCall, ...lists: (readonly unknown[])[]): void;
    /** The run of a tool call. What is called before the first step, because a human approved it, is a run of its own. */
    runOf(options: ExecuteOptions | undefined): LoopRun;
}
