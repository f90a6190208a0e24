/** `pruneLoop`: a request without the repetitions of a loop. */
import { bool, checkMembers, checkObject } from "../../base/check-option.ts";
import { optionError } from "../../base/errors.ts";
import { property } from "../../base/property.ts";
import type { LoopDetection } from "../../base/types.ts";
import { attempt } from "../../rules/verdict.ts";
import { LEFT_OUT } from "../../rules/verdict-texts.ts";
import { type Exchange, type MadeCall, readExchanges } from "./exchanges.ts";
import { editResults } from "./message-form.ts";
import { findRepeated, type Streak } from "./streaks.ts";

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

/** A token has about four characters. */
const TOKEN = 4;

/**
 * The conversation without the repetitions of a loop, which make a model repeat itself once more. Of calls with the same name,
 * arguments and result the first and the last stay, with one line at the last result that says how many were left out;
 * refusals of a guard are left out too. Only whole responses are left out, with all their results, reasoning and signatures, so
 * a request that is valid stays valid; what cannot be left out like that stays, and so does every result that was news.
 *
 * Messages are those that `checkMessages` reads, but for user interfaces'; others stay, and no call before them counts as the same
 * as one behind. Pure: nothing given is changed. Once pruned, a conversation is not pruned further. It costs about what reading
 * costs. Throws `ERR_LOOPGUARD_OPTION` if `messages` is no array, `detection` has no `toolName`, or an option is unknown.
 *
 * @example
 * const verdict = guard.before(call);
 * const next = verdict.allowed ? messages : pruneLoop(messages, verdict.detection).messages;
 */
export function pruneLoop<T>(
  messages: readonly T[],
  detection: Pick<LoopDetection, "toolName"> & Partial<Pick<LoopDetection, "pattern">>,
  options: PruneOptions = {},
): PrunedMessages<T> {
  if (!Array.isArray(messages)) throw optionError("type", "messages", messages, "an array of messages");
  const toolName = property(detection, "toolName");
  if (typeof toolName !== "string") throw optionError("type", "detection", detection, "a detection of a guard");
  checkObject(options, "options");
  checkMembers(options, "", { keepText: bool });
  const unchanged = { messages: [...messages], removed: 0, tokens: 0, text: "Nothing was left out." };
  const pattern = property(detection, "pattern");
  const names = [toolName, ...(Array.isArray(pattern) ? pattern.filter((name) => typeof name === "string") : [])];
  return attempt(() => prune(messages, names, options.keepText !== false), undefined, "messages") ?? unchanged;
}

function prune<T>(messages: readonly T[], names: readonly string[], keepText: boolean): PrunedMessages<T> | undefined {
  const exchanges = readExchanges(messages);
  const annotate = (call: MadeCall, from: readonly T[], note: string): T | undefined =>
    call.answer && withNote(from[call.answer.message] as T, call.answer.place, note);
  const repeated = findRepeated(exchanges, names, (call) => annotate(call, messages, "x") !== undefined);
  const removed = chosen(exchanges, repeated, keepText);
  if (removed.length === 0) return undefined;

  const calls = removed.flatMap((exchange) => exchange.calls);
  const edited = [...messages];
  let characters = 0;
  for (const [streak, left] of countByStreak(calls, repeated)) {
    const last = streak.ran.at(-1) as MadeCall;
    const note = leftOutNote(streak.name, left);
    edited[last.answer?.message as number] = annotate(last, edited, note) as T;
    characters -= note.length;
  }
  const gone = new Set<number>();
  for (const { from, to } of removed) for (let at = from; at < to; at++) gone.add(at);
  for (const at of gone) characters += sizeOf(messages[at]);
  const tokens = Math.max(0, Math.round(characters / TOKEN));
  const kept = edited.filter((_, at) => !gone.has(at));
  return { messages: kept, removed: calls.length, tokens, text: summary(calls, tokens) };
}

/** The exchanges that go: all of their calls are repetitions, and nothing else is lost with them. */
function chosen(
  exchanges: readonly Exchange[],
  repeated: ReadonlyMap<MadeCall, Streak>,
  keepText: boolean,
): Exchange[] {
  const may = (exchange: Exchange): boolean => exchange.whole && exchange.calls.every((call) => repeated.has(call));
  if (!keepText) return exchanges.filter(may);
  const kept = new Set(exchanges.flatMap((exchange) => (may(exchange) ? [] : exchange.texts)));
  return exchanges.filter((exchange) => {
    if (!may(exchange)) return false;
    if (exchange.texts.every((text) => kept.has(text))) return true;
    for (const text of exchange.texts) kept.add(text); // this one stays
    return false;
  });
}

/** What was left out of each streak: now, and when the request was pruned before. */
function countByStreak(calls: readonly MadeCall[], repeated: ReadonlyMap<MadeCall, Streak>): Map<Streak, LeftOut> {
  const counts = new Map<Streak, LeftOut>();
  for (const call of calls) {
    const streak = repeated.get(call) as Streak;
    const count = counts.get(streak) ?? leftOutBefore(streak.ran.at(-1) as MadeCall);
    counts.set(streak, count);
    if (streak.refused.has(call)) {
      count.refused++;
      continue;
    }
    const before = leftOutBefore(call);
    count.repeated += 1 + before.repeated;
    count.refused += before.refused;
  }
  return counts;
}

/** How many calls of a kind were left out. */
interface LeftOut {
  /** They gave the result that stays. */
  repeated: number;
  /** A guard refused them. */
  refused: number;
}

/** The line in a request for calls that were left out. `withoutWarningText` takes it off before results are compared. */
function leftOutNote(toolName: string, { repeated, refused }: LeftOut): string {
  const parts = [
    ...(repeated > 0 ? [`called ${times(repeated)} more, with the same result`] : []),
    ...(refused > 0 ? [`refused ${times(refused)}`] : []),
  ];
  return `Tool '${toolName}' was ${parts.join(", and ")}. ${LEFT_OUT}`;
}

const NOTE = new RegExp(
  `' was (?:called (\\d+) times? more, with the same result)?(?:, and )?(?:refused (\\d+) times?)?\\. ${LEFT_OUT}`,
);

/** What the line at this call's result says was left out earlier; nothing if there is none. */
function leftOutBefore({ outcome }: MadeCall): LeftOut {
  const text = JSON.stringify(outcome?.error ?? outcome?.result) ?? "";
  const [, repeated = "0", refused = "0"] = NOTE.exec(text) ?? [];
  return { repeated: Number(repeated), refused: Number(refused) };
}

export function times(number: number): string {
  return number === 1 ? "1 time" : `${number} times`;
}

/** The message with a text at one of its results, in place of an earlier note; `undefined` if there is no place for one. */
function withNote<T>(message: T, place: number, text: string): T | undefined {
  let hasPlace = true;
  const edited = editResults(message, (result, at, note) => {
    if (at !== place) return result;
    const whole = note(text);
    if (whole === undefined) hasPlace = false;
    return whole ?? result;
  });
  return hasPlace ? edited : undefined;
}

function sizeOf(message: unknown): number {
  return attempt(() => JSON.stringify(message)?.length ?? 0, 0, "messages");
}

function summary(calls: readonly MadeCall[], tokens: number): string {
  const counts = new Map<string, number>();
  for (const { call } of calls) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
  const list = [...counts].map(([name, count]) => `'${name}' ${times(count)}`).join(", ");
  return `Repeated calls were left out of the request: ${list}; about ${tokens} tokens.`;
}
