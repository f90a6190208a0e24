/** `checkMessages`: what a guard says of a chat history, for hosts that keep nothing else. */
import { optionError } from "./errors.ts";
import { LoopGuard } from "./loop-guard.ts";
import type { GuardRun } from "./loop-run.ts";
import { isRefusalText, withoutWarningText } from "./messages.ts";
import { errorText } from "./outcome-text.ts";
import { readHistory, type TranscriptCall } from "./transcripts.ts";
import type { LoopCall, LoopGuardOptions, LoopOutcome, Verdict, VerdictAction } from "./types.ts";
import { ALLOW, isRefusal } from "./verdict.ts";

/** A call of the last model response, and what the guard says of it. */
export interface CheckedCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** The history has no result for it: it is about to run. */
  readonly pending: boolean;
}

/** The sternest of the verdicts on the last response's calls, and those. */
export interface MessagesVerdict extends Verdict {
  /** In the order of the calls. Empty when there are none, or when a user spoke after them. */
  readonly calls: readonly CheckedCall[];
}

const STERNNESS: readonly VerdictAction[] = ["allow", "warn", "hint", "ask", "abort"];

/**
 * What a guard that had watched this conversation from its beginning would say of the calls of its last model response:
 * of one without a result, whether to run it; of one with a result, what its result completed (`warn` and more: tell the
 * model; `abort`: do not call it again). Pure: the guard's own runs are not touched, and nobody is told of anything.
 *
 * The history is replayed in a new run: each response with calls is a round, each word of a user a new turn, each result
 * an outcome. A result with the text of a refusal is one of ours: the call did not run. A warning at the end of a result is
 * not part of it; both are known by the guard's own texts, or by a `message` that is a text. A call that ran although it
 * would have been refused has run. Arguments that are no JSON are `invalid()`. When a user spoke last: `allow`.
 *
 * Messages are those of OpenAI (chat and responses), Anthropic, the AI SDK (model and UI messages), LangChain (instances,
 * dictionaries, serialized) and Gemini; a history may mix them. What is none of these is passed over. A history has no
 * times, so polling is not judged. Costs about what the calls cost a run, for the whole history each time.
 *
 * @example
 * const verdict = checkMessages(messages, { maxRepeats: 3, action: "hint" });
 * if (verdict.action === "abort") return endOfChat(verdict.message);
 */
export function checkMessages(messages: Iterable<unknown>, guard?: LoopGuard | LoopGuardOptions): MessagesVerdict {
  if (typeof messages !== "object" || messages === null || !(Symbol.iterator in messages))
    throw optionError("type", "messages", messages, "a list of messages");
  const own = guard instanceof LoopGuard ? undefined : new LoopGuard(guard);
  const { run, message } = LoopGuard.quietRun(guard instanceof LoopGuard ? guard : (own as LoopGuard));
  try {
    return concluded(replay(run, messages, typeof message === "string" ? message : undefined));
  } finally {
    run.close();
    own?.close();
  }
}

function concluded(calls: readonly CheckedCall[]): MessagesVerdict {
  let sternest = ALLOW;
  for (const { verdict } of calls)
    if (STERNNESS.indexOf(verdict.action) > STERNNESS.indexOf(sternest.action)) sternest = verdict;
  // In shadow mode nothing is sterner than `allow`, but there may be something to tell.
  if (sternest.detection === null)
    sternest = calls.find(({ verdict }) => verdict.detection !== null)?.verdict ?? sternest;
  return { ...sternest, calls };
}

/** The calls of the last round with their verdicts; none when a user spoke after them. */
function replay(run: GuardRun, messages: Iterable<unknown>, words: string | undefined): CheckedCall[] {
  const { calls, turn: now } = readHistory(messages);
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
function replayRound(run: GuardRun, calls: readonly TranscriptCall[], words: string | undefined): CheckedCall[] {
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
    const after = unlessPoll(run.after(call, withoutWarning(outcome, words)));
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
  return verdict.detection?.detector === "poll" ? ALLOW : verdict;
}

/** Whether what came back for a call is what a guard said in its place. */
export function isOurRefusal(outcome: LoopOutcome, { action, message }: Verdict, words: string | undefined): boolean {
  const text = textOf(outcome);
  return isRefusalText(text) || (isRefusal(action) && text === message) || text === words;
}

/** The outcome without what a guard added for the model; see `withMessage`. */
export function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome {
  const { result, error } = outcome;
  if (typeof error === "string") return { ...outcome, error: bare(error, words) };
  if (typeof result === "string") return { ...outcome, result: bare(result, words) };
  if (typeof result !== "object" || result === null || !("loopguard" in result)) return outcome;
  const { loopguard: _, ...rest } = result;
  return { ...outcome, result: rest };
}

function bare(text: string, words: string | undefined): string {
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
  if (error !== undefined && error !== null) return errorText(error);
  return typeof result === "string" ? result : "";
}
