import type { LoopOutcome, Verdict } from "../../base/types.ts";
import type { RecoverConfig } from "../../rules/recover-options.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Recovered } from "../scan-types.ts";
export declare class WhatIfRecover {
    #private;
    constructor(recover: RecoverConfig);
    /** The model responds with calls: the request before it has been made. */
    round(): void;
    turn(): void;
    compacted(): void;
    text(text: string, message: number): void;
    message(given: object, calls: number): void;
    call(index: number, call: TraceCall): void;
    /** What the guard said of a call that it does not let run, or after which it ends the run. */
    refused(index: number, verdict: Verdict, when: "before" | "after"): void;
    outcome(index: number, outcome: LoopOutcome, size: number): void;
    /** In the order of the record. No event may follow. */
    end(): Recovered[];
}
