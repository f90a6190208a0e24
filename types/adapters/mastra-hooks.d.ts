/** Mastra's tool hooks alone, for where no processor can be added. */
import { type GuardInput } from "../guard/guard-of.ts";
/** What is read of the argument of a hook. */
export interface HookContext {
    readonly toolName: string;
    readonly input: unknown;
    /** The context that the tool is given. */
    readonly context: unknown;
    readonly metadata?: Record<string, unknown>;
}
export interface ToolLoopHooks {
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
export declare function toolLoopHooks(guard?: GuardInput): ToolLoopHooks;
