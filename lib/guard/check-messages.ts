/** `checkMessages`: what a guard says of a chat history, for hosts that keep nothing else. */
import { optionError } from "../base/errors.ts";
import type { Verdict } from "../base/types.ts";
import { type CheckedCall, replayHistory, sternestOf } from "../run/replay-history.ts";
import { type GuardInput, guardOf } from "./guard-of.ts";

export type { CheckedCall } from "../run/replay-history.ts";

/** The sternest of the verdicts on the last response's calls, and those. */
export type MessagesVerdict = Verdict & {
  /** In the order of the calls. Empty when there are none, or when a user spoke after them. */
  readonly calls: readonly CheckedCall[];
};

/**
 * What a guard that had watched this conversation from its beginning would say of the calls of its last model response:
 * of one without a result, whether to run it; of one with a result, what its result completed (`warn` and more: tell the
 * model; `abort`: do not call it again). Pure: the guard's own runs are not touched, and nobody is told of anything.
 *
 * The history is replayed in a new run: each response with calls is a round, each word of a user a new turn (automatic
 * nudges are none), each result an outcome. A result with the text of a refusal is one of ours: the call did not run. A warning at the end of a result is
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
export function checkMessages(messages: Iterable<unknown>, guard?: GuardInput): MessagesVerdict {
  if (typeof messages !== "object" || messages === null || !(Symbol.iterator in messages))
    throw optionError("type", "messages", messages, "a list of messages");
  const judge = guardOf(guard);
  const quiet = judge.quietRun();
  try {
    const calls = replayHistory(quiet, messages);
    return { ...sternestOf(calls), calls };
  } finally {
    quiet.run.close();
    if (judge !== guard) judge.close();
  }
}
