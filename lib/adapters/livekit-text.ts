/** Looks at what the model of a LiveKit agent says, and ends replies that repeat themselves. Imports nothing of it. */
import { optionError } from "../base/errors.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { attempt } from "../report/fail-open.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { guardFor } from "./framework-versions.ts";
import { pulledStream } from "./pulled-stream.ts";
import { type Course, CUT_BREAK, RETELLS_MAX, TextWatch } from "./text-watch.ts";

/** An item of a conversation, as far as it is read here. */
interface Item {
  readonly type: string;
  readonly id: string;
  readonly role?: string;
}

interface ChatContext {
  readonly items: readonly Item[];
  copy(): ChatContext;
  addMessage(message: { role: "assistant" | "user"; content: string }): unknown;
}

/** What a model gives: a text, a text or calls in a chunk, or a mark that has no text. */
type Chunk = string | { readonly delta?: Delta };

interface Delta {
  readonly content?: string;
  readonly toolCalls?: readonly unknown[];
}

/** Asks the model; `null`: there is no reply. */
type Ask = (context: ChatContext) => Promise<ReadableStream<Chunk> | null>;

/** The part of a `voice.Agent` that is used here. */
interface AgentLike {
  llmNode(context: ChatContext, ...more: unknown[]): Promise<ReadableStream<Chunk> | null>;
}

const guarded = new WeakSet<object>();

/**
 * Has what an agent says looked at for loops, and returns the same agent. A reply that repeats itself is cut, and the model is
 * told and asked again. All replies after one thing that the user said are one run. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no agent, and for invalid options.
 *
 * @example
 * const agent = guardAgent(new voice.Agent({ instructions, tools: guardTools([search], guard) }), guard);
 */
export function guardAgent<A extends object>(agent: A, guard?: GuardInput): A {
  if (!isAgent(agent)) throw optionError("type", "agent", agent, "a voice.Agent of @livekit/agents");
  const turns = new Turns(guardFor("@livekit/agents", guard));
  if (guarded.has(agent)) return agent;
  guarded.add(agent);
  const { llmNode } = agent;
  return Object.defineProperty(agent, "llmNode", {
    configurable: true,
    writable: true,
    async value(context: ChatContext, ...more: unknown[]): Promise<ReadableStream<Chunk> | null> {
      const ask: Ask = (told) => llmNode.call(agent, told, ...more);
      const watch = attempt(() => turns.watchOf(context), undefined, "text");
      if (watch === undefined) return ask(context);
      if (watch.error !== undefined) return silence(); // its calls have their results, and nothing more is said
      const replies = new Replies(context, watch, ask);
      const first = await replies.ask();
      return first === null ? null : pulledStream(replies.chunks(first), (reason) => replies.cancel(reason));
    },
  });
}

/** The error that a speech has ended with, in one of its messages. */
export function endOfSpeech({ chatItems = [] }: { chatItems?: readonly object[] }): unknown {
  return chatItems.map((item) => (item as { extra?: { loopguard?: unknown } }).extra?.loopguard);
}

/** The runs of an agent's turns, of which one is under way. LiveKit does not say for which speech a model is asked. */
class Turns {
  readonly #guard: LoopGuard;
  #user: string | undefined;
  #watch: TextWatch | undefined;

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  watchOf({ items }: ChatContext): TextWatch {
    const user = items.findLast(({ role }) => role === "user")?.id;
    const isOver = this.#watch?.error !== undefined && items.at(-1)?.type !== "function_call_output";
    if (this.#watch === undefined || user !== this.#user || isOver) {
      this.#user = user;
      this.#watch = TextWatch.of(this.#guard.run({}));
    }
    return this.#watch;
  }
}

/** A reply, and those that follow it because the model had repeated itself. */
class Replies {
  readonly #context: ChatContext;
  readonly #watch: TextWatch;
  readonly #ask: Ask;
  #reader: ReadableStreamDefaultReader<Chunk> | undefined;
  #isCancelled = false;
  #asked = 0;
  #written = "";
  /** Whether a reply has called tools: then it is not cut, and the model is told with their results. */
  #calls = false;

  constructor(context: ChatContext, watch: TextWatch, ask: Ask) {
    this.#context = context;
    this.#watch = watch;
    this.#ask = ask;
  }

  ask(): Promise<ReadableStream<Chunk> | null> {
    return this.#ask(prompted(this.#context, this.#written, this.#watch.take()));
  }

  async cancel(reason: unknown): Promise<void> {
    this.#isCancelled = true;
    await this.#reader?.cancel(reason);
  }

  async *chunks(first: ReadableStream<Chunk>): AsyncGenerator<Chunk, void> {
    for (let reply: ReadableStream<Chunk> | null = first; reply !== null; reply = await this.ask()) {
      this.#reader = reply.getReader();
      if (this.#isCancelled) return this.#reader.cancel();
      const course = yield* this.#reply(this.#reader);
      if (course !== "on") await this.#reader.cancel(); // before anything else: the model writes on until then
      const isEnd = this.#watch.end("text", "text") === "end" || course === "end";
      if (isEnd) yield ending(this.#watch.error);
      if (isEnd || course === "on" || this.#isCancelled) return;
      this.#asked++;
      this.#written += CUT_BREAK; // no other mark: it is spoken
      yield CUT_BREAK;
    }
  }

  /** Passes a reply on, until the model repeats itself. */
  async *#reply(reader: ReadableStreamDefaultReader<Chunk>): AsyncGenerator<Chunk, Course> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "on";
      const delta = deltaOf(value);
      this.#calls ||= (delta?.toolCalls?.length ?? 0) > 0;
      const text = typeof value === "string" ? value : (delta?.content ?? "");
      const { course, length } = this.#watch.readLong(text, "text", "text");
      const isCut = course === "end" || (course === "cut" && !this.#calls && this.#asked < RETELLS_MAX);
      const kept = isCut ? text.slice(0, length) : text;
      this.#written += kept;
      yield kept === text ? value : withText(value, kept);
      if (isCut) return course;
    }
  }
}

function deltaOf(chunk: Chunk): Delta | undefined {
  return typeof chunk === "object" ? chunk.delta : undefined;
}

function withText(chunk: Chunk, content: string): Chunk {
  return typeof chunk === "string" ? content : { ...chunk, delta: { ...chunk.delta, content } };
}

/** A chunk that puts the error into the message that the reply becomes. */
function ending(error: ToolLoopError | undefined): Chunk {
  const extra = { loopguard: JSON.parse(JSON.stringify(error)) as unknown };
  return { id: "loopguard", delta: { role: "assistant", extra } } as Chunk;
}

/** LiveKit waits for ever for a turn whose second reply is `null`. */
function silence(): ReadableStream<Chunk> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/** The conversation with what the model has said since, and what it is to be told. */
function prompted(context: ChatContext, written: string, note: string | undefined): ChatContext {
  if (note === undefined) return context;
  const told = context.copy();
  if (written.trim() !== "") told.addMessage({ role: "assistant", content: written });
  told.addMessage({ role: "user", content: note });
  return told;
}

function isAgent(value: unknown): value is AgentLike {
  return typeof (value as Partial<AgentLike> | null | undefined)?.llmNode === "function";
}
