/** Every text that a model or a log reads about a loop. */
import type { DetectorType } from "./core/types.ts";
import type { VerdictAction } from "./types.ts";

/** What a text is made from. */
export interface LoopFacts {
  readonly type: DetectorType;
  readonly tool: string;
  /** What was counted. */
  readonly repeats: number;
  /** What it was compared with. */
  readonly threshold: number;
  /** The tool names of one block, oldest first. */
  readonly names: readonly string[];
  readonly waitMs: number;
  /** For how long the result has been the same; 0: that is not what the loop was judged by. */
  readonly waitedMs: number;
}

/** What was found, in one sentence or two. */
export function detectionText(facts: LoopFacts): string {
  const { tool, threshold, repeats, names } = facts;
  switch (facts.type) {
    case "count":
      return (
        `[loop-detected] Tool "${tool}" has now been called ${repeats} times with identical arguments. ` +
        "Consider trying a different approach, changing the arguments, or finishing the response."
      );
    case "repeat":
      return `Tool '${tool}' called ${threshold} times with identical arguments.`;
    case "stall":
      return `Tool '${tool}' returned the same result ${threshold} times — agent is polling without progress.`;
    case "ping_pong":
      return `Tools ${pythonList(names)} cycled ${threshold} times without advancing.`;
    case "cycle":
      return names.length === 1
        ? `Tool '${tool}' was called ${repeats} times in a row with identical arguments and the same outcome.`
        : `The same ${names.length} calls (${quotedList(names)}) were repeated ${repeats} times in the same order.`;
    case "duplicate":
      return `Tool '${tool}' was already executed with identical parameters`;
    case "similar_query":
      return `Tool '${tool}' was already executed with a similar query`;
    case "limit":
      return `Tool '${tool}' has reached its execution limit (${threshold}) for this turn`;
    case "no_progress":
      return `Tool '${tool}' was called with identical arguments and returned the same result ${repeats} times.`;
    case "error_streak":
      return `Tool '${tool}' failed ${repeats} times in a row with the same error.`;
    case "unknown_tool":
      return `Tool '${tool}' was called ${repeats} times, but there is no such tool, or its arguments are not valid.`;
    case "poll":
      return facts.waitMs > 0
        ? `Tool '${tool}' is being polled too often; its result has not changed. The next poll makes sense in ${seconds(facts.waitMs)}.`
        : `Tool '${tool}' has been polled for ${facts.waitedMs > 0 ? duration(facts.waitedMs) : "too long"} without any change of its result.`;
    case "no_news":
      return facts.waitedMs > 0
        ? `Tool '${tool}' has given the same result for ${duration(facts.waitedMs)} (${repeats} times), and nothing new has happened since.`
        : `Tool '${tool}' gave the same result ${repeats} times, and nothing new has happened since.`;
    case "custom":
      return `Tool '${tool}' is being called in a repetitive pattern.`;
  }
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

/**
 * What to do instead, after a refusal. A poll is never told to vary its arguments: that only hides the loop. The texts
 * without an entry say it themselves, or are fixed by the systems that they come from.
 */
const ADVICE: Partial<Record<DetectorType, string>> = {
  repeat: "This call was not run. Use the results you already have, take a different approach, or finish the response.",
  stall:
    "This call was not run. If you are waiting for something, make one blocking wait; otherwise take a different approach, or finish the response.",
  ping_pong:
    "This call was not run. Decide from the results you already have, take a different approach, or finish the response.",
  cycle:
    "This call was not run. Decide from the results you already have, take a different approach, or finish the response.",
  no_progress:
    "This call was not run: its result is known. If you are waiting for a change, make one blocking wait; otherwise take a different approach, or finish the response.",
  error_streak:
    "This call was not run. Read the error and remove its cause, use another tool, or say in the response what does not work.",
  unknown_tool: "Use only the tools that are offered, with arguments that match their schema, or finish the response.",
  no_news:
    "This call was not run: its result is known. Do something that can change it, wait for longer before you ask again, take a different approach, or finish the response.",
  poll: "This call was not run. Make one blocking wait instead of polling, or finish the response with what is known.",
  custom: "This call was not run. Take a different approach, or finish the response.",
};

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
  const advice = passing && ADVICE[type] !== undefined ? `${NOT_RUN} ${PASSING}` : ADVICE[type];
  return [detection, ...(advice === undefined ? [] : [advice]), ...(last ? [LAST_REFUSAL] : [])].join(" ");
}

/** Begins `detectionText` of every detector. */
const DETECTION_START = /(?:Tools? ['"[]|The same \d|\[loop-detected\] Tool )/g;
const REFUSALS: readonly string[] = [
  ...new Set(Object.values(ADVICE)),
  `${NOT_RUN} ${PASSING}`,
  "- aborting to prevent a loop",
];
/** How they begin, in three words: few texts have any of these, and most advice begins alike. */
const REFUSAL_STARTS: readonly string[] = [...new Set(REFUSALS.map((words) => words.split(" ", 3).join(" ")))];

/** Whether a text that a model was shown as a result is a refusal, or the error of an abort, in our own words. */
export function isRefusalText(text: string): boolean {
  const refused =
    text.startsWith("[loop-detected] Tool ") ||
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

function quotedList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}

/** As Python prints a list of strings, which the texts of `ping_pong` are pinned to. */
function pythonList(names: readonly string[]): string {
  return `[${names.map(pythonString).join(", ")}]`;
}

function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(/[\\\n\r\t\p{Cc}]|['"]/gu, (char) => {
    if (char === '"' || char === "'") return char === quote ? `\\${char}` : char;
    const short = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[char];
    return short ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return `${quote}${inner}${quote}`;
}

/** Minutes from two minutes on, whole ones: nobody counts the seconds of a long wait. */
function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes >= 2 ? `${minutes} minutes` : `${Math.round(ms / 1000)} seconds`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 1000)} s`;
}
