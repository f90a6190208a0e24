/** The user's own detectors in one run. */
import type { NativeRun, PackedVerdict } from "./binding.ts";
import type { CustomDetector } from "./detectors.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "./types.ts";
export declare class CustomDetectors {
    #private;
    constructor(detectors: readonly (readonly [number, CustomDetector])[]);
    /**
     * Takes a completed call and asks those detectors that come before place `end`, in order, until one fires. The core arms
     * and strikes what it found; 0 when there is nothing to report.
     */
    ask(native: NativeRun, call: LoopCall, outcome: LoopOutcome, end: number): PackedVerdict;
    /** What the detector at this place found last. */
    found(index: number): Partial<LoopDetection> | undefined;
    clear(): void;
}
