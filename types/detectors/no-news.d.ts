import type { DetectorActions, DetectorBase } from "./options.ts";
export interface NoNewsOptions {
    /** Equal results in a row, 1 or more, after which the call is refused until something new happens. Default 2. */
    times?: number;
    /**
     * As `times`, for bare acknowledgements: an empty result, `OK`, `true`, `{"success":true}`. Default 6, or `times` if
     * larger.
     */
    ackTimes?: number;
    /** As `times`, for transient failures: rate limits, timeouts, 5xx. Default 6, or `times` if larger. */
    transientTimes?: number;
    /**
     * `true`: asks for more evidence. Nothing new may have happened between the equal results either; otherwise one more
     * equal result is needed, or a whole lap of calls without anything new. A call that gave different results earlier in
     * the run needs one more. Default `false`.
     */
    settled?: boolean;
    /**
     * Milliseconds. A call that was last made this long ago, or that follows a wait (a tool that sleeps), is a poll: it
     * is judged by time and not by count. Default 4,500; 0: never.
     */
    pollAfterMs?: number;
    /** Milliseconds for which such a poll may give the same result. Default 600,000 (ten minutes); 0: no limit. */
    maxWaitMs?: number;
}
export interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {
}
/**
 * Detects a call that gave the same result `times` times in a row, when nothing new happened since it last ran: no call
 * gave a result that it had not given before, and no user spoke. It needs no window, so blocks of any length are found.
 * Waiting is not a loop: a call that is repeated after some seconds, or after a wait, is judged by time. Acts before
 * the call runs.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
export declare function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector;
/**
 * A poll gets a warning after this many equal results, and each time the number has doubled: `POLLS_WORD` of no_news.c.
 */
export declare const POLLS_WORD = 5;
