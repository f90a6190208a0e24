/**
 * For LlamaIndex TS: the agents of `@llamaindex/workflow`, made by `agent()` and `multiAgent()`. Imports nothing of it.
 *
 * An abort cannot simply throw: nothing in a workflow handles an error of an agent's step, so Node.js would end the process.
 */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** `onAbort: "stop"`: the reason is the run's result. */
type LlamaIndexGuardOptions = AdapterOptions;
/**
 * Guards the agents of a workflow, those that are added later too, and returns the same workflow. Each `run` or `runStream`
 * is a run, and a handoff does not start another.
 *
 * @example
 * const researcher = withLoopGuard(agent({ llm, tools }));
 * await researcher.run("What is new?");
 */
declare function withLoopGuard<W extends object>(workflow: W, guard?: DeskInput, options?: LlamaIndexGuardOptions): W;

export { withLoopGuard };
export type { LlamaIndexGuardOptions };
