/** Loops in what the model wrote in a recorded run. */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import type { TextStream } from "../../traces/trace-types.ts";
import type { ScanDetection } from "../scan-types.ts";
/** Whether a guard with these options looks at texts. */
export declare function looksAtTexts(options: LoopGuardOptions): boolean;
/** Whether a guard with these options looks at calls. */
export declare function looksAtCalls(options: LoopGuardOptions): boolean;
/** Keeps the newest part of a message, and at most one loop of each kind of answers, and one of each kind of reasoning. */
export declare class RunTextLoops {
    #private;
    constructor(guard: LoopGuard);
    /** A part of a message; `calls`: how many calls there were before it. */
    text(text: string, message: number, calls: number, stream?: TextStream): void;
    /** A user spoke: what was written before does not count any more. */
    turn(calls: number): void;
    /** The loops, in the order in which they began. No text may follow. `calls`: of the whole run. */
    end(calls: number): ScanDetection[];
}
