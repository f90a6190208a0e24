/**
 * Models of Genkit: what they write is looked at, and responses that repeat themselves are cut; their requests are changed to get
 * them out of a loop; and there is a last one of a generation.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import { lastParts } from "../adapter/last-response.ts";
import { editedMessages, type MessageForm } from "../adapter/message-view.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { CUT_BREAK, CUT_MARK } from "../adapter/result-form.ts";
import type { PartForm, TextKind, TextMonitor, TextStep } from "../adapter/text-monitor.ts";
import type { Generation, WholeForm } from "../adapter/text-whole.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";

/** A part of a message. */
export interface Part {
  readonly text?: unknown;
  readonly reasoning?: unknown;
  readonly toolRequest?: { readonly name: string; readonly ref?: string | undefined; readonly input?: unknown };
  readonly toolResponse?: ToolResponse;
}

/** A call's answer; tools of Genkit's version 2 also give `content`, a list of parts. */
export interface ToolResponse {
  readonly name: string;
  readonly ref?: string | undefined;
  readonly output?: unknown;
  readonly content?: unknown[] | undefined;
}

interface Message {
  readonly role: string;
  readonly content: readonly Part[];
  readonly metadata?: { readonly cache?: unknown } | undefined;
}

interface Chunk {
  readonly content?: readonly Part[] | undefined;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly toolChoice?: unknown;
  readonly config?: object | undefined;
  readonly output?: { readonly format?: unknown; readonly schema?: unknown } | undefined;
}

/** What a model gets beside its request. */
export interface ModelContext {
  /** Only of a generation that streams. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

interface ModelResponse {
  readonly message?: { readonly content: readonly Part[] } | undefined;
  readonly usage?: { readonly [name: string]: unknown } | undefined;
}

const PARTS: PartForm<Part> = {
  textOf({ text, reasoning }) {
    if (typeof text === "string") return { kind: "text", text };
    return typeof reasoning === "string" ? { kind: "reasoning", text: reasoning } : undefined;
  },
  withText: (part, text) => ({ ...part, text }),
  isCall: ({ toolRequest }) => toolRequest !== undefined,
};

export const TEXTS: WholeForm<ModelRequest, ModelResponse, Part> = {
  textOf: PARTS.textOf,
  again({ messages, ...request }, written, note) {
    const own = written.trim() === "" ? [] : [{ role: "model", content: [{ text: written }] }];
    const told = note === undefined ? [] : [{ role: "user", content: [{ text: note }] }];
    return { ...request, messages: [...messages, ...own, ...told] };
  },
  joined: (response, content, usage) =>
    ({ ...response, message: { role: "model", ...response.message, content }, usage }) as ModelResponse,
  usageOf: ({ usage }) => usage,
};

/** What stands for an abort. */
export function ended(end: ToolLoopError, message: object): object {
  const { message: finishMessage } = end;
  return {
    message: { role: "model", ...message },
    finishReason: "aborted",
    finishMessage,
    custom: { loopguard: end },
  };
}

export type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;
type Answer = Generation<ModelResponse, Part>;

/** One response, or what there was of it when it was cut. */
export async function generation(
  request: ModelRequest,
  context: ModelContext,
  monitor: TextMonitor,
  mayCut: boolean,
  ask: Ask,
): Promise<Answer> {
  // A text in JSON is no text any more with something else in it.
  const cuts = mayCut && request.output?.format !== "json" && request.output?.schema === undefined;
  const { onChunk } = context;
  const whole = (response: ModelResponse): Answer => ({
    response,
    ...monitor.readParts(response.message?.content ?? [], PARTS, cuts),
  });
  if (onChunk === undefined) return whole(await ask(request, context));
  const chunks = new WatchedChunks(onChunk, monitor, cuts);
  const response = await chunks.until((own) => ask(request, { ...context, ...own }), context.abortSignal);
  if (response === undefined) return chunks.cut();
  return chunks.isEmpty ? whole(response) : chunks.finish(response);
}

/** The chunks of one response, until the model repeats itself. */
class WatchedChunks {
  readonly #send: (chunk: Chunk) => void;
  readonly #monitor: TextMonitor;
  #cuts: boolean;
  readonly #end: AbortController = new AbortController();
  readonly #kinds = new Set<TextKind>();
  #written = "";
  #step: TextStep = "continue";

  constructor(send: (chunk: Chunk) => void, monitor: TextMonitor, cuts: boolean) {
    this.#send = send;
    this.#monitor = monitor;
    this.#cuts = cuts;
  }

