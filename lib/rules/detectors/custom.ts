import { func, member } from "../../base/check-option.ts";
import { optionError } from "../../base/errors.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "../../base/types.ts";
import { DETECTOR_TYPES } from "../../core/layout.gen.ts";
import type { DetectorActions, DetectorBase, DetectorRecord, IsType } from "../detector-record.ts";
import { make, ofType } from "../detector-record.ts";

/** What a custom detector receives: the last 64 completed calls, oldest first, each with its outcome. */
export interface CustomDetectorInput {
  readonly calls: readonly LoopCall[];
  readonly outcomes: readonly LoopOutcome[];
}
/**
 * Returns a detection with at least one field, or `null` or `undefined` for none. Missing fields are filled in: the
 * newest call's name, one repeat, weak evidence. A boolean, a promise, or a field of the wrong type is an error, and no
 * detection.
 */
export type CustomDetectorFn = (input: CustomDetectorInput) => Partial<LoopDetection> | null | undefined;

export interface CustomDetector extends DetectorBase<"custom"> {
  readonly detect: CustomDetectorFn;
}

/**
 * Your own detector, called after each completed call. If it throws or returns something that is not a detection, that
 * is published once on `loopguard:error` and counts as `null`. Two detections are the same loop when they have the same
 * `fingerprint` or, without one, the same tool and pattern. `name` must not be that of a built-in detector.
 *
 * @example
 * custom("too_many_edits", ({ calls }) =>
 *   calls.filter((call) => call.name === "edit").length > 20 ? { message: "Over 20 edits." } : null);
 */
export function custom(name: string, detect: CustomDetectorFn, options?: DetectorActions): CustomDetector {
  return make("custom", CUSTOM, options, { name, detect });
}

/** Whether a detector is the user's own: the core cannot call those functions. */
export const isCustom: IsType<CustomDetector> = ofType("custom");

/** @internal */
export const CUSTOM: DetectorRecord<CustomDetector> = {
  parameters: { detect: { fallback: undefined, check: func, local: true } },
  check({ name }, path) {
    if ((DETECTOR_TYPES as readonly string[]).includes(name))
      throw optionError("range", member(path, "name"), name, "a name that no built-in detector has");
  },
  readsResults: true,
  text: ({ tool }) => `Tool '${tool}' is being called in a repetitive pattern.`,
  advice: "This call was not run. Take a different approach, or finish the response.",
  details: ({ tool }) => ({ tool }),
  example: null,
};
