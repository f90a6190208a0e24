/** Requests of LlamaIndex's agents that are changed to get the model out of a loop, and the last one of a run. */
import { editedAs } from "../adapter/message-view.ts";
import type { RequestEdit } from "../adapter/recovery.ts";

interface ToolUse {
  readonly toolCall?: unknown;
  readonly toolResult?: { readonly id?: unknown };
}

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly options?: ToolUse;
}

interface Params {
  readonly messages: readonly object[];
  readonly tools?: object | undefined;
}

export function edited<P extends Params>(params: P, edit: RequestEdit): P {
  const user = (content: string): object => ({ role: "user", content });
  const messages = editedAs<object>(params.messages, known, back, (views, wrap) =>
    edit.messages(views, (text) => wrap(user(text))),
  );
  const { tools } = params;
  return { ...params, messages, ...(Array.isArray(tools) ? { tools: edit.tools<object>(tools, nameOf) } : {}) };
}

function nameOf(tool: object): string {
  return String((tool as { metadata?: { name?: unknown } }).metadata?.name);
}

/** Messages of the framework are those of OpenAI's chat, but for calls and results, which are in options. */
function known(message: Message): object {
  const { role, content, options: { toolCall, toolResult } = {} } = message;
  if (toolResult !== undefined) return { role: "tool", tool_call_id: toolResult.id, content };
  if (!Array.isArray(toolCall)) return message;
  const calls = toolCall.map(({ id, name, input }: Record<string, unknown>) => ({
    id,
    type: "function",
    function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
  }));
  return { role, content, tool_calls: calls };
}

function back(message: Message, { content }: Record<string, unknown>): object {
  const { options } = message;
  return { ...message, content, options: { ...options, toolResult: { ...options?.toolResult, result: content } } };
}
