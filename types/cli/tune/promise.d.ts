/**
 * `tune --promise`: a setting that refuses at most a share of healthy runs, whatever the distribution of the runs is:
 * docs/cli/tune.md says why. Settings are put into an order on one half of the sessions, and tested on the other half in this
 * order, up to the first that fails: then each is tested at the whole level.
 */
import { type Recommendation } from "./recommend.ts";
import { type Setting } from "./settings.ts";
import { type Firing, type TriedRun } from "./tried-run.ts";
type Named = Pick<TriedRun, "id" | "file" | "content">;
/**
 * The sessions, of runs that are not independent of each other: a run and its sub-agents, or copies of one run. Each is in the
 * half that a digest of its own name says: about as many in each, and where one is does not depend on the others.
 */
export declare function halves<T extends Named>(runs: readonly T[]): {
    training: T[][];
    calibration: T[][];
};
type Judged = Pick<Firing, "blocking" | "regret">;
/**
 * Whether a healthy run was refused; `undefined`: it is not healthy, or not known to be. A run with a refusal of news is
 * healthy and was refused; one whose refusals were all right is stuck; any other is healthy. Where no refused call has a
 * recorded result, nothing shows that a refusal was right.
 */
export declare function refusedHealthy({ blocking, regret }: Judged): boolean | undefined;
/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
    healthy: number;
    refused: number;
}
export declare function countRefused<T>(sessions: readonly T[][], firing: (run: T) => Judged): Count;
/**
 * From the most lenient to the strictest: what refuses more healthy sessions, or as many and gains more. Each gains more than
 * all before it. Where nothing is to be gained, the base preset alone.
 */
export declare function inOrder<T extends {
    setting: Setting;
    harm: number;
    gain: number;
}>(all: readonly T[]): T[];
/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
    name: string;
    /** The upper bound of the share that is refused, and whether it is within what was asked for. */
    bound: number;
    kept: boolean;
}
/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export declare function testInOrder<T>(order: readonly T[], share: number, count: (one: T) => Count & {
    name: string;
}): Tested[];
export interface Promised extends Recommendation {
    /** Sessions that settings were put in order on, and that they were tested on; the last one `tested` that is kept is promised. */
    promise: {
        share: number;
        confidence: number;
        training: number;
        calibration: number;
        tested: Tested[];
    };
}
/** A setting of which the runs show that at most `share` of healthy ones are refused. Throws a `Failure` if they do so of none. */
export declare function promised(runs: readonly TriedRun[], settings: readonly Setting[], share: number): Promised;
export {};
