/** Recognises what a guard wrote into a recorded run: refusals in place of results, warnings at the end of results. */

import { property } from "../base/property.ts";
import type { LoopOutcome, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { isRefusalText, withoutWarningText } from "../report/messages.ts";
import { isRefusal } from "../report/verdict.ts";
import { errorText } from "../text/outcome-text.ts";

/** A longer text that contains a refusal is a result that quotes one. */
const REFUSAL_MAX = 2_000;

/**
 * Whether an outcome is a guard's refusal, so that the call did not run. `words`: the option `message`, if it is a text.
 * `verdict`: the verdict of the replay's guard.
 */
export function isOwnRefusal(outcome: LoopOutcome, words?: string, verdict?: Verdict): boolean {
  const text = outcomeWords(outcome);
  if (text === words && text !== "") return true;
  if (verdict !== undefined && isRefusal(verdict.action) && text === verdict.message) return true;
  return text.length <= REFUSAL_MAX && isRefusalText(text);
}

/** The text of an outcome: of its error, or a result that is a text; else empty. */
export function outcomeWords(outcome: LoopOutcome): string {
  const error = property(outcome, "error");
  if (error !== undefined && error !== null) return attempt(() => errorText(error), "", "messages");
  const result = property(outcome, "result");
  return typeof result === "string" ? result : "";
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
