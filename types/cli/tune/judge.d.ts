/** Whether a setting refused a healthy run. */
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import type { Firing } from "./replay.ts";
import type { Session } from "./sessions.ts";
/** What is known of a run that a setting was tried on. */
export type Tried = Pick<Firing, "blocking" | "refusals">;
/** `true`: healthy and refused; `false`: healthy and not refused; `undefined`: not healthy, or not known to be. */
export type Judge = (run: CompactRun, tried: Tried) => boolean | undefined;
/** Healthy is what its label says is not stuck. */
export declare function byLabel(labels: ReadonlyMap<string, Label>): Judge;
/**
 * A run with a refusal of news is healthy and was refused; one whose refusals were all right is stuck; any other is healthy.
 * Where no refused call has a recorded result, nothing shows that a refusal was right.
 */
export declare const byRegret: Judge;
/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
    healthy: number;
    refused: number;
}
/** `tried`: for each run of the sessions, in order. */
export declare function countRefused(sessions: readonly Session[], tried: readonly Tried[], judge: Judge): Count;
