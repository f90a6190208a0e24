/**
 * The texts about a loop that a model or a log reads. The sentence on what was found comes from the detector's record.
 */

import type { LoopDetection, VerdictAction } from "../base/types.ts";
import type { DetectorType, WarnedFacts } from "./detector-record.ts";
import { LOOP_RECORDS, loopRecord, recordNamed } from "./table.ts";

/** What was found, as the warning with a result says it; `undefined`: as the record's `text` does. */
export function warnedText(
  type: DetectorType,
  tool: string,
  { span, repeats, failed, strong }: Omit<WarnedFacts, "tool" | "within"> & { readonly span: number },
): string | undefined {
  const within = span > repeats ? ` in your last ${span} responses` : "";
  return span === 0 ? undefined : loopRecord(type).warned?.({ tool, repeats, failed, strong, within });
}

/** Follows the detector's text in a verdict `warn`. */
export const WARNING: string =
  "You have been calling tools in a repetitive pattern that is not making progress. " +
  "Step back, reconsider the goal, and try a different approach.";

/** As `WARNING`, for a call with a transient failure, such as a timeout. */
const PASSING = "This failure may pass by itself: wait before you try again, or do something else.";
const NOT_RUN = "This call was not run.";

/** Follows the last refusal before a run is stopped. */
const LAST_REFUSAL = "This is the last refusal: the next such call ends the run.";

/** Follows the text of an abort in a host where only the model can end its turn. */
export const END_TURN = "End your turn now: say in the response what is done, and what is not.";

/** Follows what was left out of a request, with the result that stays. */
export const LEFT_OUT =
  "These calls were left out: use this result, take a different approach, or answer with what you have.";

/** Ends the text of an abort's error. */
const ABORTED = "- aborting to prevent a loop";

/** The text of an abort's error. */
export function abortMessage(detection: LoopDetection): string {
  const record = recordNamed(detection.detector);
  return `${record?.abortText?.(detection) ?? detection.message.replace(/\.$/, "")} ${record?.aborted ?? ABORTED}`;
}

/**
 * The text of a verdict: what was found, and what to do now. `last`: the next strike aborts. `passing`: the call failed
 * in a transient way, such as by a rate limit. `warned`: of `warnedText`.
 */
export function verdictText(
  action: VerdictAction,
  type: DetectorType,
  detection: string,
  last: boolean,
  passing = false,
  warned?: string,
): string {
  if (action === "allow") return "";
  if (action === "abort") return detection;
  const { advice: own, warning = WARNING, instead } = loopRecord(type);
  if (action === "warn") {
    const found = warned ?? detection;
    if (passing) return `${found} ${PASSING}`;
    return [found, ...(warned === undefined || instead === undefined ? [] : [instead]), warning].join(" ");
  }
  const advice = passing && own !== undefined ? `${NOT_RUN} ${PASSING}` : own;
  const found = advice?.startsWith(",") ? `${detection.replace(/\.$/, "")}${advice}` : detection;
  const more = advice === undefined || found !== detection ? [] : [advice];
  return [found, ...more, ...(last ? [LAST_REFUSAL] : [])].join(" ");
}

/** Of each further call, in a host that could not end the turn at an abort. */
export const TURN_ENDED: string = `No further call of this turn is run: an earlier one was in a loop ${ABORTED}`;

