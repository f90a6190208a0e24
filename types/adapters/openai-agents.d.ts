/**
 * For `@openai/agents`: agents and function tools. Imports nothing of it.
 *
 * `warn` is added to the tool's output. `hint` and `ask` are the output, in place of a call. `abort` ends the run with the
 * SDK's `ToolCallError`, in which `findToolLoopError` finds ours.
 */
import { GuardInput } from '../index.js';

interface OpenAIAgentsGuardOptions {
    /**
     * `"throw"`: the run rejects, and a stream throws, with an error that `findToolLoopError` finds ours in. `"stop"`: the
     * run ends with the reason as its final output, and `findToolLoopError(result)` says why; an agent whose output has a
     * type throws all the same. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/**
 * The agent with a guard over its function tools, those of its MCP servers included, and over the agents that it can hand
 * off to. The agent given stays as it is; the guarded one is an agent of the same class that shares everything else with
 * it, listeners too. Each `run()` is a run of its own, and handing off does not start another.
 *
 * @example
 * const agent = guardAgent(new Agent({ name: "Researcher", tools: [search] }));
 * await run(agent, "What is new?");
 */
declare function guardAgent<A extends object>(agent: A, guard?: GuardInput, { onAbort }?: OpenAIAgentsGuardOptions): A;
/**
 * The tools with a guard over them: copies, for an agent of your own making. Tools that the SDK runs no guardrails for
 * (hosted tools, shell, computer and patch tools) are given back as they are.
 *
 * @example
 * const agent = new Agent({ name: "Researcher", tools: guardTools([search, fetchPage]) });
 */
declare function guardTools<T extends readonly object[]>(tools: T, guard?: GuardInput): T;

export { guardAgent, guardTools };
export type { OpenAIAgentsGuardOptions };
