/**
 * Language models of the AI SDK (`ai` 5, 6 and 7) and of Mastra: what they write is looked at, and cut where they repeat themselves;
 * their requests are changed to get them out of a loop; and there is a last one of a run.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { OnAbort } from "../adapter/call-run.ts";
import { askEdited, type LastChunks, type LastParts, lastParts, lastReadable } from "../adapter/edited-response.ts";
import { hasMethods } from "../adapter/guarded-objects.ts";
import { editedRequest, type RequestEdit } from "../adapter/recovery.ts";
import { isMonitored, monitoredModel } from "../adapter/text-monitor.ts";
import { addedUsage, appendReply, chunksOf, readableOf, type StreamForm } from "../adapter/text-responses.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import type { StepReader } from "./ai-sdk-steps.ts";

interface ModelPart {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly text?: string;
  readonly providerExecuted?: boolean;
  readonly [name: string]: unknown;
}

export interface CallOptions {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly responseFormat?: { readonly type: string } | undefined;
  readonly temperature?: number | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly toolChoice?: unknown;
}

interface Response {
  readonly content?: readonly ModelPart[];
  readonly usage?: unknown;
  /** Of `doStream`; in Mastra also of `doGenerate`. */
  readonly stream?: ReadableStream<ModelPart>;
}

export interface Model {
  readonly specificationVersion: string;
  doGenerate(options: CallOptions): PromiseLike<Response>;
  doStream(options: CallOptions): PromiseLike<Response>;
}

/** How an abort ends the run. `"stop"`: once the calls of the response have their results. `"drop"`: with the response. */
type Ending = Exclude<OnAbort, "answer"> | "drop";

/** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
export function monitorModel(
  model: unknown,
  run: AgentRun,
  ending: Ending = run.onAbort === "throw" ? "throw" : "stop",
): unknown {
  if (!isModel(model) || isMonitored(model)) return model;
  const form = streamForm(model, ending);

  async function answer(options: CallOptions, ask: Model["doGenerate"]): Promise<Response> {
    let response: Response = {};
    let usage: unknown;
    let asked = 0;
    const stream = run.stream(
      options,
      async (again) => {
        asked++;
        response = await ask(again);
        if (response.stream !== undefined) return chunksOf(response.stream);
        usage = addedUsage(usage, response.usage);
        return piecesOf(response.content ?? []);
      },
      form,
    );
    await stream.open();
    if (response.stream !== undefined) return { ...response, stream: stream.readable() };
    const content: ModelPart[] = [];
    let finish: object | undefined;
    for await (const piece of stream) {
      const { type, delta = "", whole, ...part } = piece;
      if (type === "error") throw part["error"];
      if (type === "finish") finish = part;
      else if (whole !== undefined) content.push(whole as ModelPart);
      else if (type === "text-delta") {
        const last = content.pop() as ModelPart;
        content.push({ ...last, text: last.text + delta });
      } else if (!/-(delta|end)$/.test(type)) content.push(piece);
    }
    if (finish === undefined && asked === 1) return response;
    return { ...response, ...finish, usage: usage ?? {}, content };
  }

  return monitoredModel(model, {
    doGenerate: (options: CallOptions) => answer(options, (again) => model.doGenerate(again)),
    doStream: (options: CallOptions) => answer(options, (again) => model.doStream(again)),
  });
}

/** A whole response, as a stream has it. Nothing is cut if it calls tools, nor its reasoning if it has a text as well. */
async function* piecesOf(content: readonly ModelPart[]): AsyncGenerator<ModelPart, void> {
  const calls = content.some(isOwnCall);
  const speaks = content.some(LAST.says);
  for (const [index, part] of content.entries()) {
    const { type, text } = part;
    if ((type === "text" || type === "reasoning") && text !== undefined) {
      const id = String(index);
      const spared = calls || (type === "reasoning" && speaks);
      // Of a reasoning all is kept: it may be signed.
      yield { type: `${type}-start`, id, whole: type === "text" ? { ...part, text: "" } : part };
      yield { type: `${type}-delta`, id, delta: text, spared };
      yield { type: `${type}-end`, id };
    } else yield part;
  }
}

