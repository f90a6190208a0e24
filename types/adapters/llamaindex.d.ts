/**
 * For LlamaIndex TS: the agents of `@llamaindex/workflow`, made by `agent()` and `multiAgent()`. Imports nothing of it.
 *
 * `warn`: the message is added to the tool's result. `hint` and `ask`: the tool is not called, and the message is its
 * result. `abort`: as `hint`, and the agent gets the reason as its answer in place of the next model call. It cannot simply
 * throw: nothing in a workflow handles an error of an agent's step, so Node.js would end the process. A text that repeats
 * itself is cut, and the model is told.
 */
import { GuardInput } from '../index.js';
export { findToolLoopError } from '../shared.js';

interface LlamaIndexGuardOptions {
    /**
     * How an abort ends the run. `"throw"`: `run` rejects with the `ToolLoopError`, and reading the stream of `runStream`
     * throws it. `"stop"`: the run ends with the reason as its result, and `findToolLoopError(result)` gets the error.
     * Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/**
 * Guards the agents of a workflow, those that are added later too, and returns the same workflow. Each `run` or `runStream`
 * is a run, also when several are in progress, and a handoff does not start another. Throws `ERR_LOOPGUARD_OPTION` for
 * invalid options.
 *
 * @example
 * const researcher = guardAgent(agent({ llm, tools }));
 * await researcher.run("What is new?");
 */
declare function guardAgent<W extends object>(workflow: W, guard?: GuardInput, { onAbort }?: LlamaIndexGuardOptions): W;

export { guardAgent };
export type { LlamaIndexGuardOptions };
