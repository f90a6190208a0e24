import { duration, type LoopRecord } from "../detector-record.ts";

/**
 * The rule for polls. A tool's policy (`poll`) turns it on; it is not a detector that a guard can be given.
 *
 * @internal
 */
export const POLL: LoopRecord = {
  judgesAsked: true,
  byTime: true,
  text: ({ tool, waitMs, waitedMs }) =>
    waitMs > 0
      ? `Tool '${tool}' is being polled too often; its result has not changed. The next poll makes sense in ${seconds(waitMs)}.`
      : `Tool '${tool}' has been polled for ${waitedMs > 0 ? duration(waitedMs) : "too long"} without any change of its result.`,
  advice:
    "This call was not run. Make one blocking wait instead of polling, or finish the response with what is known.",
  details: ({ tool, repeats, waitMs }) => ({ tool, count: repeats, ...(waitMs > 0 ? { waitMs } : {}) }),
};

const seconds = (ms: number): string => (ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 1000)} s`);
