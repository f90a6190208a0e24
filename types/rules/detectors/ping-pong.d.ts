import type { DetectorActions, DetectorBase } from "../detector-record.ts";
export interface PingPongOptions {
    /** Length of the block, in calls. Default 2. */
    cycleLength?: number;
    /** How often the block must come in a row. Default 3. */
    repetitions?: number;
}
export interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {
}
/**
 * Detects alternating tools: a block of tool names, with at least two different ones, that repeats, whatever the
 * arguments.
 *
 * @example
 * new LoopGuard({ detectors: [pingPong({ repetitions: 5 })] }); // a, b, a, b, a, b, a, b, a, b
 */
export declare function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector;
