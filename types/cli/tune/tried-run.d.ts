/** A recorded run under many settings: where each would have fired first, and what it would have refused. */
import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { type Regret } from "./regret.ts";
import type { Setting } from "./settings.ts";
/** What a setting did to a run. Indices are of calls; `Infinity`: never. */
export interface Firing {
    /** The first detection, warnings included. */
    readonly any: number;
    /** The first `hint`, `ask` or `abort`. */
    readonly blocking: number;
    readonly abort: number;
    readonly regret: Regret;
    /** Calls that would not have run: refused ones, and all from the `abort` on. */
    readonly callsSaved: number;
}
/** A run, with what each setting did to it; its texts are gone. */
export interface TriedRun {
    readonly id: string;
    readonly file: string;
    readonly calls: number;
    /** Equal for copies of a run. */
    readonly content: string;
    readonly timed: boolean;
    /** Calls without a recorded result. */
    readonly unjudged: number;
    /** As the settings are. */
    readonly firings: readonly Firing[];
}
/** Tries settings on runs. Close it. */
export declare class Trial {
    #private;
    constructor(settings: readonly Setting[]);
    /** A sink for a run, which passes the run to `done` when it has ended. */
    sink({ id }: TraceRun, file: string, done: (run: TriedRun) => void): TraceRunSink;
    close(): void;
}
export declare function digest(text: string): Buffer;
