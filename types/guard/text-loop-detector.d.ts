import { type TextLoopOptions } from "../detectors/text-repeat.ts";
/** What `push` and `endMessage` found. */
export type TextLoopMatch = {
    readonly detected: false;
} | {
    readonly detected: true;
    /**
     * `period`: the text repeats one block. `lines`: the same sentences or lines come again and again, in any order.
     * `message`: a message is like earlier ones.
     */
    readonly kind: "period" | "lines" | "message";
    /** Characters from one occurrence to the next; a mean for `lines` and `message`. */
    readonly period: number;
    /** Occurrences so far. */
    readonly repeats: number;
    /** How many characters were before the first of them; for `period` it may be up to 80 more. */
    readonly start: number;
};
/**
 * Finds loops in text while it streams: what a model says, or thinks. Each loop is reported once, when it has lasted long
 * enough, and not again while it goes on. How the text is cut into chunks does not matter. Characters are those of
 * JavaScript strings. The detector keeps 12 KB, whatever the length of the text, and digests instead of text.
 *
 * @example
 * const detector = new TextLoopDetector();
 * async function readUntilLoop(stream: AsyncIterable<string>) {
 *   for await (const chunk of stream) if (detector.push(chunk).detected) return; // ends the stream
 * }
 */
export declare class TextLoopDetector {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(options?: TextLoopOptions);
    /** Adds text. The first loop that is complete within it is reported. O(chunk). */
    push(chunk: string): TextLoopMatch;
    /** The message is over: compares it with earlier ones. The next chunk begins another one. */
    endMessage(): TextLoopMatch;
    /** Forgets all text. */
    reset(): void;
    /** The state as bytes: digests, no text. */
    snapshot(): Uint8Array;
    /** A detector in the state of a snapshot, options included. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything else. */
    static restore(bytes: Uint8Array): TextLoopDetector;
    /** Gives the memory back. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}
