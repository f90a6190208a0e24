/** What a detector said of a call, in words: the core says why, these say it to people. */

import type { CoreExplained, Why } from "../core/explanation.ts";
import { POLLS_WORD } from "./detectors/no-news.ts";
import type { Detector } from "./table.ts";

/** A detector, what it says, and the calls that this is about. */
interface Reason {
  readonly detector: Detector;
  readonly explained: CoreExplained;
  /** Number of the earlier call that this one is like, from 1. */
  readonly like: number | undefined;
  /** What was news since the call last ran. */
  readonly news: string;
  /** Number of the call that waited last. */
  readonly waiter: number;
  /** The completed call at a place, 0 being the newest. */
  callAt(place: number): { readonly number: number; readonly name: string };
}

/** By what the earlier call is known that a call which is asked for is like. */
export type LikeBy = "ticket" | "identity" | "verbatim" | "completed";

/** `undefined`: the detector speaks of no earlier call. */
export function likeOfAsked(detector: Detector, { why, like }: CoreExplained): LikeBy | undefined {
  if (detector.type === "similar_query") return like === undefined ? undefined : "ticket";
  if (why === "first" || why === "poll") return undefined;
  if (detector.type === "no_news") return "completed";
  if (detector.type === "count") return detector.canonical ? "identity" : "verbatim";
  return detector.type === "duplicate" ? "identity" : undefined;
}

export function whyText(reason: Reason): string {
  return WHY[reason.explained.why](reason);
}

/** Of detectors that count calls: what those that they have counted are to this one. */
const COUNTED: { readonly [Type in Detector["type"]]: (reason: Reason) => string } = {
  count: ({ like }) => `same call as #${like}`,
  duplicate: ({ like }) => `#${like} was the same call`,
  limit: ({ explained: { count, threshold } }) =>
    `ran ${count - 1} ${count === 2 ? "time" : "times"} in this turn, and may ${threshold - 1}`,
  similar_query: ({ like }) => `its query is like ${like === undefined ? "an earlier one" : `#${like}'s`}`,
  unknown_tool: ({ explained }) => `calls that could not run came in ${explained.count} rounds`,
  repeat: ({ like, explained }) => `same call as #${like}${explained.strong ? ", with the same result" : ""}`,
  stall: ({ like }) => `same tool and result as #${like}`,
  error_streak: ({ like }) => `same tool and error as #${like}`,
  near_repeat: ({ like }) => `nearly the same call as #${like}, with the same result`,
  no_progress: ({ like, explained }) => `same call${explained.count > 1 ? " and result" : ""} as #${like}`,
  no_news: (reason) => `${results(reason)}${sinceLast(reason)}`,
  cycle: (reason) => {
    const { fires, strong, steps, cycleLength } = reason.explained;
    const rest = steps === 0 ? "" : `, and ${steps} of ${cycleLength} once more`;
    return `${laps(reason)}${rest}${fires && strong ? ", with the same results" : ""}`;
  },
  ping_pong: (reason) => `${blockNames(reason).join(", ")} again and again`,
  custom: () => "",
  text_repeat: () => "",
  budget: ({ explained: { count, threshold } }) => `${count} of ${threshold} are used, this call included`,
  delegation: () => "",
};

const FIRST: Partial<Record<Detector["type"], string>> = {
  duplicate: "no such call before in this turn",
  similar_query: "no query of an earlier round is like it",
  near_repeat: "the first call of this tool in the turn",
  unknown_tool: "the first call of this name that is not valid",
  stall: "the first call of the turn",
  error_streak: "the first call of this tool in the turn",
  no_news: "no such call has come back before",
};

