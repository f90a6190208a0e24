/** The user's own detectors in one run. */
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { CoreReport } from "../core/types.ts";
import { type CallbackErrors } from "../rules/diagnostics.ts";
import type { CustomDetector } from "../rules/factories.ts";
/** What a custom detector found, in the form that the core takes. */
interface CustomFinding {
    /** The detector's place among all. */
    readonly index: number;
    readonly name: string;
    /** Equal for findings of the same loop. */
    readonly key: string;
    readonly repeats: number;
}
/** The place up to which custom detectors are asked. What was found before the call ran keeps none from looking at the result. */
export declare function askedUpTo(report: CoreReport | undefined): number;
export declare class CustomDetectors {
    #private;
    constructor(detectors: readonly (readonly [number, CustomDetector])[], callbackErrors: CallbackErrors);
    /** Takes a completed call and gives what the detectors before place `end` find; each is called when its turn comes. */
    findings(call: LoopCall, outcome: LoopOutcome, end: number): Generator<CustomFinding>;
    /** What the detector at this place found last. */
    found(index: number): Partial<LoopDetection> | undefined;
    clear(): void;
}
export {};
