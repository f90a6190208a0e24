import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { type MessageList, type Step } from "./mastra-run.ts";
export { type HookContext, type ToolLoopHooks, toolLoopHooks } from "./mastra-hooks.ts";
export type { MessageList, Step } from "./mastra-run.ts";
/**
 * How an abort ends the run. `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an
 * error part, and its promises reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` gets
 * the error. `"answer"`: with the model's response to one last request, and the same of the result.
 */
export type MastraGuardOptions = AdapterOptions;
/** What a run is known by, of the arguments of a processor. */
interface Place {
    /** Mastra keeps one such object for each processor and run; code around a processor may pass a copy. */
    readonly state: object;
    readonly messageList?: MessageList;
}
/** The arguments of `processInputStep` that are used here. */
export interface InputStep extends Place {
    readonly messageList: MessageList;
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
 * `generate` or `stream` is its own run, also when several are in progress, and so is each of a sub-agent. If a call passes
 * processors of its own in place of the agent's, its tools are refused by hooks.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
export declare function withLoopGuard<Config extends object>(agentConfig: Config, guard?: DeskInput, options?: MastraGuardOptions): Config;
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
    constructor(guard?: DeskInput, options?: MastraGuardOptions);
    /** Called before each step. Replaces the tools of the step by guarded ones, and the model by one whose texts are read. */
    processInputStep(given: InputStep): Promise<{
        tools?: Record<string, unknown>;
        model?: never;
    } | undefined>;
    /** Called last before a model request: the one place where a thrown error ends the run and stays as it is. */
    processLLMRequest(given: Place): undefined;
}
export { findToolLoopError } from "../rules/tool-loop-error.ts";
