/**
 * Reads a hook's input: one JSON object, in the dialect of an agent (native/hook/dialects.json). native/hook/event.c and
 * outcome.c read the same in the same way.
 */
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { type Dialect, type DialectFacts, type EventKind } from "./dialects.gen.ts";
/** A call with the id that its events have in common. */
export type HookCall = LoopCall & {
    readonly id: string;
};
type Members = Readonly<Record<string, unknown>>;
export interface HookEvent {
    readonly dialect: Dialect;
    readonly facts: DialectFacts;
    readonly kind: EventKind;
    /** The agent's name of the event. */
    readonly name: string;
    readonly session: string;
    /** The id of a subagent. */
    readonly agent: string | undefined;
    readonly input: Members;
}
/**
 * The event in `text`; `undefined` for one that does not concern a guard. `asked`: the dialect on the command line. An
 * agent that runs the hooks of another agent's settings is known by its sign. Throws for text that is not JSON.
 */
export declare function readEvent(text: string, asked: Dialect | "auto"): HookEvent | undefined;
/** Whether the agent tells of the end of every such call. */
export declare function reportsEveryEnd({ facts, input }: HookEvent): boolean;
/** The call of an event. If its end may not be reported, its name and arguments identify it in place of the id. */
export declare function callOfEvent(event: HookEvent): HookCall | undefined;
/** The calls of a batch, with their responses. */
export declare function batchOf({ input, facts }: HookEvent): {
    call: HookCall;
    response: unknown;
}[];
/** Whether the event says that its call failed. */
export declare function hasFailed(event: HookEvent): boolean;
/** The outcome in an event after a call. */
export declare function outcomeOf(event: HookEvent): LoopOutcome;
export {};
