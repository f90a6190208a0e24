import type { DeskInput } from "../adapter/desk.ts";
import { type Awaitable } from "../base/thenable.ts";
/** The argument of a hook, as far as it is read here. */
export interface HookContext {
    readonly toolName: string;
    readonly input: unknown;
    /** The context that the tool receives. */
    readonly context: unknown;
    readonly metadata?: Record<string, unknown>;
}
export interface ToolLoopHooks {
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
export declare function toolLoopHooks(guard?: DeskInput, own?: Partial<ToolLoopHooks>): ToolLoopHooks;
