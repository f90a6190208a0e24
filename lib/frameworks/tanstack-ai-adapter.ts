/**
 * Adapters of TanStack AI: what they yield is looked at, and responses that repeat themselves are cut; their requests are changed to
 * get the model out of a loop; and there is a last one of a chat.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import { type LastChunks, lastChunks, streamOther } from "../adapter/edited-response.ts";
import { hasMethods } from "../adapter/guarded-objects.ts";
import { editedRequest } from "../adapter/recovery.ts";
import { isMonitored, monitoredModel, type TextKind, unmonitored } from "../adapter/text-monitor.ts";
import type { StreamForm } from "../adapter/text-responses.ts";
import { optionError } from "../base/errors.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";

interface Chunk {
  readonly type: string;
  readonly messageId?: string;
  readonly parentMessageId?: string;
  readonly delta?: string;
  /** The whole text so far, from adapters that give it. */
  readonly content?: unknown;
}

/** A message, as far as it is used here. */
export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly toolCalls?: unknown;
  readonly toolCallId?: unknown;
}

interface StreamOptions {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly modelOptions?: object | undefined;
  /** The context of the chat. */
  readonly capabilities?: object | undefined;
  readonly outputSchema?: unknown;
  readonly threadId?: string;
  readonly runId?: string;
  readonly request?: { readonly signal?: AbortSignal | null } | undefined;
}

interface Adapter {
  chatStream(options: StreamOptions): AsyncIterable<Chunk>;
}

const isAdapter = (value: unknown): value is Adapter => hasMethods(value, "chatStream");

/** A chat whose adapter may be a guarded one, which asks once more. */
export interface MonitoredChat {
  readonly run: AgentRun;
  isMonitored: boolean;
  /** Ends the chat: throws, or says why in its stream. */
  end(error: ToolLoopError): void;
}

/** By the context that TanStack makes for each chat, and gives to its adapter as well. */
export const chats: WeakMap<object, MonitoredChat> = new WeakMap();

const TEXT_END = "TEXT_MESSAGE_END";

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ["TEXT_MESSAGE_CONTENT", "text"],
  ["REASONING_MESSAGE_CONTENT", "reasoning"],
]);

const isCall = ({ type }: Chunk): boolean => type === "TOOL_CALL_START";

/**
 * An adapter whose texts are looked at for loops, in each `chat` that has the `toolLoopMiddleware`.
 *
 * @example
 * const adapter = guardAdapter(openaiText("gpt-5.5"));
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
export function guardAdapter<A extends object>(adapter: A): A {
  if (!isAdapter(adapter)) throw optionError("type", "adapter", adapter, "a text adapter of @tanstack/ai");
  if (isMonitored(adapter)) return adapter;
  const chatStream = (options: StreamOptions): AsyncIterable<Chunk> => {
    const chat = options.capabilities === undefined ? undefined : chats.get(options.capabilities);
    if (chat === undefined) return adapter.chatStream(options);
    chat.isMonitored = true;
    return responses(editedAdapter(adapter, chat), options, chat);
  };
  return monitoredModel(adapter, { chatStream });
}

/** A response, and those that follow it in the same message because the model had repeated itself. */
async function* responses(adapter: Adapter, options: StreamOptions, chat: MonitoredChat): AsyncGenerator<Chunk, void> {
  const shown = new ShownMessage();
  /** Ends the response; it is passed on once its texts have ended. */
  let done: Chunk | undefined;

  async function* ask(asked: StreamOptions): AsyncGenerator<Chunk, void> {
    done = undefined;
    for await (const chunk of adapter.chatStream(asked)) {
      if (chunk.type === "RUN_FINISHED") done = chunk;
      else yield chunk;
    }
  }

  const form: StreamForm<StreamOptions, Chunk> = {
    read(chunk) {
      shown.note(chunk);
      const kind = KINDS.get(chunk.type);
      return kind && { kind, id: kind, text: chunk.delta ?? "" };
    },
    withText: (chunk, delta) => shown.shortened(chunk, delta),
    isCall,
    sparesCalls: true,
    // A text in JSON is no text any more with something else in it.
    mayMark: ({ outputSchema }) => outputSchema === undefined,
    later: (chunk) => shown.continued(chunk),
    close: (_id, kind, mark) => shown.cut(kind === "text" ? mark : ""),
    *finish(end, called) {
      if (end === undefined || called) return; // with calls, the chat ends once they have their results
      yield* shown.end();
      chat.end(end);
      const { threadId, runId } = options;
      done ??= { type: "RUN_FINISHED", timestamp: Date.now(), threadId, runId, finishReason: "stop" } as Chunk;
    },
  };

  for await (const chunk of chat.run.stream(options, ask, form)) {
    if (isCall(chunk)) yield* shown.endWaiting();
    yield chunk;
  }
  yield* shown.endWaiting();
  if (done !== undefined) yield done;
}

/** The message as the program sees it: what comes after a cut is more of the message that was cut. */
class ShownMessage {
  /** What has begun and not ended, by the type of what ends it. */
  readonly #open = new Map<string, Chunk>();
  /** The text message that was cut, until there is more of it. */
  #waiting: Chunk | undefined;
  #renamed: { from: string | undefined; to: string | undefined } | undefined;
  /** The newest chunk of its text. */
  #last: Chunk | undefined;
  /** Its text up to the cut, from adapters that give whole texts. */
  #before = "";

  note(chunk: Chunk): void {
    const { type } = chunk;
    this.#open.delete(type);
    const end = endTypeOf(type);
    if (end !== undefined) this.#open.set(end, chunk);
    if (type === "TEXT_MESSAGE_START") this.#before = "";
    if (type === "TEXT_MESSAGE_CONTENT") this.#last = chunk;
  }

