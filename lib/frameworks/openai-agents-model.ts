/**
 * Models of the OpenAI Agents SDK: what they write is looked at, and responses that repeat themselves are cut; their requests are
 * changed to get them out of a loop; and there is a last one of a run.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { askEdited, type LastParts, lastParts, streamOther } from "../adapter/edited-response.ts";
import { hasMethods, withMembers } from "../adapter/guarded-objects.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { isMonitored, monitoredModel, type PartForm, unmonitored } from "../adapter/text-monitor.ts";
import { appendReply, type StreamForm, type WholeForm } from "../adapter/text-responses.ts";
import { optionError } from "../base/errors.ts";
import { argumentsParse } from "../base/json-text.ts";
import { getOrAdd, remember } from "../base/property.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";
import { type FunctionCall, withNote } from "./openai-agents-tools.ts";

interface Item {
  readonly type?: string;
  readonly content?: unknown;
  readonly rawContent?: unknown;
  readonly [name: string]: unknown;
}

interface Request {
  readonly input: string | readonly Item[];
  readonly outputType?: unknown;
  readonly signal?: AbortSignal;
  readonly tools?: readonly { readonly name?: unknown; readonly parameters?: unknown }[];
  readonly handoffs?: readonly { readonly toolName?: unknown }[];
  readonly modelSettings?: object;
}

interface Usage {
  add(other: Usage): void;
}

interface Response {
  readonly output: readonly Item[];
  readonly usage: Usage;
}

interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly event?: { readonly type?: unknown; readonly delta?: unknown };
  readonly response?: { readonly output: readonly Item[]; readonly usage?: unknown };
}

interface Model {
  getResponse(request: Request): Promise<Response>;
  getStreamedResponse(request: Request): AsyncIterable<StreamEvent>;
}

const isModel = (value: unknown): value is Model => hasMethods(value, "getResponse", "getStreamedResponse");

/** Whether the answer is JSON, of which a part alone is of no use. */
const isTyped = ({ outputType = "text" }: Request): boolean => outputType !== "text";

const userItem = (text: string): Item => ({ type: "message", role: "user", content: text });

const itemsOf = ({ input }: Request) => (typeof input === "string" ? [userItem(input)] : input);

