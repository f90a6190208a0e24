/** For Google's Agent Development Kit, `@google/adk`: a plugin. */

import {
  BasePlugin,
  type Context,
  createEvent,
  type Event,
  getFunctionCalls,
  type InvocationContext,
  type LlmResponse,
} from "@google/adk";
import { type AgentRun, callOf } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import type { Admission, Refusal } from "../adapter/result-form.ts";
import { getOrAdd, property } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { withMessage, withParagraph } from "../guard/with-message.ts";
import { publishError } from "../rules/diagnostics.ts";
import { answerText, errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";

type BeforeModel = Parameters<BasePlugin["beforeModelCallback"]>[0];
type AfterModel = Parameters<BasePlugin["afterModelCallback"]>[0];
type ModelError = Parameters<BasePlugin["onModelErrorCallback"]>[0];
type BeforeTool = Parameters<BasePlugin["beforeToolCallback"]>[0];
type AfterTool = Parameters<BasePlugin["afterToolCallback"]>[0];
type ToolError = Parameters<BasePlugin["onToolErrorCallback"]>[0];
type AfterRun = Parameters<BasePlugin["afterRunCallback"]>[0];
type Response = Record<string, unknown>;

/** ADK's tool by which an agent lets another one take over. */
const TRANSFER = "transfer_to_agent";

/** The last event of an aborted run has the `errorCode` `ERR_TOOL_LOOP`, or with `onAbort: "answer"` the model's answer. */
export type AdkGuardOptions = AdapterOptions;

/** A runner refuses two plugins of one name, and each may have a guard of its own. */
let made = 0;

/**
 * Guards every agent of a runner. Each invocation is a run; with parallel agents, each branch of it is. Put the plugin
 * first in the list: when a plugin answers a callback, ADK does not ask the ones after it.
 *
 * @example
 * const runner = new InMemoryRunner({ agent, plugins: [new ToolLoopPlugin()] });
 */
export class ToolLoopPlugin extends BasePlugin {
  readonly #desk: Desk;
  /** The verdict before a call that is under way; of one whose outcome is known, a refusal. */
  readonly #entries = new WeakMap<Context, Admission | Refusal>();
  /** By session and id of an invocation, its runs, and what ended one: parallel agents have a run and a context each. */
  readonly #invocations = new WeakMap<object, Map<string, { readonly runs: Set<AgentRun>; end?: ToolLoopError }>>();

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: DeskInput, options?: AdkGuardOptions) {
    super(made++ === 0 ? "tool-loop" : `tool-loop-${made}`);
    this.#desk = deskFor("@google/adk", guard, options, { answers: true });
  }

  override async beforeRunCallback({ invocationContext }: AfterRun): Promise<undefined> {
    const { userContent: { parts = [] } = {} } = invocationContext;
    // The answer of a long-running tool is no user's.
    if (parts.some(({ functionResponse }) => functionResponse !== undefined)) return undefined;
    this.#runOf(invocationContext).begin(invocationContext);
  }

  /** Begins a round, or ends the agent if a call was aborted. */
  override async beforeModelCallback({ callbackContext, llmRequest }: BeforeModel): Promise<LlmResponse | undefined> {
    const { invocationContext, actions } = callbackContext;
    const run = this.#runOf(invocationContext);
    const { end, edit } = run.next();
    // Of the end, too: or a LoopAgent would start over.
    if (end !== undefined || edit?.answers !== undefined) actions.escalate = true;
    if (end === undefined) {
      run.round();
      if (edit !== undefined) editRequest(llmRequest, edit);
      const response = await askOther(edit?.model, llmRequest, invocationContext.abortSignal);
      if (response !== undefined) await useUp(run, response);
      return response;
    }
    this.#of(invocationContext).end = end;
    return { errorCode: end.code, errorMessage: end.message, customMetadata: { loopguard: errorAsJson(end) } };
  }

  /** Takes what the model has used, of a stream once it is complete; gives another response in place of a run's last one. */
  override async afterModelCallback({ callbackContext, llmResponse }: AfterModel): Promise<LlmResponse | undefined> {
    const run = this.#runOf(callbackContext.invocationContext);
    await useUp(run, llmResponse);
    const end = run.edit()?.answers;
    return end && concluded(run, end, llmResponse);
  }

  override async beforeToolCallback({ tool, toolArgs, toolContext }: BeforeTool): Promise<Response | undefined> {
    const run = this.#runOf(toolContext.invocationContext);
    const call = callOf(toolContext.functionCallId, tool.name, toolArgs);
    const sent = await judgeTransfer(run, toolContext.agentName, call);
    const own = sent?.runs === false ? sent : await run.before(call);
    const entry = own.message === undefined && sent !== undefined ? sent : own;
    this.#entries.set(toolContext, entry);
    if (entry.runs) return undefined;
    return "replay" in entry ? (entry.replay as Response) : { error: entry.message };
  }

  override async afterToolCallback({ tool, toolArgs, toolContext, result }: AfterTool): Promise<Response | undefined> {
    const entry = this.#entries.get(toolContext);
    // A long-running tool has not answered yet.
    if (entry?.runs === false || (tool.isLongRunning && result == null)) return undefined;
    const call = callOf(toolContext.functionCallId, tool.name, toolArgs);
    const error = attempt(() => errorIn(result), undefined, "result", tool.name);
    const outcome = error === undefined ? { result } : { error };
    const after = await this.#runOf(toolContext.invocationContext).after(call, outcome);
    const message = entry?.message ?? after;
    return message === undefined ? undefined : attempt(() => warned(result, message), undefined, "result", tool.name);
  }

  override async onToolErrorCallback({ tool, toolArgs, toolContext, error }: ToolError): Promise<Response | undefined> {
    const entry = this.#entries.get(toolContext);
    if (entry === undefined || !entry.runs) return undefined;
    this.#entries.set(toolContext, OVER);
    const call = callOf(toolContext.functionCallId, tool.name, toolArgs);
    const run = this.#runOf(toolContext.invocationContext);
    const child = run.childOf(error);
    const after = await run.after(call, { error });
    const message = entry.message ?? after;
    const text = child === undefined ? error.message : answerText(child);
    if (message !== undefined) return { error: withParagraph(text, message) };
    return child && { error: text };
  }

  /**
   * ADK treats a call of an unknown tool as a model error: it gives the call no response and asks the model again. Here
   * the call gets a response if the guard has a message for it.
   */
  override async onModelErrorCallback(given: ModelError): Promise<LlmResponse | undefined> {
    const { callbackContext, llmRequest, error } = given;
    const { invocationContext, agentName } = callbackContext;
    const run = this.#runOf(invocationContext);
    const end = run.edit()?.answers;
    if (end !== undefined && !invocationContext.abortSignal?.aborted) {
      const event = eventOf(callbackContext, concluded(run, end, {}));
      event.actions.escalate = true;
      return event;
    }
    const parts: object[] = [];
    for (const { id, name = "", args = {} } of lastCalls(invocationContext, agentName)) {
      if (name in llmRequest.toolsDict) continue;
      const { runs, message } = await run.invalid(callOf(id, name, args), error);
      if (message === undefined) continue;
      const text = runs ? withParagraph(error.message, message) : message;
      parts.push({ functionResponse: { ...(id === undefined ? {} : { id }), name, response: { error: text } } });
    }
    if (parts.length === 0) return void run.failed();
    return eventOf(callbackContext, { content: { role: "user", parts } });
  }

  /** All events have come: the one callback whose error a reader of them gets. */
  override async afterRunCallback({ invocationContext }: AfterRun): Promise<void> {
    const { session, invocationId, abortSignal } = invocationContext;
    const { runs, end = this.#runOf(invocationContext).ended } = this.#of(invocationContext);
    this.#invocations.get(session)?.delete(invocationId);
    for (const own of runs) await own.close(abortSignal?.aborted);
    if (end !== undefined && this.#desk.onAbort === "throw") throw throwing(end);
  }

  #runOf(context: InvocationContext): AgentRun {
    const { invocationId, branch, isolationScope } = context;
    const run = this.#desk.run([invocationId, branch, isolationScope].filter((part) => part !== undefined).join(" "));
    this.#of(context).runs.add(run);
    return run;
  }

  #of({ session, invocationId }: InvocationContext) {
    const known = getOrAdd(this.#invocations, session, () => new Map());
    return getOrAdd(known, invocationId, () => ({ runs: new Set() }));
  }
}

const OVER: Refusal = { runs: false, message: "", ask: false };

/** ADK makes a text of what a callback throws, and throws an error with it: to make one of this throws the error itself. */
function throwing(end: ToolLoopError): Error {
  const thrown: Error & { [Symbol.toPrimitive]?: unknown } = new Error(end.message, { cause: end });
  thrown[Symbol.toPrimitive] = (): never => {
    delete thrown[Symbol.toPrimitive];
    throw end;
  };
  return thrown;
}

/** A response that ADK passes on as an event, as it is. */
function eventOf({ invocationContext, agentName }: Context, response: LlmResponse): Event {
  const { invocationId, branch } = invocationContext;
  return createEvent({ invocationId, author: agentName, ...(branch === undefined ? {} : { branch }), ...response });
}

async function useUp(run: AgentRun, { partial, usageMetadata: usage }: LlmResponse): Promise<void> {
  if (partial !== true) await run.usage(usage);
}

async function judgeTransfer(run: AgentRun, from: string, call: LoopCall): Promise<Admission | Refusal | undefined> {
  const to = call.name === TRANSFER ? property(call.arguments, "agentName") : undefined;
  if (typeof to !== "string" || to === "") return undefined;
  run.name(from);
  return run.delegate({ agent: to, handoff: true });
}

function lastCalls({ session, branch }: InvocationContext, author: string) {
  const last = session.events.findLast((event: Event) => event.author === author && event.branch === branch);
  return last === undefined ? [] : getFunctionCalls(last);
}

/** The error in a result. Tools and ADK report one as `{ error }`, tools of an MCP server as `{ content, isError: true }`. */
function errorIn(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return undefined;
  const { error, isError, content } = result as Response;
  return error || (isError === true ? (content ?? true) : undefined);
}

/** A tool's result with a message for the model; a result without room for one is wrapped in an object, as ADK does. */
function warned(result: unknown, message: string): Response {
  const changed = withMessage(result, message);
  if (changed !== result) return changed as Response; // ADK takes a text as well
  return { [Array.isArray(result) ? "results" : "result"]: result, loopguard: message };
}

type Request = BeforeModel["llmRequest"];
type Group = { functionDeclarations?: { name?: string }[] };

/** ADK's tool by which a model gives an object; its call becomes a text. */
const OBJECT = "set_model_response";

function editRequest(request: Request, edit: RequestEdit): void {
  const groups = (request.config?.tools ?? []) as object[] as Group[];
  const declared = groups.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const offered = new Set([
    ...edit.tools(declared, ({ name = "" }) => name),
    ...declared.filter(({ name }) => name === OBJECT),
  ]);
  const own = [{ functionDeclarations: [...offered] }].filter(() => offered.size > 0);
  const others = edit.answers === undefined ? groups.filter((group) => group.functionDeclarations === undefined) : [];
  request.contents = edit.messages(request.contents, (text) => ({ role: "user", parts: [{ text }] }));
  request.config = { ...request.config, tools: [...own, ...others] };
  if (offered.size < declared.length) delete request.config.toolConfig;
  if (edit.temperature !== undefined) request.config.temperature = edit.temperature;
  if (typeof edit.model === "string") request.model = edit.model;
}

/** A `BaseLlm`, as far as it is used here. */
interface OtherModel {
  readonly model: string;
  generateContentAsync(request: Request, stream: boolean, signal?: AbortSignal): AsyncIterable<LlmResponse>;
}

/** What another model responds, in place of the agent's; `undefined`: there is none, or it is the name of one. */
async function askOther(model: unknown, request: Request, signal?: AbortSignal): Promise<LlmResponse | undefined> {
  const other = model as Partial<OtherModel> | undefined;
  if (typeof other?.generateContentAsync !== "function") return undefined;
  let last: LlmResponse | undefined;
  const asked = { ...request, ...(other.model === undefined ? {} : { model: other.model }) };
  try {
    for await (const response of other.generateContentAsync(asked, false, signal)) last = response;
  } catch (error) {
    if (!signal?.aborted) publishError(error, "recover"); // thrown in a callback it would end the run; so the agent's own model answers
    return undefined;
  }
  return last;
}

/** What is in the place of the last response: it calls nothing, and says something. */
function concluded(run: AgentRun, end: ToolLoopError, response: LlmResponse): LlmResponse {
  const { content, partial, usageMetadata } = response;
  const all = content?.parts ?? [];
  const parts = all.filter(({ functionCall }) => functionCall === undefined || functionCall.name === OBJECT);
  if (partial === true) return { ...response, content: { role: "model", parts } };
  if (!parts.some(({ text, functionCall }) => functionCall !== undefined || text?.trim()))
    parts.push({ text: run.endText(end) });
  return {
    content: { role: "model", parts },
    customMetadata: { loopguard: errorAsJson(end) },
    ...(usageMetadata === undefined ? {} : { usageMetadata }),
  };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
