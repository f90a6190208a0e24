/** For LangChain's `createAgent` and for graphs of LangGraph. */
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { AgentMiddleware } from 'langchain';
import { AdapterOptions, AnyRun, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';
import '@langchain/core/messages';

/** `onAbort: "stop"`: the reason is the run's last message. */
type TextLoopMiddlewareOptions = AdapterOptions;
/**
 * Middleware for `createAgent` that looks at what the model writes: while it streams, if the agent or the model streams. Each user
 * turn is its own run.
 *
 * @example
 * createAgent({ model, tools, middleware: [toolLoopMiddleware(guard), textLoopMiddleware(guard)] });
 */
declare function textLoopMiddleware(guard?: DeskInput, options?: TextLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * A chat model whose texts are looked at, for a node of your own graph; all of them belong to `run`. An abort is thrown.
 *
 * @example
 * const model = guardModel(chatModel, guard.run(threadId));
 */
declare function guardModel<M extends object>(model: M, run: AnyRun): M;

/** `onAbort: "stop"`: the reason is the run's last message. */
interface ToolLoopMiddlewareOptions extends AdapterOptions {
    /**
     * What happens to an error that a tool throws. `"message"`: the model gets it, as in an agent without `wrapToolCall`
     * middleware. `"throw"`: it is rethrown, to middleware before this one and finally out of the run, as in an agent
     * with such middleware. Default `"message"`.
     */
    onToolError?: "message" | "throw" | undefined;
}
/**
 * Middleware for `createAgent` that guards all its tools. Put it first: what is around it may run a refused call again. Each user
 * turn is its own run.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [toolLoopMiddleware()] });
 */
declare function toolLoopMiddleware(guard?: DeskInput, options?: ToolLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * Guards the tools of a LangGraph `ToolNode`, and returns the same node. An abort throws a `ToolLoopError` out of the graph,
 * whatever `handleToolErrors` says. Each user turn is its own run.
 *
 * @example
 * graph.addNode("tools", withLoopGuard(new ToolNode([search, fetchPage])));
 */
declare function withLoopGuard<N extends ToolNode>(toolNode: N, guard?: DeskInput): N;

export { guardModel, textLoopMiddleware, toolLoopMiddleware, withLoopGuard };
export type { TextLoopMiddlewareOptions, ToolLoopMiddlewareOptions };
