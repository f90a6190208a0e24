import { type DetectorActions, type DetectorBase, type DetectorRecord, FLAG, make } from "../detector-record.ts";

export interface DuplicateOptions {
  /** `true`: the verdict carries the earlier result in `replay`. Default `false`. */
  replay?: boolean;
}
export interface DuplicateDetector extends DetectorBase<"duplicate">, Readonly<Required<DuplicateOptions>> {}

/**
 * Detects a call that already ran in this turn with the same arguments. With `replay: true` a refusal carries the
 * earlier result, so that the caller can return that in place of running the tool.
 *
 * @example
 * new LoopGuard({ detectors: [duplicate({ replay: true })] });
 */
export function duplicate(options?: DuplicateOptions & DetectorActions): DuplicateDetector {
  return make("duplicate", DUPLICATE, options);
}

/** @internal */
export const DUPLICATE: DetectorRecord<DuplicateDetector> = {
  parameters: { replay: { ...FLAG, local: true } },
  // The results to replay are kept in JavaScript.
  readsResults: false,
  judgesAsked: true,
  ofOneCall: true,
  replays: ({ replay }) => replay,
  text: ({ tool }) => `Tool '${tool}' was already executed with identical parameters`,
  details: ({ tool }) => ({ tool }),
  tried: () => [duplicate()],
};