function streamForm(model: Model, ending: Ending): StreamForm<CallOptions, ModelPart> {
  return {
    read({ type, id = "", delta, spared }) {
      const [, kind, what] = /^(text|reasoning)-(start|delta|end)$/.exec(type) ?? [];
      if (kind === undefined) return undefined;
      const text = what === "delta" ? (delta ?? "") : undefined;
      return { kind: kind as "text" | "reasoning", id, text, end: what === "end", spared: spared === true };
    },
    withText: (part, delta) => ({ ...part, delta }),
    isCall: isOwnCall,
    again: (options, written, note) => ({ ...options, prompt: appendReply(options.prompt, written, note, messageOf) }),
    mayMark: (options) => !isJson(options),
    // Other ids than in the generations before, which had the same: most models count from 0.
    later(part, cuts) {
      if (part.type === "stream-start") return undefined;
      return part.id === undefined || !/^(text|reasoning)-/.test(part.type)
        ? part
        : { ...part, id: `${part.id} (${cuts})` };
    },
    close: (id, kind, mark) => [
      ...(mark === "" ? [] : [{ type: "text-delta", id, delta: mark }]),
      { type: `${kind}-end`, id },
    ],
    finish(end, calls) {
      if (end !== undefined && ending === "throw")
        return [
          { type: "error", error: end },
          { type: "finish", ...finishOf(model, "error") },
        ];
      // The SDK runs calls only if the response ends with that reason.
      const reason = calls && (end === undefined || ending === "stop") ? "tool-calls" : "other";
      return [{ type: "finish", ...finishOf(model, reason), ...(end && metadataOf(end)) }];
    },
  };
}

export interface SteppedSettings {
  /** Nobody else tells the run what its last response has used. Default `true`. */
  readonly counts?: boolean;
  /** The names of the tools that the steps have. */
  readonly tools?: readonly string[];
  /** Why the last response of a run ends. Mastra goes on after "other". Default "stop". */
  readonly reason?: "other" | "stop";
}

/**
 * The model of a step, whose texts are looked at, and whose request is changed if that helps: such a model tells the run how its
 * one request went. Anything else, such as a model's name, is returned unchanged.
 */
export function steppedModel(model: unknown, run: AgentRun, settings: SteppedSettings = {}): unknown {
  const { counts = true, reason = "stop" } = settings;
  const edit = run.edit();
  const models = [edit?.model, model].filter(isModel).map((one) => monitorModel(one, run) as Model);
  const [asked, own = asked] = new Set(models);
  if (edit === undefined || asked === undefined || own === undefined) return asked ?? model;
  const { answers: end } = edit;

  const by = (method: "doGenerate" | "doStream") => async (options: CallOptions) => {
    const edited = editedOptions(options, edit);
    const ask = (one: Model) => one[method](edited);
    const given = await askEdited(end, asked === own ? undefined : asked, own, ask, options.abortSignal);
    const { stream, ...response } = given ?? ownResponse();
    const { content, usage } = response;
    if (stream === undefined) await used(usage);
    return {
      ...response,
      ...(stream && { stream: concluded(stream, options) }),
      ...(content && { content: lastParts(run, edit, content, isJson(options) ? { ...LAST, say: fails } : LAST) }),
      ...(content && end && loopEnd(asked, end, usage, reason)),
    };
  };

  async function used(usage: unknown): Promise<void> {
    if (counts && end !== undefined) await run.usage(usage);
  }

  /** A text of ours is no JSON. */
  function fails(): never {
    throw end;
  }

  function concluded(stream: ReadableStream<ModelPart>, options: CallOptions): ReadableStream<ModelPart> {
    let finish: ModelPart | undefined;
    const form: LastChunks<ModelPart> = {
      isCall: isOwnCall,
      says: ({ type, delta = "" }) => type === "text-delta" && delta.trim() !== "",
      keeps(part) {
        if (part.type === "finish") {
          finish = part;
          void used(part["usage"]);
        }
        return !isOwnCall(part) && !/^(?:finish$|error$|tool-input)/.test(part.type);
      },
      last: (error, text) => [
        ...(text === undefined ? [] : isJson(options) ? [{ type: "error", error }] : textParts(text)),
        { ...finish, type: "finish", ...loopEnd(asked as Model, error, finish?.["usage"], reason) },
      ],
    };
    return lastReadable(run, edit as RequestEdit, stream, form, options.abortSignal);
  }

  return monitoredModel(asked, { doGenerate: by("doGenerate"), doStream: by("doStream") });
}

function editedOptions(
  { prompt, tools: own, toolChoice: choice, ...options }: CallOptions,
  edit: RequestEdit,
): CallOptions {
  const request = { messages: prompt, tools: own, toolChoice: choice };
  const { messages, tools = [], toolChoice } = editedRequest(edit, request, (text) => messageOf("user", text));
  const { temperature = options.temperature } = edit;
  return { ...options, temperature, prompt: messages, tools: tools.length === 0 ? undefined : tools, toolChoice };
}

