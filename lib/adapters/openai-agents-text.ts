/** Looks at what a model of the OpenAI Agents SDK writes, and ends responses that repeat themselves. */

import { optionError } from "../base/errors.ts";
import { getOrAdd } from "../base/get-or-add.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { guardFor } from "./framework-versions.ts";
import { CUT_BREAK, CUT_MARK, isWatched, RETELLS_MAX, type TextKind, TextWatch, watchedModel } from "./text-watch.ts";

/** The part of a `ModelProvider` that is used here. */
export interface AgentModelProvider {
  getModel(name?: string): unknown;
}

/** An item of a request or a response, as far as it is read here. */
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
  readonly response?: { readonly output: readonly Item[] };
}

interface Model {
  getResponse(request: Request): Promise<Response>;
  getStreamedResponse(request: Request): AsyncIterable<StreamEvent>;
}

const REASONING = new Set<unknown>(["response.reasoning_text.delta", "response.reasoning_summary_text.delta"]);

/**
 * A model provider whose models are looked at for loops in what they write, for agents whose model is a name. A
 * response that repeats itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no provider.
 *
 * @example
 * const runner = new Runner({ modelProvider: guardModelProvider(new OpenAIProvider()) });
 * await runner.run(guardAgent(agent), input, { stream: true });
 */
export function guardModelProvider<P extends AgentModelProvider>(
  provider: P,
  guard?: GuardInput,
  { onAbort = "throw" }: { onAbort?: "throw" | "stop" } = {},
): P {
  if (typeof provider?.getModel !== "function")
    throw optionError("type", "provider", provider, "a ModelProvider of @openai/agents");
  const texts = new ModelTexts(guardFor("@openai/agents", guard), onAbort);
  const getModel = async (name?: string): Promise<unknown> => texts.watch(await provider.getModel(name));
  return watchedModel(provider, { getModel });
}

/** The texts of all runs with one guard. */
export class ModelTexts {
  readonly #guard: LoopGuard;
  readonly #throws: boolean;
  readonly #models = new WeakMap<object, object>();
  /** The SDK gives a model nothing that tells runs apart but the signal, of which each streamed run has its own. */
  readonly #bySignal = new WeakMap<AbortSignal, TextWatch>();

  constructor(guard: LoopGuard, onAbort: "throw" | "stop") {
    this.#guard = guard;
    this.#throws = onAbort === "throw";
  }

  /** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
  watch(model: unknown): unknown {
    if (!isModel(model) || isWatched(model)) return model;
    return getOrAdd(this.#models, model, () =>
      watchedModel(model, {
        getResponse: (request: Request) => this.#whole(model, request),
        getStreamedResponse: (request: Request) => this.#stream(model, request),
      }),
    );
  }

  #newWatch(): TextWatch {
    return TextWatch.of(this.#guard.run({}));
  }

  async *#stream(model: Model, request: Request): AsyncGenerator<StreamEvent, void> {
    const { signal } = request;
    const watch = signal === undefined ? this.#newWatch() : getOrAdd(this.#bySignal, signal, () => this.#newWatch());
    const exchange = new Exchange(request, watch);
    for (;;) {
      if (yield* exchange.generation(model)) return;
      const { error } = watch;
      if (error !== undefined && this.#throwsFor(request)) throw error;
      if (error !== undefined) {
        exchange.kept.push(reasonOf(error));
        yield { type: "response_done", response: endedResponse(exchange.kept) };
        return;
      }
      exchange.tell();
    }
  }

  async #whole(model: Model, request: Request): Promise<Response> {
    const watch = this.#newWatch();
    const exchange = new Exchange(request, watch);
    let usage: Usage | undefined;
    for (;;) {
      const response = await model.getResponse(exchange.request);
      usage?.add(response.usage);
      usage ??= response.usage;
      if (exchange.read(response)) return { ...response, output: exchange.outputWith(response.output), usage };
      const { error } = watch;
      if (error !== undefined && this.#throwsFor(request)) throw error;
      if (error !== undefined) return { ...response, output: [...exchange.kept, reasonOf(error)], usage };
      exchange.tell();
    }
  }

  /** An agent with an `outputType` cannot return the reason. */
  #throwsFor(request: Request): boolean {
    return this.#throws || isTyped(request);
  }
}

/** One request of the SDK, and those that followed because the model had repeated itself. */
class Exchange {
  request: Request;
  /** What the model wrote before it was cut. */
  readonly kept: Item[] = [];
  readonly #watch: TextWatch;
  readonly #typed: boolean;
  /** What the response under way has had so far. */
  readonly #kinds = new Set<TextKind>();
  #cuts = 0;
  #written = "";

