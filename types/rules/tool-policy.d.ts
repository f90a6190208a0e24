/** Finds the rules for a tool by its name. */
import { type Steps } from "../base/action-ladder.ts";
import type { Ladder, ToolPolicy, VolatileClass } from "../base/types.ts";
import type { Detector } from "./table.ts";
/** Checks a policy and gives a copy; `false` (exempt) stays `false`. */
export declare function checkPolicy(value: unknown, path: string): false | ToolPolicy;
/** Checks `volatile`, of the guard or, with `members`, of a policy, which may name members too. */
export declare function checkVolatile(value: unknown, path: string, members?: boolean): void;
/**
 * The rules for one tool: the number of its profile in the core, and what only JavaScript can do, such as call
 * functions.
 */
export interface ToolRules {
    /** The number of its profile in the core. */
    readonly profile: number;
    /** False: calls are not checked, because the tool is exempt or retryable. */
    readonly counted: boolean;
    /** The policy of the tool is `false`. */
    readonly exempt: boolean;
    /** The tool is polled, so it is judged by time; its calls carry the clock's time. */
    readonly poll: boolean;
    /** For a polled tool: whether a result is the final one. */
    readonly final: ((result: unknown) => unknown) | undefined;
    /** The queries of its calls are compared with each other. */
    readonly similar: boolean;
    readonly identity: ((args: unknown) => unknown) | undefined;
    /** Matches of these in a result do not count when results are compared. */
    readonly volatile: readonly RegExp[];
    /** Takes precedence over the steps of the detector and the guard. */
    readonly steps: Steps | undefined;
}
/** A tool's profile as `lg_guard_configure_profile` reads it; an infinite limit is `null` there. */
export interface ToolProfile {
    readonly exempt: boolean;
    readonly mutates: boolean;
    /** `false`: never judged by time. `undefined`: where something shows that it waits. */
    readonly poll: undefined | false | {
        readonly minIntervalMs: number;
        readonly maxWaitMs: number;
    };
    readonly similar: boolean;
    readonly maxRepeats: number | undefined;
    /** `undefined`: the detector's limit applies. */
    readonly limit: number | undefined;
    readonly volatile: readonly VolatileClass[];
    readonly failures: readonly VolatileClass[];
    readonly ladder: Ladder | undefined;
    readonly keep: readonly string[];
    readonly ignore: readonly string[];
    /** Members that are left out of results, by name or JSON pointer. */
    readonly answer: readonly string[];
    /** The budgets, by place, that its calls do not count for. */
    readonly outside: readonly number[];
    /** A function gives the identity, so all of it counts. */
    readonly exact: boolean;
}
/** Receives the profiles: a guard of the core. */
interface ProfileTaker {
    addProfile(profile: ToolProfile, replaceDefault: boolean): number;
}
/** What does not count when results, or the texts of failures, are compared. */
export interface VolatileDefaults {
    readonly results: readonly (VolatileClass | RegExp)[];
    readonly failures: readonly (VolatileClass | RegExp)[];
}
/** The policies of one guard. Equal profiles share one number, and the same options give the same numbers. */
export declare class ToolPolicies {
    #private;
    /** `volatile`: for tools whose policy has none. */
    constructor(policies: ReadonlyMap<string, false | ToolPolicy>, detectors: readonly Detector[], volatile: VolatileDefaults);
    /** The rules for a name. O(1) for a name that is in the cache. */
    of(name: string): ToolRules;
    /** Adds policies under exact names; an existing policy is kept. */
    add(policies: ReadonlyMap<string, false | ToolPolicy>): void;
    /** Sends `guard` every profile: those known now, and each new one. */
    attach(guard: ProfileTaker): void;
    /** Stops sending profiles to `guard`, which is closed. */
    detach(guard: ProfileTaker): void;
}
export {};
