/** What stays the same from step to step of a loop, for whoever gathers detections into loops. */
import type { LoopDetection } from "../base/types.ts";
/** Equal for detections of one loop: the core keeps its loops by the same. */
export declare function loopKey({ detector, toolName, fingerprint, cycleLength, pattern }: LoopDetection): string;
/** The same for every rotation of a cycle. */
export declare function leastRotation(pattern: readonly string[]): string[];
