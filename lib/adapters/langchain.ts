/**
 * For LangChain's `createAgent` and for graphs of LangGraph.
 *
 * `warn`: the message is added to the tool's message. `hint` and `ask`: the tool is not called, and its message has the
 * status "error". `abort`: the run ends with an error from which `findToolLoopError` gets the `ToolLoopError`.
 */
import { AIMessage } from "@langchain/core/messages";
import { ToolNode, type ToolNodeOptions } from "@langchain/langgraph/prebuilt";
import type { AgentMiddleware } from "langchain";
import type { GuardInput } from "../guard/guard-of.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import type { AbortVerdict } from "../report/verdict.ts";
import { errorWithMessage, withParagraph } from "../wrap/with-message.ts";
import { guardFor } from "./framework-versions.ts";
import { endOf } from "./guarded-run.ts";
import { type Ended, guardedToolCall, matchesSchema, type Output, refusal, type ToolCall } from "./langchain-calls.ts";
import { MessageRuns } from "./langchain-runs.ts";

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
export function toolLoopMiddleware(
  guard?: GuardInput,
  { onAbort = "throw", onToolError = "message" }: ToolLoopMiddlewareOptions = {},
): AgentMiddleware<undefined, undefined> {
  const runs = MessageRuns.of(guardFor("@langchain/core", guard));
  /** Names that the agent has no tool for, but other middleware does. */
  const dynamic = new Set<string>();

  function aborted(verdict: AbortVerdict, toolCall: ToolCall): Output {
    if (onAbort === "throw") throw new ToolLoopError(verdict.detection);
    return refusal(toolCall, verdict.message);
  }

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
      return guardedToolCall(runs.of(state.messages), toolCall, {
        usable: tool === undefined ? dynamic.has(name) : await matchesSchema(tool, args),
        wasUnusable(ended) {
          if (tool !== undefined) return "error" in ended && isInvocationError(ended.error);
          const unknown = isUnknownTool(ended, name);
          if (!unknown) dynamic.add(name);
          return unknown;
        },
        invoke: () => handler(request),
        failed: (error, message) => failed(error, message, toolCall),
        aborted: (verdict) => aborted(verdict, toolCall),
      });
    },
    ...(onAbort === "throw"
      ? {}
      : { beforeModel: { canJumpTo: ["end"], hook: ({ messages }) => quietEnd(runs, messages) } }),
  };
}

/**
 * A LangGraph `ToolNode` whose tools are guarded. An abort throws a `ToolLoopError` out of the graph, whatever
 * `handleToolErrors` says. Each user turn is its own run. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * graph.addNode("tools", guardedToolNode([search, fetchPage]));
 */
export function guardedToolNode(
  tools: ConstructorParameters<typeof ToolNode>[0],
  guard?: GuardInput,
  options?: ToolNodeOptions,
): ToolNode {
  return new GuardedToolNode(tools, options, MessageRuns.of(guardFor("@langchain/core", guard)));
}

class GuardedToolNode extends ToolNode {
  readonly #runs: MessageRuns;
  /**
   * The messages of each execution of the node, by its config: LangGraph before 1.1 passes nothing else to `runTool`.
   */
  readonly #messages = new WeakMap<object, readonly object[]>();

  constructor(
    tools: ConstructorParameters<typeof ToolNode>[0],
    options: ToolNodeOptions | undefined,
    runs: MessageRuns,
  ) {
    super(tools, options);
    this.#runs = runs;
  }

  protected override run(input: unknown, config: object): Promise<unknown> {
    this.#messages.set(config, messagesOf(input));
    return super.run(input, config);
  }

  protected override async runTool(
    call: { name: string; args: Record<string, unknown>; id?: string },
    config: object,
    state: unknown,
  ): Promise<Output> {
    const tool = this.tools.find(({ name }) => name === call.name);
    return guardedToolCall(this.#runs.of(this.#messages.get(config) ?? []), call, {
      usable: tool !== undefined && (await matchesSchema(tool, call.args)),
      wasUnusable: isFailure,
      invoke: () => super.runTool(call, config, state),
      failed(error, message) {
        throw message === undefined ? error : errorWithMessage(error, message);
      },
      aborted(verdict) {
        throw new ToolLoopError(verdict.detection);
      },
    });
  }
}

/** Ends a run without an error: a message with the reason replaces the model's. */
function quietEnd(
  runs: MessageRuns,
  messages: readonly object[],
): { jumpTo: "end"; messages: AIMessage[] } | undefined {
  const run = runs.known(messages);
  const error = run && endOf(run);
  if (error === undefined) return undefined;
  const message = new AIMessage({ content: error.message, response_metadata: { error: error.toJSON() } });
  return { jumpTo: "end", messages: [message] };
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

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
