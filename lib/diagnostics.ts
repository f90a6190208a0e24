/** What loopguard says to whoever listens on `node:diagnostics_channel`; nothing is built while nobody does. */
import { channel } from "node:diagnostics_channel";
import type { LoopDetection, Verdict } from "./types.ts";

/** A message on `loopguard:detection`. */
export interface DetectionMessage {
  detection: LoopDetection;
  verdict: Verdict;
  runId?: string;
}

/** A message on `loopguard:error`: something went wrong inside, and the guard let the call pass. */
export interface ErrorMessage {
  error: unknown;
  /** What was being done, such as `"before"` or `"onDetection"`. */
  where: string;
  toolName?: string;
}

const detections = channel("loopguard:detection");
const errors = channel("loopguard:error");

export function publishDetection(detection: LoopDetection, verdict: Verdict): void {
  if (!detections.hasSubscribers) return;
  const { runId } = detection;
  const message: DetectionMessage = runId === undefined ? { detection, verdict } : { detection, verdict, runId };
  detections.publish(message);
}

export function publishError(error: unknown, where: string, toolName?: string): void {
  if (!errors.hasSubscribers) return;
  const message: ErrorMessage = toolName === undefined ? { error, where } : { error, where, toolName };
  errors.publish(message);
}
