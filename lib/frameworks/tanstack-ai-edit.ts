/** Requests of TanStack AI that are changed to get the model out of a loop, and the last one of a chat. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { editedAs } from "../adapter/message-view.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";

/** A chat whose texts are looked at. */
export interface WatchedChat {
  readonly run: AgentRun;
  /** Set once a guarded adapter was asked. */
  isWatched: boolean;
  /** Ends the chat: throws, or says why in its stream. */
  end(error: ToolLoopError): void;
}

/** A chunk of a stream, as far as it is used here. */
export interface Chunk {
  readonly type: string;
  readonly messageId?: string;
  readonly parentMessageId?: string;
  readonly delta?: string;
  /** The whole text so far, from adapters that give it. */
  readonly content?: unknown;
}

type Part = { readonly type: string; readonly content?: unknown; readonly text?: unknown };

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly toolCalls?: unknown;
  readonly toolCallId?: unknown;
}

export interface StreamOptions {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly modelOptions?: object | undefined;
  /** The context of the chat. */
  readonly capabilities?: object | undefined;
  readonly outputSchema?: unknown;
  readonly threadId?: string;
  readonly runId?: string;
}

/** The part of an adapter that is used here. */
export interface Adapter {
  chatStream(options: StreamOptions): AsyncIterable<Chunk>;
}

export function isAdapter(value: unknown): value is Adapter {
  return typeof (value as Partial<Adapter> | null | undefined)?.chatStream === "function";
}

/** The adapter for one model call. Another model is a text adapter. */
export function editedAdapter(adapter: Adapter, chat: WatchedChat): Adapter {
  const edit = chat.run.edit();
  if (edit === undefined) return adapter;
  const asked = isAdapter(edit.model) ? edit.model : adapter;
  return { chatStream: (options) => concluded(asked.chatStream(edited(options, edit)), options, chat, edit.answers) };
}

function edited(options: StreamOptions, edit: RequestEdit): StreamOptions {
  const { messages, tools = [], modelOptions } = options;
  const { temperature } = edit;
  return {
    ...options,
    messages: editedAs(messages, known, back, (views, wrap) =>
      edit.messages(views, (content) => wrap({ role: "user", content })),
    ),
    tools: edit.tools(tools, ({ name }) => name),
    modelOptions: temperature === undefined ? modelOptions : { ...modelOptions, temperature },
  };
}

/** A response. The last one of a chat calls nothing, says something, and ends. */
async function* concluded(
  chunks: AsyncIterable<Chunk>,
  { threadId, runId }: StreamOptions,
  chat: WatchedChat,
  end: ToolLoopError | undefined,
): AsyncGenerator<Chunk, void> {
  const base = { timestamp: Date.now(), threadId, runId };
  let last: object = base;
  let open: Chunk | undefined;
  let calls = false;
  let text = "";
  try {
    for await (const chunk of chunks) {
      const { type } = chunk;
      calls ||= type === "TOOL_CALL_START";
      if (type === "TEXT_MESSAGE_START") open = chunk;
      if (type === "TEXT_MESSAGE_END") open = undefined;
      if (type === "TEXT_MESSAGE_CONTENT") text += chunk.delta ?? "";
      if (type === "RUN_FINISHED") last = chunk;
      if (end === undefined || !/^(?:TOOL_CALL_|RUN_(?:FINISHED|ERROR)$)/.test(type)) yield chunk;
    }
  } catch (error) {
    if (end === undefined) throw error;
  }
  if (end !== undefined || !calls) chat.run.answered();
  if (end === undefined) return;
  const message = { ...base, messageId: open?.messageId ?? "loopguard", role: "assistant" };
  const delta = text.trim() === "" ? chat.run.endText(end) : undefined;
  if (delta !== undefined && open === undefined) yield { ...message, type: "TEXT_MESSAGE_START" };
  if (delta !== undefined) yield { ...message, type: "TEXT_MESSAGE_CONTENT", delta, content: delta };
  if (delta !== undefined || open !== undefined) yield { ...message, type: "TEXT_MESSAGE_END" };
  chat.end(end);
  yield { ...last, type: "RUN_FINISHED", finishReason: "stop" } as Chunk;
}

/** A message of TanStack AI as one of OpenAI's. */
function known({ role, content, toolCalls, toolCallId }: Message): object {
  const texts = partsOf(content, (part) => ({ ...part, text: part.content }));
  return { role, content: texts, tool_calls: toolCalls, tool_call_id: toolCallId };
}

function back(message: Message, { content }: Record<string, unknown>): Message {
  return { ...message, content: partsOf(content, ({ text, ...part }) => ({ ...part, content: text })) };
}

/** The content with other parts of text. */
function partsOf(content: unknown, text: (part: Part) => Part): unknown {
  return Array.isArray(content) ? content.map((part: Part) => (part.type === "text" ? text(part) : part)) : content;
}
