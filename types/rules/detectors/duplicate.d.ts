import { type DetectorActions, type DetectorBase } from "../detector-record.ts";
export interface DuplicateOptions {
    /** `true`: the verdict carries the earlier result in `replay`. Default `false`. */
    replay?: boolean;
}
export interface DuplicateDetector extends DetectorBase<"duplicate">, Readonly<Required<DuplicateOptions>> {
}
/**
 * Detects a call that already ran in this turn with the same arguments. With `replay: true` a refusal carries the
 * earlier result, so that the caller can return that in place of running the tool.
 *
 * @example
 * new LoopGuard({ detectors: [duplicate({ replay: true })] });
 */
export declare function duplicate(options?: DuplicateOptions & DetectorActions): DuplicateDetector;
