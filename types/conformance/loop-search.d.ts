/** All the loops of a recorded run, and a drawing of one. */
import type { LoopDetection } from "../base/types.ts";
import type { TranscriptCall } from "../history/transcripts.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
/** A loop of a recorded run. */
export interface FoundLoop {
    /** The newest detection of it. */
    readonly detection: LoopDetection;
    /** The highest count. */
    readonly repeats: number;
    /** Index of the call at which it was found. */
    readonly foundAt: number;
    /** Index of the last call that continued it. */
    readonly lastAt: number;
}
export interface LoopSearch {
    readonly calls: readonly TranscriptCall[];
    readonly loops: readonly FoundLoop[];
}
/** The detector's name for a loop that the record itself shows: calls that a guard refused. */
export declare const REFUSED = "refused";
/** Replays a recorded run to a guard that refuses nothing; collects its detections, and calls that were refused then. */
export declare function searchCalls(calls: readonly TranscriptCall[], options?: LoopGuardOptions): LoopSearch;
/** `cycle of 2 calls, 3 times: read, edit` */
export declare function describeFound(loop: FoundLoop): string;
/**
 * The calls of a run, one a line, those of the loop marked: the blocks of a cycle with brackets, the repetitions of one
 * call with dots.
 */
export declare function drawLoop(search: LoopSearch, loop: FoundLoop): string;
