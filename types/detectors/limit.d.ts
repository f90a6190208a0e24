import type { DetectorActions, DetectorBase } from "./options.ts";
export interface LimitOptions {
    /** How often a tool may run, by name or glob; `Infinity`: as often as it likes. */
    limits?: Readonly<Record<string, number>>;
    /** The limit of every other tool. Default 3. */
    default?: number;
}
export interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {
}
/** A tool that ran as often as it may in one turn. */
export declare function limit(options?: LimitOptions & DetectorActions): LimitDetector;
/** For whoever makes the profiles of tools: the core has a tool's limit there. */
export declare function isLimit(detector: {
    readonly type: string;
}): detector is LimitDetector;
