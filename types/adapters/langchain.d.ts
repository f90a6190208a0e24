import { ToolNode, type ToolNodeOptions } from "@langchain/langgraph/prebuilt";
import type { AgentMiddleware } from "langchain";
import type { GuardInput } from "../guard/guard-of.ts";
export { guardModel, type TextLoopMiddlewareOptions, textLoopMiddleware } from "./langchain-text.ts";
export interface ToolLoopMiddlewareOptions {
    /**
     * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the
     * `ToolLoopError`; `findToolLoopError(error)` gets it. `"stop"`: the run ends with the reason as its last message,
     * and `findToolLoopError(result)` gets the error. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
    /**
     * What happens to an error that a tool throws. `"message"`: the model gets it, as in an agent without `wrapToolCall`
     * middleware. `"throw"`: it is rethrown, to middleware before this one and finally out of the run, as in an agent
     * with such middleware. Default `"message"`.
     */
    onToolError?: "message" | "throw";
}
/**
 * Middleware for `createAgent` that guards all its tools. Put it first: other middleware around it could take the end
 * of the run for a failed tool and retry. Each user turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for invalid
 * options.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [toolLoopMiddleware()] });
 */
export declare function toolLoopMiddleware(guard?: GuardInput, { onAbort, onToolError }?: ToolLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * A LangGraph `ToolNode` whose tools are guarded. An abort throws a `ToolLoopError` out of the graph, whatever
 * `handleToolErrors` says. Each user turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * graph.addNode("tools", guardedToolNode([search, fetchPage]));
 */
export declare function guardedToolNode(tools: ConstructorParameters<typeof ToolNode>[0], guard?: GuardInput, options?: ToolNodeOptions): ToolNode;
