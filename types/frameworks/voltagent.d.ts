/** For VoltAgent, `@voltagent/core`: the options of an agent. Imports nothing of it. */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** `onAbort: "stop"`: the reason is the operation's text. */
type VoltAgentGuardOptions = AdapterOptions;
/**
 * The options of an agent whose tools are all guarded. Each `generateText` or `streamText` is its own run.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ name, instructions, model, tools }));
 */
declare function withLoopGuard<Options extends object>(agentOptions: Options, guard?: DeskInput, options?: VoltAgentGuardOptions): Options;

export { withLoopGuard };
export type { VoltAgentGuardOptions };
