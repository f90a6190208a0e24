import { number } from "../base/check-option.ts";
import { duration } from "./duration.ts";
import { make } from "./make.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import { FLAG, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

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
export interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {}

/**
 * A call whose last result came `times` times in a row, while nothing in the run has been news since it last ran: no call
 * gave a result that it had not given before, and nobody spoke. Laps of any length are found, without a window. Waiting
 * is no loop: a call that comes seconds after it was last asked for, or behind a wait, is judged by time.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
export function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector {
  return make("no_news", NO_NEWS, options);
}

/** Equal results after which a poll gets a word, and whenever they have doubled: `POLLS_WORD` of no_news.c. */
export const POLLS_WORD = 5;

/** As many as its entries of the core can count. */
const TIMES_MAX = 65_535;
/** A year. */
const WAIT_MAX_MS = 31_536_000_000;

/** @internal */
export const NO_NEWS: DetectorRecord<NoNewsDetector> = {
  parameters: {
    times: whole(2, 1, TIMES_MAX),
    ackTimes: whole(6, 1, TIMES_MAX),
    transientTimes: whole(6, 1, TIMES_MAX),
    settled: FLAG,
    pollAfterMs: { fallback: 4_500, check: number(0, WAIT_MAX_MS) },
    maxWaitMs: { fallback: 600_000, check: number(0, WAIT_MAX_MS) },
  },
  readsResults: true,
  judgesAsked: true,
  judgesNews: true,
  ofOneCall: true,
  text: ({ tool, repeats, waitedMs }) =>
    waitedMs > 0
      ? `Tool '${tool}' has given the same result for ${duration(waitedMs)} (${repeats} times), and nothing new has happened since.`
      : `Tool '${tool}' gave the same result ${repeats} times, and nothing new has happened since.`,
  advice:
    "This call was not run: its result is known. Do something that can change it, wait for longer before you ask again, take a different approach, or finish the response.",
  details: ({ tool, repeats, threshold, waitedMs }) => ({
    tool,
    count: repeats,
    ...(waitedMs > 0 ? { unchangedMs: waitedMs } : { threshold }),
  }),
  example: () => noNews(),
  needs: ({ times }) => ({ news: Math.min(times, POLLS_WORD) }),
  couldFire: ({ times }, { mostOfOneCall }) => mostOfOneCall > Math.min(times, POLLS_WORD),
  tried: () => [
    ...[1, 2, 3, 4, 6].map((times) => noNews({ times })),
    ...[1, 2, 3, 4, 6].map((times) => noNews({ times, settled: true })),
  ],
  varied: ["times"],
};
