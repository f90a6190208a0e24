import type { ToolNode } from "@langchain/langgraph/prebuilt";
import type { AgentMiddleware } from "langchain";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
export { guardModel, type TextLoopMiddlewareOptions, textLoopMiddleware } from "./langchain-text.ts";
/**
 * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the
 * `ToolLoopError`; `findToolLoopError(error)` gets it. `"stop"`: the run ends with the reason as its last message,
 * and `findToolLoopError(result)` gets the error. `"answer"`: as `"stop"`, after a last request without tools, whose answer is the
 * last message.
 */
export interface ToolLoopMiddlewareOptions extends AdapterOptions {
    /**
     * What happens to an error that a tool throws. `"message"`: the model gets it, as in an agent without `wrapToolCall`
     * middleware. `"throw"`: it is rethrown, to middleware before this one and finally out of the run, as in an agent
     * with such middleware. Default `"message"`.
     */
    onToolError?: "message" | "throw" | undefined;
}
/**
 * Middleware for `createAgent` that guards all its tools. Put it first: other middleware around it could take the end
 * of the run for a failed tool and retry. Each user turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for invalid
 * options.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [toolLoopMiddleware()] });
 */
export declare function toolLoopMiddleware(guard?: DeskInput, options?: ToolLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * Guards the tools of a LangGraph `ToolNode`, and returns the same node. An abort throws a `ToolLoopError` out of the graph,
 * whatever `handleToolErrors` says. Each user turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for what is no such node.
 *
 * @example
 * graph.addNode("tools", withLoopGuard(new ToolNode([search, fetchPage])));
 */
export declare function withLoopGuard<N extends ToolNode>(toolNode: N, guard?: DeskInput): N;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
