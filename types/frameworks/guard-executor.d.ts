/** `guardExecutor`: any object that runs the tool calls of a model response, with a guard before it. */
import { type DeskInput } from "../adapter/desk.ts";
/** An object whose `executeAll(calls, context)` gives the results of the calls, in their order. */
export interface CallExecutor {
    executeAll: (...args: never[]) => PromiseLike<readonly unknown[]>;
}
/**
 * The executor with a guard around its `executeAll`; all other members stay the same. Each `executeAll` is a round. The run is
 * that of the context's `runId`, or of the context itself, or the guard's default run without a context or under `scope:
 * "instance"`. Functions guarded with `guardFunction` that its tools call are in the same run.
 *
 * The result of a refused call is `{ toolCallId, toolName, result, error: "loop-detected" }`. After an abort a `ToolLoopError`
 * with the results of the round's earlier calls is thrown. Calls of tools that `getToolDefinitions()` does not list, and
 * arguments that are not JSON, reach the executor, and count for the guard as `invalid`.
 *
 * @example
 * const results = await guardExecutor(executor, { maxRepeats: 3, action: "hint" }).executeAll(calls, ctx);
 */
export declare function guardExecutor<E extends CallExecutor>(executor: E, guard?: DeskInput): E;
