/** What of an outcome reaches the core. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { type CallbackFaults } from "../report/callbacks.ts";
import type { GuardEngine } from "./guard-engine.ts";
export interface OutcomeInput {
    /** The result itself, or what is left of its text without what the policy's expressions call volatile. */
    readonly result: unknown;
    /** Somebody compares results. */
    readonly read: boolean;
    readonly flags: number;
    readonly error: string | undefined;
    /** Of a poll: there is nothing more to wait for. */
    readonly final: boolean;
}
/** What a result's getters throw goes to `onError`. */
export declare function outcomeInput(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome, onError: (error: unknown) => void): OutcomeInput;
/** Whether the policy of a poll calls this outcome final. What goes wrong with asking is told, and means no. */
export declare function isFinal(rules: ToolRules, call: LoopCall, outcome: LoopOutcome, faults: CallbackFaults): boolean;
