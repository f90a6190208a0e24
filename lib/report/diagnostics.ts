/** Messages on `node:diagnostics_channel`. They are only built when a channel has subscribers. */
import type { Channel } from "node:diagnostics_channel";
import { builtin } from "../base/builtin.ts";
import type { LoopDetection, LoopRecovery, Verdict } from "../base/types.ts";
import type { RestoreReport } from "./restore-report.ts";

/** A message on `loopguard:detection`. It may come from another version of the package in the same process. */
export interface DetectionMessage {
  detection: LoopDetection;
  verdict: Verdict;
  runId?: string;
  /** The call had already run when the loop was found: its result stands, and a refusal acts as a warning. */
  ran?: true;
  /** The guard is in shadow mode: the verdict is not acted on. */
  shadow?: true;
}

/** A message on `loopguard:error`: something failed inside the guard, which allowed the call. */
export interface ErrorMessage {
  error: unknown;
  /** What failed, such as `"before"` or `"onDetection"`. */
  where: string;
  toolName?: string;
}

/** A message on `loopguard:restore`: a run was restored under other options than those of its snapshot. */
export interface RestoreMessage {
  report: RestoreReport;
  runId?: string;
}

/** A message on `loopguard:recovery`: what was done to a request, and, in a second message, what became of it. */
export interface RecoveryMessage {
  recovery: LoopRecovery;
  runId?: string;
}

/** A channel. Where the platform has none, nobody can listen. */
function channel(name: string): Pick<Channel, "hasSubscribers" | "publish"> {
  return builtin("node:diagnostics_channel")?.channel(name) ?? { hasSubscribers: false, publish() {} };
}

const detections = channel("loopguard:detection");
const errors = channel("loopguard:error");
const restores = channel("loopguard:restore");
const recoveries = channel("loopguard:recovery");

export function publishDetection(detection: LoopDetection, verdict: Verdict, ran: boolean, shadow: boolean): void {
  if (!detections.hasSubscribers) return;
  const message: DetectionMessage = { detection, verdict };
  if (detection.runId !== undefined) message.runId = detection.runId;
  if (ran) message.ran = true;
  if (shadow) message.shadow = true;
  detections.publish(message);
}

/** Whether `loopguard:error` has subscribers. */
export function hearsErrors(): boolean {
  return errors.hasSubscribers;
}

/** Gives whether the channel has subscribers. */
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

export function publishRecovery(recovery: LoopRecovery): void {
  if (!recoveries.hasSubscribers) return;
  const { runId } = recovery.detection;
  const message: RecoveryMessage = runId === undefined ? { recovery } : { recovery, runId };
  recoveries.publish(message);
}