  constructor(request: Request, watch: TextWatch) {
    this.#watch = watch;
    this.#typed = isTyped(request);
    const note = watch.take();
    this.request = note === undefined ? request : { ...request, input: [...itemsOf(request.input), userItem(note)] };
  }

  /** Whether the model is not asked again, so that a response is not cut either. */
  get #exhausted(): boolean {
    return this.#cuts === RETELLS_MAX;
  }

  /** Passes a response on. Whether it is over; if not, it was cut. */
  async *generation(model: Model): AsyncGenerator<StreamEvent, boolean> {
    const id = `${this.#cuts}`;
    for await (const event of model.getStreamedResponse(this.request)) {
      if (event.type === "response_done") {
        if (this.#end(id) === "end") return false;
        const output = this.outputWith(event.response?.output ?? []);
        yield this.#cuts === 0 ? event : { ...event, response: { ...event.response, output } };
        return true;
      }
      yield event;
      const [kind, delta] = deltaOf(event);
      if (kind === undefined) continue;
      this.#kinds.add(kind);
      if (kind === "text") this.#written += delta;
      const course = this.#watch.read(delta, kind, id);
      if (course === "on" || (course === "cut" && this.#exhausted)) continue;
      this.#end(id);
      if (this.#keep() && !this.#typed) yield { type: "output_text_delta", delta: CUT_MARK + CUT_BREAK };
      return false; // which ends the response: the provider's stream is closed with the loop
    }
    return true;
  }

  /** Takes a whole response. Whether it stays: one that calls tools does, and the model is told with their results. */
  read({ output }: Response): boolean {
    const calls = output.some(({ type }) => type !== "message" && type !== "reasoning");
    let at = 0;
    for (const { kind, text } of output.flatMap(textsOf)) {
      const { course, length } = this.#watch.readWhole(text, kind, `${this.#cuts} ${at++}`);
      if (course === "end") return false;
      if (course !== "cut" || calls || kind === "reasoning" || this.#exhausted) continue;
      this.#written = text.slice(0, length);
      this.#keep();
      return false;
    }
    return true;
  }

  /** The response's output, and what was written before. */
  outputWith(output: readonly Item[]): readonly Item[] {
    return this.#typed ? output : [...this.kept, ...output];
  }

  /** The next request tells the model. */
  tell(): void {
    this.#cuts++;
    const note = this.#watch.take();
    const said = this.#written.trim() === "" ? [] : [assistantItem(this.#written)];
    const input = [...itemsOf(this.request.input), ...said, ...(note === undefined ? [] : [userItem(note)])];
    this.request = { ...this.request, input };
    this.#written = "";
  }

  #end(id: string): "on" | "end" {
    const courses = [...this.#kinds].map((kind) => this.#watch.end(kind, id));
    this.#kinds.clear();
    return courses.includes("end") ? "end" : "on";
  }

  /** Keeps what was written; false if that is nothing. */
  #keep(): boolean {
    if (this.#written.trim() === "") return false;
    this.kept.push(assistantItem(this.#written + CUT_MARK));
    return true;
  }
}

function isModel(value: unknown): value is Model {
  const model = value as Partial<Model> | null | undefined;
  return typeof model?.getStreamedResponse === "function" && typeof model.getResponse === "function";
}

/** Whether the answer is JSON, of which a part alone is of no use. */
function isTyped({ outputType = "text" }: Request): boolean {
  return outputType !== "text";
}

function itemsOf(input: Request["input"]): readonly Item[] {
  return typeof input === "string" ? [userItem(input)] : input;
}

function userItem(text: string): Item {
  return { type: "message", role: "user", content: text };
}

function assistantItem(text: string): Item {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

/** The run's last message, from which `findToolLoopError` gets the error. */
function reasonOf(error: ToolLoopError): Item {
  return { ...assistantItem(error.message), providerData: { loopguard: JSON.parse(JSON.stringify(error)) } };
}

/** The model itself never said that it was done. */
function endedResponse(output: readonly Item[]): NonNullable<StreamEvent["response"]> & { id: string; usage: object } {
  return { id: "loopguard", output, usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } };
}

function deltaOf({ type, delta, event }: StreamEvent): [kind: TextKind | undefined, delta: string] {
  if (type === "output_text_delta") return ["text", delta ?? ""];
  if (type === "model" && REASONING.has(event?.type)) return ["reasoning", String(event?.delta ?? "")];
  return [undefined, ""];
}

function textsOf({ type, content, rawContent }: Item): { kind: TextKind; text: string }[] {
  const parts = [content, rawContent].flatMap((list) => (Array.isArray(list) ? (list as { text?: unknown }[]) : []));
  const kind = type === "reasoning" ? "reasoning" : "text";
  if (type !== "message" && type !== "reasoning") return [];
  return parts.flatMap(({ text }) => (typeof text === "string" ? { kind, text } : []));
}
