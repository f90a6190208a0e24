import type { LoopRecord } from "../detector-record.ts";

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
