/**
 * For LlamaIndex TS: the agents of `@llamaindex/workflow`, made by `agent()` and `multiAgent()`. Imports nothing of it.
 *
 * An abort cannot simply throw: nothing in a workflow handles an error of an agent's step, so Node.js would end the process.
 */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * How an abort ends the run. `"throw"`: `run` rejects with the `ToolLoopError`, and reading the stream of `runStream`
 * throws it. `"stop"`: the run ends with the reason as its result, and `findToolLoopError(result)` gets the error.
 */
type LlamaIndexGuardOptions = AdapterOptions;
/**
 * Guards the agents of a workflow, those that are added later too, and returns the same workflow. Each `run` or `runStream`
 * is a run, also when several are in progress, and a handoff does not start another. Throws `ERR_LOOPGUARD_OPTION` for
 * invalid options.
 *
 * @example
 * const researcher = withLoopGuard(agent({ llm, tools }));
 * await researcher.run("What is new?");
 */
declare function withLoopGuard<W extends object>(workflow: W, guard?: DeskInput, options?: LlamaIndexGuardOptions): W;

export { withLoopGuard };
export type { LlamaIndexGuardOptions };
