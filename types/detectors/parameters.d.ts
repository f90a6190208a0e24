/** The parameters of detectors, and the kinds that several detectors have. */
import { type Check } from "../base/check-option.ts";
export interface Parameter {
    /** The default; `undefined`: the parameter is required. */
    readonly fallback: unknown;
    readonly check: Check;
    /** An earlier parameter whose value is the default. */
    readonly like?: string;
    /** Used in JavaScript only; not sent to the core. */
    readonly local?: boolean;
    /** With `local`, of texts: the name under which the core gets them, only to tell detectors apart in snapshots. */
    readonly hashedAs?: string;
}
/** The most observations that the core looks back on: `LG_REACH_MAX`. */
export declare const REACH_MAX = 65536;
export declare function whole(fallback: number, min: number, max: number): Parameter;
/** A flag that is off by default. */
export declare const FLAG: Parameter;