/** Matches the start of every detector's text; test/rules/table.once.test.ts checks that. */
export const DETECTION_START: RegExp =
  /(?:(?:Tool|Agent)s? ['"[]|The same (?:\d|text|sentences|message)|The agent was sent back \d|The budget of \d|\[loop-detected\] Tool )/g;
/** Each ends with a full stop. */
export const WARNINGS: readonly string[] = [
  WARNING,
  PASSING,
  LEFT_OUT,
  ...LOOP_RECORDS.flatMap(({ warning }) => warning ?? []),
];
export const REFUSALS: readonly string[] = [
  ...new Set(LOOP_RECORDS.flatMap(({ advice }) => advice ?? [])),
  `${NOT_RUN} ${PASSING}`,
  ABORTED,
  ...LOOP_RECORDS.flatMap(({ aborted }) => aborted ?? []),
];
const FULL_STOP = ".".charCodeAt(0);
/** Of an abort's words, which alone may stand behind others than a detector's, as in `TURN_ENDED`. */
const DASH = "- ";
/** No line of a refusal is shorter; no line without a dash. */
const LINE_MIN = Math.min(...REFUSALS.map(({ length }) => length));
const UNDASHED_MIN = Math.min(...REFUSALS.filter((words) => !words.startsWith(DASH)).map(({ length }) => length));

/** What may follow each of them, in this order. */
export const OUR_ENDS: readonly string[] = [` ${LAST_REFUSAL}`, `. ${END_TURN}`];

export const REFUSED_FROM_THE_START: readonly string[] = LOOP_RECORDS.flatMap(({ refusalStart }) => refusalStart ?? []);

/** What a host puts before our text: a label on the same line, such as `Error: ` or `{"error":"`. */
const LABEL = /^(?:[^\n]{0,80}[^\w .,;])? ?$/;
/** No start of ours ends behind it, so no more of a long text is searched: 82 characters of a label, and the longest start. */
const START_WITHIN = 110;
/** What goes on after our text, in words of somebody else. Codex adds the command. */
const GOES_ON = /^(?!\. Command: )[^\w<]*[ \n\r\t]\w/;

/**
 * Whether a result that a model saw is a refusal, or the error of an abort, that loopguard wrote: at most a label, what was
 * found, and what to do. A text that quotes one among other words, such as a transcript or the answer of another agent, is
 * a result.
 */
export function isRefusalText(text: string): boolean {
  // Nothing stands above one, so the other lines need not be searched. One character is found faster than two.
  const end = text.indexOf("\n");
  if (end >= 0 && (end < LINE_MIN || (end < UNDASHED_MIN && text.indexOf("-") >>> 0 >= end))) return false; // -1 is beyond it, too
  const line = end < 0 ? text : text.slice(0, end);
  const dashed = line.includes(DASH);
  const start = (dashed ? line : line.slice(0, START_WITHIN)).search(DETECTION_START);
  if (start < 0 && !dashed) return false;
  const refused = REFUSED_FROM_THE_START.some((words) => text.startsWith(words))
    ? end < 0
    : REFUSALS.some((words) => standsAlone(text, line, start, words));
  return refused && !text.includes(WARNING);
}

function standsAlone(text: string, line: string, start: number, words: string): boolean {
  const at = line.indexOf(words);
  if (at < 0) return false;
  const begins = start >= 0 && start < at;
  if (begins ? !LABEL.test(line.slice(0, start)) : !words.startsWith(DASH)) return false;
  let rest = text.slice(at + words.length);
  for (const ours of OUR_ENDS) if (rest.startsWith(ours)) rest = rest.slice(ours.length);
  return !GOES_ON.test(rest);
}

/** A result's text without the warnings that loopguard appended. One pass: a result may quote any number of them. */
export function withoutWarningText(text: string): string {
  if (!endsInWarning(text)) return text;
  let cut: number | undefined;
  for (const { index } of text.matchAll(DETECTION_START))
    if (cut === undefined || !endsInWarning(before(text, index))) cut = index;
  return cut === undefined ? text : before(text, cut);
}

/** A loop: every result is asked, and a closure over its text would be an allocation. */
function endsInWarning(text: string): boolean {
  if (text.charCodeAt(text.length - 1) !== FULL_STOP) return false;
  for (const words of WARNINGS) if (text.endsWith(words)) return true;
  return false;
}

/** What stands before a warning that begins at `index`. */
function before(text: string, index: number): string {
  return text.slice(0, text.startsWith("\n\n", index - 2) ? index - 2 : index);
}
