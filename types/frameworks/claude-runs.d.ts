import type { Desk } from "../adapter/desk.ts";
import { type Awaitable } from "../base/thenable.ts";
import type { LoopOutcome } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
/** The input of a hook, as far as it is read here. Which fields are present depends on the event. */
export interface HookInput {
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
export interface HookToolCall {
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
export interface HookOutput extends Partial<TurnEnd> {
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
export interface HookMatcher {
    hooks: ((input: HookInput) => Promise<HookOutput>)[];
}
/** A message of `query()`, as far as it is read here. */
interface Message {
    readonly type?: unknown;
    readonly session_id?: unknown;
    readonly terminal_reason?: unknown;
}
export declare class ClaudeRuns {
    #private;
    constructor(own: Desk);
    prompt(input: HookInput): HookOutput;
    before(input: HookInput): Awaitable<HookOutput>;
    after(input: HookInput, outcome: LoopOutcome): Awaitable<HookOutput>;
    /** All calls of a response have ended. Calls that did not run are reported by this hook only. */
    batch(input: HookInput): Promise<HookOutput>;
    compacted(input: HookInput): HookOutput;
    /** The agent wants to end its turn: a warning is for the user, and anything sterner ends it, whatever sends it back. */
    stopped(input: HookInput): HookOutput;
    /** The detection that ended the turn, if this is the turn's last message. */
    endOf({ type, session_id: session, terminal_reason: reason }: Message): ToolLoopError | undefined;
}
export {};
