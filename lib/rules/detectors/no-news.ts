import { number } from "../../base/check-option.ts";
import type { DetectorActions, DetectorBase, DetectorRecord } from "../detector-record.ts";
import { duration, FLAG, make, whole } from "../detector-record.ts";

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
   * the run needs one more, and one that did so by itself, with nothing new in between, twice as many. Default `false`.
   */
  settled?: boolean;
  /**
   * Milliseconds for which a poll may give the same result: a call of which something shows that it waits (a wait ran, the
   * answer says "not yet", the agent was idle for long) is judged by time and not by count. Default 1,800,000 (thirty
   * minutes); 0: no limit. Where there is no clock, sixty equal results are the limit.
   */
  maxWaitMs?: number;
}
export interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {}

/**
 * Detects a call that gave the same result `times` times in a row, when nothing new happened since it last ran: no call
 * gave a result that it had not given before, and no user spoke. It needs no window, so blocks of any length are found.
 * Pace does not matter: one call a minute is as much a loop as ten a second. Waiting is none: a call of which something
 * shows that it waits is judged by time. Acts before the call runs.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
export function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector {
  return make("no_news", NO_NEWS, options);
}

/**
 * A poll gets a warning after this many equal results, and each time the number has doubled: `POLLS_WORD` of no_news.c.
 */
export const POLLS_WORD = 5;

/** The most that an entry of the core can count. */
const TIMES_MAX = 65_535;
/** One year. */
const WAIT_MAX_MS = 31_536_000_000;

/** @internal */
export const NO_NEWS: DetectorRecord<NoNewsDetector> = {
  parameters: {
    times: whole(2, 1, TIMES_MAX, "threshold"),
    ackTimes: whole(6, 1, TIMES_MAX, "ack_threshold"),
    transientTimes: whole(6, 1, TIMES_MAX, "transient_threshold"),
    settled: FLAG,
    maxWaitMs: { fallback: 1_800_000, check: number(0, WAIT_MAX_MS) },
  },
  readsResults: true,
  judgesAsked: true,
  judgesNews: true,
  ofOneCall: true,
  text: ({ tool, repeats, waitedMs }) =>
    waitedMs > 0
      ? `Tool '${tool}' has given the same result for ${duration(waitedMs)} (${repeats} times), and nothing new has happened since.`
      : `Tool '${tool}' was called again with the same arguments; it gave the same result ${repeats} times, and nothing new has happened since.`,
  advice:
    ", so it was not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.",
  details: ({ tool, repeats, threshold, waitedMs }) => ({
    tool,
    count: repeats,
    ...(waitedMs > 0 ? { unchangedMs: waitedMs } : { threshold }),
  }),
  needsOutcomes: ({ times }) => times > 1,
  tried: () => [
    ...[1, 2, 3, 4, 6].map((times) => noNews({ times })),
    ...[1, 2, 3, 4, 6].map((times) => noNews({ times, settled: true })),
  ],
  varied: ["times"],
};
