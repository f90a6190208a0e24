/** The runs of Claude Code sessions, as their hooks tell of them. */
import type { LoopDetection, LoopOutcome } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/** What is read of the input of a hook. Which fields are there depends on the event. */
export interface HookInput {
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
export interface HookToolCall {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_use_id: string;
    readonly tool_response?: unknown;
}
type ToolEvent = "PostToolUse" | "PostToolUseFailure" | "PostToolBatch";
/** What ends a turn. */
interface TurnEnd {
    continue: false;
    stopReason: string;
}
/** What our hooks answer. */
export interface HookOutput extends Partial<TurnEnd> {
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
/** What is read of a message of `query()`. */
interface Message {
    readonly type?: unknown;
    readonly session_id?: unknown;
    readonly terminal_reason?: unknown;
}
/** Who else than a user submits prompts: tasks that come back, schedules, the agent's own reminders. */
export declare const MACHINES: ReadonlySet<string>;
/** How Claude Code answers a call that no tool could take. */
export declare const NOT_TAKEN: RegExp;
/** A result without what differs each time that a tool runs; native/hook/outcome.c does the same. */
export declare function withoutTimes(response: unknown): unknown;
export declare class ClaudeRuns {
    #private;
    constructor(guard: LoopGuard);
    prompt(input: HookInput): HookOutput;
    before(input: HookInput): HookOutput;
    after(input: HookInput, outcome: LoopOutcome): HookOutput;
    /** All calls of a response have ended. Some of them no other hook was told of: those that did not run. */
    batch(input: HookInput): HookOutput;
    /** The detection that ended the turn whose last message this is. */
    endOf({ type, session_id: session, terminal_reason: reason }: Message): LoopDetection | undefined;
}
export {};
