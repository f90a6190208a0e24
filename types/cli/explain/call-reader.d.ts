import type { GuardConfig } from "../../options.ts";
import type { LoopCall, LoopOutcome } from "../../types.ts";
import type { AskedCall } from "./asked.ts";
import type { Observation } from "./observation.ts";
export declare class CallReader {
    #private;
    constructor({ tools, detectors, volatile }: GuardConfig);
    /** A text: why this call is never looked at. */
    read(call: LoopCall, index: number, round: number): AskedCall | string;
    observe(call: AskedCall, outcome: LoopOutcome): Observation;
    close(): void;
}
