/**
 * Models of the OpenAI Agents SDK: what they write is looked at, and responses that repeat themselves are cut; their requests are
 * changed to get them out of a loop; and there is a last one of a run. A whole response is read as a stream of its texts.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { type LastParts, lastParts, streamOther } from "../adapter/edited-response.ts";
import { hasMethods, withMembers } from "../adapter/guarded-objects.ts";
import { editedRequest, type RequestEdit } from "../adapter/recovery.ts";
import { isMonitored, monitoredModel, unmonitored } from "../adapter/text-monitor.ts";
import { appendReply, type StreamForm } from "../adapter/text-responses.ts";
import { optionError } from "../base/errors.ts";
import { argumentsParse } from "../base/json-text.ts";
import { getOrAdd, property, remember } from "../base/property.ts";
import { fieldsOf } from "../history/fields.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";
import { type FunctionCall, type SdkRun, withNote } from "./openai-agents-tools.ts";

interface Item {
  readonly type?: string;
  readonly [name: string]: unknown;
}

interface Request {
  readonly input: string | readonly Item[];
  readonly outputType?: unknown;
  readonly signal?: AbortSignal;
  readonly tools?: readonly { readonly name?: unknown; readonly parameters?: unknown }[];
  readonly handoffs?: readonly { readonly toolName?: unknown; readonly inputJsonSchema?: unknown }[];
  readonly modelSettings?: { readonly toolChoice?: unknown };
}

interface Response {
  readonly output: readonly Item[];
  readonly usage?: unknown;
}

interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly spared?: boolean | undefined;
  readonly event?: { readonly type?: unknown; readonly delta?: unknown };
  readonly response?: Response;
}

interface Model {
  getResponse(request: Request): Promise<Response>;
  getStreamedResponse(request: Request): AsyncIterable<StreamEvent>;
}

/** How a model is asked. The last event has the response. */
type Ask = (model: Model, request: Request) => AsyncIterable<StreamEvent>;

const streamed: Ask = (model, request) => model.getStreamedResponse(request);
const whole: Ask = async function* (model, request) {
  yield { type: DONE, response: await model.getResponse(request) };
};

const DONE = "response_done";
const DELTA = "output_text_delta";

const isModel = (value: unknown): value is Model => hasMethods(value, "getResponse", "getStreamedResponse");

/** Whether the answer is JSON, of which a part alone is of no use. */
const isTyped = ({ outputType = "text" }: Request): boolean => outputType !== "text";

const userItem = (text: string): Item => ({ type: "message", role: "user", content: text });

const itemsOf = ({ input }: Request) => (typeof input === "string" ? [userItem(input)] : input);

/** Without an id of the provider, who has another text under it. */
function assistantItem(text: string): Item {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
/** In place of one that the model did not end. The SDK adds its usage to its own. */
const NO_RESPONSE: Response & { id: string } = {
  id: "loopguard",
  output: [],
  usage: { requests: 0, ...NO_TOKENS, inputTokensDetails: [], outputTokensDetails: [] },
};

/**
 * A model provider whose models are looked at for loops in what they write, for agents whose model is a name.
 *
 * @example
 * const runner = new Runner({ modelProvider: guardModelProvider(new OpenAIProvider()) });
 * await runner.run(withLoopGuard(agent), input, { stream: true });
 */
export function guardModelProvider<P extends { getModel(name?: string): unknown }>(
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
    return getOrAdd(models, model, () =>
      monitoredModel(model, {
        async getResponse(request: Request) {
          const run = newRun();
          let last: StreamEvent | undefined;
          try {
            for await (const event of monitored(whole, model, request, run)) last = event;
          } finally {
            if (desk.guard !== undefined) void run.run.close(); // else one for each response is open
          }
          return last?.response;
        },
        getStreamedResponse(request: Request) {
          const { signal } = request;
          return monitored(
            streamed,
            model,
            request,
            signal === undefined ? newRun() : getOrAdd(bySignal, signal, newRun),
          );
        },
      }),
    );
  };
}

const REASONING = new Set<unknown>(["response.reasoning_text.delta", "response.reasoning_summary_text.delta"]);

/** What a whole response says, as a stream says it. Nothing is cut if it calls tools, nor its reasoning if it has a text as well. */
function* piecesOf(output: readonly Item[]): Generator<StreamEvent, void> {
  const calls = output.some(isCall);
  if (calls) yield CALLS;
  const texts = output.filter((item) => item.type === "message" && textOf(item).trim() !== "");
  const spared = calls || texts.length > 0;
  for (const delta of output.filter(({ type }) => type === "reasoning").map(textOf))
    yield { type: "model", event: { type: "response.reasoning_text.delta", delta }, spared };
  for (const item of texts) yield { type: DELTA, delta: textOf(item), spared: calls };
}

