import type { LoopGuardOptions } from "../../types.ts";
import type { RunTape } from "./run-tape.ts";
export declare class QuickLook {
    #private;
    private constructor();
    /** None where the options leave room for what cannot be told by a look: policies of tools, functions, texts of one's own. */
    static of(options: LoopGuardOptions): QuickLook | undefined;
    couldFire(tape: RunTape): boolean;
}