/** A step as the host's `prepareStep` gave it, with the messages of calls that no tool received, and the model of a step. */
export function steppedStep<
  S extends { readonly messages?: unknown; readonly model?: unknown; readonly activeTools?: readonly string[] },
>(
  prepared: S | undefined,
  given: { readonly messages: readonly unknown[]; readonly model?: unknown },
  reader: StepReader,
  run: AgentRun,
  settings: SteppedSettings,
): S & { readonly messages?: unknown; readonly model?: unknown } {
  const { messages = given.messages, model = given.model } = prepared ?? {};
  const annotated = reader.annotate(messages as readonly unknown[]);
  const other = run.edit()?.model;
  const chosen = typeof other === "string" ? other : model;
  const asked = attempt(() => steppedModel(chosen, run, settings), chosen, "text");
  // The SDK finds a model by its name after this: only the step itself can be changed.
  const edit = isModel(asked) ? undefined : run.edit();
  const sent = edit?.messages<unknown>(annotated, (content) => ({ role: "user", content })) ?? annotated;
  const { activeTools: active = settings.tools ?? [] } = prepared ?? {};
  const activeTools = edit?.tools(active, (name) => name) ?? active;
  return {
    ...(prepared as S),
    ...(sent === messages ? {} : { messages: sent }),
    ...(asked === model ? {} : { model: asked }),
    ...(activeTools.length === active.length ? {} : { activeTools, toolChoice: "auto" }), // a choice among all would be of none
  };
}

const LAST: LastParts<ModelPart> = {
  isCall: isOwnCall,
  says: ({ type, text = "" }) => type === "text" && text.trim() !== "",
  say: (text) => ({ type: "text", text }),
};

/** A model that answers with the reason of an abort, in place of `model`. */
export function endedModel(model: Model, error: ToolLoopError, text: string = error.message): object {
  const answer = async (options: CallOptions): Promise<Response> => {
    if (isJson(options)) throw error;
    return ownResponse(text, loopEnd(model, error, undefined, "other"));
  };
  return monitoredModel(model, { doGenerate: answer, doStream: answer });
}

/** A response of ours, whole and as a stream, which in Mastra it is in any case. */
function ownResponse(text?: string, end: object = {}): Response {
  async function* parts(): AsyncGenerator<ModelPart, void> {
    yield { type: "stream-start", warnings: [] };
    if (text !== undefined) yield* textParts(text);
    yield { type: "finish", ...end };
  }
  const content = text === undefined ? [] : [LAST.say(text)];
  return Object.assign({ content, warnings: [], stream: readableOf(parts(), () => {}) }, end);
}

/** What ends a response that was a run's last: its reason is "loop", and its usage counts. */
function loopEnd(model: Model, end: ToolLoopError, usage: unknown, reason: "other" | "stop"): object {
  return { ...finishOf(model, reason, "loop"), ...(usage === undefined ? {} : { usage }), ...metadataOf(end) };
}

function textParts(text: string): ModelPart[] {
  const id = "loopguard";
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta: text },
    { type: "text-end", id },
  ];
}

export function isModel(value: unknown): value is Model {
  return hasMethods(value, "doGenerate", "doStream");
}

/** A response's last part of a stream, or what a whole response has in its place. */
function finishOf(model: Model, reason: "other" | "tool-calls" | "error" | "stop", raw?: string): object {
  if (model.specificationVersion === "v2")
    return {
      finishReason: reason,
      usage: { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined },
    };
  const inputTokens = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined };
  return { finishReason: { unified: reason, raw }, usage: { inputTokens, outputTokens } };
}

/** Where `findToolLoopError` looks for the error of a run that ended without one. */
function metadataOf(error: ToolLoopError): object {
  return { providerMetadata: { loopguard: { error: errorAsJson(error) } } };
}

/** A call that the SDK will answer, so that another request follows. */
function isOwnCall({ type, providerExecuted }: ModelPart): boolean {
  return type === "tool-call" && providerExecuted !== true;
}

/** A text in JSON is no text any more with something else in it. */
const isJson = ({ responseFormat }: CallOptions): boolean => responseFormat?.type === "json";

const messageOf = (role: string, text: string) => ({ role, content: [{ type: "text", text }] });
