/** What of an outcome reaches the core. */
import type { ResultKind } from "./binding.ts";
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
}
export declare function outcomeInput(engine: GuardEngine, rules: ToolRules, call: LoopCall, outcome: LoopOutcome): OutcomeInput;
