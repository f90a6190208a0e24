/** For LangChain's `createAgent` and for graphs of LangGraph. */
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { AgentMiddleware } from 'langchain';
import { AdapterOptions, AnyRun, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';
import '@langchain/core/messages';

/**
 * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the `ToolLoopError`.
 * `"stop"`: the run ends with the reason as its last message, and `findToolLoopError(result)` gets the error.
 */
type TextLoopMiddlewareOptions = AdapterOptions;
/**
 * Middleware for `createAgent` that looks at what the model writes. A response that repeats itself is cut, and the model
 * is told and asked again; it is cut while it streams if the agent or the model streams. Each user turn is its own run.
 * Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * createAgent({ model, tools, middleware: [toolLoopMiddleware(guard), textLoopMiddleware(guard)] });
 */
declare function textLoopMiddleware(guard?: DeskInput, options?: TextLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * A chat model whose texts are looked at, for a node of your own graph; all of them belong to `run`. At the end of the
 * ladder it throws a `ToolLoopError`. Throws `ERR_LOOPGUARD_OPTION` for what is no chat model.
 *
 * @example
 * const model = guardModel(chatModel, guard.run(threadId));
 */
declare function guardModel<M extends object>(model: M, run: AnyRun): M;

/**
 * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the
 * `ToolLoopError`; `findToolLoopError(error)` gets it. `"stop"`: the run ends with the reason as its last message,
 * and `findToolLoopError(result)` gets the error.
 */
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
 * turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [toolLoopMiddleware()] });
 */
declare function toolLoopMiddleware(guard?: DeskInput, options?: ToolLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * Guards the tools of a LangGraph `ToolNode`, and returns the same node. An abort throws a `ToolLoopError` out of the graph,
 * whatever `handleToolErrors` says. Each user turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for what is no such node.
 *
 * @example
 * graph.addNode("tools", withLoopGuard(new ToolNode([search, fetchPage])));
 */
declare function withLoopGuard<N extends ToolNode>(toolNode: N, guard?: DeskInput): N;

export { guardModel, textLoopMiddleware, toolLoopMiddleware, withLoopGuard };
export type { TextLoopMiddlewareOptions, ToolLoopMiddlewareOptions };
