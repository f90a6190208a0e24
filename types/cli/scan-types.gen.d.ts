export interface ScannedRun {
    /** As the trace has it, else the file's name, with a line number where a file holds several runs. */
    id: string;
    /** As it was given or found; "stdin" for -. */
    file: string;
    /** Where the run begins, from 1. */
    line: number;
    /** Tool calls that the run made. */
    calls: number;
    /** Of all calls: as billed where the trace says so, else a quarter of the characters of arguments and results. */
    tokens: number;
    /** Of them, those that the provider read from its cache; absent where the trace does not tell. */
    cachedTokens?: number;
    /** Estimated, and beside tokens: of responses without recorded usage, what came before them in the run and was sent to the model again; a quarter of its characters. Absent if 0. */
    resentTokens?: number;
    /** false: the trace records no usage for any call, so that tokens are estimates; absent otherwise. */
    billed?: false;
    /** Calls of which the trace has neither arguments nor a result, so that none can be told from another; absent if 0. */
    unrecordedCalls?: number;
    /** What no call of the run has in the trace, where that keeps it from being judged: results, or all (arguments too). */
    unrecorded?: "results" | "all";
    /** false: no call of the run has a recorded time, so that waiting is not told by a clock; absent otherwise. */
    timed?: false;
    /** Where the trace says so. */
    startedAt?: string;
    saved?: Saved;
    /** By --what-if recover, in the order of the record; absent where nothing would have been done. */
    recoveries?: Recovered[];
    /** The loops, in the order in which they were seen. */
    detections: ScanDetection[];
}
/** One loop with all its steps. */
export interface ScanDetection {
    /** Such as "no_progress" or "cycle". */
    detector: string;
    toolName: string;
    /** The call at which it was first seen, from 0. */
    callIndex: number;
    /** The most that was counted; a detector counts as far as it looks back. */
    repeats: number;
    /** Calls of the repeated block. */
    cycleLength: number;
    /** strong: same call, same result. */
    evidence: "strong" | "weak";
    /** The sternest verdict that the guard would have given; allow where it only observes. */
    action: "allow" | "warn" | "hint" | "ask" | "abort";
    /** Calls from the first verdict on that went on with the loop. A call of two loops counts for the first. */
    wastedCalls: number;
    /** Of these calls, measured as tokens of a run. */
    wastedTokens: number;
    /** Of them, those that the provider read from its cache; absent where the trace does not tell. */
    wastedCachedTokens?: number;
    /** Of these calls, measured as resentTokens of a run; absent if 0. */
    wastedResentTokens?: number;
    /** The tools of one block, oldest first. */
    pattern: string[];
    /** What was found, in a sentence. */
    message: string;
    /** Equal for the same loop in other runs, files and machines. */
    fingerprint: string;
    /** The calls that were given a verdict for it, from 0, in their order. */
    calls: number[];
    /** Only for text_repeat, a loop in what the model wrote: its toolName is (text), its pattern the kind, and its wastedTokens a quarter of the characters that a guard would have saved. */
    text?: {
        kind: "period" | "mosaic" | "message";
        /** The model's message in which it was first seen, from 0. */
        message: number;
        /** Characters from one occurrence to the next. */
        period: number;
        /** Characters that a guard would have saved: those after the loop was sure, until the end of the message. */
        saved: number;
        /** What repeats, on one line, up to 160 characters. */
        passage: string;
    };
}
export interface ScanError {
    file: string;
    /** From 1; 0: the file as a whole. */
    line: number;
    reason: string;
}
export interface ScanTotals {
    files: number;
    runs: number;
    runsWithLoops: number;
    calls: number;
    tokens: number;
    wastedCalls: number;
    wastedTokens: number;
    /** Absent if 0. */
    cachedTokens?: number;
    /** Absent if 0. */
    wastedCachedTokens?: number;
    /** Absent if 0. */
    resentTokens?: number;
    /** Absent if 0. */
    wastedResentTokens?: number;
    /** Absent if 0. */
    unrecordedCalls?: number;
    /** Runs of which nothing is recorded; absent if 0. */
    unrecordedRuns?: number;
    /** Other runs of which no result is recorded; absent if 0. */
    runsWithoutResults?: number;
    /** Runs whose calls have no recorded times; absent if 0. */
    untimedRuns?: number;
    /** Runs with calls, for none of which usage is recorded; absent if 0. */
    unbilledRuns?: number;
    /** Runs by the most severe verdict that the guard would have given; absent if 0. */
    warnedRuns?: number;
    /** As warnedRuns. */
    refusedRuns?: number;
    /** As warnedRuns. */
    endedRuns?: number;
    /** As saved of the runs, added up; absent if 0. */
    savedCalls?: number;
    /** As savedCalls. */
    savedTokens?: number;
    /** As savedCalls. */
    savedCachedTokens?: number;
    /** wastedTokens and wastedResentTokens at --price, cached and resent ones at --cached-price; absent without a price. */
    wastedCost?: number;
    /** Runs with recoveries; these follow by their rung, then calls and tokens of all of them. Absent if 0. */
    recoveredRuns?: number;
    pruneRungs?: number;
    toolsRungs?: number;
    modelRungs?: number;
    freshRungs?: number;
    answerRungs?: number;
    prunedCalls?: number;
    prunedTokens?: number;
    /** Of savedTokens; absent without a price, or if nothing was saved. */
    savedCost?: number;
    /** Of the costs, as --currency names it, else USD; absent without a price. */
    currency?: string;
}
/** A request that the guard's option recover would have changed, or the last one under onAbort: answer. */
export interface Recovered {
    rung: "prune" | "tools" | "model" | "fresh" | "answer";
    detector: string;
    toolName: string;
    /** The refused call that led to it, from 0. */
    callIndex: number;
    /** Calls, with their results, that the request would have had less than by the record. */
    calls: number;
    /** The same in tokens, estimated. */
    tokens: number;
}
/** What would not have run under the guard: refused calls, and all after it had ended the run; absent where it would have refused nothing. */
export interface Saved {
    /** The first of these calls, from 0. */
    from: number;
    calls: number;
    /** What they cost, with what was sent again for them. */
    tokens: number;
    /** Of them, those that were read from a cache, or that an estimate takes for sent again; absent if 0. */
    cachedTokens?: number;
}
/** Version 1. A change that breaks readers gives another number; new members may come at any time. */
export interface ScanReport {
    version: 1;
    /** Every run, with loops or without, in the order of the files and of the ends of the runs in them. */
    runs: ScannedRun[];
    /** What could not be read, in the order of the files. */
    errors: ScanError[];
    totals: ScanTotals;
}
/** One loop. Version 1. A change that breaks readers gives another number; new members may come at any time. */
export interface ScanLine {
    version: 1;
    /** The run's id; without one the file's name. */
    run: string;
    /** As it was given or found; "stdin" for -. */
    file: string;
    /** Where the run begins, from 1. */
    line: number;
    /** Such as "no_progress" or "cycle". */
    detector: string;
    /** Of the call at which it was first seen; (text) or (reasoning) of a loop in text. */
    tool: string;
    /** The most that was counted; a detector counts as far as it looks back. */
    repeats: number;
    /** Calls of the repeated block. */
    cycleLength: number;
    /** strong: same call, same result. */
    evidence: "strong" | "weak";
    /** The sternest verdict that the guard would have given; allow where it only observes. */
    action: "allow" | "warn" | "hint" | "ask" | "abort";
    /** The first call that got a verdict because of it, from 1; 0 of a loop in text. */
    firstCall: number;
    /** The last call that got a verdict because of it, from 1; 0 of a loop in text. */
    lastCall: number;
    /** Calls of the whole run. */
    calls: number;
    /** Calls from the first verdict on that went on with the loop. A call of two loops counts for the first. */
    wastedCalls: number;
    /** Of these calls: as billed where the trace says so, else a quarter of the characters of arguments and results. */
    wastedTokens: number;
    /** Those of them that the provider read from its cache, where the trace says so. */
    wastedCachedTokens?: number;
    /** Equal for the same loop in other runs, files and machines. */
    fingerprint: string;
    /** The tools of one block, oldest first. */
    pattern: string[];
    /** What was found, in a sentence. */
    message: string;
    /** When the run began, where the trace says so. */
    startedAt?: string;
    /** Only for text_repeat, a loop in what the model wrote. */
    text?: {
        kind: "period" | "mosaic" | "message";
        /** The model's message in which it was first seen, from 0. */
        message: number;
        /** Characters from one occurrence to the next. */
        period: number;
        /** Characters that a guard would have saved: those after the loop was sure, until the end of the message. */
        saved: number;
        /** What repeats, on one line, up to 160 characters. */
        passage: string;
    };
}
