/** Looks at what an adapter of TanStack AI yields, and ends responses that repeat themselves. */
import { CUT_BREAK, CUT_MARK, RETELLS_MAX, type TextKind, type TextStep } from "../adapter/text-monitor.ts";
import { isWatched, watchedModel } from "../adapter/watched-model.ts";
import { optionError } from "../base/errors.ts";
import {
  type Adapter,
  type Chunk,
  editedAdapter,
  isAdapter,
  type StreamOptions,
  type WatchedChat,
} from "./tanstack-ai-edit.ts";

/** By the context that TanStack makes for each chat, and gives to its adapter as well. */
const chats = new WeakMap<object, WatchedChat>();

/** Has the texts of a chat looked at, if its adapter is a guarded one. */
export function watchChat(context: object, chat: WatchedChat): void {
  chats.set(context, chat);
}

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ["TEXT_MESSAGE_CONTENT", "text"],
  ["REASONING_MESSAGE_CONTENT", "reasoning"],
]);

/**
 * An adapter whose texts are looked at for loops, in each `chat` that has the `toolLoopMiddleware`. A response that repeats
 * itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is no text adapter.
 *
 * @example
 * const adapter = guardAdapter(openaiText("gpt-5.5"));
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
export function guardAdapter<A extends object>(adapter: A): A {
  if (!isAdapter(adapter)) throw optionError("type", "adapter", adapter, "a text adapter of @tanstack/ai");
  if (isWatched(adapter)) return adapter;
  const chatStream = (options: StreamOptions): AsyncIterable<Chunk> => {
    const chat = options.capabilities === undefined ? undefined : chats.get(options.capabilities);
    if (chat === undefined) return adapter.chatStream(options);
    chat.isWatched = true;
    return new WatchedResponse(editedAdapter(adapter, chat), options, chat).chunks();
  };
  return watchedModel(adapter, { chatStream });
}

/** A response, and those that follow it in the same message because the model had repeated itself. */
class WatchedResponse {
  readonly #adapter: Adapter;
  readonly #options: StreamOptions;
  readonly #chat: WatchedChat;
  /** The text of all responses. */
  #written = "";
  /** The newest chunk of text. */
  #last: Chunk | undefined;
  /** What has begun and not ended, by the type of what ends it. */
  readonly #open = new Map<string, Chunk>();
  /** The text message that was cut, until there is more of it. */
  #waiting: Chunk | undefined;
  /** The text message of a later response is shown as more of the one that was cut. */
  #renamed: { from: string | undefined; to: string | undefined } | undefined;
  /** What was written to this message before the response under way. */
  #before = "";
  /** The texts of the response under way. */
  readonly #kinds = new Set<TextKind>();
  /** Whether it has called tools: then it is not cut, so that each call gets its result. */
  #calls = false;

  constructor(adapter: Adapter, options: StreamOptions, chat: WatchedChat) {
    this.#adapter = adapter;
    this.#options = options;
    this.#chat = chat;
  }

  async *chunks(): AsyncGenerator<Chunk, void> {
    // A text in JSON is no text any more with something else in it.
    const cuts = this.#options.outputSchema === undefined;
    for (let asked = 0; ; asked++) {
      const cut = yield* this.#response(cuts && asked < RETELLS_MAX);
      if (cut === "continue") return yield* this.#endWaiting(undefined);
      const isEnd = this.#endTexts() || cut === "abort";
      yield* this.#close(isEnd);
      if (!isEnd) continue;
      this.#end();
      const { threadId, runId } = this.#options;
      yield { type: "RUN_FINISHED", timestamp: Date.now(), threadId, runId, finishReason: "stop" } as Chunk;
      return;
    }
  }

