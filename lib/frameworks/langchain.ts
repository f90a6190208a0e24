/** For LangChain's `createAgent` and for graphs of LangGraph. */
import type { AIMessage, ToolMessage } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";
import type { ToolNode } from "@langchain/langgraph/prebuilt";
import type { AgentMiddleware } from "langchain";
import { type AgentRun, callOf } from "../adapter/agent-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { GUARDED, hasMethods, marked } from "../adapter/guarded-objects.ts";
import { choice } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd, property } from "../base/property.ts";
import { errorWithMessage, withParagraph } from "../guard/with-message.ts";
import { deskFor } from "./framework-versions.ts";
import {
  addMessage,
  type Ended,
  guardedToolCall,
  MessageRuns,
  matchesSchema,
  type Output,
  refusal,
  type ToolCall,
} from "./langchain-calls.ts";
import { askModel, endMessage } from "./langchain-model.ts";

export { guardModel, type TextLoopMiddlewareOptions, textLoopMiddleware } from "./langchain-model.ts";

/** `onAbort: "stop"`: the reason is the run's last message. */
export interface ToolLoopMiddlewareOptions extends AdapterOptions {
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
export function toolLoopMiddleware(
  guard?: DeskInput,
  options?: ToolLoopMiddlewareOptions,
): AgentMiddleware<undefined, undefined> {
  const own = deskFor("@langchain/core", guard, options, { more: ["onToolError"], answers: true });
  const { onToolError = "message" } = options ?? {};
  choice(["message", "throw"])(onToolError, "onToolError");
  const runs = new MessageRuns(own);
  /** Names that the agent has no tool for, but other middleware does. */
  const dynamic = new Set<string>();
  /** LangChain's own answers to calls, with a message for the model. */
  const notes = new WeakMap<object, ToolMessage>();

  function failed(error: unknown, message: string | undefined, toolCall: ToolCall): Output {
    const shownError = message === undefined ? error : errorWithMessage(error, message);
    // An agent answers invalid arguments itself, also through middleware.
    if (onToolError === "throw" || isInvocationError(error)) throw shownError;
    // The agent's own text.
    const text = `${error}\n Please fix your mistakes.`;
    return refusal(toolCall, message === undefined ? text : withParagraph(text, message));
  }

  return {
    name: "ToolLoopMiddleware",
    wrapToolCall: async (request, handler) => {
      const { toolCall, tool, state } = request;
      const { name, args } = toolCall;
      const run = await runs.of(state.messages);
      const isDirect = property(tool, "returnDirect") === true;
      const output = await guardedToolCall(run, toolCall, {
        throws: isLastStep(run) && own.onAbort === "throw" && !isDirect,
        usable: tool === undefined ? dynamic.has(name) : await matchesSchema(tool, args),
        wasUnusable(ended) {
          if (tool !== undefined) return "error" in ended && isInvocationError(ended.error);
          const unknown = isUnknownTool(ended, name);
          if (!unknown) dynamic.add(name);
          return unknown;
        },
        invoke: () => handler(request),
        failed: (error, message) => failed(error, message, toolCall),
      });
      if (isDirect) runs.direct.add(output);
      return output;
    },
    wrapModelCall: async (given, handler) => {
      const { state, messages, responseFormat } = given;
      for (const [{ id, name, args }, answer] of responseFormat === undefined ? [] : runs.unfit(state.messages)) {
        const { message } = await (await runs.of(state.messages)).invalid(callOf(id, name, args), answer.content);
        if (message !== undefined) notes.set(answer, addMessage(answer, message));
      }
      const noted = messages.map((message) => notes.get(message) ?? message);
      const request = noted.every((message, at) => message === messages[at]) ? given : { ...given, messages: noted };
      const run = runs.known(state.messages);
      const edit = run?.edit();
      const end = edit?.answers === undefined ? run?.ended : undefined;
      if (end !== undefined) return run?.finish(end, { stopped: endMessage }) as AIMessage;
      return run === undefined || edit === undefined ? handler(request) : askModel(run, edit, request, handler);
    },
  };
}

/** By run: the step of its graph in which its first calls ran, which the model's was before. */
const firstSteps = new WeakMap<AgentRun, number>();

/** Whether the graph has no step left, as far as it says: of a thread that goes on, not how many it had in this invocation. */
function isLastStep(run: AgentRun): boolean {
  const { metadata, recursionLimit } = getConfig() ?? {};
  const step = Number(metadata?.["langgraph_step"]);
  return step === getOrAdd(firstSteps, run, () => step) - 2 + Number(recursionLimit);
}

interface Node {
  readonly tools: readonly { readonly name: string }[];
  run(input: unknown, config: object): Promise<unknown>;
  runTool(call: ToolCall, config: object, state: unknown): Promise<Output>;
}

/**
 * Guards the tools of a LangGraph `ToolNode`, and returns the same node. An abort throws a `ToolLoopError` out of the graph,
 * whatever `handleToolErrors` says. Each user turn is its own run.
 *
 * @example
 * graph.addNode("tools", withLoopGuard(new ToolNode([search, fetchPage])));
 */
export function withLoopGuard<N extends ToolNode>(toolNode: N, guard?: DeskInput): N {
  if (!isNode(toolNode)) throw optionError("type", "toolNode", toolNode, "a ToolNode of @langchain/langgraph");
  const runs = new MessageRuns(deskFor("@langchain/core", guard));
  const node: Node = toolNode;
  if (GUARDED in node) return toolNode;
  const { run, runTool } = node;
  /** The messages of each execution of the node, by its config: LangGraph before 1.1 passes nothing else to `runTool`. */
  const messages = new WeakMap<object, readonly object[]>();
  const methods: Pick<Node, "run" | "runTool"> = {
    run(input, config) {
      messages.set(config, messagesOf(input));
      return run.call(node, input, config);
    },
    async runTool(call, config, state) {
      const tool = node.tools.find(({ name }) => name === call.name);
      return guardedToolCall(await runs.of(messages.get(config) ?? []), call, {
        throws: true,
        usable: tool !== undefined && (await matchesSchema(tool, call.args)),
        wasUnusable: isFailure,
        invoke: () => runTool.call(node, call, config, state),
        failed(error, message) {
          throw message === undefined ? error : errorWithMessage(error, message);
        },
      });
    },
  };
  return Object.assign(marked(toolNode), methods);
}

/** The messages of a node's state, which is a list of messages or contains one. */
function messagesOf(state: unknown): readonly object[] {
  const messages = Array.isArray(state) ? state : (state as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages) ? messages : [];
}

function isFailure(ended: Ended): boolean {
  return "error" in ended || (ended.output as { status?: unknown }).status === "error";
}

/** Whether this is LangChain's error for invalid arguments; recognised by its brand, across copies of the package. */
function isInvocationError(error: unknown): boolean {
  return error instanceof Error && (error as { "~brand"?: unknown })["~brand"] === "ToolInvocationError";
}

/** Whether this is the agent's answer to a call of an unknown tool. */
function isUnknownTool(ended: Ended, name: string): boolean {
  if (!isFailure(ended) || "error" in ended) return false;
  const { content } = ended.output as { content?: unknown };
  return typeof content === "string" && content.startsWith(`Error: ${name} is not a valid tool`);
}

function isNode(value: unknown): value is Node {
  return hasMethods(value, "run", "runTool") && Array.isArray((value as Partial<Node>).tools);
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
