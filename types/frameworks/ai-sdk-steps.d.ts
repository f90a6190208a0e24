/** Reports calls from the finished steps of an AI SDK run that never reached a guarded tool. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { type Awaitable } from "../base/property.ts";
/** The part of a step that is read here. */
export interface Step {
    readonly content?: readonly unknown[] | undefined;
    readonly usage?: unknown;
}
/** A part of a step: a call, its result, or its error. */
export type Part = {
    readonly [K in ("type" | "toolCallId" | "toolName" | "input" | "output") | ("error" | "invalid" | "providerExecuted" | "preliminary") | ("approved" | "reason" | "toolCall")]?: unknown;
};
/** Reads each step of one run once, and keeps the messages for the model about the calls found there. */
export declare class StepReader {
    #private;
    constructor(run: AgentRun);
    /**
     * Reports what the last step has used, and its calls that no guarded tool received: invalid ones, those that the provider
     * ran, and those that the program's `toolApproval` denied.
     */
    read(steps: readonly Step[]): Awaitable<void>;
    /** Adds our messages to the errors that they belong to; returns the same list when there is nothing to add. */
    annotate<M>(messages: readonly M[]): readonly M[];
}
