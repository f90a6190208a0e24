import type { Ladder, ToolPolicy } from "../../base/types.ts";
import type { DetectorActions, DetectorBase, IsType } from "../detector-record.ts";
export interface LimitOptions {
    /** How often a tool may run in one turn, by name or glob: 1 or more; `Infinity`: no limit. Default `{}`. */
    limits?: Readonly<Record<string, number>>;
    /** The limit of every other tool, 0 or more; `Infinity`: no limit. Default 3. */
    default?: number;
}
export interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {
}
/**
 * Detects a call of a tool that has already run as often as it may in this turn, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [limit({ limits: { "browser_*": 20, send_mail: 1 }, default: Infinity })] });
 */
export declare function limit(options?: LimitOptions & DetectorActions): LimitDetector;
/** Whether a detector is `limit`: its limits are part of the tools' profiles in the core. */
export declare const isLimit: IsType<LimitDetector>;
/** The ladder of `limitOfPolicies`: a call past the limit is refused. */
export declare const POLICY_LIMIT_LADDER: Readonly<Ladder>;
/** The `limit` of a policy is enough by itself: where no detector reads it, this one does, and limits no other tool. */
export declare function limitOfPolicies(detectors: readonly {
    readonly type: string;
}[], policies: Iterable<false | ToolPolicy>): readonly LimitDetector[];
