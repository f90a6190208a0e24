/**
 * For Vercel's Workflow SDK: `DurableAgent` of `@workflow/ai`. Imports nothing of it.
 *
 * The guard works in a step, before and after the calls of each model response, and its state is what that step returns: so it
 * is in the event log of the run, and a replay finds the verdicts there instead of judging again.
 */
import { LoopUsage, LoopDetection, LoopGuardOptions } from '../index.js';
export { findToolLoopError } from '../shared.js';

/** A step function that judges: its body is `return judgeRound(round)`. */
type Judge = (round: Round) => Promise<Judged>;
/**
 * What the guard has to say of a round: for the body of your step. The options are read in each step; without them the
 * recommended preset is used.
 *
 * @example
 * async function judge(round: Round) {
 *   "use step";
 *   return judgeRound(round);
 * }
 */
declare function judgeRound(round: Round, options?: LoopGuardOptions): Judged;
/** How an abort ends the run. */
interface WorkflowGuardOptions {
    /** `"answer"`: with the model's response to a last request that lets it call none. Quietly without one: `stopOnToolLoop`. Default `"throw"`. */
    onAbort?: "throw" | "answer";
}
/**
 * Options of a `DurableAgent` with guarded tools. `judge` is a step of yours, which calls `judgeRound`. Each `stream` is a run of
 * its own. If `stream` gets a `prepareStep` of its own, an aborted run goes on, and every further call is refused.
 *
 * @example
 * const agent = new DurableAgent(withLoopGuard({ model, tools }, judge));
 */
declare function withLoopGuard<O extends object>(options: O, judge: Judge, { onAbort }?: WorkflowGuardOptions): O;
/**
 * For `stopWhen` of `stream`: ends a guarded agent without an error once a call was aborted. `findToolLoopError(result.steps)`
 * then gives the error.
 *
 * @example
 * const { steps } = await agent.stream({ messages, writable, stopWhen: stopOnToolLoop });
 */
declare function stopOnToolLoop({ steps }: {
    readonly steps: readonly object[];
}): boolean;
/**
 * A model whose texts are looked at, for the body of your model's step. Each response is a run of its own. An abort has the agent's
 * `stream` reject.
 *
 * @example
 * async function model() {
 *   "use step";
 *   return guardModel(openai("gpt-5.5"));
 * }
 */
declare function guardModel<M extends object>(model: M, options?: LoopGuardOptions): M;
/** A call as a step takes it. */
interface CallText {
    id: string;
    name: string;
    /** JSON. */
    arguments: string;
}
/** What came back, as texts. */
interface OutcomeText {
    result?: string;
    error?: string;
}
/** What a judging step is asked. */
interface Round {
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
interface Judged {
    snapshot: Uint8Array;
    verdicts: StepVerdict[];
    /** Why the run is to end. */
    tripped: LoopDetection | null;
}
interface StepVerdict {
    allowed: boolean;
    /** In place of the result, or for the model beside it; empty: nothing. */
    message: string;
}

export { guardModel, judgeRound, stopOnToolLoop, withLoopGuard };
export type { CallText, Judge, Judged, OutcomeText, Round, StepVerdict, WorkflowGuardOptions };
