/** `guardExecutor`: any object that runs the tool calls of a model response, with a guard before it. */
import { type GuardInput } from "../guard/guard-of.ts";
/** What can be guarded: `executeAll(calls, context)` gives the results of the calls, in their order. */
export interface CallExecutor {
    executeAll: (...args: never[]) => PromiseLike<readonly unknown[]>;
}
/**
 * The executor with a guard before its `executeAll`; everything else of it is as it was. Each `executeAll` is a round. The
 * run is that of the context's `runId`, or of the context itself, or the guard's default run without either; and always
 * that under `scope: "instance"`. Functions that its tools call and that are guarded (`guardFunction`) are in the same run.
 *
 * `hint` and `ask`: the call does not reach the executor; its result is `{ toolCallId, toolName, result, error:
 * "loop-detected" }` with the message. `warn`: the message is added to the result. `abort`: what came before in the round
 * still runs, then a `ToolLoopError` is thrown with those results. Calls of tools that `getToolDefinitions()` does not
 * have, and arguments that are no JSON, reach the executor and the guard's `invalid`.
 *
 * @example
 * const results = await guardExecutor(executor, { maxRepeats: 3, action: "hint" }).executeAll(calls, ctx);
 */
export declare function guardExecutor<E extends CallExecutor>(executor: E, guard?: GuardInput): E;
