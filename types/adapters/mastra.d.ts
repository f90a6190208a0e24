/**
 * For Mastra, `@mastra/core`. Imports nothing of it.
 *
 * `warn` is added to what the model sees of the tool's output. `hint` and `ask` are the output, in Mastra's own shape for a
 * call that did not work, `{ error: true, message }`. `abort` refuses the call too, and ends the run before the model is
 * asked again.
 */
import { GuardInput } from '../index.js';

/** What is read of a finished step. */
interface Step {
    readonly content?: readonly unknown[] | undefined;
}
/** What is used of a `MessageList`. */
interface MessageList {
    /** Replaces a tool call's part; false when there is no such call. */
    updateToolInvocation(part: never): boolean;
}

/** What is read of the argument of a hook. */
interface HookContext {
    readonly toolName: string;
    readonly input: unknown;
    /** The context that the tool is given. */
    readonly context: unknown;
    readonly metadata?: Record<string, unknown>;
}
interface ToolLoopHooks {
    beforeToolCall(context: HookContext): {
        proceed: false;
        output: unknown;
    } | undefined;
    afterToolCall(context: HookContext & {
        readonly output?: unknown;
        readonly error?: unknown;
    }): void;
}
/**
 * Hooks that refuse calls, for an agent or for one `generate` or `stream`. Hooks cannot change what a tool gave, nor end a
 * run: warnings only reach `onDetection`, and after an abort every call is refused. The calls of an agent under one request
 * context are a run, and those that go on at a time a round. Together with a `ToolLoopProcessor` they leave the calls to
 * that.
 *
 * @example
 * await agent.generate(prompt, { hooks: toolLoopHooks(guard), maxSteps: 10 });
 */
declare function toolLoopHooks(guard?: GuardInput): ToolLoopHooks;

interface MastraGuardOptions {
    /**
     * `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an error part, and its promises
     * reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` says why. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/** What is used of the arguments of `processInputStep`. */
interface InputStep {
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
declare function withLoopGuard<Config extends object>(agentConfig: Config, guard?: GuardInput, options?: MastraGuardOptions): Config;
/**
 * The part that does the work: an input processor, which sees the tools of every step. It comes last in the list, behind
 * processors that bring tools of their own. Processors that are given to `generate` replace those of the agent.
 *
 * @example
 * await agent.generate(prompt, { inputProcessors: [new ToolLoopProcessor(guard)] });
 */
declare class ToolLoopProcessor {
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

export { ToolLoopProcessor, toolLoopHooks, withLoopGuard };
export type { HookContext, InputStep, MastraGuardOptions, MessageList, Step, ToolLoopHooks };
