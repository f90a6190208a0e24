/**
 * For Google's Agent Development Kit, `@google/adk`: a plugin that guards tools, and a wrapper that throws when the
 * plugin has ended a run.
 *
 * `warn`: the message is added to the tool's response. `hint` and `ask`: the tool is not called, and the response is `{
 * error: message }`. `abort`: as `hint`, and the agent ends before its next model call, with an event whose `errorCode`
 * is `ERR_TOOL_LOOP`. A plugin cannot simply throw: ADK would lose the error, or continue the loop.
 */
import {
  BasePlugin,
  type Context,
  createEvent,
  type Event,
  getFunctionCalls,
  type InvocationContext,
  type LlmResponse,
} from "@google/adk";
import { property } from "../base/property.ts";
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { attempt } from "../report/fail-open.ts";
import { ALLOW } from "../report/verdict.ts";
import { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withMessage, withParagraph } from "../wrap/with-message.ts";
import { guardFor } from "./framework-versions.ts";
import { callOf, endOf, nameAgent } from "./guarded-run.ts";
import { tellUsage } from "./reported-usage.ts";

type BeforeModel = Parameters<BasePlugin["beforeModelCallback"]>[0];
type AfterModel = Parameters<BasePlugin["afterModelCallback"]>[0];
type ModelError = Parameters<BasePlugin["onModelErrorCallback"]>[0];
type BeforeTool = Parameters<BasePlugin["beforeToolCallback"]>[0];
type AfterTool = Parameters<BasePlugin["afterToolCallback"]>[0];
type ToolError = Parameters<BasePlugin["onToolErrorCallback"]>[0];
type AfterRun = Parameters<BasePlugin["afterRunCallback"]>[0];
type FunctionCalls = ReturnType<typeof getFunctionCalls>;
type Response = Record<string, unknown>;

const TOOL_LOOP = "ERR_TOOL_LOOP";
/** ADK's tool by which an agent lets another one take over. */
const TRANSFER = "transfer_to_agent";

/** A call that the guard has judged. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** The call was refused, or its error was already reported: `afterToolCallback` must not report a result. */
  over: boolean;
}

/**
 * Guards every agent of a runner. Each invocation is a run; with parallel agents, each branch of it is. Put the plugin
 * first in the list: when a plugin answers a callback, ADK does not ask the ones after it.
 *
 * @example
 * const runner = new InMemoryRunner({ agent, plugins: [new ToolLoopPlugin()] });
 * for await (const event of throwOnToolLoop(runner.runAsync({ userId, sessionId, newMessage }))) show(event);
 */
