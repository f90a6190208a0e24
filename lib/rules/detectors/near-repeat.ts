import type { DetectorActions, DetectorBase, DetectorRecord } from "../detector-record.ts";
import { make, REACH_MAX, whole } from "../detector-record.ts";

export interface NearRepeatOptions {
  /** How many rounds with nearly the same call and the same result make a detection. Default 5. */
  threshold?: number;
}
export interface NearRepeatDetector extends DetectorBase<"near_repeat">, Readonly<Required<NearRepeatOptions>> {}

/**
 * Detects a tool that is called `threshold` times with nearly the same arguments and gives the same result each time,
 * when nothing new happened in between: up to two arguments differ, in a number or a few words. A result that only echoes
 * the argument ("P1006 not found", "P1007 not found") is the same. Pages with new results are not counted. This is weak
 * evidence, so it warns at most, unless the detector is given an `action` or a `ladder` of its own.
 *
 * @example
 * new LoopGuard({ detectors: [noNews(), nearRepeat({ threshold: 6 })] });
 */
export function nearRepeat(options?: NearRepeatOptions & DetectorActions): NearRepeatDetector {
  return make("near_repeat", NEAR_REPEAT, options);
}

/** How far it looks back for each call: `SPREAD` of near_repeat.c. */
const SPREAD = 4;

/** @internal */
export const NEAR_REPEAT: DetectorRecord<NearRepeatDetector> = {
  parameters: { threshold: whole(5, 2, REACH_MAX / SPREAD) },
  readsResults: true,
  text: ({ tool, repeats }) =>
    `Tool '${tool}' was called ${repeats} times with nearly the same arguments and gave the same result each time.`,
  warned: ({ tool, repeats, within }) =>
    `Tool '${tool}' was called ${repeats} times with nearly the same arguments and gave the same result each time${within}.`,
  instead: "Find out why the result is what it is, before you try more of the same.",
  advice:
    "This call was not run. More small changes of the arguments will hardly help: find out why the result is what it is, take a different approach, or finish the response.",
  details: ({ tool, repeats, differing }) => ({ tool, count: repeats, differing }),
  // Nothing is `tried`: `tune` replays runs in which numbers stand for arguments, so that all of them are nearly the same.
};
