/**
 * For `@anthropic-ai/claude-agent-sdk`: hooks for `query()`. Imports nothing of it.
 *
 * `warn`: the message goes to the model with the tool's result, as additional context. `hint`: the call is denied, with
 * the message as the reason. `ask`: the user decides, as for any permission. `abort`: the call is denied and the turn
 * ends.
 */
import { GuardInput } from '../index.js';
export { findToolLoopError } from '../shared.js';

/** The input of a hook, as far as it is read here. Which fields are present depends on the event. */
interface HookInput {
    readonly hook_event_name: string;
    readonly session_id: string;
    /** Present only in subagents. */
    readonly agent_id?: string | undefined;
    /** The subagent's name. */
    readonly agent_type?: string | undefined;
    readonly source?: string | undefined;
    readonly tool_name?: string | undefined;
    readonly tool_input?: unknown;
    readonly tool_use_id?: string | undefined;
    readonly tool_response?: unknown;
    readonly tool_calls?: readonly HookToolCall[] | undefined;
    readonly error?: string | undefined;
    readonly is_interrupt?: boolean | undefined;
    readonly stop_hook_active?: boolean | undefined;
    readonly last_assistant_message?: string | undefined;
}
/** A call of a batch. */
interface HookToolCall {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_use_id: string;
    readonly tool_response?: unknown;
}
type ToolEvent = "PostToolUse" | "PostToolUseFailure" | "PostToolBatch";
/** Ends the turn. */
interface TurnEnd {
    continue: false;
    stopReason: string;
}
/** The output of our hooks. */
interface HookOutput extends Partial<TurnEnd> {
    /** For the user. */
    systemMessage?: string;
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

/**
 * For the option `hooks` of `query()`: one entry for each event, without a `matcher`, so that it applies to every tool.
 */
interface ToolLoopHooks {
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
declare function toolLoopHooks(guard?: GuardInput): ToolLoopHooks;
/**
 * Passes on the messages of `query()`, and throws a `ToolLoopError` when `hooks` have ended a turn of this session:
 * after its `result` message, so that nothing is lost. `hooks` must be the object that `toolLoopHooks` returned, else
 * `ERR_LOOPGUARD_OPTION` is thrown.
 */
declare function throwOnToolLoop<M>(messages: AsyncIterable<M>, hooks: ToolLoopHooks): AsyncGenerator<M, void, undefined>;

export { throwOnToolLoop, toolLoopHooks };
export type { HookInput, HookMatcher, HookOutput, ToolLoopHooks };
