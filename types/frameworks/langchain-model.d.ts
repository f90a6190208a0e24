/**
 * Chat models of LangChain: what they write is looked at, and responses that repeat themselves are cut; the requests of agents are
 * changed to get the model out of a loop, and there is a last one of a run.
 */
import { AIMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import { type AdapterOptions, type DeskInput } from "../adapter/desk.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { type ToolLoopError } from "../rules/tool-loop-error.ts";
/**
 * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the `ToolLoopError`.
 * `"stop"`: the run ends with the reason as its last message, and `findToolLoopError(result)` gets the error.
 */
export type TextLoopMiddlewareOptions = AdapterOptions;
/**
 * Middleware for `createAgent` that looks at what the model writes. A response that repeats itself is cut, and the model
 * is told and asked again; it is cut while it streams if the agent or the model streams. Each user turn is its own run.
 * Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * createAgent({ model, tools, middleware: [toolLoopMiddleware(guard), textLoopMiddleware(guard)] });
 */
export declare function textLoopMiddleware(guard?: DeskInput, options?: TextLoopMiddlewareOptions): AgentMiddleware<undefined, undefined>;
/**
 * The last message of a run that was ended, from which `findToolLoopError` gets the error. `response`: what the model said to that,
 * without calls; where it is nothing, the text.
 */
export declare function endMessage(error: ToolLoopError, text?: string, response?: AIMessage): AIMessage;
/**
 * A chat model whose texts are looked at, for a node of your own graph; all of them belong to `run`. At the end of the
 * ladder it throws a `ToolLoopError`. Throws `ERR_LOOPGUARD_OPTION` for what is no chat model.
 *
 * @example
 * const model = guardModel(chatModel, guard.run(threadId));
 */
export declare function guardModel<M extends object>(model: M, run: AnyRun): M;
type Hook = NonNullable<AgentMiddleware<undefined, undefined>["wrapModelCall"]>;
type Request = Parameters<Hook>[0];
type Handler = Parameters<Hook>[1];
/** Asks the model with the request that it is to get. */
export declare function askModel(run: AgentRun, edit: RequestEdit, request: Request, handler: Handler): Promise<AIMessage>;
export {};
