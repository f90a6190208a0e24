/** The numbers and shapes of the C core, as everything above it sees them; both builds give the same. */

/** `lg_args_kind`. */
export const ArgsKind = { packed: 0, raw: 1, none: 2 } as const;
export type ArgsKind = (typeof ArgsKind)[keyof typeof ArgsKind];

/** `lg_identity_mode`. */
export const IdentityMode = { verbatim: 0, canonical: 1 } as const;
export type IdentityMode = (typeof IdentityMode)[keyof typeof IdentityMode];

/** `lg_result_kind`. */
export const ResultKind = { none: 0, text: 1, json: 2, packed: 3 } as const;
export type ResultKind = (typeof ResultKind)[keyof typeof ResultKind];

/** `LG_FINAL_MS`: when a poll's final answer came back. */
export const FINAL_MS: number = -Number.MAX_VALUE;

/** `lg_action`, by number. */
export const ACTIONS = ["allow", "warn", "hint", "ask", "abort"] as const;

/** `lg_volatile`, bit by name. */
export const VOLATILE_BITS = {
  timestamps: 0x001,
  durations: 0x002,
  uuids: 0x004,
  hexIds: 0x008,
  counters: 0x010,
  pids: 0x020,
  tempPaths: 0x040,
  ansi: 0x080,
  digits: 0x100,
  space: 0x200,
} as const;

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

/** `lg_step`. */
export const Step = { beginRound: 0, beginTurn: 1, reset: 2, unseen: 3 } as const;
export type Step = (typeof Step)[keyof typeof Step];

/** `lg_report`. */
export interface CoreReport {
  /** The detector's place in the configuration; of the rule of polls, none of them. */
  detector: number;
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
