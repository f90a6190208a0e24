/**
 * For LangChain's `createAgent` and for graphs of LangGraph.
 *
 * `warn` is added to the tool's message. `hint` and `ask` are the tool's message, with the status "error", in place of a
 * call. `abort` ends the run with an error in which `findToolLoopError` finds ours.
 */
import { ToolNode, ToolNodeOptions } from '@langchain/langgraph/prebuilt';
import { AgentMiddleware } from 'langchain';
import { GuardInput } from '../index.js';

interface ToolLoopMiddlewareOptions {
    /**
     * `"throw"`: the run rejects, and a stream throws, with an error that `findToolLoopError` finds ours in. `"stop"`: the
     * run ends with the reason as the model's last message, and `findToolLoopError(result)` says why. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
    /**
     * What becomes of an error that a tool throws. `"message"`: the model gets it, which is what LangChain does in an agent
     * without `wrapToolCall` middleware. `"throw"`: it is thrown on, to middleware that comes before this one, and in the
     * end out of the run, which is what LangChain does in an agent with any. Default `"message"`.
     */
    onToolError?: "message" | "throw";
}
/**
 * Middleware for `createAgent`: a guard over all its tools. Put it first, so that nothing around it takes the end of the
 * run for a failure of the tool and tries again. Each turn of a user's is a run of its own.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [toolLoopMiddleware()] });
 */
declare function toolLoopMiddleware(guard?: GuardInput, { onAbort, onToolError }?: ToolLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * A `ToolNode` of LangGraph with a guard over its tools. Its `abort` throws a `ToolLoopError` out of the graph, whatever
 * `handleToolErrors` says. Each turn of a user's is a run of its own.
 *
 * @example
 * graph.addNode("tools", guardedToolNode([search, fetchPage]));
 */
declare function guardedToolNode(tools: ConstructorParameters<typeof ToolNode>[0], guard?: GuardInput, options?: ToolNodeOptions): ToolNode;

export { guardedToolNode, toolLoopMiddleware };
export type { ToolLoopMiddlewareOptions };
