/**
 * For Mastra, `@mastra/core`. Imports nothing of it.
 *
 * `warn`: the message is added to what the model sees of the tool's output. `hint` and `ask`: the tool is not called,
 * and its output is Mastra's form for a failed call, `{ error: true, message }`. `abort`: as `hint`, and the run ends
 * before the next model call.
 */
import type { GuardInput } from "../guard/guard-of.ts";
import { type MessageList, type Step } from "./mastra-run.ts";
export { type HookContext, type ToolLoopHooks, toolLoopHooks } from "./mastra-hooks.ts";
export type { MessageList, Step } from "./mastra-run.ts";
export interface MastraGuardOptions {
    /**
     * How an abort ends the run. `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an
     * error part, and its promises reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` gets
     * the error. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/** The arguments of `processInputStep` that are used here. */
export interface InputStep {
    readonly messageList: MessageList;
    /** Mastra keeps one such object for each processor and run. */
    readonly state: object;
    readonly steps: readonly Step[];
    readonly tools?: Record<string, unknown> | undefined;
    readonly model?: unknown;
    abort(reason?: string, options?: {
        retry?: boolean;
        metadata?: unknown;
    }): never;
}
/**
 * The config of an agent whose tools are all guarded, those of toolsets, workspaces and memory included. Each
 * `generate` or `stream` is its own run, also when several are in progress, and so is each of a sub-agent.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
export declare function withLoopGuard<Config extends object>(agentConfig: Config, guard?: GuardInput, options?: MastraGuardOptions): Config;
/**
 * The input processor behind `withLoopGuard`, which guards the tools of every step. Put it last in the list, after
 * processors that add tools. Processors passed to `generate` replace those of the agent.
 *
 * @example
 * await agent.generate(prompt, { inputProcessors: [new ToolLoopProcessor(guard)] });
 */
export declare class ToolLoopProcessor {
    #private;
    readonly id: string;
    readonly name: string;
    /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
    constructor(guard?: GuardInput, { onAbort }?: MastraGuardOptions);
    /** Called before each step. Replaces the tools of the step by guarded ones, and the model by one whose texts are read. */
    processInputStep({ messageList, state, steps, tools, model, abort, }: InputStep): {
        tools?: Record<string, unknown>;
        model?: never;
    } | undefined;
    /** Called last before a model request: the one place where a thrown error ends the run and stays as it is. */
    processLLMRequest({ state }: {
        readonly state: object;
    }): undefined;
}
