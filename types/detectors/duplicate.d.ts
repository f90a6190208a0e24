import type { DetectorActions, DetectorBase } from "./options.ts";
export interface DuplicateOptions {
    /** `true`: the verdict carries the earlier result in `replay`. Default `false`. */
    replay?: boolean;
}
export interface DuplicateDetector extends DetectorBase<"duplicate">, Readonly<Required<DuplicateOptions>> {
}
/** The same call ran before, in this turn. */
export declare function duplicate(options?: DuplicateOptions & DetectorActions): DuplicateDetector;
