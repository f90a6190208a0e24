/** For `@anthropic-ai/claude-agent-sdk`: `query()` with a guard. Imports nothing of it. */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** For the option `hooks` of `query()`: one entry for each event, without a `matcher`, so that it applies to every tool. */
type ToolLoopHooks = Record<"UserPromptSubmit" | ToolEvent | "PreToolUse" | "PreCompact" | "Stop" | "SubagentStop", HookMatcher[]>;
/**
 * `onAbort: "throw"`: after the turn's `result` message, so that nothing is lost, and the query is closed. `"stop"`,
 * `"answer"`: the text of that message is the reason, or what is known.
 */
type ClaudeGuardOptions = AdapterOptions;
type Query = (params: never) => AsyncIterable<unknown>;
/**
 * `query` of the SDK, with every tool of its sessions guarded, those of MCP servers and subagents included. A session is a run,
 * `guard.run(sessionId)`; each of its subagents is another run. Hooks in the options are called too.
 *
 * @example
 * const guardedQuery = withLoopGuard(query);
 * for await (const message of guardedQuery({ prompt })) show(message);
 */
declare function withLoopGuard<Q extends Query>(query: Q, guard?: DeskInput, options?: ClaudeGuardOptions): Q;
/**
 * The hooks alone, for what has a `query` of its own. To combine them with your own hooks, put both into the list of an event.
 * An abort ends the turn, which looks like any other then; `guard.run(sessionId).tripped` tells.
 *
 * @example
 * const options = { hooks: toolLoopHooks() };
 */
declare function toolLoopHooks(guard?: DeskInput): ToolLoopHooks;
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
type HookToolCall = Pick<HookInput, "tool_name" | "tool_input" | "tool_use_id" | "tool_response">;
type ToolEvent = "PostToolUse" | "PostToolUseFailure" | "PostToolBatch";
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

export { toolLoopHooks, withLoopGuard };
export type { ClaudeGuardOptions, HookInput, HookMatcher, HookOutput, ToolLoopHooks };
