import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
export interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {
}
/** The last `threshold` completed calls have one tool and one result, whatever the arguments. */
export declare function stall(options?: ThresholdOptions & DetectorActions): StallDetector;
