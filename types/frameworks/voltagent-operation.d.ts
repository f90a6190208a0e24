import type { AgentRun } from "../adapter/agent-run.ts";
import type { LoopDetection } from "../base/types.ts";
import { ToolLoopError } from "../rules/tool-loop-error.ts";
/** The context of an operation, as far as it is used here. */
interface OperationContext {
    readonly abortController: AbortController;
    /** Set in sub-agents, whose abort controller is that of their parent. */
    readonly parentAgentId?: string | undefined;
    /** What the operation rejects with when it was aborted. */
    cancellationError?: Error | undefined;
}
export interface HookArgs {
    readonly context: OperationContext;
}
interface ToolArgs extends HookArgs {
    readonly tool: {
        readonly name: string;
    };
    readonly options?: {
        readonly toolContext?: {
            readonly callId: string;
        } | undefined;
    } | undefined;
}
export interface ToolStart extends ToolArgs {
    readonly args: unknown;
}
export interface ToolEnd extends ToolArgs {
    readonly output: unknown;
    readonly error: unknown;
}
export interface ToolError extends ToolArgs {
    readonly originalError: Error;
}
export interface StepFinish extends HookArgs {
    readonly step: object;
}
/** What a hook gives in place of an output. */
export interface Override {
    output?: unknown;
}
/** Thrown in place of a call, so that VoltAgent does not run it. */
declare class RefusedCall extends Error {
    readonly name: string;
    readonly output: unknown;
    constructor(message: string, output?: unknown);
}
/** The output of a call that was refused; `undefined`: it has failed by itself. */
export declare function refusalOf({ originalError }: ToolError): Override | undefined;
export declare class Operation {
    #private;
    constructor(run: AgentRun, context: OperationContext);
    /** Gives what is thrown in place of the call if it is not to run. */
    start({ tool, args, options }: ToolStart): Promise<RefusedCall | undefined>;
    /** The outputs of calls that failed come by `fail`. */
    end(given: ToolEnd, override: Override | undefined): Promise<Override | undefined>;
    fail(given: ToolError, override: Override | undefined): Promise<Override | undefined>;
    /** Reads a finished step. If one of its calls was aborted, the operation is to end; else the next round begins. */
    stepOver(step: object): Promise<void>;
    /** Before a model call, which `model` is for: if the operation is to end, throws, or gives a model that says why. */
    ending(model: unknown): object | undefined;
    /** The model of a step, with its texts looked at, and its request changed if that helps. */
    watched(model: unknown): unknown;
    /** Adds our messages to the errors that they belong to. */
    annotate(messages: readonly unknown[]): readonly unknown[];
    /** VoltAgent begins again, with nothing of what it did. */
    restart(): Promise<void>;
    close(): Promise<void>;
}
/** The error that ends an operation; VoltAgent would try it again after another one. */
export declare function finalError(detection: LoopDetection): ToolLoopError;
export {};
