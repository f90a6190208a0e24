import { type WindowOptions } from "../detectors/cycle.ts";
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
