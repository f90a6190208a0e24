/** The events of a run, each one message: the core judges it, or turns it into a record for a store. */
import { type Core } from "./core.ts";
/** Writes one event, with `writeCall` or `writeOutcome`, or is one of the events below. */
export type Event = (core: Core) => void;
/** The verdict on a call, which a ticket or an id identifies, is another: by a user's function, or by a human, who granted so much. */
export declare function resolveEvent(ticket: number, id: string | undefined, action: number, granted?: number): Event;
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
 * Throws an `UnpackableError` for arguments that cannot be written. `mayBeBody`: see `writeArguments`.
 */
export declare function writeCall(core: Core, tag: number, name: string, args: unknown, id: string | undefined, tail: string | undefined, profile: number, nowMs: number, mayBeBody?: boolean): void;
/**
 * Writes an outcome. `ticket` or `id` identifies the call. `flags`: of `EventFlag`, whether the call failed and whether that is
 * transient. `nowMs`: `FINAL_MS` for a poll's final answer. `read` false: no detector reads the result.
 */
export declare function writeOutcome(core: Core, ticket: number, id: string | undefined, profile: number, result: unknown, read: boolean, flags: number, error: string | undefined, nowMs: number): void;
/** A packed value: arguments or a result that is sent later, when the value itself may have changed. */
export declare class Body {
    #private;
    /** `ArgsKind` or `ResultKind`. */
    readonly kind: number;
    /** `undefined`: the value has no content. */
    readonly content: string | Uint8Array | undefined;
    /** The length of the value's text: of a string itself, else of its JSON. */
    readonly characters: number;
    /** Whether `value` is a `Body`, and not a value of the user's. */
    static is(value: unknown): value is Body;
    constructor(kind: number, content: string | Uint8Array | undefined, characters: number);
}
/** Arguments that cannot be packed: a cycle, a BigInt, or a getter or `toJSON` that throws. `cause` is that error. */
export declare class UnpackableError extends Error {
    constructor(cause: unknown);
}
/**
 * Appends arguments to the message, and gives their kind. Throws what `JSON.stringify` throws. `mayBeBody` false: they are the
 * user's own. To look for a private field takes V8 60 ns from Node.js 24 on, a tenth of a small call.
 */
export declare function writeArguments(core: Core, args: unknown, mayBeBody?: boolean): number;
/** Appends the list `[value]`, and gives its kind: `none` for a value without JSON text. */
export declare function writeWrapped(core: Core, value: unknown): number;
/** Appends any value. False: it has no JSON text, and nothing was written. */
export declare function writeValue(core: Core, value: unknown): boolean;
/**
 * Appends a result to the message, and gives its kind: `none` for a result that is equal to no other. What a getter throws is
 * in `core.fault` afterwards. `read` false: of a text, which may be long, nothing is written.
 */
export declare function writeResult(core: Core, result: unknown, read?: boolean): number;
/** Packs a value with one of the functions above. */
export declare function packBody(core: Core, write: () => number): Body;
