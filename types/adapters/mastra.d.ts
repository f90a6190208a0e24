/**
 * For Mastra, `@mastra/core`. Imports nothing of it.
 *
 * `warn` is added to what the model sees of the tool's output. `hint` and `ask` are the output, in Mastra's own shape for a
 * call that did not work, `{ error: true, message }`. `abort` refuses the call too, and ends the run before the model is
 * asked again.
 */
import { type GuardInput } from "../guard/guard-of.ts";
import { type MessageList, type Step } from "./mastra-run.ts";
export { type HookContext, type ToolLoopHooks, toolLoopHooks } from "./mastra-hooks.ts";
export type { MessageList, Step } from "./mastra-run.ts";
export interface MastraGuardOptions {
    /**
     * `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an error part, and its promises
     * reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` says why. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/** What is used of the arguments of `processInputStep`. */
export interface InputStep {
    readonly messageList: MessageList;
    /** Of this processor, for one run. */
    readonly state: object;
    readonly steps: readonly Step[];
    readonly tools?: Record<string, unknown> | undefined;
    abort(reason?: string, options?: {
        retry?: boolean;
        metadata?: unknown;
    }): never;
}
/**
 * The config of an agent with a guard over all its tools, those of toolsets, workspaces and memory included. Each `generate`
 * or `stream` is a run of its own, also when several go on at a time, and so is each of a sub-agent.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
export declare function withLoopGuard<Config extends object>(agentConfig: Config, guard?: GuardInput, options?: MastraGuardOptions): Config;
/**
 * The part that does the work: an input processor, which sees the tools of every step. It comes last in the list, behind
 * processors that bring tools of their own. Processors that are given to `generate` replace those of the agent.
 *
 * @example
 * await agent.generate(prompt, { inputProcessors: [new ToolLoopProcessor(guard)] });
 */
export declare class ToolLoopProcessor {
    #private;
    readonly id: string;
    readonly name: string;
    /** Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
    constructor(guard?: GuardInput, { onAbort }?: MastraGuardOptions);
    /** Before each model call. The tools of the step are replaced by guarded ones. */
    processInputStep({ messageList, state, steps, tools, abort, }: InputStep): {
        tools: Record<string, unknown>;
    } | undefined;
    /** The last thing before the model is asked, and the one place where a thrown error ends a run as it is. */
    processLLMRequest({ state }: {
        readonly state: object;
    }): undefined;
}
