/** What loopguard says to whoever listens on `node:diagnostics_channel`; nothing is built while nobody does. */
import type { Channel } from "node:diagnostics_channel";
import { builtin } from "../base/builtin.ts";
import type { LoopDetection, Verdict } from "../base/types.ts";
import type { RestoreReport } from "./restore-report.ts";

/** A message on `loopguard:detection`. */
export interface DetectionMessage {
  detection: LoopDetection;
  verdict: Verdict;
  runId?: string;
  /** The call had run when the loop was found: its result stands, and a refusal is only a warning of the next. */
  ran?: true;
  /** The guard is in shadow: nobody acts on the verdict. */
  shadow?: true;
}

/** A message on `loopguard:error`: something went wrong inside, and the guard let the call pass. */
export interface ErrorMessage {
  error: unknown;
  /** What was being done, such as `"before"` or `"onDetection"`. */
  where: string;
  toolName?: string;
}

/** A message on `loopguard:restore`: a run was restored under other options than those of its snapshot. */
export interface RestoreMessage {
  report: RestoreReport;
  runId?: string;
}

/** A channel. Where the platform has none, nobody can listen. */
function channel(name: string): Pick<Channel, "hasSubscribers" | "publish"> {
  return builtin("node:diagnostics_channel")?.channel(name) ?? { hasSubscribers: false, publish() {} };
}

const detections = channel("loopguard:detection");
const errors = channel("loopguard:error");
const restores = channel("loopguard:restore");

export function publishDetection(detection: LoopDetection, verdict: Verdict, ran: boolean, shadow: boolean): void {
  if (!detections.hasSubscribers) return;
  const message: DetectionMessage = { detection, verdict };
  if (detection.runId !== undefined) message.runId = detection.runId;
  if (ran) message.ran = true;
  if (shadow) message.shadow = true;
  detections.publish(message);
}

/** Whether anybody would hear of an error. */
export function hearsErrors(): boolean {
  return errors.hasSubscribers;
}

/** Whether anybody listened. */
export function publishError(error: unknown, where: string, toolName?: string): boolean {
  if (!errors.hasSubscribers) return false;
  const message: ErrorMessage = toolName === undefined ? { error, where } : { error, where, toolName };
  errors.publish(message);
  return true;
}

export function publishRestore(report: RestoreReport, runId: string | undefined): void {
  if (!restores.hasSubscribers) return;
  const message: RestoreMessage = runId === undefined ? { report } : { report, runId };
  restores.publish(message);
}