  shortened(chunk: Chunk, delta: string): Chunk {
    const { content, delta: given = "" } = chunk;
    const left = given.length - delta.length;
    const made = {
      ...chunk,
      delta,
      ...(typeof content === "string" ? { content: content.slice(0, content.length - left) } : {}),
    };
    if (chunk === this.#last) this.#last = made;
    return made;
  }

  /** A chunk of a response after a cut, as of the message that was cut; `undefined`: the same message does not begin twice. */
  continued(chunk: Chunk): Chunk | undefined {
    const { type, messageId, parentMessageId, content } = chunk;
    const waits = this.#waiting?.messageId;
    if (this.#waiting !== undefined && type === "TEXT_MESSAGE_START") {
      this.#renamed = { from: messageId, to: waits };
      this.#waiting = undefined;
      return undefined;
    }
    // A response without a text: its calls are of the message that was cut.
    if (this.#waiting !== undefined && type === "TOOL_CALL_START") this.#renamed = { from: parentMessageId, to: waits };
    const { from, to } = this.#renamed ?? {};
    const whole = type === "TEXT_MESSAGE_CONTENT" && this.#before !== "" && typeof content === "string";
    return {
      ...chunk,
      ...(messageId !== undefined && messageId === from ? { messageId: to } : {}),
      ...(parentMessageId !== undefined && parentMessageId === from ? { parentMessageId: to } : {}),
      ...(whole ? { content: this.#before + content } : {}),
    } as Chunk;
  }

  /** Shows where the text was cut, and ends what else has begun: the text may go on. */
  *cut(mark: string): Generator<Chunk, void> {
    const text = this.#open.get(TEXT_END);
    if (mark !== "" && text !== undefined && this.#last !== undefined) {
      const { content } = this.#last;
      const whole = typeof content === "string" ? content + mark : undefined;
      this.#before = whole ?? "";
      yield { ...this.#last, delta: mark, ...(whole === undefined ? {} : { content: whole }) };
    }
    this.#waiting = text;
    for (const [type, began] of [...this.#open].reverse()) {
      if (type === TEXT_END) continue;
      this.#open.delete(type);
      yield { ...began, type };
    }
  }

  /** Of the message that was cut there is no more. */
  *endWaiting(): Generator<Chunk, void> {
    if (this.#waiting !== undefined) yield* this.end();
  }

  *end(): Generator<Chunk, void> {
    const text = this.#open.get(TEXT_END);
    this.#waiting = undefined;
    this.#open.delete(TEXT_END);
    if (text !== undefined) yield { ...text, type: TEXT_END };
  }
}

/** The type of what ends what begins so; `undefined`: it is nothing that a cut ends. */
function endTypeOf(type: string): string | undefined {
  if (type === "STEP_STARTED") return "STEP_FINISHED"; // of thinking, with Anthropic's models
  return type.endsWith("_START") && !type.startsWith("TOOL_") ? type.replace(/START$/, "END") : undefined;
}

/** The adapter for one model call. Another model is a text adapter. */
function editedAdapter(adapter: Adapter, chat: MonitoredChat): Adapter {
  const { run } = chat;
  const edit = run.edit();
  if (edit === undefined) return adapter;
  const other = isAdapter(edit.model) ? unmonitored(edit.model) : undefined;
  return {
    chatStream(options) {
      const request = editedRequest(edit, options, (content) => ({ role: "user", content }), "modelOptions");
      const asked = other && (() => throwing(other.chatStream(request)));
      const own = () => adapter.chatStream(request);
      const chunks = streamOther(asked, own, (ask) => ask(), options.request?.signal);
      return lastChunks(run, edit, chunks, lastForm(options, chat));
    },
  };
}

/** What an adapter yields. Most tell with a chunk that they failed, after one that they began: these throw it. */
async function* throwing(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
  let began: Chunk[] | undefined = [];
  for await (const chunk of chunks) {
    if (began !== undefined && chunk.type === "RUN_ERROR") throw chunk;
    if (began !== undefined && chunk.type === "RUN_STARTED") began.push(chunk);
    else {
      yield* began ?? [];
      began = undefined;
      yield chunk;
    }
  }
}

function lastForm({ threadId, runId, request }: StreamOptions, chat: MonitoredChat): LastChunks<Chunk> {
  const base = { timestamp: Date.now(), threadId, runId };
  let finished: object = base;
  let open: Chunk | undefined;
  return {
    isCall,
    cancelled: () => request?.signal?.aborted === true,
    says: ({ type, delta = "" }) => type === "TEXT_MESSAGE_CONTENT" && delta.trim() !== "",
    keeps(chunk) {
      const { type } = chunk;
      if (type === "TEXT_MESSAGE_START") open = chunk;
      if (type === TEXT_END) open = undefined;
      if (type === "RUN_FINISHED") finished = chunk;
      return !/^(?:TOOL_CALL_|RUN_(?:FINISHED|ERROR)$)/.test(type);
    },
    *last(end, delta) {
      const message = { ...base, messageId: open?.messageId ?? "loopguard", role: "assistant" };
      if (delta !== undefined && open === undefined) yield { ...message, type: "TEXT_MESSAGE_START" };
      if (delta !== undefined) yield { ...message, type: "TEXT_MESSAGE_CONTENT", delta, content: delta };
      if (delta !== undefined || open !== undefined) yield { ...message, type: TEXT_END };
      chat.end(end);
      yield { ...finished, type: "RUN_FINISHED", finishReason: "stop" } as Chunk;
    },
  };
}