  /** Passes a response on, until the model repeats itself. */
  async *#response(mayCut: boolean): AsyncGenerator<Chunk, TextStep> {
    const { text: monitor } = this.#chat.run;
    const messages = prompted(this.#options.messages, this.#written, monitor.take());
    this.#before = this.#written;
    for await (const chunk of this.#adapter.chatStream({ ...this.#options, messages })) {
      const kind = KINDS.get(chunk.type);
      if (kind !== undefined) {
        this.#kinds.add(kind);
        const { delta = "" } = chunk;
        const { step, length } = monitor.readLong(delta, kind, kind);
        const isCut = !this.#calls && (step === "abort" || (step === "cut" && mayCut));
        yield this.#shown(chunk, kind, isCut ? length : delta.length);
        if (isCut) return step; // closes the stream, so the model stops writing
        await monitor.pending;
        continue;
      }
      this.#calls ||= chunk.type === "TOOL_CALL_START";
      if (chunk.type === "TOOL_CALL_START" || chunk.type === "RUN_FINISHED")
        yield* this.#endWaiting(chunk.parentMessageId);
      // With calls, the chat ends once they have their results.
      if (chunk.type === "RUN_FINISHED" && this.#endTexts() && !this.#calls) this.#end();
      if (this.#begins(chunk)) yield this.#named(chunk);
    }
    return "continue";
  }

  /** Notes what begins and ends. Whether the chunk is to be shown: the same message does not begin twice. */
  #begins(chunk: Chunk): boolean {
    const { type, messageId } = chunk;
    this.#open.delete(type);
    const end = endTypeOf(type);
    if (end === undefined) return true;
    const cut = type === "TEXT_MESSAGE_START" ? this.#open.get(end) : undefined;
    if (cut !== undefined) {
      this.#renamed = { from: messageId, to: cut.messageId };
      this.#waiting = undefined;
      return false;
    }
    if (type === "TEXT_MESSAGE_START") this.#before = "";
    this.#open.set(end, chunk);
    return true;
  }

  /** The first `length` characters of a text's chunk. */
  #shown(chunk: Chunk, kind: TextKind, length: number): Chunk {
    const { delta = "", content } = chunk;
    const named = this.#named(chunk);
    const own = delta.slice(0, length);
    if (kind === "text") this.#written += own;
    const whole =
      typeof content !== "string" ? undefined : content.slice(0, content.length - delta.length + own.length);
    const before = kind === "text" ? this.#before : "";
    const made = { ...named, delta: own, ...(whole === undefined ? {} : { content: before + whole }) };
    if (kind === "text") this.#last = made;
    return own === delta && before === "" ? named : made;
  }

  /** The chunk, as of the message that it belongs to. */
  #named(chunk: Chunk): Chunk {
    const { from, to } = this.#renamed ?? {};
    if (from === undefined || to === undefined) return chunk;
    if (chunk.messageId === from) return { ...chunk, messageId: to };
    return chunk.parentMessageId === from ? { ...chunk, parentMessageId: to } : chunk;
  }

  /** Of the message that was cut there is no more: a response without text is the end of it; `id`: that of its message. */
  *#endWaiting(id: string | undefined): Generator<Chunk, void> {
    if (this.#waiting === undefined) return;
    this.#renamed = { from: id, to: this.#waiting.messageId };
    this.#open.delete("TEXT_MESSAGE_END");
    yield { ...this.#waiting, type: "TEXT_MESSAGE_END" };
    this.#waiting = undefined;
  }

  /** Shows where the text was cut, and ends what has begun. A message that is to go on stays open. */
  *#close(isEnd: boolean): Generator<Chunk, void> {
    const text = this.#open.get("TEXT_MESSAGE_END");
    if (this.#last !== undefined && text !== undefined && this.#waiting === undefined) {
      const delta = isEnd ? CUT_MARK : CUT_MARK + CUT_BREAK;
      this.#written += delta;
      const { content } = this.#last;
      yield { ...this.#last, delta, ...(typeof content === "string" ? { content: content + delta } : {}) };
    }
    this.#waiting = text;
    for (const [type, began] of [...this.#open].reverse()) {
      if (type === "TEXT_MESSAGE_END" && !isEnd) continue;
      this.#open.delete(type);
      yield { ...began, type };
    }
  }

  /** Whether the run is to end. */
  #endTexts(): boolean {
    const steps = [...this.#kinds].map((kind) => this.#chat.run.text.end(kind, kind));
    this.#kinds.clear();
    return steps.includes("abort");
  }

  #end(): void {
    const { ended } = this.#chat.run;
    if (ended !== undefined) this.#chat.end(ended);
  }
}

/** The type of what ends what begins so; `undefined`: it is nothing that a cut ends. */
function endTypeOf(type: string): string | undefined {
  if (type === "STEP_STARTED") return "STEP_FINISHED"; // of thinking, with Anthropic's models
  return type.endsWith("_START") && !type.startsWith("TOOL_") ? type.replace(/START$/, "END") : undefined;
}

/** The messages with what the model has written since, and what it is to be told. */
function prompted(
  messages: StreamOptions["messages"],
  written: string,
  note: string | undefined,
): StreamOptions["messages"] {
  if (note === undefined) return messages;
  const own = written.trim() === "" ? [] : [{ role: "assistant", content: written }];
  return [...messages, ...own, { role: "user", content: note }];
}
