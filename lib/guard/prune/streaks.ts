/** The streaks in a conversation: one call that gives one result again and again, while nothing else is news. Its first and its last say it all. */
import { getOrAdd, isGiven } from "../../base/property.ts";
import type { LoopOutcome } from "../../base/types.ts";
import { canonicalText } from "../../core/identity.ts";
import { isOwnRefusal, withoutWarning } from "../../run/call-input.ts";
import type { Exchange, MadeCall } from "./exchanges.ts";

export interface Streak {
  readonly name: string;
  /** Of those that ran. */
  result: string | undefined;
  /** Of its first and its last occurrence, among the calls of the section. */
  readonly start: number;
  end: number;
  readonly ran: MadeCall[];
  /** A guard refused them: they gave no result. */
  readonly refused: Set<MadeCall>;
}

/** A call and what it gave; `result` is `undefined` for a call that was refused. */
interface Occurrence {
  readonly call: MadeCall;
  readonly result: string | undefined;
  /** Whether what came back makes equal calls before it and behind it two streaks. */
  parts: boolean;
}

/**
 * The calls that repeat a streak of the loop, each with its streak: all but the first and the last that ran. The loop is the
 * calls of these names, and what repeats between them. `takes`: whether a result has a place for the line that replaces them.
 */
export function findRepeated(
  exchanges: readonly Exchange[],
  names: readonly string[],
  takes: (call: MadeCall) => boolean,
): Map<MadeCall, Streak> {
  const sections = new Map<number, MadeCall[]>();
  for (const { section, calls } of exchanges) getOrAdd(sections, section, () => []).push(...calls);
  const repeated = new Map<MadeCall, Streak>();
  for (const calls of sections.values()) {
    const streaks = streaksOf(calls);
    const inLoop = new Set<MadeCall>();
    let reached = 0;
    for (const { name, start, end } of streaks) {
      if (!names.some((one) => one === name || one.startsWith(`${name}#`))) continue;
      for (let at = Math.max(start, reached); at <= end; at++) inLoop.add(calls[at] as MadeCall);
      reached = Math.max(reached, end + 1);
    }
    for (const streak of streaks) {
      const last = streak.ran.at(-1);
      if (last === undefined || !takes(last)) continue;
      for (const call of [...streak.ran.slice(1, -1), ...streak.refused])
        if (inLoop.has(call)) repeated.set(call, streak);
    }
  }
  return repeated;
}

function streaksOf(calls: readonly MadeCall[]): Streak[] {
  const occurrences = occurrencesOf(calls);
  const streaks: Streak[] = [];
  const open = new Map<string, Streak>();
  let parted = -1; // the last occurrence that parts
  occurrences.forEach(({ call, result, parts }, at) => {
    const streak = open.get(call.key);
    const goes = streak !== undefined && parted <= streak.end;
    if (goes && (result === undefined || streak.result === undefined || streak.result === result)) {
      streak.end = at;
      streak.result ??= result;
      if (result === undefined) streak.refused.add(call);
      else streak.ran.push(call);
    } else {
      const ran = result === undefined ? [] : [call];
      const refused = new Set(result === undefined ? [call] : []);
      const begun = { name: call.call.name, result, start: at, end: at, ran, refused };
      streaks.push(begun);
      open.set(call.key, begun);
    }
    if (parts) parted = at;
  });
  return streaks;
}

/**
 * News parts what is before it from what is behind it, but for the first result of a call that comes again with it: in `A B A B`
 * the first B is no reason for the second A.
 */
function occurrencesOf(calls: readonly MadeCall[]): Occurrence[] {
  const counts = new Map<string, number>();
  const latest = new Map<string, string>();
  const occurrences = calls.map((call): Occurrence => {
    const { outcome } = call;
    if (outcome !== undefined && isOwnRefusal(outcome)) return { call, result: undefined, parts: false };
    const result = outcome === undefined ? "open" : resultKey(outcome);
    const pair = JSON.stringify([call.key, result]);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
    return { call, result, parts: false };
  });
  for (const occurrence of occurrences) {
    const { call, result } = occurrence;
    if (result === undefined) continue;
    const before = latest.get(call.key);
    const once = counts.get(JSON.stringify([call.key, result])) === 1;
    occurrence.parts = before === undefined ? once : before !== result;
    latest.set(call.key, result);
  }
  return occurrences;
}

/** Equal for equal results, without what a guard added to them. */
function resultKey(outcome: LoopOutcome): string {
  const { result, error } = withoutWarning(outcome);
  const failed = isGiven(error);
  const value = failed ? error : (result ?? "");
  return `${failed ? "error" : "result"}:${typeof value === "string" ? value : canonicalText(value)}`;
}
