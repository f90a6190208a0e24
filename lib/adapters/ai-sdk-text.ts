/** Looks at what a language model of the AI SDK writes, and ends generations that repeat themselves. */
import { getOrAdd } from "../base/get-or-add.ts";
import {
  type CallOptions,
  finishOf,
  isModel,
  isOwnCall,
  type Model,
  type ModelPart,
  metadataOf,
  prompted,
  type Response,
} from "./ai-sdk-model.ts";
import { streamParts, type WatchedStream } from "./ai-sdk-text-stream.ts";
import { addedUsage } from "./reported-usage.ts";
import { isWatched, type PartForm, RETELLS_MAX, type TextWatch, watchedModel } from "./text-watch.ts";

/** How an abort ends the run. `"stop"`: once the calls of the response have their results. `"drop"`: with the response. */
type OnAbort = "throw" | "stop" | "drop";

const PARTS: PartForm<ModelPart> = {
  textOf: ({ type, text }) =>
    (type === "text" || type === "reasoning") && text !== undefined ? { kind: type, text } : undefined,
  withText: (part, text) => ({ ...part, text }),
  isCall: isOwnCall,
};

/** By run and model: a step's model may be the one of the step before. */
const known = new WeakMap<TextWatch, WeakMap<object, object>>();

/** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
export function watchModel(model: unknown, watch: TextWatch, onAbort: OnAbort): unknown {
  if (!isModel(model) || isWatched(model)) return model;
  const models = getOrAdd(known, watch, () => new WeakMap<object, object>());
  return getOrAdd(models, model, () => watchedModel(model, new WatchedModel(model, watch, onAbort)));
}

class WatchedModel {
  readonly #model: Model;
  readonly #watch: TextWatch;
  readonly #onAbort: OnAbort;

  constructor(model: Model, watch: TextWatch, onAbort: OnAbort) {
    this.#model = model;
    this.#watch = watch;
    this.#onAbort = onAbort;
  }

  readonly doStream = async (options: CallOptions): Promise<Response> =>
    this.#stream(options, (again) => this.#model.doStream(again));

  readonly doGenerate = async (options: CallOptions): Promise<Response> => {
    const told = this.#told(options);
    const first = await this.#model.doGenerate(told);
    if (first.stream !== undefined) return this.#watchStream(first, told, (again) => this.#model.doGenerate(again));
    return this.#wholes(first, told);
  };

  async #stream(options: CallOptions, ask: (options: CallOptions) => PromiseLike<Response>): Promise<Response> {
    const told = this.#told(options);
    return this.#watchStream(await ask(told), told, ask);
  }

  #watchStream(first: Response, options: CallOptions, ask: (options: CallOptions) => PromiseLike<Response>): Response {
    const own: WatchedStream = {
      model: this.#model,
      watch: this.#watch,
      throws: this.#onAbort === "throw",
      answers: this.#onAbort === "stop",
      marks: !isJson(options),
      again: async (written) =>
        (await ask({ ...options, prompt: prompted(options.prompt, written, this.#watch.take()) })).stream,
    };
    return first.stream === undefined ? first : { ...first, stream: streamParts(first.stream, own) };
  }

  /** The request with what the model is to be told since its last one. */
  #told(options: CallOptions): CallOptions {
    const note = this.#watch.take();
    return note === undefined ? options : { ...options, prompt: prompted(options.prompt, "", note) };
  }

  /** The response, and those to the requests that followed because the model had repeated itself. */
  async #wholes(first: Response, options: CallOptions): Promise<Response> {
    const kept: ModelPart[] = [];
    let response = first;
    let { usage } = first;
    for (let asked = 0; ; asked++) {
      const mayCut = !isJson(options) && asked < RETELLS_MAX;
      const { course, content } = this.#watch.readParts(response.content ?? [], PARTS, mayCut);
      if (course === "on" && asked === 0) return first;
      kept.push(...content);
      if (course === "end") return this.#ended({ ...response, content: kept, usage });
      if (course === "on") return { ...response, content: kept, usage };
      const written = prompted(options.prompt, textIn(kept), this.#watch.take());
      response = await this.#model.doGenerate({ ...options, prompt: written });
      usage = addedUsage(usage, response.usage);
    }
  }

  #ended(response: Response): Response {
    const { error } = this.#watch;
    if (this.#onAbort === "throw") throw error;
    const calls = this.#onAbort === "stop" && response.content?.some(isOwnCall) === true;
    const finish = finishOf(this.#model, calls ? "tool-calls" : "other");
    return { ...response, ...finish, usage: response.usage, ...metadataOf(error) } as Response;
  }
}

/** A text in JSON is no text any more with something else in it. */
function isJson({ responseFormat }: CallOptions): boolean {
  return responseFormat?.type === "json";
}

function textIn(parts: readonly ModelPart[]): string {
  return parts.map(({ type, text }) => (type === "text" ? text : "")).join("");
}
