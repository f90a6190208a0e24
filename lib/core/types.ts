/** The shapes of the core's answers, as everything above it sees them; both builds give the same. */

/** `LG_FINAL_MS`: when a poll's final answer came back. */
export const FINAL_MS: number = -Number.MAX_VALUE;

/**
 * A verdict packed into one number, so that an `allow` makes no object:
 * `ticket * 16 + (detected ? 8 : 0) + action`, or `-status` when the core refused the input (`lg_status`).
 */
export type PackedVerdict = number;

/**
 * The verdict of `apply`: `(through ? 32 : 0) + (known ? 16 : 0) + (detected ? 8 : 0) + action`, or `-status`.
 * Through: nothing is to come, because the run knows no such call, or because there is nothing to wait for.
 * Known: the id was judged in this round already, and nothing has changed.
 */
export type AppliedVerdict = number;

/** `lg_report`. */
export interface CoreReport {
  /** The detector's place in the configuration; that of none for the rule of polls. */
  detector: number;
  /** Its place in `DETECTOR_TYPES`. */
  type: number;
  repeats: number;
  threshold: number;
  cycleLength: number;
  strikes: number;
  strong: boolean;
  /** The newest result is a failure that passes by itself. */
  transient: boolean;
  /** A sibling of the round was struck for this already. */
  again: boolean;
  /** 32 hex digits. */
  fingerprint: string;
  pattern: { name: string; signature: string }[];
  waitMs: number;
  waitedMs: number;
}

/** `lg_restore_report`: what a restored run has not, because the guard has other detectors or profiles. */
export interface CoreRestoreReport {
  version: number;
  sameOptions: boolean;
  loops: number;
  armed: number;
  detections: number;
  observations: number;
  counts: number;
  profiles: number;
}
