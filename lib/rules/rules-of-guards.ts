/** The rules that every guard has, and that are no detectors. */
import { duration, type LoopRecord } from "./detector-record.ts";

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

/**
 * The rule for an agent that wants to end its turn and is sent back again and again. Every guard with `noNews` has it; it
 * is not a detector that a guard can be given.
 *
 * @internal
 */
export const STOP_LOOP: LoopRecord = {
  text: ({ repeats }) =>
    `The agent was sent back ${repeats} times when it wanted to end its turn, and nothing new has happened meanwhile.`,
  details: ({ tool, repeats }) => ({ tool, count: repeats }),
};

/** The name of the pseudo tool in its detections. */
export const STOP_NAME = "Stop";
