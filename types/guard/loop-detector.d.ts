/** Detectors that stand alone: of cycles in signatures, and of loops in text. */
import { type WindowOptions } from "../rules/detectors/cycle.ts";
import { type TextLoopOptions } from "../rules/detectors/text-repeat.ts";
/** What `push` found. */
export type LoopMatch = {
    readonly detected: false;
} | {
    readonly detected: true;
    /** One block of the cycle, oldest first. */
    readonly pattern: string[];
    readonly cycleLength: number;
    /** Whole repetitions at the end of the window. */
    readonly repeats: number;
};
/**
 * A sliding window of signatures that finds a cycle at its end: a low-level primitive for hosts that make their own
 * signatures; see `callSignature`.
 *
 * @example
 * const detector = new LoopDetector({ repeats: 3, maxCycleLen: 8 });
 * const match = detector.push("post_tweet:402:CreditsDepleted");
 * if (match.detected) throw new Error(`Loop of ${match.cycleLength}: ${match.pattern.join(" -> ")}`);
 */
export declare class LoopDetector {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(options?: WindowOptions);
    /** Adds a signature. O(maxCycleLen), whatever the size of the window. */
    push(signature: string): LoopMatch;
    /** Pushes all of them, and returns the match of the last. */
    rehydrate(signatures: Iterable<string>): LoopMatch;
    /** Forgets every signature. */
    reset(): void;
    /** The window as bytes: digests, no signatures. */
    snapshot(): Uint8Array;
    /**
     * A detector in the state of a snapshot, options included. In `pattern`, signatures from before the snapshot are `#`
     * and a digest. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything that is not such a snapshot.
     */
    static restore(bytes: Uint8Array): LoopDetector;
    /** Frees the memory. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}
/** What `push` and `endMessage` found. */
export type TextLoopMatch = {
    readonly detected: false;
} | {
    readonly detected: true;
    /**
     * `period`: the text repeats one block. `mosaic`: it consists of pieces that came before, as the same sentences in
     * any order, or a sentence in which a word changes. `message`: a message is like earlier ones.
     */
    readonly kind: "period" | "mosaic" | "message";
    /** Characters from one occurrence to the next; a mean for `mosaic` and `message`. */
    readonly period: number;
    /** Occurrences so far. */
    readonly repeats: number;
    /** How many characters were before the first of them. */
    readonly start: number;
    /**
     * `false` when the loop is seen first: a table or a list that somebody asked for may look the same. `true` when it is
     * several times as long.
     */
    readonly sure: boolean;
};
/**
 * Finds loops in text while it streams: what a model says, or thinks. Each loop is reported when it has lasted long
 * enough, once more when it is `sure`, and not again while it goes on. How the text is cut into chunks does not matter.
 * Characters are those of JavaScript strings. The detector keeps 32 KB, whatever the length of the text: the last 8,192
 * characters or so, with which it compares what comes.
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
    /** The state as bytes, about 13 KB. They hold the last 8,192 characters or so: keep them as you keep the text. */
    snapshot(): Uint8Array;
    /** A detector in the state of a snapshot, options included. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything else. */
    static restore(bytes: Uint8Array): TextLoopDetector;
    /** Gives the memory back. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}
