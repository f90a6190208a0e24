/** What stays the same from step to step of a loop, for whoever gathers detections into loops. */

import type { LoopDetection } from "../base/types.ts";
import { recordNamed } from "../detectors/table.ts";

/** Equal for detections of one loop: the core keeps its loops by the same. */
export function loopKey({ detector, toolName, fingerprint, cycleLength, pattern }: LoopDetection): string {
  if (cycleLength > 1) return JSON.stringify([detector, ...leastRotation(pattern)]);
  return JSON.stringify([detector, toolName, recordNamed(detector)?.ofOneCall ? fingerprint : ""]);
}

/** The same for every rotation of a cycle. */
export function leastRotation(pattern: readonly string[]): string[] {
  const rotations = pattern.map((_, at) => [...pattern.slice(at), ...pattern.slice(0, at)]);
  const text = (rotation: readonly string[]) => JSON.stringify(rotation);
  return rotations.reduce((least, rotation) => (text(rotation) < text(least) ? rotation : least));
}
