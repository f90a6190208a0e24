import type { LoopCall, LoopOutcome } from "../base/types.ts";
/**
 * One line for a call and its outcome, to push into a `LoopDetector`. A failure is `name:status:title`, whatever the
 * arguments; a success is `name:ok#<fingerprint of name and arguments>`.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
export declare function callSignature(call: LoopCall, outcome?: LoopOutcome): string;
