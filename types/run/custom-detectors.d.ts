/** The user's own detectors in one run. */
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { CoreRun } from "../core/run.ts";
import type { PackedVerdict } from "../core/types.ts";
import type { CustomDetector } from "../detectors/factories.ts";
import type { CallbackFaults } from "../report/callbacks.ts";
/** What a custom detector found, as the core is told of it. */
export interface CustomFinding {
    /** The detector's place among all. */
    readonly index: number;
    readonly name: string;
    /** Makes two findings the same loop. */
    readonly key: string;
    readonly repeats: number;
}
export declare class CustomDetectors {
    #private;
    constructor(detectors: readonly (readonly [number, CustomDetector])[], faults: CallbackFaults);
    /**
     * Takes a completed call and asks those detectors that come before place `end`, in order, until one fires. The core arms
     * and strikes what it found; 0 when there is nothing to report.
     */
    ask(native: CoreRun, call: LoopCall, outcome: LoopOutcome, end: number): PackedVerdict;
    /** Takes a completed call; what those detectors find in it that come before place `end`, each asked when its turn comes. */
    findings(call: LoopCall, outcome: LoopOutcome, end: number): Generator<CustomFinding>;
    /** What the detector at this place found last. */
    found(index: number): Partial<LoopDetection> | undefined;
    clear(): void;
}