function assistantItem(text: string): Item {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
/** Of a request that failed. The SDK adds it to its own. */
const NO_USAGE: object = { requests: 0, ...NO_TOKENS, inputTokensDetails: [], outputTokensDetails: [] };

/** The model itself did not end its response. */
function endedResponse(output: readonly Item[]): NonNullable<StreamEvent["response"]> & { id: string; usage: object } {
  return { id: "loopguard", output, usage: NO_TOKENS };
}

/** The part of a `ModelProvider` that is used here. */
export interface AgentModelProvider {
  getModel(name?: string): unknown;
}

const REASONING = new Set<unknown>(["response.reasoning_text.delta", "response.reasoning_summary_text.delta"]);

const FORM: PartForm<Item> & WholeForm<Request, Response, Item> = {
  textOf({ type, content, rawContent }) {
    if (type !== "message" && type !== "reasoning") return undefined;
    const parts = [content, rawContent].flatMap((list) => (Array.isArray(list) ? (list as { text?: unknown }[]) : []));
    const texts = parts.flatMap(({ text }) => (typeof text === "string" ? text : []));
    return { kind: type === "reasoning" ? "reasoning" : "text", text: texts.join("\n") };
  },
  // Without the id of the provider, who has another text under it.
  withText: (_, text) => assistantItem(text),
  isCall: ({ type }) => type !== "message" && type !== "reasoning",
  again: (request, written, note) => ({
    ...request,
    input: appendReply(itemsOf(request), written, note, (role, text) =>
      role === "user" ? userItem(text) : assistantItem(text),
    ),
  }),
  joined: (response, output) => ({ ...response, output }),
  usageOf: () => undefined,
};

/**
 * A model provider whose models are looked at for loops in what they write, for agents whose model is a name. A
 * response that repeats itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no provider.
 *
 * @example
 * const runner = new Runner({ modelProvider: guardModelProvider(new OpenAIProvider()) });
 * await runner.run(withLoopGuard(agent), input, { stream: true });
 */
export function guardModelProvider<P extends AgentModelProvider>(
  provider: P,
  guard?: DeskInput,
  options?: AdapterOptions,
): P {
  if (!hasMethods(provider, "getModel"))
    throw optionError("type", "provider", provider, "a ModelProvider of @openai/agents");
  const monitor = textMonitorOf(deskFor("@openai/agents", guard, options));
  const getModel = async (name?: string): Promise<unknown> => monitor(await provider.getModel(name));
  return monitoredModel(provider, { getModel });
}

/**
 * Looks at the texts of all runs at one desk: gives a model with its texts looked at, and anything else, such as a model's name,
 * unchanged.
 */
export function textMonitorOf(desk: Desk): (model: unknown) => unknown {
  const models = new WeakMap<object, object>();
  /** The SDK gives a model nothing that tells runs apart but the signal, of which each streamed run has its own. */
  const bySignal = new WeakMap<AbortSignal, AgentRun>();
  /** A run for texts alone: it is not that of the calls, nor part of a tool's work. */
  const newRun = (): AgentRun => desk.runBy((guard) => guard.run({}));
  return (model) => {
    if (!isModel(model) || isMonitored(model)) return model;
    return getOrAdd(models, model, () => {
      const asked = editedModel(model);
      return monitoredModel(model, {
        getResponse: (request: Request) => whole(asked, request, newRun()),
        getStreamedResponse(request: Request) {
          const { signal } = request;
          return stream(asked, request, signal === undefined ? newRun() : getOrAdd(bySignal, signal, newRun));
        },
      });
    });
  };
}

async function whole(model: Model, request: Request, run: AgentRun): Promise<Response> {
  const typed = isTyped(request);
  let usage: Usage | undefined;
  const { response, step } = await run.whole(
    request,
    async (asked, mayCut) => {
      const given = await model.getResponse(asked);
      usage?.add(given.usage);
      usage ??= given.usage;
      return { response: { ...given, usage }, ...run.text.readParts(given.output, FORM, mayCut) };
    },
    typed ? { ...FORM, joined: (last) => last } : FORM,
  );
  const end = run.ended;
  if (step !== "abort" || end === undefined) return response;
  return ending(run, end, typed, () => ({ ...response, output: [...response.output, reasonOf(end)] }));
}

async function* stream(model: Model, request: Request, run: AgentRun): AsyncGenerator<StreamEvent, void> {
  const typed = isTyped(request);
  /** What the model wrote before it was cut, and since. */
  const kept: Item[] = [];
  let written = "";
  /** The event with the whole response, which is passed on once the texts have ended. */
  let done: StreamEvent | undefined;

  async function* ask(asked: Request): AsyncGenerator<StreamEvent, void> {
    done = undefined;
    for await (const event of model.getStreamedResponse(asked)) {
      if (event.type === "response_done") done = event;
      else yield event;
    }
  }

  const form: StreamForm<Request, StreamEvent> = {
    read({ type, delta = "", event }) {
      if (type === "output_text_delta") return { kind: "text", id: "text", text: delta };
      if (type !== "model" || !REASONING.has(event?.type)) return undefined;
      return { kind: "reasoning", id: "reasoning", text: String(event?.delta ?? "") };
    },
    withText: ({ event, ...more }, delta) =>
      event === undefined ? { ...more, delta } : { ...more, event: { ...event, delta } },
    isCall: () => false, // which is known at the end only
    again: FORM.again,
    *close(_, kind, mark) {
      if (kind !== "text" || written.trim() === "") return;
      kept.push(assistantItem(written + mark.trimEnd()));
      written = "";
      if (!typed) yield { type: "output_text_delta", delta: mark };
    },
    finish(end) {
      if (end !== undefined)
        done = ending(run, end, typed, () => ({
          type: "response_done",
          response: endedResponse([...kept.splice(0), reasonOf(end)]),
        }));
      return [];
    },
  };

  for await (const event of run.stream(request, ask, form)) {
    if (event.type === "output_text_delta") written += event.delta ?? "";
    yield event;
  }
  if (done === undefined) return;
  const { response } = done;
  yield typed || kept.length === 0 || response === undefined
    ? done
    : { ...done, response: { ...response, output: [...kept, ...response.output] } };
}

/** Ends a run that is over. An agent with an `outputType` cannot return the reason. */
function ending<R>(run: AgentRun, end: ToolLoopError, typed: boolean, stopped: () => R): R {
  if (typed) throw end;
  return run.finish(end, { stopped });
}

/** The run's last message. */
const reasonOf = (error: ToolLoopError): Item => withError(assistantItem(error.message), error);

/** A message from which `findToolLoopError` gets the error. All else in `providerData` is sent to the provider with the history. */
function withError(item: Item, error: ToolLoopError): Item {
  return { ...item, providerData: { ...(item["providerData"] as object), content: errorAsJson(error) } };
}

/**
 * The SDK tells a model nothing of the run that it works for. But what a tool takes is in the request as the same object, so each
 * run's tools have their own.
 */
const byParameters = new WeakMap<object, AgentRun>();

/** The tool, for one request of a run. */
export function toolOfRun(tool: object, run: AgentRun): object {
  const { parameters } = tool as { parameters?: unknown };
  if (typeof parameters !== "object" || parameters === null) return tool;
  const own = { ...parameters };
  byParameters.set(own, run);
  return withMembers(tool, { parameters: own });
}

function runOf({ tools = [] }: Request): AgentRun | undefined {
  const known = tools.find(({ parameters }) => typeof parameters === "object" && byParameters.has(parameters ?? tools));
  return known && byParameters.get(known.parameters as object);
}

/** By run and call: the message for the model about a call that the SDK answered itself. */
const messages = new WeakMap<AgentRun, Map<unknown, string>>();
const messagesOf = (run: AgentRun) => getOrAdd(messages, run, () => new Map<unknown, string>());
/** Calls of one run; past it the oldest is forgotten. */
const MESSAGES_MAX = 256;

/**
 * The response, whose calls that reach no guardrail are judged: the SDK itself answers one of an unknown tool, where the user lets
 * it, and one whose arguments are not JSON. A call that ends the run ends the response.
 */
async function judged<R extends { readonly output: readonly Item[] }>(
  run: AgentRun,
  request: Request,
  response: R,
): Promise<R> {
  const { tools = [], handoffs = [] } = request;
  const names = new Set(tools.map(({ name }) => name));
  const targets = new Set(handoffs.map(({ toolName }) => toolName));
  let missed = false;
  for (const item of response.output) {
    const { callId: id, name, namespace, arguments: text } = item as Item & FunctionCall;
    if (item.type !== "function_call" || targets.has(name)) continue; // most handoffs take no arguments
    const isKnown = namespace !== undefined || names.has(name);
    if (isKnown && text !== "" && argumentsParse(text)) continue;
    if (!missed) run.round();
    missed = true;
    const flaw = isKnown ? "Invalid arguments: they are not JSON" : `Tool "${name}" not found`;
    const { message } = await run.invalid({ id, name, arguments: text }, flaw);
    if (message !== undefined) remember(messagesOf(run), id, message, MESSAGES_MAX);
  }
  const end = missed ? run.ended : undefined;
  if (end === undefined || run.onAbort === "answer") return response;
  return ending(run, end, isTyped(request), () => ({ ...response, output: [reasonOf(end)] }));
}

/** The request with those messages, beside the SDK's answers. */
function annotated(run: AgentRun, request: Request): Request {
  const own = messagesOf(run);
  if (own.size === 0) return request;
  const input = itemsOf(request).map((item) => {
    const message = item.type === "function_call_result" ? own.get(item["callId"]) : undefined;
    return message === undefined ? item : { ...item, output: withNote(item["output"], message) };
  });
  return { ...request, input };
}

function editOf(run: AgentRun, given: Request) {
  const request = annotated(run, given);
  const edit = run.edit();
  const end = edit?.answers;
  return {
    end,
    sent: edit === undefined ? request : edited(request, edit),
    other: isModel(edit?.model) ? unmonitored(edit.model) : undefined,
    /** An answer of ours has no type. */
    mayFail: end !== undefined && !isTyped(request),
    async concluded<R extends { readonly output: readonly Item[]; readonly usage?: unknown }>(response: R): Promise<R> {
      if (end !== undefined) await run.usage(response.usage); // no call follows with which it would be counted
      const kept = edit === undefined ? response.output : lastParts(run, edit, response.output, LAST);
      const output = kept.map((item) => (end && item.type === "message" ? withError(item, end) : item));
      return judged(run, request, { ...response, output });
    },
  };
}

/** The model, whose requests are changed where that helps. */
function editedModel(model: Model): Model {
  return {
    async getResponse(request) {
      const run = runOf(request);
      if (run === undefined) return model.getResponse(request);
      const { end, mayFail, sent, other, concluded } = editOf(run, request);
      const ask = (one: Model) => one.getResponse(sent);
      const asked = await askEdited(mayFail ? end : undefined, other, model, ask, request.signal);
      return concluded(asked ?? { output: [], usage: NO_USAGE as Usage });
    },
    async *getStreamedResponse(request) {
      const run = runOf(request);
      if (run === undefined) return yield* model.getStreamedResponse(request);
      const { end, mayFail, sent, other, concluded } = editOf(run, request);
      let done: StreamEvent | undefined;
      try {
        const ask = (one: Model) => one.getStreamedResponse(sent);
        for await (const event of streamOther(other, model, ask, request.signal)) {
          if (event.type === "response_done") done = event;
          else yield event;
        }
      } catch (error) {
        if (!mayFail || request.signal?.aborted) throw error;
      }
      if (done === undefined && end === undefined) return; // it broke off, which is the SDK's to tell
      yield { type: "response_done", ...done, response: await concluded(done?.response ?? endedResponse([])) };
    },
  };
}

function edited(request: Request, edit: RequestEdit): Request {
  const { tools = [], modelSettings } = request;
  const offered = edit.tools(tools, ({ name }) => String(name));
  const other = {
    ...(edit.temperature === undefined ? {} : { temperature: edit.temperature }),
    ...(offered.length === tools.length ? {} : { toolChoice: undefined }),
  };
  return {
    ...request,
    input: edit.messages(itemsOf(request), userItem),
    tools: offered,
    modelSettings: { ...modelSettings, ...other },
    ...(edit.answers === undefined ? {} : { handoffs: [] }),
  };
}

const LAST: LastParts<Item> = {
  isCall: FORM.isCall,
  // A refusal has no text, and says something.
  says: ({ type, content }) =>
    type === "message" && (!Array.isArray(content) || content.some(({ text = "-" }) => String(text).trim() !== "")),
  say: assistantItem,
};
