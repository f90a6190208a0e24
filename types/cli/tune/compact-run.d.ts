import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { LoopOutcome } from "../../types.ts";
import { type NoNews } from "../explain/outcome-key.ts";
/** How results are compared: as the presets do, or under one list of volatile spans, which is what options can say. */
export type View = "preset" | "listed";
/** What each view takes for no news. */
export type Views = Readonly<Record<View, NoNews>>;
export interface CompactCall {
    readonly name: string;
    /** A number for the arguments. */
    readonly args: string;
    readonly retryable: boolean;
    /** As billed, or a quarter of the characters of arguments and result. */
    tokens: number;
    /** What came back, in both views; none for a call that a guard of ours refused when the trace was made. */
    outcome: Readonly<Record<View, LoopOutcome>> | undefined;
}
/** An event of a run: these, or `call(i)`, or `outcome(i)`. */
export declare const ROUND = -1;
export declare const TURN = -2;
export declare const callEvent: (index: number) => number;
export declare const outcomeEvent: (index: number) => number;
export interface CompactRun {
    readonly id: string;
    readonly file: string;
    readonly calls: readonly CompactCall[];
    readonly events: readonly number[];
    readonly tokens: number;
    /** Calls that came most often: an upper bound for every detector that counts equal calls. */
    readonly mostOfOneCall: number;
    /** The same for calls of one tool with one result, in the view that finds more of them equal. */
    readonly mostOfOneResult: number;
    readonly mostOfOneName: number;
}
/** A sink that makes a compact run of what it is told, and hands it over when the run ends. */
export declare function compactor({ id }: TraceRun, file: string, views: Views, done: (run: CompactRun) => void): TraceRunSink;
