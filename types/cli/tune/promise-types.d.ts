/** What `tune --promise` is asked for, and what it answers. */
import type { Count } from "./judge.ts";
/** What is to be promised: at most `share` of healthy runs refused. */
export interface Asked {
    readonly share: number;
    /** The probability, over the draw of the runs, that what is promised is true. */
    readonly confidence: number;
}
/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
    name: string;
    /** The upper bound of the share that is refused. */
    bound: number;
    /** Whether the bound is within the share that was asked for. */
    kept: boolean;
}
/** What is promised of the recommended setting, and by which evidence. Counts are of sessions. */
export interface TunePromise extends Asked {
    readonly judgedBy: "labels" | "regret";
    /** Healthy sessions that it takes, if none of them is refused. */
    readonly needed: number;
    /** Sessions that the settings were put in order on, and those that they were tested on; healthy or not. */
    readonly training: number;
    readonly calibration: number;
    /** In the order of the tests. The last one that is kept is the promised setting. */
    readonly tested: readonly Tested[];
}
