/** Verdicts, and the numbers that the core gives for them. */

import type { Verdict, VerdictAction } from "../base/types.ts";
import { ACTIONS } from "../core/layout.gen.ts";
import type { PackedVerdict } from "../core/types.ts";

/** The verdict of every untroubled call: one object, so that an `allow` costs no memory. */
export const ALLOW: Verdict = Object.freeze({ action: "allow", message: "", detection: null });

/** Whether a call with this verdict is not to run. */
export function isRefusal(action: VerdictAction): boolean {
  return action === "hint" || action === "ask" || action === "abort";
}

export function packedAction(packed: PackedVerdict): VerdictAction {
  return ACTIONS[packed & 7] as VerdictAction;
}

export function isDetected(packed: PackedVerdict): boolean {
  return (packed & 8) !== 0;
}

export function packedTicket(packed: PackedVerdict): number {
  return packed >>> 4;
}

/** `lg_status`, by number. */
const STATUSES = ["OK", "ENOMEM", "EINVAL", "EJSON", "ETOOBIG", "ESNAPSHOT", "ERECORD"] as const;

/** Throws when the core refused its input. */
export function checkPacked(packed: PackedVerdict): void {
  if (packed < 0) throw new Error(`The core could not judge the call: ${STATUSES[-packed] ?? packed}`);
}