const CALLS: StreamEvent = { type: "calls" };
const isCall = ({ type }: Item): boolean => type !== "message" && type !== "reasoning";

function textOf({ content, rawContent }: Item): string {
  const texts = [...fieldsOf(content), ...fieldsOf(rawContent)].map(({ text }) => text);
  return texts.filter((text) => typeof text === "string").join("\n");
}

/** A response, and those that follow because the model had repeated itself, as one. */
async function* monitored(ask: Ask, model: Model, request: Request, run: AgentRun): AsyncGenerator<StreamEvent, void> {
  const typed = isTyped(request);
  /** What the model wrote before it was cut, and since. */
  const kept: Item[] = [];
  let written = "";
  /** The event with the whole response, which is passed on once the texts have ended. */
  let done: StreamEvent | undefined;
  let usage: { add?(other: unknown): void } | undefined;

  async function* source(asked: Request): AsyncGenerator<StreamEvent, void> {
    done = undefined;
    for await (const event of edited(ask, model, asked)) {
      if (event.type !== DONE) yield event;
      else if (ask === streamed || event.response === undefined) done = event;
      else {
        usage?.add?.(event.response.usage);
        usage ??= event.response.usage as typeof usage;
        done = { ...event, response: { ...event.response, usage } };
        yield* piecesOf(event.response.output);
      }
    }
  }

  const form: StreamForm<Request, StreamEvent> = {
    read({ type, delta = "", event, spared }) {
      if (type === DELTA) return { kind: "text", id: "text", text: delta, spared };
      if (type !== "model" || !REASONING.has(event?.type)) return undefined;
      return { kind: "reasoning", id: "reasoning", text: String(event?.delta ?? ""), spared };
    },
    withText: ({ event, ...more }, delta) =>
      event === undefined ? { ...more, delta } : { ...more, event: { ...event, delta } },
    isCall: (event) => event === CALLS, // of a stream, that is known at its end only
    again: (asked, said, note) => ({
      ...asked,
      input: appendReply(itemsOf(asked), said, note, (role, text) =>
        role === "user" ? userItem(text) : assistantItem(text),
      ),
    }),
    *close(_, kind, mark) {
      if (kind !== "text" || written.trim() === "") return;
      kept.push(assistantItem(written + mark.trimEnd()));
      written = "";
      if (!typed) yield { type: DELTA, delta: mark };
    },
    finish(end) {
      const output = kept.splice(0);
      if (end !== undefined) done = ending(run, end, typed, { ...(done?.response ?? NO_RESPONSE), output });
      return [];
    },
  };

  for await (const event of run.stream(request, source, form)) {
    if (event.type === DELTA) written += event.delta ?? "";
    yield event;
  }
  if (done === undefined) return;
  const { response } = done;
  yield typed || kept.length === 0 || response === undefined
    ? done
    : { ...done, response: { ...response, output: [...kept, ...response.output] } };
}

/** Ends a run that is over: the reason is the last message of the response. An agent with an `outputType` cannot return it. */
function ending(run: AgentRun, end: ToolLoopError, typed: boolean, response = NO_RESPONSE as Response): StreamEvent {
  if (typed) throw end;
  const output = [...response.output, withError(assistantItem(end.message), end)];
  return run.finish(end, { stopped: () => ({ type: DONE, response: { ...response, output } }) });
}

/** A message from which `findToolLoopError` gets the error. All else in `providerData` is sent to the provider with the history. */
function withError(item: Item, error: ToolLoopError): Item {
  return { ...item, providerData: { ...(item["providerData"] as object), content: errorAsJson(error) } };
}

/**
 * The SDK tells a model nothing of the run that it works for. But the schemas of tools and handoffs are in the request as the same
 * objects, so each run has its own.
 */
const bySchema = new WeakMap<object, SdkRun>();

/** A tool or a handoff, whose schema is in the member `name`, for one request of a run. */
export function ofRun(target: object, name: "parameters" | "inputJsonSchema", run: SdkRun): object {
  const schema = property(target, name);
  if (typeof schema !== "object" || schema === null) return target;
  const own = { ...schema };
  bySchema.set(own, run);
  return withMembers(target, { [name]: own });
}

