import type { LoopDetection } from "../../base/types.ts";
export interface PruneOptions {
    /**
     * `true`: a response in which the model says something that no response that stays says is not left out. `false`: what it
     * said goes with its calls. Default `true`.
     */
    keepText?: boolean;
}
export interface PrunedMessages<T> {
    /** A new list. The messages are those that were given, but for copies of those whose result has the line. */
    readonly messages: T[];
    /** How many calls are left out. */
    readonly removed: number;
    /** About how many tokens less that is: a quarter of the characters. */
    readonly tokens: number;
    /** What was done, for a log. */
    readonly text: string;
}
/**
 * The conversation without the repetitions of a loop, which make a model repeat itself once more. Of calls with the same name,
 * arguments and result the first and the last stay, with one line at the last result that says how many were left out;
 * refusals of a guard are left out too. Only whole responses are left out, with all their results, reasoning and signatures, so
 * a request that is valid stays valid; what cannot be left out like that stays, and so does every result that was news.
 *
 * Messages are those that `checkMessages` reads; others stay, and no call before them counts as the same as one behind. Pure:
 * nothing that is given is changed. Once pruned, a conversation is not pruned further. It costs about what reading the messages
 * costs. Throws `ERR_LOOPGUARD_OPTION` if `messages` is no array, `detection` has no `toolName`, or an option is unknown.
 *
 * @example
 * const verdict = guard.before(call);
 * const next = verdict.allowed ? messages : pruneLoop(messages, verdict.detection).messages;
 */
export declare function pruneLoop<T>(messages: readonly T[], detection: Pick<LoopDetection, "toolName"> & Partial<Pick<LoopDetection, "pattern">>, options?: PruneOptions): PrunedMessages<T>;
export declare function times(number: number): string;
