/** A fingerprint of what loops, so that the loops of many runs can be counted by it. */
import type { LoopDetection } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { recordNamed } from "../../detectors/table.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { leastRotation } from "../../report/loop-key.ts";
import { fingerprint } from "../../text/identity.ts";

/** The key of `fingerprint()`: digests of calls are then the same in every process. */
const NO_KEY = new Uint8Array(16);

/** A guard whose detections have fingerprints that other processes give too. */
export function scanGuard(options: LoopGuardOptions): LoopGuard {
  return new LoopGuard(options, NO_KEY);
}

/**
 * Equal for the same loop in other runs, files, machines and versions. Of one call, whatever else ran:
 * `fingerprint("no_progress", ["search", fingerprint("search", args)])`; of a cycle, whichever step came first:
 * `fingerprint("cycle", ["edit#1a2b3c4d", "read#5e6f7a8b"])`; of a tool, whatever its arguments:
 * `fingerprint("stall", ["search"])`.
 */
export function loopFingerprint(detection: LoopDetection): string {
  const { detector, toolName, cycleLength, pattern } = detection;
  const record = recordNamed(detector);
  if (cycleLength > 1 || record?.digestsSteps) return fingerprint(detector, leastRotation(pattern));
  return fingerprint(detector, record?.ofOneCall ? [toolName, detection.fingerprint] : [toolName]);
}
