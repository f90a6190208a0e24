/** A fingerprint of what loops, so that the loops of many runs can be counted by it. */
import type { LoopDetection } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
/** A guard whose detections have fingerprints that other processes give too. */
export declare function scanGuard(options: LoopGuardOptions): LoopGuard;
/**
 * Equal for the same loop in other runs, files, machines and versions. Of one call, whatever else ran:
 * `fingerprint("no_progress", ["search", fingerprint("search", args)])`; of a cycle, whichever step came first:
 * `fingerprint("cycle", ["edit#1a2b3c4d", "read#5e6f7a8b"])`; of a tool, whatever its arguments:
 * `fingerprint("stall", ["search"])`.
 */
export declare function loopFingerprint(detection: LoopDetection): string;
