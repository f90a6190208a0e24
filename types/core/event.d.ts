import { type Core } from "./core.ts";
/** Writes one event, with `writeCall` or `writeOutcome`, or is one of the events below. */
export type Event = (core: Core) => void;
/** A user's function changed the verdict on a call, which a ticket or an id identifies. */
export declare function resolveEvent(ticket: number, id: string | undefined, action: number): Event;
/** The custom detector at place `detector` found a loop. */
export declare function detectEvent(detector: number, profile: number, name: string, key: string, repeats: number): Event;
/** `Step`: a new round, a new turn, a reset, a call that the run does not track, or a compaction. */
export declare function stepEvent(step: number): Event;
/** The agent wants to end its turn. `again`: it did before, and was sent back. `words`: its last message, if that is known. */
export declare function stoppedEvent(again: boolean, words: string | undefined): Event;
/** What a model response has used, in finite numbers from 0 up. */
export declare function usageEvent(inputTokens: number, outputTokens: number, cost: number, nowMs: number): Event;
/**
 * Writes a call (`EventTag.before`) or one that reaches no tool (`EventTag.invalid`). `tail`: its query, or why it is invalid.
 * Throws an `UnpackableError` for arguments that cannot be written.
 */
export declare function writeCall(core: Core, tag: number, name: string, args: unknown, id: string | undefined, tail: string | undefined, profile: number, nowMs: number): void;
/**
 * Writes an outcome. `ticket` or `id` identifies the call. `flags`: of `EventFlag`, whether the call failed and whether that is
 * transient. `nowMs`: `FINAL_MS` for a poll's final answer. `read` false: no detector reads the result.
 */
export declare function writeOutcome(core: Core, ticket: number, id: string | undefined, profile: number, result: unknown, read: boolean, flags: number, error: string | undefined, nowMs: number): void;