export class ToolLoopPlugin extends BasePlugin {
  readonly #guard: LoopGuard;
  readonly #open = new WeakMap<Context, OpenCall>();

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: GuardInput) {
    super("tool-loop");
    this.#guard = guardFor("@google/adk", guard);
  }

  /** Begins a round, or ends the agent if a call was aborted. */
  override async beforeModelCallback({ callbackContext }: BeforeModel): Promise<LlmResponse | undefined> {
    const run = this.#runOf(callbackContext.invocationContext);
    const error = endOf(run);
    if (error === undefined) {
      run.beginRound();
      return undefined;
    }
    callbackContext.actions.escalate = true; // or a LoopAgent would start over
    return { errorCode: TOOL_LOOP, errorMessage: error.message, customMetadata: { loopguard: error.toJSON() } };
  }

  /** Takes what the model has used, of a stream once it is complete. */
  override async afterModelCallback({ callbackContext, llmResponse }: AfterModel): Promise<undefined> {
    const { partial, usageMetadata: usage } = llmResponse;
    if (partial === true || usage === undefined) return undefined;
    const { promptTokenCount, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage;
    tellUsage(
      this.#runOf(callbackContext.invocationContext),
      promptTokenCount,
      candidatesTokenCount + thoughtsTokenCount,
    );
    return undefined;
  }

  override async beforeToolCallback({ tool, toolArgs, toolContext }: BeforeTool): Promise<Response | undefined> {
    const run = this.#runOf(toolContext.invocationContext);
    // A sibling call has just ended the run.
    if (run.tripped !== null) return this.#refuse(toolContext, run.tripped.message);
    const call = callOf(toolContext.functionCallId, tool.name, toolArgs);
    const transfer = judgeTransfer(run, toolContext.agentName, call);
    const own = transfer.allowed ? run.before(call) : transfer;
    const verdict = own.action === "allow" ? transfer : own;
    const over = !verdict.allowed;
    this.#open.set(toolContext, { call, verdict, over });
    if (!over) return undefined;
    return "replay" in verdict ? (verdict.replay as Response) : { error: verdict.message };
  }

  override async afterToolCallback({ tool, toolArgs, toolContext, result }: AfterTool): Promise<Response | undefined> {
    const open = this.#open.get(toolContext);
    // A long-running tool has not answered yet.
    if (open?.over === true || (tool.isLongRunning && result == null)) return undefined;
    const call = open?.call ?? callOf(toolContext.functionCallId, tool.name, toolArgs);
    const error = attempt(() => errorIn(result), undefined, "result", tool.name);
    const after = this.#runOf(toolContext.invocationContext).after(call, error === undefined ? { result } : { error });
    const warning = warningOf(open?.verdict ?? ALLOW, after);
    return warning === undefined ? undefined : attempt(() => warned(result, warning), undefined, "result", tool.name);
  }

  override async onToolErrorCallback({ toolContext, error }: ToolError): Promise<Response | undefined> {
    const open = this.#open.get(toolContext);
    if (open === undefined || open.over) return undefined;
    open.over = true;
    const after = this.#runOf(toolContext.invocationContext).after(open.call, { error });
    const warning = warningOf(open.verdict, after);
    return warning === undefined ? undefined : { error: withParagraph(error.message, warning) };
  }

  /**
   * ADK treats a call of an unknown tool as a model error: it gives the call no response and asks the model again. Here
   * the call gets a response if the guard has a message for it.
   */
  override async onModelErrorCallback({
    callbackContext,
    llmRequest,
    error,
  }: ModelError): Promise<LlmResponse | undefined> {
    const { invocationContext, agentName } = callbackContext;
    const run = this.#runOf(invocationContext);
    const parts = lastCalls(invocationContext, agentName)
      .filter(({ name = "" }) => !(name in llmRequest.toolsDict))
      .flatMap(({ id, name = "", args = {} }) => {
        const { action, message } = run.invalid(callOf(id, name, args), error);
        if (action === "allow") return [];
        const text = action === "warn" ? withParagraph(error.message, message) : message;
        return [{ functionResponse: { ...(id === undefined ? {} : { id }), name, response: { error: text } } }];
      });
    if (parts.length === 0) return undefined;
    const { invocationId, branch } = invocationContext;
    const content = { role: "user", parts };
    return createEvent({ invocationId, author: agentName, ...(branch === undefined ? {} : { branch }), content });
  }

  override async afterRunCallback({ invocationContext }: AfterRun): Promise<void> {
    this.#runOf(invocationContext).close();
  }

  #runOf({ invocationId, branch, isolationScope }: InvocationContext): LoopRun {
    return this.#guard.run([invocationId, branch, isolationScope].filter((part) => part !== undefined).join(" "));
  }

  #refuse(toolContext: Context, message: string): Response {
    this.#open.set(toolContext, { call: { name: "" }, verdict: ALLOW, over: true });
    return { error: message };
  }
}

/**
 * Passes events on, and throws the `ToolLoopError` after an event by which a `ToolLoopPlugin` ended the run.
 *
 * @example
 * for await (const event of throwOnToolLoop(runner.runAsync(request))) show(event);
 */
export async function* throwOnToolLoop<E>(events: AsyncIterable<E>): AsyncGenerator<E, void, undefined> {
  for await (const event of events) {
    yield event;
    if ((event as { errorCode?: unknown }).errorCode !== TOOL_LOOP) continue;
    const error = findToolLoopError(event);
    if (error !== undefined) throw error;
  }
}

/** The verdict on a transfer to another agent. */
function judgeTransfer(run: LoopRun, from: string, { name, arguments: args }: LoopCall): Verdict {
  const to = name === TRANSFER ? property(args, "agentName") : undefined;
  if (typeof to !== "string" || to === "") return ALLOW;
  nameAgent(run, from);
  return run.delegate({ agent: to, handoff: true });
}

/** The calls that the agent's last event requests. */
function lastCalls({ session, branch }: InvocationContext, author: string): FunctionCalls {
  const last = session.events.findLast((event: Event) => event.author === author && event.branch === branch);
  return last === undefined ? [] : getFunctionCalls(last);
}

/**
 * The error in a result. Tools and ADK report one as `{ error }`, tools of an MCP server as `{ content, isError: true
 * }`.
 */
function errorIn(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return undefined;
  const { error, isError, content } = result as Response;
  return error || (isError === true ? (content ?? true) : undefined);
}

/** A tool's result with a message for the model; a result without room for one is wrapped in an object, as ADK does. */
function warned(result: unknown, message: string): Response {
  const noted = withMessage(result, message);
  if (noted !== result) return noted as Response; // ADK takes a text as well
  if (Array.isArray(result)) return { results: result, loopguard: message };
  return { result, loopguard: message };
}

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