  /** Whether the model has streamed no text, as one that cannot stream. */
  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  /** The whole response; `undefined` if it is to be cut. The model is told by its signal, and nobody waits for it. */
  async until(
    ask: (own: ModelContext) => Promise<ModelResponse>,
    theirs: AbortSignal | undefined,
  ): Promise<ModelResponse | undefined> {
    const { signal } = this.#end;
    const cut = new Promise<undefined>((resolve) => {
      signal.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const abortSignal = theirs === undefined ? signal : AbortSignal.any([theirs, signal]);
    const whole = ask({ onChunk: (chunk) => this.#take(chunk), abortSignal });
    return Promise.race([cut, whole.catch((error: unknown) => this.#failed(error))]);
  }

  cut(): Answer {
    const ends = this.#endTexts() || this.#step === "abort";
    const step = ends ? "abort" : "cut";
    if (this.#written === "") return { response: {}, step, content: [] };
    const mark = ends ? CUT_MARK : CUT_MARK + CUT_BREAK;
    this.#send({ content: [{ text: mark }] });
    return { response: {}, step, content: [{ text: this.#written + mark }] };
  }

  finish(response: ModelResponse): Answer {
    const step = this.#endTexts() ? "abort" : "continue";
    return { response, step, content: response.message?.content ?? [] };
  }

  /** Whether the run is to end. */
  #endTexts(): boolean {
    return [...this.#kinds].map((kind) => this.#monitor.end(kind, kind)).includes("abort");
  }

  #take(chunk: Chunk): void {
    if (this.#step !== "continue") return; // the model writes on until it has read its signal
    const content: Part[] = [];
    for (const part of chunk.content ?? []) {
      // A response that calls tools is not cut: the model is told with their results.
      if (PARTS.isCall(part)) this.#cuts = false;
      content.push(this.#read(part));
      if (this.#step !== "continue") break;
    }
    this.#send({ ...chunk, content });
    if (this.#step !== "continue") this.#end.abort();
  }

  #read(part: Part): Part {
    const own = PARTS.textOf(part);
    if (own === undefined) return part;
    const { kind, text } = own;
    this.#kinds.add(kind);
    let { step, length } = this.#monitor.readLong(text, kind, kind);
    if (step === "cut" && !this.#cuts) [step, length] = ["continue", text.length];
    this.#step = step;
    if (kind === "text") this.#written += text.slice(0, length);
    return length === text.length ? part : { ...part, [kind]: text.slice(0, length) };
  }

  /** A model that has read its signal fails. */
  #failed(error: unknown): undefined {
    if (this.#step === "continue") throw error;
  }
}

/** Asks the model with the request that it is to get. Another model is an action of Genkit. */
export function editedAsk(run: AgentRun, edit: RequestEdit, next: Ask): Ask {
  const { answers: end, model } = edit;
  const ask = typeof model === "function" ? (model as Ask) : next;
  return async (request, context) => {
    const { onChunk } = context;
    const quiet = end && onChunk && { onChunk: (chunk: Chunk) => onChunk(withoutCalls(chunk)) };
    const response = await ask(edited(request, edit), { ...context, ...quiet }).catch(
      (error: unknown): ModelResponse => {
        if (end === undefined) throw error;
        return {};
      },
    );
    const content = lastParts(run, edit, response.message?.content ?? [], {
      isCall: PARTS.isCall,
      says: ({ text }) => typeof text === "string" && text.trim() !== "",
      say(text) {
        // A text of ours does not fit a schema.
        if (request.output?.schema !== undefined) throw end;
        onChunk?.({ content: [{ text }] });
        return { text };
      },
    });
    return end === undefined ? response : { ...response, ...ended(end, { ...response.message, content }) };
  };
}

function edited(request: ModelRequest, edit: RequestEdit): ModelRequest {
  const { tools = [], config, toolChoice, ...rest } = request;
  const offered = edit.tools(tools, ({ name }) => name);
  const { temperature } = edit;
  return {
    ...rest,
    messages: editedMessages(edit, request.messages, MESSAGES),
    tools: offered,
    config: temperature === undefined ? config : { ...config, temperature },
    ...(toolChoice === undefined || offered.length < tools.length ? {} : { toolChoice }),
  };
}

function withoutCalls({ content = [], ...chunk }: Chunk): Chunk {
  return { ...chunk, content: content.filter((part) => !PARTS.isCall(part)) };
}

/** Messages of Genkit, as those of the AI SDK. */
const MESSAGES: MessageForm<Message> = {
  user: (text) => ({ role: "user", content: [{ text }] }),
  known: ({ role, content, metadata }) => ({
    role: role === "model" ? "assistant" : role,
    content: content.map(knownPart),
    ...(metadata?.cache === undefined ? {} : { cacheControl: metadata.cache }),
  }),
  back,
};

function knownPart(part: Part): object {
  const { toolRequest: call, toolResponse: answer } = part;
  if (call !== undefined) return { type: "tool-call", toolCallId: call.ref, toolName: call.name, input: call.input };
  if (answer === undefined) return "reasoning" in part ? { ...part, type: "reasoning" } : part;
  const { ref, name, output, content } = answer;
  const shown =
    content === undefined
      ? { type: typeof output === "string" ? "text" : "json", value: output }
      : { type: "content", value: [output, ...content] };
  return { type: "tool-result", toolCallId: ref, toolName: name, output: shown };
}

/** The message with what was added to its results. */
function back(message: Message, changed: Record<string, unknown>): Message {
  const parts = changed["content"] as readonly { readonly output?: { readonly value: unknown } }[];
  const content = message.content.map((part, at) => {
    const { toolResponse: answer } = part;
    const value = parts[at]?.output?.value;
    if (answer === undefined) return part;
    if (answer.content === undefined) return { ...part, toolResponse: { ...answer, output: value } };
    const added = (value as readonly { readonly text?: unknown }[]).slice(answer.content.length + 1);
    const told = added.map(({ text }) => ({ text }));
    return { ...part, toolResponse: { ...answer, content: [...answer.content, ...told] } };
  });
  return { ...message, content };
}
