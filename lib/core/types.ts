/** The core's answers; those of both builds are equal. */
import type { NEWEST, REPORT, RESTORED } from "./layout.gen.ts";

type Places = Readonly<Record<string, number>>;

/** Where the door puts the fields of an answer, in bytes; of a flag also its bit. */
export interface AnswerLayout {
  readonly doubles: Places;
  readonly numbers: Places;
  readonly flags: Readonly<Record<string, readonly [at: number, bit: number]>>;
  readonly digests: Places;
  /** What follows begins here. */
  readonly end: number;
}

/** The fields of an answer; a digest is 32 hex digits. What each is, the struct in native/include/loopguard.h says. */
export type Fields<Layout extends AnswerLayout> = {
  -readonly [Name in keyof Layout["doubles"] | keyof Layout["numbers"]]: number;
} & { -readonly [Name in keyof Layout["flags"]]: boolean } & { -readonly [Name in keyof Layout["digests"]]: string };

/** `LG_FINAL_MS`: in place of a time, for a poll's final answer. */
export const FINAL_MS: number = -Number.MAX_VALUE;

/**
 * A verdict as one number, so that an `allow` allocates nothing:
 * `ticket * 16 + (detected ? 8 : 0) + action`, or `-status` when the core refused the input (`lg_status`).
 */
export type PackedVerdict = number;

/**
 * The verdict of `apply`: `(through ? 32 : 0) + (known ? 16 : 0) + (detected ? 8 : 0) + action`, or `-status`.
 * Through: no outcome is expected, because the run knows no such call, or the call was completed already.
 * Known: the id was judged in this round already, and nothing has changed.
 */
export type AppliedVerdict = number;

/** `lg_newest`: what the call that was completed last returned. */
export type CoreNewest = Fields<typeof NEWEST>;

/** `lg_report`. `type`: of `DETECTOR_TYPES`; `unit`: of `UNITS`, and with 0 what a budget limits does not apply; `period`: of `PERIODS`. */
export interface CoreReport extends Omit<Fields<typeof REPORT>, "stepCount"> {
  pattern: { name: string; signature: string }[];
}

/** `lg_restore_report`: what a restored run lacks, because the guard has other detectors or profiles. */
export type CoreRestoreReport = Fields<typeof RESTORED>;
