import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { fingerprint } from "./identity.ts";
import { failureStatus, failureTitle, isFailure } from "./outcome-text.ts";

/**
 * One line for a call and its outcome, to push into a `LoopDetector`. A failure is `name:status:title`, whatever the
 * arguments; a success is `name:ok#<fingerprint of name and arguments>`.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
export function callSignature(call: LoopCall, outcome: LoopOutcome = {}): string {
  if (!isFailure(outcome)) return `${field(call.name)}:ok#${fingerprint(call.name, call.arguments)}`;
  return `${field(call.name)}:${field(String(failureStatus(outcome) ?? "error"))}:${failureTitle(outcome)}`;
}

/** Quotes a field that contains a separator: a tool named `a:402` must not look like tool `a` with status 402. */
function field(text: string): string {
  return /[:"]/.test(text) ? JSON.stringify(text) : text;
}
