/** Turns a report of the core into a `LoopDetection`. */
import type { LoopCall, LoopDetection } from "../base/types.ts";
import type { CoreReport } from "../core/types.ts";
import type { DetectorType } from "./detector-record.ts";
import { type Detector } from "./table.ts";
export declare function reportType(report: CoreReport): DetectorType;
/**
 * The detection of a call. `found` is what a custom detector returned; missing fields are filled in. Strikes and
 * fingerprint always come from the core.
 */
export declare function describeLoop(report: CoreReport, detector: Detector | undefined, call: LoopCall, id: string | undefined, runId: string | undefined, found: Partial<LoopDetection> | undefined): LoopDetection;
/** Equal for detections of one loop: the core keeps its loops by the same. */
export declare function loopKey({ detector, toolName, fingerprint, cycleLength, pattern }: LoopDetection): string;
/** The same for every rotation of a cycle. */
export declare function leastRotation(pattern: readonly string[]): string[];
