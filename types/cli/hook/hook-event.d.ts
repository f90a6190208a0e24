import type { LoopCall, LoopOutcome } from "../../types.ts";
export type Dialect = "claude" | "codex" | "gemini";
type Kind = "before" | "after" | "failure" | "batch" | "prompt" | "start";
/** A call with the id that pairs its events. */
export type HookCall = LoopCall & {
    readonly id: string;
};
export interface HookEvent {
    readonly dialect: Dialect;
    readonly kind: Kind;
    /** As the agent calls it. */
    readonly name: string;
    readonly session: string;
    /** Of a subagent. */
    readonly agent: string | undefined;
    readonly input: Readonly<Record<string, unknown>>;
}
/**
 * The event in `text`; `undefined` for one that asks nothing of a guard. `asked` tells Codex from Claude Code, which have
 * the same names for their events; without it, Codex is known by its `turn_id`. Throws for text that is not JSON.
 */
export declare function readEvent(text: string, asked: Dialect | "auto"): HookEvent | undefined;
/** The call that `object` tells of; `undefined` when it has no name. */
export declare function callOf(object: Readonly<Record<string, unknown>>): HookCall | undefined;
/** The calls of a batch, with what came back. */
export declare function batchOf({ input }: HookEvent): {
    call: HookCall;
    response: unknown;
}[];
/** The outcome that an event after a call tells of. */
export declare function outcomeOf({ dialect, kind, input }: HookEvent): LoopOutcome;
export {};
