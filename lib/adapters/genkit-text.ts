/** Looks at what a model of Genkit writes, and ends responses that repeat themselves. */
import { addedUsage } from "./reported-usage.ts";
import {
  type Course,
  CUT_BREAK,
  CUT_MARK,
  type PartForm,
  RETELLS_MAX,
  type TextKind,
  type TextWatch,
} from "./text-watch.ts";

/** A part of a message. */
interface Part {
  readonly text?: unknown;
  readonly reasoning?: unknown;
  readonly toolRequest?: unknown;
}

interface Chunk {
  readonly content?: readonly Part[] | undefined;
}

export interface ModelRequest {
  readonly messages: readonly object[];
  readonly output?: { readonly format?: unknown; readonly schema?: unknown } | undefined;
}

/** What a model gets beside its request. */
export interface ModelContext {
  /** Only of a generation that streams. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface ModelResponse {
  readonly message?: { readonly content: readonly Part[] } | undefined;
  readonly usage?: unknown;
}

const PARTS: PartForm<Part> = {
  textOf({ text, reasoning }) {
    if (typeof text === "string") return { kind: "text", text };
    return typeof reasoning === "string" ? { kind: "reasoning", text: reasoning } : undefined;
  },
  withText: (part, text) => ({ ...part, text }),
  isCall: ({ toolRequest }) => toolRequest !== undefined,
};

type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;

/** One response, or what there was of it when it was cut. */
interface Generation {
  readonly response: ModelResponse;
  readonly course: Course;
  readonly content: readonly Part[];
}

/**
 * The response of a model, and those that follow it in the same message because the model had repeated itself. `isEnd`: the
 * run is to end, and `watch.error` says why.
 */
export async function watchedResponse(
  request: ModelRequest,
  context: ModelContext,
  watch: TextWatch,
  ask: Ask,
): Promise<{ response: ModelResponse; isEnd: boolean }> {
  const kept: Part[] = [];
  let usage: unknown;
  for (let asked = 0; ; asked++) {
    const told = prompted(request, textIn(kept), watch.take());
    const { response, course, content } = await generation(told, context, watch, asked < RETELLS_MAX, ask);
    usage = addedUsage(usage, response.usage);
    if (course === "on" && asked === 0) return { response, isEnd: false };
    kept.push(...content);
    if (course === "cut") continue;
    const message = { role: "model", ...response.message, content: kept };
    return { response: { ...response, message, usage }, isEnd: course === "end" };
  }
}

async function generation(
  request: ModelRequest,
  context: ModelContext,
  watch: TextWatch,
  mayCut: boolean,
  ask: Ask,
): Promise<Generation> {
  // A text in JSON is no text any more with something else in it.
  const cuts = mayCut && request.output?.format !== "json" && request.output?.schema === undefined;
  const { onChunk } = context;
  const whole = (response: ModelResponse): Generation => ({
    response,
    ...watch.readParts(response.message?.content ?? [], PARTS, cuts),
  });
  if (onChunk === undefined) return whole(await ask(request, context));
  const chunks = new WatchedChunks(onChunk, watch, cuts);
  const response = await chunks.until((own) => ask(request, { ...context, ...own }), context.abortSignal);
  if (response === undefined) return chunks.cut();
  return chunks.isEmpty ? whole(response) : chunks.finish(response);
}

/** The chunks of one response, until the model repeats itself. */
class WatchedChunks {
  readonly #send: (chunk: Chunk) => void;
  readonly #watch: TextWatch;
  #cuts: boolean;
  readonly #end: AbortController = new AbortController();
  readonly #kinds = new Set<TextKind>();
  #written = "";
  #course: Course = "on";

  constructor(send: (chunk: Chunk) => void, watch: TextWatch, cuts: boolean) {
    this.#send = send;
    this.#watch = watch;
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

  cut(): Generation {
    const ends = this.#endTexts() || this.#course === "end";
    const course = ends ? "end" : "cut";
    if (this.#written === "") return { response: {}, course, content: [] };
    const mark = ends ? CUT_MARK : CUT_MARK + CUT_BREAK;
    this.#send({ content: [{ text: mark }] });
    return { response: {}, course, content: [{ text: this.#written + mark }] };
  }

  finish(response: ModelResponse): Generation {
    const course = this.#endTexts() ? "end" : "on";
    return { response, course, content: response.message?.content ?? [] };
  }

  /** Whether the run is to end. */
  #endTexts(): boolean {
    return [...this.#kinds].map((kind) => this.#watch.end(kind, kind)).includes("end");
  }

  #take(chunk: Chunk): void {
    if (this.#course !== "on") return; // the model writes on until it has read its signal
    const content: Part[] = [];
    for (const part of chunk.content ?? []) {
      // A response that calls tools is not cut: the model is told with their results.
      if (PARTS.isCall(part)) this.#cuts = false;
      content.push(this.#read(part));
      if (this.#course !== "on") break;
    }
    this.#send({ ...chunk, content });
    if (this.#course !== "on") this.#end.abort();
  }

  #read(part: Part): Part {
    const own = PARTS.textOf(part);
    if (own === undefined) return part;
    const { kind, text } = own;
    this.#kinds.add(kind);
    let { course, length } = this.#watch.readLong(text, kind, kind);
    if (course === "cut" && !this.#cuts) [course, length] = ["on", text.length];
    this.#course = course;
    if (kind === "text") this.#written += text.slice(0, length);
    return length === text.length ? part : { ...part, [kind]: text.slice(0, length) };
  }

  /** A model that has read its signal fails. */
  #failed(error: unknown): undefined {
    if (this.#course === "on") throw error;
  }
}

function textIn(parts: readonly Part[]): string {
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

/** The request with what the model has written since, and what it is to be told. */
function prompted(request: ModelRequest, written: string, note: string | undefined): ModelRequest {
  if (note === undefined) return request;
  const own = written.trim() === "" ? [] : [{ role: "model", content: [{ text: written }] }];
  return { ...request, messages: [...request.messages, ...own, { role: "user", content: [{ text: note }] }] };
}
