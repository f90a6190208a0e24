/** The core's answers; those of both builds are equal. */
import type { RestoredAt } from "./layout.gen.ts";
/** `LG_FINAL_MS`: in place of a time, for a poll's final answer. */
export declare const FINAL_MS: number;
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
export interface CoreNewest {
    /** 32 hex digits for the call with what it returned: the same in every run under one key. */
    pair: string;
    /** `false`: what it returned is unknown. */
    comparable: boolean;
    mutated: boolean;
    thought: boolean;
}
/** `lg_report`. */
export interface CoreReport {
    /** The detector's place in the configuration; for the rule for polls, a place without a detector. */
    detector: number;
    /** A place in `DETECTOR_TYPES`. */
    type: number;
    /** The count that led to the detection; of a warning with a result, of model responses. */
    repeats: number;
    /** The threshold that the count reached. */
    threshold: number;
    cycleLength: number;
    strikes: number;
    /** near_repeat: the most arguments in which two of the calls differ. */
    differing: number;
    /** Of what a model reads in a warning: with identical arguments. */
    strong: boolean;
    /** The newest result is a transient failure. */
    transient: boolean;
    /** A sibling of the round had this strike already. */
    again: boolean;
    /** At most a warning, whatever the ladder says: `nearRepeat` without rungs of its own, or a poll whose time is not up. */
    mild: boolean;
    /** The newest result is a failure; of `repeat`: all are. */
    failed: boolean;
    /** A warning of what was found before a call ran: before it, it waits for the result; after it, it has waited. */
    held: boolean;
    /** Rounds since the first call that `repeats` counts, both included; 0: not known, or, of `unknown_tool`, calls of one name. */
    span: number;
    /** 32 hex digits. */
    fingerprint: string;
    pattern: {
        name: string;
        signature: string;
    }[];
    waitMs: number;
    /** How long the result has been the same, in milliseconds; 0: the loop was not judged by time. */
    waitedMs: number;
    /** Of `UNITS`: what a budget limits; 0: the rest does not apply. */
    unit: number;
    /** Of `PERIODS`. */
    period: number;
    used: number;
    limit: number;
}
/** `lg_restore_report`: what a restored run lacks, because the guard has other detectors or profiles. Flags are 0 or 1. */
export type CoreRestoreReport = Readonly<Record<Exclude<keyof typeof RestoredAt, "end">, number>>;