const WHY: { readonly [Key in Why]: (reason: Reason) => string } = {
  unasked: () => "",
  counted: (reason) => COUNTED[reason.detector.type](reason),
  first: ({ detector }) => FIRST[detector.type] ?? "no such call before",
  goes_on: () => "goes on with a loop that was found earlier",
  not_armed: () => "goes on with no loop that was found earlier",
  poll: ({ detector }) =>
    detector.type === "limit" ? "a poll without a limit of its own" : "a poll is judged by time",
  no_result: ({ detector, like }) =>
    detector.type === "no_news" ? `what #${like} gave cannot be compared` : "there is no result to compare",
  round: () => "the calls of one round count once",
  not_failed: ({ like }) =>
    like === undefined ? "the call did not fail" : `the call succeeded: the failures up to #${like} are over`,
  other_result: (reason) => {
    const { type } = reason.detector;
    if (type === "no_progress") return ended(reason, `the result differs from ${at(reason)}'s`);
    if (type === "cycle")
      return `${laps(reason)}, but the result of ${at(reason)} differs from ${at(reason, reason.explained.cycleLength)}'s`;
    return `the ${type === "error_streak" ? "error" : "result"} differs from ${at(reason)}'s`;
  },
  other_call: (reason) => {
    const { detector, like, explained } = reason;
    if (detector.type === "error_streak") return `${at(reason)} succeeded`;
    if (detector.type === "near_repeat") return `the arguments differ from ${at(reason)}'s in too much`;
    if (detector.type === "stall") return `${named(reason)} used another tool`;
    const isLike = reason.callAt(explained.at as number).number === like;
    return isLike
      ? `same call as #${like}, which did not fail`
      : `same call as #${like}, but ${named(reason)} lies between`;
  },
  change: (reason) =>
    reason.detector.type === "near_repeat"
      ? "the call changed something"
      : ended(reason, `a change by ${callAt(reason).name} (${at(reason)}) lies between`),
  new_call: (reason) =>
    reason.detector.type === "near_repeat"
      ? `${named(reason)} gave something new`
      : reason.detector.type === "error_streak"
        ? `${named(reason)} gave something new, and may be the repair`
        : ended(reason, `${named(reason)} gave something new`),
  too_far: (reason) => {
    if (reason.detector.type === "near_repeat") return "the tool's last call is too far back";
    const size = "windowSize" in reason.detector ? `${reason.detector.windowSize} calls` : "it looks";
    return ended(reason, `earlier ones are further back than ${size}`);
  },
  no_pattern: ({ detector }) =>
    detector.type === "cycle" ? "the window is not periodic" : "the names do not alternate",
  one_tool: ({ explained }) => `the last ${explained.cycleLength} calls are of one tool`,
  news: ({ news }) => news,
  news_between: (reason) => `${results(reason)}, but there was news between them`,
  transient: (reason) => saysLittle(reason, "a failure that passes by itself"),
  ack: (reason) => saysLittle(reason, "a bare acknowledgement"),
  changed: (reason) => more(reason, "it has given different results"),
  waits: (reason) => byTime(reason, "it waits itself"),
  behind_wait: (reason) => byTime(reason, `behind a wait, #${reason.waiter}`),
  idle: (reason) => byTime(reason, `the agent was idle for ${seconds(reason.explained.sinceMs)}, so judged by time`),
  not_yet: (reason) => byTime(reason, `its last answer says "not yet", so judged by time`),
  no_limit: () => "this tool has no limit",
  no_query: ({ detector }) => `no query of ${"tools" in detector ? detector.tools.join(", ") : "it"}`,
  reached_tool: () => "the call was valid",
  compacted: ({ like }) => `the context was compacted since #${like} came back`,
  by_host: () => "",
  identical: ({ like }) => `the same call as #${like}: repeats are for other detectors to judge`,
};

function callAt({ explained, callAt }: Reason, further = 0): { readonly number: number; readonly name: string } {
  return callAt((explained.at ?? 0) + further);
}

function at(reason: Reason, further = 0): string {
  return `#${callAt(reason, further).number}`;
}

function named(reason: Reason): string {
  return `${at(reason)} (${callAt(reason).name})`;
}

/** What `no_progress` has counted, and what is before that. */
function ended(reason: Reason, why: string): string {
  const found = COUNTED.no_progress(reason);
  return reason.explained.count > 1 ? `${found}; before that, ${why}` : `${found}, but ${why}`;
}

// ---- no_news

function results({ explained: { count } }: Reason): string {
  return count === 1 ? "only 1 result yet" : `its last ${count} results were equal`;
}

function sinceLast({ explained: { fires, sibling, count, threshold }, like }: Reason): string {
  if (fires || sibling) return `, and nothing was news since #${like}${siblingText(sibling)}`;
  return count === 1 ? "" : `, of ${threshold}`;
}

function siblingText(sibling: boolean): string {
  return sibling ? ", but an equal call of the round ran, and what that gave was not known" : "";
}

/** Of results that a detector does not count, or of which it wants more. */
function saysLittle(reason: Reason, because: string): string {
  return reason.detector.type === "near_repeat" ? `${because} is not counted` : more(reason, because);
}

function more(reason: Reason, because: string): string {
  return `${results(reason)}; ${because}: ${reason.explained.threshold} are asked for`;
}

function byTime({ detector, explained }: Reason, because: string): string {
  const { count, fires, sibling, threshold, waitedMs } = explained;
  const why = `${because}: ${count === 1 ? "1 result" : `${count} equal results`} in ${seconds(waitedMs)}`;
  if (fires || sibling) return `${why}${threshold === POLLS_WORD ? ", worth a word" : ""}${siblingText(sibling)}`;
  const maxWaitMs = "maxWaitMs" in detector ? detector.maxWaitMs : 0;
  return `${why}, and it may wait for ${maxWaitMs === 0 ? "ever" : seconds(maxWaitMs)}`;
}

function seconds(ms: number): string {
  const whole = Math.round(ms / 1000);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} minutes`;
}

// ---- cycle, ping_pong

/** Names that are told of a block. */
const NAMES_MAX = 4;

function blockNames({ explained, callAt }: Reason): string[] {
  return Array.from({ length: explained.cycleLength }, (_, place) => callAt(place).name).reverse();
}

function laps(reason: Reason): string {
  const { count } = reason.explained;
  return `${blockText(blockNames(reason))}, ${count === 1 ? "once" : count === 2 ? "twice" : `${count} times`}`;
}

function blockText(names: readonly string[]): string {
  if (names.length === 1) return "the same call";
  if (new Set(names).size === 1) return `a block of ${names.length} calls of ${names[0]}`;
  const more = names.length > NAMES_MAX ? ", …" : "";
  return `a block of ${names.length} calls (${names.slice(0, NAMES_MAX).join(", ")}${more})`;
}
