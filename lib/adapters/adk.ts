/**
 * For Google's Agent Development Kit, `@google/adk`: a plugin, and a wrapper that turns the end that it gives to a run into
 * an error.
 *
 * `warn` is added to the tool's response. `hint` and `ask` are the response, `{ error: message }`, in place of a call.
 * `abort` refuses the call too, and in place of the next model call the agent ends with an event of the code
 * `ERR_TOOL_LOOP`. Plugins that throw are of no use here: ADK loses the error, or goes on with the loop.
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
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withMessage, withParagraph } from "../wrap/with-message.ts";

type BeforeModel = Parameters<BasePlugin["beforeModelCallback"]>[0];
type ModelError = Parameters<BasePlugin["onModelErrorCallback"]>[0];
type BeforeTool = Parameters<BasePlugin["beforeToolCallback"]>[0];
type AfterTool = Parameters<BasePlugin["afterToolCallback"]>[0];
type ToolError = Parameters<BasePlugin["onToolErrorCallback"]>[0];
type AfterRun = Parameters<BasePlugin["afterRunCallback"]>[0];
type FunctionCalls = ReturnType<typeof getFunctionCalls>;
type Response = Record<string, unknown>;

const TOOL_LOOP = "ERR_TOOL_LOOP";

/** A call that the guard was asked about. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** It was refused, or its error has been told: what `afterToolCallback` is given is no evidence. */
  over: boolean;
}

/**
 * Guards every agent of a runner. Each invocation is a run; so is each branch of it, where agents work side by side. Put it
 * first in the list of plugins: ADK asks the others no more once one has answered.
 *
 * @example
 * const runner = new InMemoryRunner({ agent, plugins: [new ToolLoopPlugin()] });
 * for await (const event of throwOnToolLoop(runner.runAsync({ userId, sessionId, newMessage }))) show(event);
 */
export class ToolLoopPlugin extends BasePlugin {
  readonly #guard: LoopGuard;
  readonly #open = new WeakMap<Context, OpenCall>();

  /** Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
  constructor(guard?: GuardInput) {
    super("tool-loop");
    this.#guard = guardOf(guard);
  }

  /** What comes of the next model call is a round; once a call was aborted, there is no next one. */
  override async beforeModelCallback({ callbackContext }: BeforeModel): Promise<LlmResponse | undefined> {
    const run = this.#runOf(callbackContext.invocationContext);
    const { tripped } = run;
    if (tripped === null) {
      run.beginRound();
      return undefined;
    }
    const error = new ToolLoopError(tripped);
    callbackContext.actions.escalate = true; // or a LoopAgent would start over
    return { errorCode: TOOL_LOOP, errorMessage: error.message, customMetadata: { loopguard: error.toJSON() } };
  }

  override async beforeToolCallback({ tool, toolArgs, toolContext }: BeforeTool): Promise<Response | undefined> {
    const run = this.#runOf(toolContext.invocationContext);
    // A sibling has just ended the run.
    if (run.tripped !== null) return this.#refuse(toolContext, run.tripped.message);
    const call = { ...idOf(toolContext.functionCallId), name: tool.name, arguments: toolArgs };
    const verdict = run.before(call);
    const over = !verdict.run;
    this.#open.set(toolContext, { call, verdict, over });
    if (!over) return undefined;
    return "replay" in verdict ? (verdict.replay as Response) : { error: verdict.message };
  }

  override async afterToolCallback({ tool, toolArgs, toolContext, result }: AfterTool): Promise<Response | undefined> {
    const open = this.#open.get(toolContext);
    // A tool that takes long has not answered yet.
    if (open?.over === true || (tool.isLongRunning && result == null)) return undefined;
    const call = open?.call ?? { ...idOf(toolContext.functionCallId), name: tool.name, arguments: toolArgs };
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
   * ADK takes a call of an unknown tool for an error of the model: the call gets no response, and the model is asked again.
   * It gets one when the guard has something to say.
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
        const { action, message } = run.invalid({ ...idOf(id), name, arguments: args }, error);
        if (action === "allow") return [];
        const text = action === "warn" ? withParagraph(error.message, message) : message;
        return [{ functionResponse: { ...idOf(id), name, response: { error: text } } }];
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
 * The events as they come; after one that ends the run because of a tool loop, the `ToolLoopError`. Only runs under a
 * `ToolLoopPlugin` have such events.
 */
export async function* throwOnToolLoop<E>(events: AsyncIterable<E>): AsyncGenerator<E, void, undefined> {
  for await (const event of events) {
    yield event;
    if ((event as { errorCode?: unknown }).errorCode !== TOOL_LOOP) continue;
    const error = findToolLoopError(event);
    if (error !== undefined) throw error;
  }
}

/** The calls that the agent's last event asks for. */
function lastCalls({ session, branch }: InvocationContext, author: string): FunctionCalls {
  const last = session.events.findLast((event: Event) => event.author === author && event.branch === branch);
  return last === undefined ? [] : getFunctionCalls(last);
}

function idOf(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}

/** Tools and ADK itself report failures as `{ error }`, those of an MCP server as `{ content, isError: true }`. */
function errorIn(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return undefined;
  const { error, isError, content } = result as Response;
  return error || (isError === true ? (content ?? true) : undefined);
}

/** A tool's result with a message for the model; what has no room for one gets it as ADK gives it to the model. */
function warned(result: unknown, message: string): Response {
  const noted = withMessage(result, message);
  if (noted !== result) return noted as Response; // ADK takes a text as well
  if (Array.isArray(result)) return { results: result, loopguard: message };
  return { result, loopguard: message };
}
