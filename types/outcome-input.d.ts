/** What of an outcome reaches the core. */
import type { ResultKind } from "./binding.ts";
import { type CallbackFaults } from "./callbacks.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { ToolRules } from "./tool-policy.ts";
import type { LoopCall, LoopOutcome } from "./types.ts";
/** Flags of `NativeRun.after`. */
export declare const FAILED = 1;
export interface OutcomeInput {
    readonly kind: ResultKind;
    /** Without what the policy's expressions call volatile. */
    readonly text: string | undefined;
    readonly flags: number;
    readonly error: string | undefined;
    /** Characters of the whole result. */
    readonly length: number;
    /** Of a poll: there is nothing more to wait for. */
    readonly final: boolean;
    /** The call succeeded, and its result may be given again: it is no stream or the like, which may be used up. */
    readonly replayable: boolean;
}
export declare function outcomeInput(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): OutcomeInput;
/** Whether the policy of a poll calls this outcome final. What goes wrong with asking is told, and means no. */
export declare function isFinal(rules: ToolRules, call: LoopCall, outcome: LoopOutcome, faults: CallbackFaults): boolean;
