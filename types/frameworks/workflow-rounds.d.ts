import type { LoopDetection, LoopUsage } from "../base/types.ts";
import { type ToolLoopError } from "../rules/tool-loop-error.ts";
/** A call as a step takes it. */
export interface CallText {
    id: string;
    name: string;
    /** JSON. */
    arguments: string;
}
/** What came back, as texts. */
export interface OutcomeText {
    result?: string;
    error?: string;
}
/** What a judging step is asked. */
export interface Round {
    /** The state of the guard; absent at first. */
    snapshot?: Uint8Array | undefined;
    /** The calls are the first ones of a model response. */
    begin?: boolean;
    /** What earlier responses have used and no step was told yet. */
    usage?: LoopUsage | undefined;
    calls?: CallText[];
    outcomes?: (OutcomeText & {
        call: CallText;
    })[];
}
/** What a judging step answers: a verdict for each call, or for each outcome. */
export interface Judged {
    snapshot: Uint8Array;
    verdicts: StepVerdict[];
    /** Why the run is to end. */
    tripped: LoopDetection | null;
}
export interface StepVerdict {
    allowed: boolean;
    /** In place of the result, or for the model beside it; empty: nothing. */
    message: string;
}
/** The state of one run of an agent, as the workflow has it. */
export declare class RoundKeeper {
    #private;
    /** Why the run is to end. */
    ended: ToolLoopError | undefined;
    constructor(judge: (round: Round) => Promise<Judged>);
    /** Takes what the last response has used; the same object comes again when a step is prepared twice. */
    used(usage: LoopUsage | undefined): void;
    /** `length`: how many messages there are, which is the same for the calls of one response. */
    before(call: CallText, length: number): Promise<StepVerdict>;
    /** The outcomes of calls that ran together are told together. */
    after(call: CallText, outcome: OutcomeText): Promise<StepVerdict>;
}
