import type { DetectorActions, DetectorBase } from "./options.ts";
export interface PingPongOptions {
    /** Tool names in one block. Default 2. */
    cycleLength?: number;
    /** Blocks in a row. Default 3. */
    repetitions?: number;
}
export interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {
}
/** The last tool names are one block, repeated, with at least two different names in it. */
export declare function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector;
