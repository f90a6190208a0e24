import type { CompactRun } from "./compact-run.ts";
/** Runs that are not independent of each other: a session and its sub-agents, or copies of one run. */
export type Session = readonly CompactRun[];
/** Two parts of the sessions: one to choose settings on, one to test the choice on. */
export interface Halves {
    readonly training: readonly Session[];
    readonly calibration: readonly Session[];
}
/**
 * The sessions, each in the half that a digest of its own name says: about as many in each, whatever the order of the
 * files, and where a session is does not depend on the others.
 */
export declare function halves(runs: readonly CompactRun[]): Halves;
