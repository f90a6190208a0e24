/** For `@openai/agents`: agents and function tools. Imports nothing of it. */
import { DeskInput, AdapterOptions } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * A model provider whose models are looked at for loops in what they write, for agents whose model is a name.
 *
 * @example
 * const runner = new Runner({ modelProvider: guardModelProvider(new OpenAIProvider()) });
 * await runner.run(withLoopGuard(agent), input, { stream: true });
 */
declare function guardModelProvider<P extends {
    getModel(name?: string): unknown;
}>(provider: P, guard?: DeskInput, options?: AdapterOptions): P;

/** `onAbort: "stop"`: the reason is the final output; an agent with an `outputType` throws even so. */
type OpenAIAgentsGuardOptions = AdapterOptions;
/**
 * A guarded agent: its function tools, those of its MCP servers, and the agents that it can hand off to are guarded.
 * The original agent stays unchanged; the guarded one is of the same class and shares everything else with it,
 * listeners included. Each `run()` is its own run, and a handoff does not start another.
 *
 * @example
 * const agent = withLoopGuard(new Agent({ name: "Researcher", tools: [search] }));
 * await run(agent, "What is new?");
 */
declare function withLoopGuard<A extends object>(agent: A, guard?: DeskInput, options?: OpenAIAgentsGuardOptions): A;
/**
 * Guarded copies of tools, for an agent that you make yourself. Tools for which the SDK runs no guardrails (hosted
 * tools, shell, computer and patch tools) are returned unchanged.
 *
 * @example
 * const agent = new Agent({ name: "Researcher", tools: guardTools([search, fetchPage]) });
 */
declare function guardTools<T extends readonly object[]>(tools: T, guard?: DeskInput): T;

export { guardModelProvider, guardTools, withLoopGuard };
export type { OpenAIAgentsGuardOptions };
