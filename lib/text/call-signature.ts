import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { fingerprint } from "./identity.ts";
import { failureStatus, failureTitle, isFailure } from "./outcome-text.ts";

/**
 * One line for a call and what came of it, to push into a `LoopDetector`: `name:status:title` for a failure, whatever
 * the arguments, and `name:ok#<fingerprint of name and arguments>` otherwise.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
export function callSignature(call: LoopCall, outcome: LoopOutcome = {}): string {
  if (!isFailure(outcome)) return `${field(call.name)}:ok#${fingerprint(call.name, call.arguments)}`;
  return `${field(call.name)}:${field(String(failureStatus(outcome) ?? "error"))}:${failureTitle(outcome)}`;
}

/** A field that holds a separator is quoted, so that no name can imitate a name and a status. */
function field(text: string): string {
  return /[:"]/.test(text) ? JSON.stringify(text) : text;
}
