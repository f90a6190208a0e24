/** What of an outcome reaches the core. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { type CallbackFaults } from "../report/callbacks.ts";
import type { GuardEngine } from "./guard-engine.ts";
/** Somebody compares results of the tool. */
export declare function readsResults(engine: GuardEngine, rules: ToolRules): boolean;
/**
 * The result itself, or what is left of its text without what the policy's expressions call volatile. What its getters
 * throw goes to `onError`.
 */
export declare function readResult(engine: GuardEngine, rules: ToolRules, result: unknown, onError: (error: unknown) => void): unknown;
/** Of `EventFlag`: whether the call failed, and whether that passes by itself. */
export declare function outcomeFlags(outcome: LoopOutcome): number;
/** What makes two failures the same; `undefined`: it is none. */
export declare function outcomeError(rules: ToolRules, outcome: LoopOutcome): string | undefined;
/** When a call came back, in milliseconds; 0 where nobody goes by it, since that matters for polls alone. */
export declare function returnedAt(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): number;
/** Whether the policy of a poll calls this outcome final: there is nothing more to wait for. What goes wrong with asking is told, and means no. */
export declare function isFinal(rules: ToolRules, call: LoopCall, outcome: LoopOutcome, faults: CallbackFaults): boolean;
