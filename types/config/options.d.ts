/** Checks the options of a guard and fills in the defaults. */
import { type Rungs } from "../base/ladder.ts";
import type { LoopDetection, ToolPolicy } from "../base/types.ts";
import { type Detector } from "../detectors/table.ts";
import { CallbackFaults } from "../report/callbacks.ts";
import type { LoopGuardOptions } from "./guard-options.ts";
import type { VolatileDefaults } from "./tool-policy.ts";
/** The checked options, with all defaults filled in. */
export interface GuardConfig {
    readonly detectors: readonly Detector[];
    readonly rungs: Rungs;
    readonly message: string | ((detection: LoopDetection) => string) | undefined;
    readonly tools: ReadonlyMap<string, false | ToolPolicy>;
    /** For tools whose policy has no `volatile`. */
    readonly volatile: VolatileDefaults;
    readonly scope: "instance" | "run";
    readonly shadow: boolean;
    readonly onDetection: LoopGuardOptions["onDetection"];
    readonly maxEntries: number;
    readonly maxRuns: number;
    readonly now: () => number;
    /** Of one token, where a usage says no cost; `undefined`: nobody told. */
    readonly price: Price | undefined;
    /** Reports what the user's functions among the options throw. */
    readonly faults: CallbackFaults;
}
/** Of one token. */
export interface Price {
    readonly input: number;
    readonly output: number;
    readonly cached: number;
}
/** Checks options and fills them in. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readOptions(options: LoopGuardOptions): GuardConfig;
