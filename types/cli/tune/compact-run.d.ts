import type { LoopOutcome } from "../../base/types.ts";
import type { RunFacts } from "../../detectors/run-facts.ts";
import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { type Gave } from "./news.ts";
export interface CompactCall {
    readonly name: string;
    /** A number for the arguments; those that may make a shell wait stay as they are, and invalid ones stay invalid. */
    readonly args: string;
    readonly retryable: boolean;
    /** When it was requested, in milliseconds since 1970; `undefined` if the trace does not say. */
    readonly at: number | undefined;
    /** Likewise, when its outcome came. */
    end: number | undefined;
    /** As billed, or a quarter of the characters of arguments and result. */
    tokens: number;
    /** A stand-in for the outcome; `undefined` for a call that a guard refused when the trace was recorded. */
    outcome: LoopOutcome | undefined;
}
/** An event of a run: these, or `call(i)`, or `outcome(i)`. */
export declare const ROUND = -1;
export declare const TURN = -2;
export declare const COMPACTED = -3;
export interface CompactRun {
    readonly id: string;
    readonly file: string;
    readonly calls: readonly CompactCall[];
    readonly events: readonly number[];
    /** What each call gave. */
    readonly gave: readonly Gave[];
    readonly tokens: number;
    /** Whether the arguments of some call are not JSON. */
    readonly hasInvalid: boolean;
    /** For runs without such a call. */
    readonly facts: RunFacts;
}
/** A sink that makes a compact run of the events of a run, and passes it to `done` when the run ends. */
export declare function compactor({ id }: TraceRun, file: string, done: (run: CompactRun) => void): TraceRunSink;
