/** A recorded history, played to a run as it happened. */

import type { LoopCall, LoopOutcome, LoopRun, Verdict, VerdictAction } from "../base/types.ts";
import { recordNamed } from "../detectors/table.ts";
import { readHistory, type TranscriptCall } from "../history/transcripts.ts";
import { attempt } from "../report/fail-open.ts";
import { isRefusalText, withoutWarningText } from "../report/messages.ts";
import { ALLOW, isRefusal } from "../report/verdict.ts";
import { errorText } from "../text/outcome-text.ts";

/** A call of the last model response, and what the guard says of it. */
export interface CheckedCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** The history has no result for it: it is about to run. */
  readonly pending: boolean;
}

/** What a history is played to: a `GuardRun`. */
interface ReplayedRun extends Pick<LoopRun, "before" | "after" | "invalid" | "beginRound" | "beginTurn"> {
  overrule(call: LoopCall): void;
}

const STERNNESS: readonly VerdictAction[] = ["allow", "warn", "hint", "ask", "abort"];

/** The sternest of the verdicts. */
export function sternestOf(calls: readonly CheckedCall[]): Verdict {
  let sternest = ALLOW;
  for (const { verdict } of calls)
    if (STERNNESS.indexOf(verdict.action) > STERNNESS.indexOf(sternest.action)) sternest = verdict;
  // In shadow mode nothing is sterner than `allow`, but there may be something to tell.
  if (sternest.detection === null)
    sternest = calls.find(({ verdict }) => verdict.detection !== null)?.verdict ?? sternest;
  return sternest;
}

/**
 * Plays a history to a run that nobody hears of: the calls of the last round with their verdicts; none when a user spoke
 * after them. `words`: the option `message`, where it is a text.
 */
export function replayHistory(run: ReplayedRun, history: Iterable<unknown>, words: string | undefined): CheckedCall[] {
  const { calls, turn: now } = readHistory(history);
  let last: CheckedCall[] = [];
  let turn = 0;
  for (let start = 0; start < calls.length; ) {
    const { round, turn: own } = calls[start] as TranscriptCall;
    let end = start + 1;
    while (calls[end]?.round === round) end++;
    if (own !== turn) run.beginTurn();
    turn = own;
    run.beginRound();
    last = replayRound(run, calls.slice(start, end), words);
    start = end;
  }
  return turn === now ? last : [];
}

/** All are asked about before any comes back, as in a run. */
function replayRound(run: ReplayedRun, calls: readonly TranscriptCall[], words: string | undefined): CheckedCall[] {
  const asked = calls.map(({ call, outcome }) => {
    const flaw = flawOf(call, outcome);
    const verdict = flaw === undefined ? run.before(call) : run.invalid(call, flaw);
    return { call, outcome, verdict, invalid: flaw !== undefined };
  });
  return asked.map(({ call, outcome, verdict: before, invalid }) => {
    const pending = outcome === undefined;
    const asTold = unlessPoll(before);
    if (pending || invalid || isOurRefusal(outcome, before, words)) return { call, verdict: asTold, pending };
    if (isRefusal(before.action)) run.overrule(call);
    const bare = attempt(() => withoutWarning(outcome, words), outcome, "result", call.name);
    const after = unlessPoll(run.after(call, bare));
    return { call, verdict: after.detection === null ? asTold : after, pending };
  });
}

/** What is wrong with a call whose arguments are no JSON, as the model was told or in our words. */
function flawOf({ arguments: args }: LoopCall, outcome: LoopOutcome | undefined): string | undefined {
  if (typeof args !== "string" || args.trim() === "") return undefined;
  try {
    JSON.parse(args);
    return undefined;
  } catch {
    return outcome === undefined ? "The arguments are not JSON" : textOf(outcome);
  }
}

/** How long a poll waited is not in a history. */
function unlessPoll(verdict: Verdict): Verdict {
  return recordNamed(verdict.detection?.detector ?? "")?.byTime ? ALLOW : verdict;
}

/** Whether what came back for a call is what a guard said in its place. */
function isOurRefusal(outcome: LoopOutcome, { action, message }: Verdict, words: string | undefined): boolean {
  const text = textOf(outcome);
  return isRefusalText(text) || (isRefusal(action) && text === message) || text === words;
}

/** The outcome without what a guard added for the model; see `withMessage`. */
export function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome {
  const { result, error } = outcome;
  if (typeof error === "string") return { ...outcome, error: bareText(error, words) };
  if (typeof result === "string") return { ...outcome, result: bareText(result, words) };
  if (typeof result !== "object" || result === null || !("loopguard" in result)) return outcome;
  const { loopguard: _, ...rest } = result;
  return { ...outcome, result: rest };
}

function bareText(text: string, words: string | undefined): string {
  if (text.startsWith("{") && text.includes('"loopguard":')) return withoutField(text);
  const rest = withoutWarningText(text);
  return words !== undefined && rest.endsWith(`\n\n${words}`) ? rest.slice(0, -words.length - 2) : rest;
}

/** An object's text, as `JSON.stringify` wrote it, without the field that `withMessage` adds. */
function withoutField(text: string): string {
  try {
    const { loopguard: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

function textOf({ result, error }: LoopOutcome): string {
  if (error !== undefined && error !== null) return attempt(() => errorText(error), "", "messages");
  return typeof result === "string" ? result : "";
}
