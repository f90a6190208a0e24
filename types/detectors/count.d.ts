import type { DetectorActions, DetectorBase } from "./options.ts";
export interface CountOptions {
    /** Calls that are allowed; the next one is a detection. `Infinity`: none ever is. Default 3. */
    maxRepeats?: number;
    /** `true`: key order does not count. Default `false`: the identity is `name::JSON.stringify(arguments)`. */
    canonical?: boolean;
}
export interface CountDetector extends DetectorBase<"count">, Readonly<Required<CountOptions>> {
}
/** One call that comes more than `maxRepeats` times in a run, whatever came back. */
export declare function count(options?: CountOptions & DetectorActions): CountDetector;
