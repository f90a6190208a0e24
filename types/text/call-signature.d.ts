import type { LoopCall, LoopOutcome } from "../base/types.ts";
/**
 * One line for a call and what came of it, to push into a `LoopDetector`: `name:status:title` for a failure, whatever
 * the arguments, and `name:ok#<fingerprint of name and arguments>` otherwise.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
export declare function callSignature(call: LoopCall, outcome?: LoopOutcome): string;
