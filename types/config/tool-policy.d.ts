/** From a tool's name to how the tool is treated. */
import { type Rungs } from "../base/ladder.ts";
import type { Ladder, ToolPolicy, VolatileClass } from "../base/types.ts";
import type { Detector } from "../detectors/table.ts";
/** How a tool is treated, ready for use: what the core knows by number, and what only JavaScript can do. */
export interface ToolRules {
    /** The number of the core's profile. */
    readonly profile: number;
    /** False: exempt or retryable, never looked at. */
    readonly counted: boolean;
    /** Its policy is `false`. */
    readonly exempt: boolean;
    /** Its time is read. */
    readonly poll: boolean;
    /** Of a poll: whether a result is the last that it gives. */
    readonly final: ((result: unknown) => unknown) | undefined;
    /** Its queries are compared. */
    readonly similar: boolean;
    readonly identity: ((args: unknown) => unknown) | undefined;
    /** Expressions whose matches in a result are no news. */
    readonly volatile: readonly RegExp[];
    /** Instead of the detector's and the guard's. */
    readonly rungs: Rungs | undefined;
}
/** How a tool is treated, as the core takes it; see `lg_guard_configure_profile`. An infinite limit is `null` there. */
export interface ToolProfile {
    readonly exempt: boolean;
    readonly mutates: boolean;
    readonly poll: false | {
        readonly minIntervalMs: number;
        readonly maxWaitMs: number;
    };
    readonly similar: boolean;
    readonly maxRepeats: number | undefined;
    /** `undefined`: the detector's. */
    readonly limit: number | undefined;
    readonly volatile: readonly VolatileClass[];
    readonly failures: readonly VolatileClass[];
    readonly ladder: Ladder | undefined;
    readonly keep: readonly string[];
    readonly ignore: readonly string[];
}
/** Who is told of profiles: a guard of the core. */
export interface ProfileTaker {
    addProfile(profile: ToolProfile, replaceDefault: boolean): number;
}
/** What is no news in a result, and in what a failure says. */
export interface VolatileDefaults {
    readonly results: readonly (VolatileClass | RegExp)[];
    readonly failures: readonly (VolatileClass | RegExp)[];
}
/** The policies of one guard. Equal profiles share one number, and the same options give the same numbers. */
export declare class ToolPolicies {
    #private;
    /** `volatile`: of tools whose policy does not say. */
    constructor(policies: ReadonlyMap<string, false | ToolPolicy>, detectors: readonly Detector[], volatile: VolatileDefaults);
    /** The rules for a name. O(1) for a name that came before. */
    of(name: string): ToolRules;
    /** Adds policies under exact names, where there is none yet. */
    add(policies: ReadonlyMap<string, false | ToolPolicy>): void;
    /** Tells `guard` every profile, now and later. */
    attach(guard: ProfileTaker): void;
    /** `guard` is closed. */
    detach(guard: ProfileTaker): void;
}
