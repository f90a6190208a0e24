import type { TriedRun } from "./tried-run.ts";
/** Runs that are not independent of each other: a session and its sub-agents, or copies of one run. */
export type Session<T> = readonly T[];
type Named = Pick<TriedRun, "id" | "file" | "content">;
/**
 * The sessions, each in the half that a digest of its own name says: about as many in each, whatever the order of the
 * files, and where a session is does not depend on the others.
 */
export declare function halves<T extends Named>(runs: readonly T[]): {
    training: Session<T>[];
    calibration: Session<T>[];
};
export {};
