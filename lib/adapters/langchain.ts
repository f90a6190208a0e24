/**
 * For LangChain's `createAgent` and for graphs of LangGraph.
 *
 * `warn` is added to the tool's message. `hint` and `ask` are the tool's message, with the status "error", in place of a
 * call. `abort` ends the run with an error in which `findToolLoopError` finds ours.
 */
import { AIMessage } from "@langchain/core/messages";
import { ToolNode, type ToolNodeOptions } from "@langchain/langgraph/prebuilt";
import type { AgentMiddleware } from "langchain";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import type { AbortVerdict } from "../report/verdict.ts";
import { errorWithMessage, withParagraph } from "../wrap/with-message.ts";
import { type Ended, guardedToolCall, matchesSchema, type Output, refusal, type ToolCall } from "./langchain-calls.ts";
import { MessageRuns } from "./langchain-runs.ts";

export interface ToolLoopMiddlewareOptions {
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
export function toolLoopMiddleware(
  guard?: GuardInput,
  { onAbort = "throw", onToolError = "message" }: ToolLoopMiddlewareOptions = {},
): AgentMiddleware<undefined, undefined> {
  const runs = new MessageRuns(guardOf(guard));
  /** Names that are no tool of the agent's, but that other middleware knew a tool for. */
  const dynamic = new Set<string>();

  function aborted(verdict: AbortVerdict, toolCall: ToolCall): Output {
    if (onAbort === "throw") throw new ToolLoopError(verdict.detection);
    return refusal(toolCall, verdict.message);
  }

  function failed(error: unknown, message: string | undefined, toolCall: ToolCall): Output {
    const told = message === undefined ? error : errorWithMessage(error, message);
    // An agent answers arguments that do not match itself, also through middleware.
    if (onToolError === "throw" || isInvocationError(error)) throw told;
    // As the agent puts it.
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
 * A `ToolNode` of LangGraph with a guard over its tools. Its `abort` throws a `ToolLoopError` out of the graph, whatever
 * `handleToolErrors` says. Each turn of a user's is a run of its own.
 *
 * @example
 * graph.addNode("tools", guardedToolNode([search, fetchPage]));
 */
export function guardedToolNode(
  tools: ConstructorParameters<typeof ToolNode>[0],
  guard?: GuardInput,
  options?: ToolNodeOptions,
): ToolNode {
  return new GuardedToolNode(tools, options, new MessageRuns(guardOf(guard)));
}

class GuardedToolNode extends ToolNode {
  readonly #runs: MessageRuns;
  /** Of each time that the node runs, by its config: LangGraph before 1.1 tells `runTool` nothing else of it. */
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

/** The end of a run that was stopped: a message that says why, in place of the model's. */
function quietEnd(
  runs: MessageRuns,
  messages: readonly object[],
): { jumpTo: "end"; messages: AIMessage[] } | undefined {
  const tripped = runs.known(messages)?.tripped ?? null;
  if (tripped === null) return undefined;
  const error = new ToolLoopError(tripped);
  const message = new AIMessage({ content: error.message, response_metadata: { error: error.toJSON() } });
  return { jumpTo: "end", messages: [message] };
}

/** A node's state is a list of messages, or has one. */
function messagesOf(state: unknown): readonly object[] {
  const messages = Array.isArray(state) ? state : (state as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages) ? messages : [];
}

function isFailure(ended: Ended): boolean {
  return "error" in ended || (ended.output as { status?: unknown }).status === "error";
}

/** LangChain's error for arguments that do not match; marked so that it is known across copies of the package. */
function isInvocationError(error: unknown): boolean {
  return error instanceof Error && (error as { "~brand"?: unknown })["~brand"] === "ToolInvocationError";
}

/** The agent's answer to a call of a tool that nobody knows. */
function isUnknownTool(ended: Ended, name: string): boolean {
  if (!isFailure(ended) || "error" in ended) return false;
  const { content } = ended.output as { content?: unknown };
  return typeof content === "string" && content.startsWith(`Error: ${name} is not a valid tool`);
}
