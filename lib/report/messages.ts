/** The texts that a model or a log reads about a loop, around what each detector says of its own. */

import type { VerdictAction } from "../base/types.ts";
import type { DetectorType } from "../detectors/options.ts";
import type { LoopFacts } from "../detectors/record.ts";
import { LOOP_RECORDS, loopRecord } from "../detectors/table.ts";

export type { LoopFacts } from "../detectors/record.ts";

/** What was found, in one sentence or two. */
export function detectionText(facts: LoopFacts): string {
  return loopRecord(facts.type).text(facts);
}

/** Follows the detector's text in a `warn`. */
const WARNING =
  "You have been calling tools in a repetitive pattern that is not making progress. " +
  "Step back, reconsider the goal, and try a different approach.";

/** The same where the call failed in a way that passes by itself. */
const PASSING = "This failure may pass by itself: wait before you try again, or do something else.";
const NOT_RUN = "This call was not run.";

/** Follows the last refusal before a run is stopped. */
const LAST_REFUSAL = "This is the last refusal: the next such call ends the run.";

/** Follows the text of an abort where nobody but the model can end its turn. */
export const END_TURN = "End your turn now: say in the response what is done, and what is not.";

/** Ends the text of an abort's error. */
export const ABORTED = "- aborting to prevent a loop";

/** The text of a verdict, from the detection's. `last`: the next strike aborts. `passing`: so is what the call failed by. */
export function verdictText(
  action: VerdictAction,
  type: DetectorType,
  detection: string,
  last: boolean,
  passing = false,
): string {
  if (action === "allow") return "";
  if (action === "abort") return detection;
  if (action === "warn") return `${detection} ${passing ? PASSING : WARNING}`;
  const own = loopRecord(type).advice;
  const advice = passing && own !== undefined ? `${NOT_RUN} ${PASSING}` : own;
  return [detection, ...(advice === undefined ? [] : [advice]), ...(last ? [LAST_REFUSAL] : [])].join(" ");
}

/** Begins `detectionText` of every detector; test/detectors/table.once.test.ts holds them to it. */
const DETECTION_START = /(?:Tools? ['"[]|The same \d|\[loop-detected\] Tool )/g;
const REFUSALS: readonly string[] = [
  ...new Set(LOOP_RECORDS.flatMap(({ advice }) => advice ?? [])),
  `${NOT_RUN} ${PASSING}`,
  ABORTED,
];
/** How they begin, in three words: few texts have any of these, and most advice begins alike. */
const REFUSAL_STARTS: readonly string[] = [...new Set(REFUSALS.map((words) => words.split(" ", 3).join(" ")))];

const REFUSED_FROM_THE_START = LOOP_RECORDS.flatMap(({ refusalStart }) => refusalStart ?? []);

/** Whether a text that a model was shown as a result is a refusal, or the error of an abort, in our own words. */
export function isRefusalText(text: string): boolean {
  const refused =
    REFUSED_FROM_THE_START.some((words) => text.startsWith(words)) ||
    (REFUSAL_STARTS.some((words) => text.includes(words)) && REFUSALS.some((words) => text.includes(words)));
  return refused && !text.includes(WARNING);
}

/** A result's text without the warnings in our own words that were added to its end. */
export function withoutWarningText(text: string): string {
  let rest = text;
  while (rest.endsWith(WARNING) || rest.endsWith(PASSING)) {
    const start = [...rest.matchAll(DETECTION_START)].at(-1)?.index;
    if (start === undefined) return rest;
    rest = rest.slice(0, start).replace(/\n\n$/, "");
  }
  return rest;
}
