import type { LoopGuardOptions } from "../rules/options.ts";
import { type Judged, type Round } from "./workflow-rounds.ts";
export type { CallText, Judged, OutcomeText, Round, StepVerdict } from "./workflow-rounds.ts";
/** A step function that judges: its body is `return judgeRound(round)`. */
export type Judge = (round: Round) => Promise<Judged>;
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
export declare function judgeRound(round: Round, options?: LoopGuardOptions): Judged;
/**
 * Options of a `DurableAgent` with guarded tools. `judge` is a step of yours, which calls `judgeRound`. Each `stream` is a run of
 * its own. If `stream` gets a `prepareStep` of its own, an aborted run goes on, and every further call is refused.
 *
 * @example
 * const agent = new DurableAgent(withLoopGuard({ model, tools }, judge));
 */
export declare function withLoopGuard<O extends object>(options: O, judge: Judge): O;
/**
 * For `stopWhen` of `stream`: ends a guarded agent without an error once a call was aborted. `findToolLoopError(result.steps)`
 * then gives the error.
 *
 * @example
 * const { steps } = await agent.stream({ messages, writable, stopWhen: stopOnToolLoop });
 */
export declare function stopOnToolLoop({ steps }: {
    readonly steps: readonly object[];
}): boolean;
/**
 * A model whose texts are looked at, for the body of your model's step. A response that repeats itself is cut, and the model is
 * told and asked again; if that does not help, the agent's `stream` rejects with the `ToolLoopError`. Each response is a run of
 * its own. Throws `ERR_LOOPGUARD_OPTION` for what is no model, and for invalid options.
 *
 * @example
 * async function model() {
 *   "use step";
 *   return guardModel(openai("gpt-5.5"));
 * }
 */
export declare function guardModel<M extends object>(model: M, options?: LoopGuardOptions): M;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
