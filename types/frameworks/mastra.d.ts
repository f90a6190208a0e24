/** For Mastra, `@mastra/core`. Imports nothing of it. */
import { Step } from '../shared.js';
import { AdapterOptions, Awaitable, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** `onAbort: "throw"`: `generate` may reject with a copy of the error. `"stop"`: the run ends with a tripwire. */
type MastraGuardOptions = AdapterOptions;
/** What a run is known by, of the arguments of a processor. */
interface Place {
    /** Mastra keeps one such object for each processor and run; code around a processor may pass a copy. */
    readonly state: object;
    readonly messageList?: MessageList;
}
/** The arguments of `processInputStep` that are used here. */
interface InputStep extends Place {
    readonly messageList: MessageList;
    readonly messages?: readonly unknown[];
    readonly steps: readonly Step[];
    readonly tools?: Record<string, unknown> | undefined;
    readonly model?: unknown;
    abort(reason?: string, options?: {
        retry?: boolean;
        metadata?: unknown;
    }): never;
}
/**
 * The config of an agent whose tools are all guarded, those of toolsets, workspaces and memory included. Each `generate` or `stream`
 * is its own run. If a call passes processors of its own in place of the agent's, its tools are refused by hooks.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
declare function withLoopGuard<Config extends object>(agentConfig: Config, guard?: DeskInput, options?: MastraGuardOptions): Config;
/**
 * The input processor behind `withLoopGuard`, which guards the tools of every step. Put it last in the list, after
 * processors that add tools. Processors passed to `generate` replace those of the agent.
 *
 * @example
 * const ours = new ToolLoopProcessor(guard);
 * await agent.generate(prompt, { inputProcessors: [ours], outputProcessors: [ours] });
 */
declare class ToolLoopProcessor {
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
    /** The run is over. After an abort in the last of `maxSteps` steps no other hook is called. */
    processOutputResult({ messageList, messages, abort }: Omit<InputStep, "state" | "steps">): never;
}
/** The argument of a hook, as far as it is read here. */
interface HookContext {
    readonly toolName: string;
    readonly input: unknown;
    readonly context: unknown;
    readonly metadata?: Record<string, unknown>;
}
interface ToolLoopHooks {
    beforeToolCall(context: HookContext): Awaitable<{
        proceed: false;
        output: unknown;
    } | undefined>;
    afterToolCall(context: HookContext & {
        readonly output?: unknown;
        readonly error?: unknown;
    }): Awaitable<void>;
}
/**
 * Hooks that refuse calls, for an agent or for one `generate` or `stream`. Hooks cannot change a tool's output or end a
 * run: warnings only reach `onDetection`, and after an abort every call is refused. The calls of an agent with one
 * request context are a run, and calls in progress at the same time are a round. Calls that a `ToolLoopProcessor`
 * guards are left to it. `own`: your own hooks, which see the calls that run.
 *
 * @example
 * await agent.generate(prompt, { hooks: toolLoopHooks(guard), maxSteps: 10 });
 */
declare function toolLoopHooks(guard?: DeskInput, own?: Partial<ToolLoopHooks>): ToolLoopHooks;
/** The part of a `MessageList` that is used here. */
interface MessageList {
    /** Replaces a tool call's part; false when there is no such call. */
    updateToolInvocation(part: never): boolean;
}

export { type Step, ToolLoopProcessor, toolLoopHooks, withLoopGuard };
export type { HookContext, InputStep, MastraGuardOptions, MessageList, ToolLoopHooks };
