import type { GuardInput } from "../guard/guard-of.ts";
import { type HookMatcher } from "./claude-runs.ts";
export type { HookInput, HookMatcher, HookOutput } from "./claude-runs.ts";
/**
 * For the option `hooks` of `query()`: one entry for each event, without a `matcher`, so that it applies to every tool.
 */
export interface ToolLoopHooks {
    UserPromptSubmit: HookMatcher[];
    PreToolUse: HookMatcher[];
    PostToolUse: HookMatcher[];
    PostToolUseFailure: HookMatcher[];
    PostToolBatch: HookMatcher[];
    PreCompact: HookMatcher[];
    Stop: HookMatcher[];
    SubagentStop: HookMatcher[];
}
/**
 * Hooks that guard every tool of a session, those of MCP servers and subagents included. A session is a run,
 * `guard.run(sessionId)`; each of its subagents is another run; and a user's prompt begins a new turn. To combine them
 * with your own hooks, put both into the list of an event. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * To `query()`, a turn that an abort ended looks like any other; `throwOnToolLoop` throws after it.
 *
 * @example
 * const hooks = toolLoopHooks();
 * for await (const message of throwOnToolLoop(query({ prompt, options: { hooks } }), hooks)) show(message);
 */
export declare function toolLoopHooks(guard?: GuardInput): ToolLoopHooks;
/**
 * Passes on the messages of `query()`, and throws a `ToolLoopError` when `hooks` have ended a turn of this session:
 * after its `result` message, so that nothing is lost. `hooks` must be the object that `toolLoopHooks` returned, else
 * `ERR_LOOPGUARD_OPTION` is thrown.
 */
export declare function throwOnToolLoop<M>(messages: AsyncIterable<M>, hooks: ToolLoopHooks): AsyncGenerator<M, void, undefined>;
