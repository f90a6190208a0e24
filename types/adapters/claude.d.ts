/**
 * For `@anthropic-ai/claude-agent-sdk`: hooks for `query()`. Imports nothing of it.
 *
 * `warn` goes to the model with the tool's result, as additional context. `hint` denies the call, and the message is the
 * reason. `ask` leaves the call to the user, as any permission. `abort` denies the call and ends the turn.
 */
import { GuardInput } from '../index.js';

/** What is read of the input of a hook. Which fields are there depends on the event. */
interface HookInput {
    readonly hook_event_name: string;
    readonly session_id: string;
    /** In subagents only. */
    readonly agent_id?: string | undefined;
    readonly source?: string | undefined;
    readonly tool_name?: string | undefined;
    readonly tool_input?: unknown;
    readonly tool_use_id?: string | undefined;
    readonly tool_response?: unknown;
    readonly tool_calls?: readonly HookToolCall[] | undefined;
    readonly error?: string | undefined;
    readonly is_interrupt?: boolean | undefined;
}
/** A call of a batch. */
interface HookToolCall {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_use_id: string;
    readonly tool_response?: unknown;
}
type ToolEvent = "PostToolUse" | "PostToolUseFailure" | "PostToolBatch";
/** What our hooks answer. */
interface HookOutput {
    continue?: false;
    stopReason?: string;
    hookSpecificOutput?: {
        hookEventName: "PreToolUse";
        permissionDecision: "deny" | "ask";
        permissionDecisionReason: string;
    } | {
        hookEventName: ToolEvent;
        additionalContext: string;
    };
}
interface HookMatcher {
    hooks: ((input: HookInput) => Promise<HookOutput>)[];
}

/** For the option `hooks` of `query()`: one matcher for each event, and no `matcher` in it, so that every tool is seen. */
interface ToolLoopHooks {
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
declare function toolLoopHooks(guard?: GuardInput): ToolLoopHooks;
/**
 * The messages of `query()` as they come, and a `ToolLoopError` once `hooks`, as `toolLoopHooks` gave them, have ended a
 * turn of this session: after its `result` message, so that nothing is lost.
 */
declare function throwOnToolLoop<M>(messages: AsyncIterable<M>, hooks: ToolLoopHooks): AsyncGenerator<M, void, undefined>;

export { throwOnToolLoop, toolLoopHooks };
export type { HookInput, HookMatcher, HookOutput, ToolLoopHooks };
