import { type GuardInput } from "../guard/guard-of.ts";
import { type HookMatcher } from "./claude-runs.ts";
export type { HookInput, HookMatcher, HookOutput } from "./claude-runs.ts";
/** For the option `hooks` of `query()`: one matcher for each event, and no `matcher` in it, so that every tool is seen. */
export interface ToolLoopHooks {
    UserPromptSubmit: HookMatcher[];
    PreToolUse: HookMatcher[];
    PostToolUse: HookMatcher[];
    PostToolUseFailure: HookMatcher[];
    PostToolBatch: HookMatcher[];
}
/**
 * Hooks that guard every tool of a session, those of MCP servers and of subagents too. A session is a run,
 * `guard.run(sessionId)`, each of its subagents is one more, and a prompt of the user is a new turn. To go with hooks of
 * your own, put both into the list of an event.
 *
 * A turn that was ended looks to `query()` like any other; `throwOnToolLoop` tells them apart.
 *
 * @example
 * const hooks = toolLoopHooks();
 * for await (const message of throwOnToolLoop(query({ prompt, options: { hooks } }), hooks)) show(message);
 */
export declare function toolLoopHooks(guard?: GuardInput): ToolLoopHooks;
/**
 * The messages of `query()` as they come, and a `ToolLoopError` once `hooks`, as `toolLoopHooks` gave them, have ended a
 * turn of this session: after its `result` message, so that nothing is lost.
 */
export declare function throwOnToolLoop<M>(messages: AsyncIterable<M>, hooks: ToolLoopHooks): AsyncGenerator<M, void, undefined>;