function runOf({ tools = [], handoffs = [] }: Request): SdkRun | undefined {
  const schemas = [...tools.map((tool) => tool.parameters), ...handoffs.map((handoff) => handoff.inputJsonSchema)];
  const known = schemas.find((schema) => bySchema.has(Object(schema)));
  return bySchema.get(Object(known));
}

/** Calls of one run that the SDK answered itself and the model was told of; past it the oldest is forgotten. */
const ANSWERED_MAX = 256;

/**
 * Judges the calls of a response that reach no guardrail: the SDK itself answers one of an unknown tool, where the user lets it, and
 * one whose arguments are not JSON. A call that ends the run ends the response.
 */
async function judged({ run, answered }: SdkRun, request: Request, done: StreamEvent): Promise<StreamEvent> {
  const { tools = [], handoffs = [] } = request;
  const names = new Set(tools.map(({ name }) => name));
  const targets = new Set(handoffs.map(({ toolName }) => toolName));
  let missed = false;
  for (const item of done.response?.output ?? []) {
    const { callId: id, name, namespace, arguments: text } = item as Item & FunctionCall;
    if (item.type !== "function_call" || targets.has(name)) continue; // most handoffs take no arguments
    const isKnown = namespace !== undefined || names.has(name);
    if (isKnown && text !== "" && argumentsParse(text)) continue;
    if (!missed) run.round();
    missed = true;
    const flaw = isKnown ? "Invalid arguments: they are not JSON" : `Tool "${name}" not found`;
    const { message } = await run.invalid({ id, name, arguments: text }, flaw);
    if (message !== undefined) remember(answered, id, message, ANSWERED_MAX);
  }
  const end = missed ? run.ended : undefined;
  if (end === undefined || run.onAbort === "answer") return done;
  return ending(run, end, isTyped(request), { ...(done.response ?? NO_RESPONSE), output: [] });
}

/** Asks the model with the request changed where that helps: the last event is the response, if it came to one. */
async function* edited(ask: Ask, model: Model, request: Request): AsyncGenerator<StreamEvent, void> {
  const sdkRun = runOf(request);
  if (sdkRun === undefined) return yield* ask(model, request);
  const { run } = sdkRun;
  const edit = run.edit();
  const end = edit?.answers;
  const { ended } = run;
  if (ended !== undefined && end === undefined && run.onAbort !== "throw")
    return yield ending(run, ended, isTyped(request)); // by a handoff, after which the SDK always asks
  const other = isModel(edit?.model) ? unmonitored(edit.model) : undefined;
  const sent = withAnswers(sdkRun, request, edit);
  let done: StreamEvent | undefined;
  try {
    for await (const event of streamOther(other, model, (one) => ask(one, sent), request.signal)) {
      if (event.type === DONE) done = event;
      else yield event;
    }
  } catch (error) {
    // An answer of ours has no type.
    if (end === undefined || isTyped(request) || request.signal?.aborted) throw error;
  }
  if (done === undefined && end === undefined) return; // it broke off, which is the SDK's to tell
  const response = done?.response ?? NO_RESPONSE;
  if (end !== undefined) await run.usage(response.usage); // no call follows with which it would be counted
  const parts = edit === undefined ? response.output : lastParts(run, edit, response.output, LAST);
  const output = parts.map((item) => (end && item.type === "message" ? withError(item, end) : item));
  yield await judged(sdkRun, request, { type: DONE, ...done, response: { ...response, output } });
}

/** With what the model is told beside the SDK's own answers. */
function withAnswers({ answered }: SdkRun, request: Request, edit: RequestEdit | undefined): Request {
  const items = itemsOf(request).map((item) => {
    const message = item.type === "function_call_result" ? answered.get(item["callId"]) : undefined;
    return message === undefined ? item : { ...item, output: withNote(item["output"], message) };
  });
  if (edit === undefined) return answered.size === 0 ? request : { ...request, input: items };
  const { tools = [], modelSettings = {} } = request;
  const { toolChoice: choice, ...others } = modelSettings;
  const given = { messages: items, tools, toolChoice: choice, modelSettings: others };
  const { messages: input, toolChoice, ...more } = editedRequest(edit, given, userItem, "modelSettings");
  return {
    ...request,
    ...more,
    input,
    modelSettings: { ...more.modelSettings, toolChoice },
    ...(edit.answers === undefined ? {} : { handoffs: [] }),
  };
}

const LAST: LastParts<Item> = {
  isCall,
  // A refusal has no text, and says something.
  says: ({ type, content }) =>
    type === "message" && (!Array.isArray(content) || content.some(({ text = "-" }) => String(text).trim() !== "")),
  say: assistantItem,
};
