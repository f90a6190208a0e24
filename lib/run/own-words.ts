/** Recognises what a guard wrote into a recorded run: refusals in place of results, warnings at the end of results. */

import { errorText } from "../base/outcome-text.ts";
import { isPlainObject, property } from "../base/property.ts";
import type { LoopOutcome, Verdict } from "../base/types.ts";
import { isRefusalText, withoutWarningText } from "../rules/messages.ts";
import { attempt, isRefusal } from "../rules/verdict.ts";

/** A longer text that has a refusal in it is a result that quotes one. */
const REFUSAL_MAX = 2_000;
/** No text of ours is as short. */
const OURS_MIN = 30;

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

/** Whether another guard, nearer to the tool, refused the call in progress: it did not run, and nothing came back. */
export function isRefusalOf({ result, error }: LoopOutcome): boolean {
  const text = error ?? result;
  return typeof text === "string" && text.length >= OURS_MIN && text.length <= REFUSAL_MAX && isRefusalText(text);
}

/** The text of an outcome: of its error, or a result that is a text or an object that says it is an error; else empty. */
export function outcomeWords(outcome: LoopOutcome): string {
  const error = property(outcome, "error");
  if (error !== undefined && error !== null) return attempt(() => errorText(error), "", "messages");
  const result = property(outcome, "result");
  const text = property(result, "error") === true ? property(result, "message") : result; // as in VoltAgent and Mastra
  return typeof text === "string" ? text : "";
}

/** As `withoutWarning`, or the outcome itself where it cannot be read, which who reads it next says. `message`: the option. */
export function bareOutcome(outcome: LoopOutcome, message: unknown): LoopOutcome {
  try {
    return withoutWarning(outcome, typeof message === "string" ? message : undefined);
  } catch {
    return outcome;
  }
}

/** The outcome without what a guard added for the model, the outcome itself if there is nothing; see `withMessage`. */
export function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome {
  const { result, error } = outcome;
  if (typeof error === "string") {
    const bare = bareText(error, words);
    return bare === error ? outcome : { ...outcome, error: bare };
  }
  if (error instanceof Error && typeof error.message === "string") {
    const bare = bareText(error.message, words);
    // It inherits the rest, such as the class and a code.
    return bare === error.message ? outcome : { ...outcome, error: Object.create(error, { message: { value: bare } }) };
  }
  const bare = bareValue(result, words);
  return bare === result ? outcome : { ...outcome, result: bare };
}

function bareValue(result: unknown, words: string | undefined): unknown {
  if (typeof result === "string") return bareText(result, words);
  if (typeof result !== "object" || result === null) return result;
  if (Array.isArray(result)) return bareParts(result, words);
  if ("loopguard" in result) {
    const { loopguard: _, ...rest } = result;
    return rest;
  }
  const content = property(result, "content");
  if (typeof content !== "string" && !Array.isArray(content)) return result;
  const bare = bareValue(content, words);
  return bare === content || !isPlainObject(result) ? result : { ...result, content: bare };
}

/** Content parts without those at the end that are warnings. */
function bareParts(parts: readonly unknown[], words: string | undefined): unknown {
  let end = parts.length;
  while (end > 1 && isWarning(property(parts[end - 1], "text"), words)) end--;
  return end === parts.length ? parts : parts.slice(0, end);
}

function isWarning(text: unknown, words: string | undefined): boolean {
  return typeof text === "string" && text !== "" && (text === words || withoutWarningText(text) === "");
}

function bareText(text: string, words: string | undefined): string {
  if (text.startsWith("{") && text.includes('"loopguard":')) return withoutField(text);
  const rest = text.length < OURS_MIN ? text : withoutWarningText(text);
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
