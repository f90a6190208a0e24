/** For VoltAgent, `@voltagent/core`: the options of an agent. Imports nothing of it. */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * How an abort ends an operation. `"throw"`: `generateText` rejects with the `ToolLoopError`, and a stream has an error part
 * with it. `"stop"`: the operation ends with the reason as its text, and `findToolLoopError(result)` gets the error.
 */
type VoltAgentGuardOptions = AdapterOptions;
/**
 * The options of an agent whose tools are all guarded. Each `generateText` or `streamText` is its own run, also when several
 * are in progress, and so is each of a sub-agent. Your own hooks and `prepareStep` work as before.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ name, instructions, model, tools }));
 */
declare function withLoopGuard<Options extends object>(agentOptions: Options, guard?: DeskInput, options?: VoltAgentGuardOptions): Options;

export { withLoopGuard };
export type { VoltAgentGuardOptions };
