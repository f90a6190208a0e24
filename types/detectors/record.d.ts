/**
 * A detector's record: all that the code around the detectors must know of one. It stands in the detector's own file, and
 * `table.ts` has one of every type; nobody else lists types.
 */
import type { LoopDetection } from "../base/types.ts";
import type { CoreReport } from "../core/types.ts";
import type { DetectorBase, DetectorType } from "./options.ts";
import type { Parameter } from "./parameters.ts";
import type { RunCounts, TraceNeeds } from "./trace-needs.ts";
/** What a text is made from. */
export interface LoopFacts {
    readonly type: DetectorType;
    readonly tool: string;
    /** What was counted. */
    readonly repeats: number;
    /** What it was compared with. */
    readonly threshold: number;
    /** The tool names of one block, oldest first. */
    readonly names: readonly string[];
    readonly waitMs: number;
    /** For how long the result has been the same; 0: that is not what the loop was judged by. */
    readonly waitedMs: number;
}
/** What `LoopDetection.details` are made from. */
export interface FoundFacts extends LoopFacts {
    readonly cycleLength: number;
}
/** Whatever reports a loop has this much: a detector, or the rule of polls. */
export interface LoopRecord {
    /** What was found, in one sentence or two. */
    text(facts: LoopFacts): string;
    /**
     * What to do instead, after a refusal. A poll is never told to vary its arguments: that only hides the loop. Left out
     * where the text says it itself, or is fixed by the system that it comes from.
     */
    readonly advice?: string;
    /** How `text` begins, where that alone tells a refusal. */
    readonly refusalStart?: string;
    /** What the error of an abort says instead of the detection's message. */
    abortText?(detection: LoopDetection): string;
    details(facts: FoundFacts): Record<string, unknown>;
    /** `LoopDetection.pattern`; left out: the tool. */
    pattern?(steps: CoreReport["pattern"]): string[];
    /** The steps of its patterns end in digests of arguments, eight hex digits behind a `#`. */
    readonly digestsSteps?: boolean;
    /** Of a call that has not come back: what it says on a later strike is meant for this call, not for an earlier one. */
    readonly judgesAsked?: boolean;
    /** It goes by time, and by everything that happens in a run; all it has to say of a call it says before that runs. */
    readonly judgesNews?: boolean;
    /** It looks for one call again; else at a tool, whatever the arguments. */
    readonly ofOneCall?: boolean;
    /** It goes by time alone, which a history or a trace may not tell: what it says of one is passed over. */
    readonly byTime?: boolean;
}
/** The names of a detector's own parameters. */
type ParameterOf<D> = Exclude<keyof D, keyof DetectorBase<DetectorType>> & string;
export interface DetectorRecord<D extends DetectorBase<DetectorType>> extends LoopRecord {
    /** In the order in which error texts name them. */
    readonly parameters: Readonly<Record<ParameterOf<D>, Parameter>>;
    /** Throws when parameters that are each in range make no sense together. */
    check?(detector: D, path: string): void;
    /** The core knows one limit and one query of a call, so it cannot be there twice. */
    readonly single?: boolean;
    /** It looks at what came back. Else results, of any size, stay out of the core. */
    readonly readsResults: boolean;
    /** Whether its refusals carry the earlier result. */
    replays?(detector: D): boolean;
    /** One with its defaults, that looks at every tool. Left out: it cannot be made without something of the user's. */
    example?(): D;
    /** A recorded run has no trace of what it goes by. */
    readonly blindToTraces?: boolean;
    /** What must be in a run for it to fire. Left out: it may fire on less than can be told by a look. */
    needs?(detector: D): Partial<TraceNeeds>;
    /** Whether these counts of a run leave room for it to fire. Left out: they always do. */
    couldFire?(detector: D, counts: RunCounts): boolean;
    /** What `tune` tries it with, alone. Left out: alone it makes no sense in a run that nobody knows. */
    tried?(): D[];
    /** The parameters of which `tune` tries the neighbours. */
    readonly varied?: readonly ParameterOf<D>[];
}
export {};
