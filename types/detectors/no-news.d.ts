import type { DetectorActions, DetectorBase } from "./options.ts";
export interface NoNewsOptions {
    /** Equal results in a row, from 1 up, after which the call is refused while nothing is news. Default 2. */
    times?: number;
    /** The same for bare acknowledgements: an empty result, `OK`, `true`, `{"success":true}`. Default 6; `times`, if more. */
    ackTimes?: number;
    /** The same for failures that pass by themselves: rate limits, timeouts and 5xx. Default 6; `times`, if more. */
    transientTimes?: number;
    /**
     * `true`: the equal results must have come without news between them too, or one more of them, or a lap of calls
     * without news; and one more from a call that has given different results in the run. Default `false`.
     */
    settled?: boolean;
    /**
     * Milliseconds: a call that was last asked for this long ago, or behind a wait, is a poll, and judged by time instead
     * of by count. Default 4,500; 0: never.
     */
    pollAfterMs?: number;
    /** Milliseconds for which such a poll may give one result. Default 600,000; 0: for ever. */
    maxWaitMs?: number;
}
export interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {
}
/**
 * A call whose last result came `times` times in a row, while nothing in the run has been news since it last ran: no call
 * gave a result that it had not given before, and nobody spoke. Laps of any length are found, without a window. Waiting
 * is no loop: a call that comes seconds after it was last asked for, or behind a wait, is judged by time.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
export declare function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector;
/** Equal results after which a poll gets a word, and whenever they have doubled: `POLLS_WORD` of no_news.c. */
export declare const POLLS_WORD = 5;
