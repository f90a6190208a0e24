import type { LoopRun } from "../base/types.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import type { ExecuteOptions } from "./ai-sdk-tools.ts";
/** One call of `generateText` or `streamText`. */
export interface SdkCall {
    readonly run: LoopRun;
    readonly reader: StepReader;
}
/**
 * The SDK does not tell its callbacks which call they belong to. But each call has one list of steps, which
 * `prepareStep` and `stopWhen` receive, and every tool receives its step's list of messages: the one that `prepareStep`
 * received or returned.
 */
export declare class SdkCalls {
    #private;
    constructor(newRun: () => LoopRun);
    /** The call that a list of steps belongs to; an unknown list begins a new call. */
    ofSteps(steps: readonly Step[]): SdkCall;
    /** Begins a step, whose tools will receive one of these lists of messages. */
    beginStep(call: SdkCall, ...lists: (readonly unknown[])[]): void;
    /** The run of a tool call. A call before the first step, which a human approved, gets its own run. */
    runOf(options: ExecuteOptions | undefined): LoopRun;
}
