/** What the core receives of an outcome. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { type CallbackFaults } from "../report/callbacks.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** Whether results of the tool are compared: by a detector, or because a warning depends on them. */
export declare function readsResults(engine: GuardEngine, rules: ToolRules): boolean;
/** The result itself, `""` for a function that returned nothing; if the policy has expressions, its text without what they match. */
export declare function readResult(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): unknown;
/** Of `EventFlag`: whether the call failed, and whether the failure is transient. */
export declare function outcomeFlags(outcome: LoopOutcome): number;
/** Equal for equal failures; `undefined` for a success. */
export declare function outcomeError(rules: ToolRules, outcome: LoopOutcome): string | undefined;
/** When a call came back, in milliseconds; 0 where it does not matter. */
export declare function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number;
/** Whether `poll.final` of the policy says that this result is final. A function that fails is reported, and means no. */
export declare function isFinal(rules: ToolRules, call: LoopCall, outcome: LoopOutcome, faults: CallbackFaults): boolean;
