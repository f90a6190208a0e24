/** `checkMessages`: judges a chat history, for hosts that keep no other state. */

import { optionError } from "../base/errors.ts";
import type { Verdict } from "../base/types.ts";
import { isMessage } from "../history/transcript-shapes.ts";
import { tellMisuse } from "../rules/diagnostics.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { attempt } from "../rules/verdict.ts";
import { type CheckedCall, mostSevereOf, replayHistory } from "../run/replay.ts";
import { isGuard, LoopGuard } from "./loop-guard.ts";

/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
export type GuardInput = LoopGuard | LoopGuardOptions;

/** The guard itself, or a new one. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
export function guardOf(guard?: GuardInput): LoopGuard {
  return isGuard(guard) ? guard : new LoopGuard(guard);
}

/** The most severe verdict on the calls of the last response, and these calls. */
export type MessagesVerdict = Verdict & {
  /** In the order of the calls. Empty when there are none, or when a user spoke after them. */
  readonly calls: readonly CheckedCall[];
};

const UNREAD =
  "checkMessages read no message, so nothing was judged. It takes messages as a model is sent them: " +
  '[{ role: "assistant", tool_calls }, { role: "tool", tool_call_id, content }]';

/**
 * The verdict of a guard that had seen this conversation from its beginning on the calls of the last model response: for a
 * call without a result, whether to run it; for one with a result, what the result completed (`warn` and above: tell the
 * model; `abort`: do not call it again). It changes no run of the guard and calls no listener.
 *
 * The history is replayed in a new run: each response with calls is a round, each message of a user a new turn (automatic
 * nudges are not), each result an outcome. A result that is a refusal of this package means that the call did not run, and a
 * warning at the end of a result is not part of it; both are recognised by the guard's texts, or by a `message` that is a text.
 * A call with a result counts as run even if it would be refused. Arguments that are not JSON are `invalid()`. If a user spoke
 * last, the verdict is `allow`.
 *
 * Messages are those of OpenAI (chat and responses), Anthropic, the AI SDK (model and UI messages), LangChain (instances,
 * dictionaries, serialized), Gemini, Genkit, LiveKit, LlamaIndex, OpenAI Agents, pi and TanStack AI, in any mixture; others are
 * skipped. A history has no times, so polling is not judged. Each call costs about as much as the whole history costs a run.
 *
 * @example
 * const verdict = checkMessages(messages, { maxRepeats: 3, action: "hint" });
 * if (verdict.action === "abort") return endOfChat(verdict.message);
 */
export function checkMessages(messages: Iterable<unknown>, guard?: GuardInput): MessagesVerdict {
  if (typeof messages !== "object" || messages === null || !(Symbol.iterator in messages))
    throw optionError("type", "messages", messages, "a list of messages");
  const judge = guardOf(guard);
  const silent = judge.silentRun();
  try {
    const all = [...messages];
    const calls = replayHistory(silent, all);
    if (all.length > 0 && !all.some((entry) => attempt(() => isMessage(entry), true, "messages")))
      tellMisuse(judge === guard ? judge : checkMessages, "LOOPGUARD_MESSAGES", UNREAD);
    return { ...mostSevereOf(calls), calls };
  } finally {
    silent.run.close();
    if (judge !== guard) judge.close();
  }
}
