/**
 * Reads a hook's input: one JSON object. The dialects of Claude Code, Codex and Gemini CLI differ mostly in the names of
 * the events. native/hook/event.c and outcome.c read the same in the same way.
 */
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
export type Dialect = "claude" | "codex" | "gemini";
type Kind = "before" | "after" | "failure" | "batch" | "request" | "prompt" | "start" | "compact" | "stop";
/** A call with the id that its events have in common. */
export type HookCall = LoopCall & {
    readonly id: string;
};
export interface HookEvent {
    readonly dialect: Dialect;
    readonly kind: Kind;
    /** The agent's name of the event. */
    readonly name: string;
    readonly session: string;
    /** The id of a subagent. */
    readonly agent: string | undefined;
    readonly input: Readonly<Record<string, unknown>>;
}
/**
 * The event in `text`; `undefined` for one that does not concern a guard. Codex and Claude Code have the same names for
 * their events: `dialect` says which it is, and with "auto" only Codex has a `turn_id`. Throws for text that is not JSON.
 */
export declare function readEvent(text: string, dialect: Dialect | "auto"): HookEvent | undefined;
/**
 * Whether the agent reports the end of every such call. Codex does for shell commands; for other calls, only if they
 * succeed. Gemini CLI does not for a call that its policy or the user refuses after our hook.
 */
export declare function reportsEveryEnd({ dialect, input }: HookEvent): boolean;
/** The call of an event. If its end may not be reported, its name and arguments identify it in place of the id. */
export declare function callOfEvent(event: HookEvent): HookCall | undefined;
/** The calls of a batch, with their responses. */
export declare function batchOf({ input }: HookEvent): {
    call: HookCall;
    response: unknown;
}[];
/** The outcome in an event after a call. */
export declare function outcomeOf({ dialect, kind, input }: HookEvent): LoopOutcome;
export {};
