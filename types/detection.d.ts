/** From the core's report to a `LoopDetection`. */
import { type DetectorType, type NativeReport } from "./binding.ts";
import type { Detector } from "./detectors.ts";
import type { LoopCall, LoopDetection } from "./types.ts";
export declare function reportType(report: NativeReport): DetectorType;
/**
 * The detection of a call. `found` is what a custom detector returned; what it left out is filled in, and strikes and
 * fingerprint are always the core's.
 */
export declare function describeLoop(report: NativeReport, detector: Detector | undefined, call: LoopCall, id: string | undefined, runId: string | undefined, found: Partial<LoopDetection> | undefined): LoopDetection;
