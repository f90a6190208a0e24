/** Requests of Genkit that are changed to get the model out of a loop, and the last one of a generation. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { editedAs } from "../adapter/message-view.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import {
  type Ask,
  type Chunk,
  ended,
  type Message,
  type ModelRequest,
  type ModelResponse,
  PARTS,
  type Part,
} from "./genkit-text.ts";

/** Asks the model with the request that it is to get. Another model is an action of Genkit. */
export function editedAsk(run: AgentRun, edit: RequestEdit, next: Ask): Ask {
  const { answers: end, model } = edit;
  const ask = typeof model === "function" ? (model as Ask) : next;
  if (end === undefined)
    return async (request, context) => {
      const response = await ask(edited(request, edit), context);
      if (!response.message?.content.some(PARTS.isCall)) run.answered();
      return response;
    };
  return async (request, context) => {
    const { onChunk } = context;
    const quiet = onChunk && { onChunk: (chunk: Chunk) => onChunk({ ...chunk, content: withoutCalls(chunk.content) }) };
    const response = await ask(edited(request, edit), { ...context, ...quiet }).catch((): ModelResponse => ({}));
    run.answered();
    const content = withoutCalls(response.message?.content);
    if (!content.some(({ text }) => typeof text === "string" && text.trim() !== "")) {
      // A text of ours does not fit a schema.
      if (request.output?.schema !== undefined) throw end;
      const own = { text: run.endText(end) };
      onChunk?.({ content: [own] });
      content.push(own);
    }
    return { ...response, ...ended(end, { ...response.message, content }) };
  };
}

function edited(request: ModelRequest, edit: RequestEdit): ModelRequest {
  const { tools = [], config, toolChoice, ...rest } = request;
  const offered = edit.tools(tools, ({ name }) => name);
  const { temperature } = edit;
  return {
    ...rest,
    messages: editedAs(request.messages, known, back, (views, wrap) =>
      edit.messages(views, (text) => wrap({ role: "user", content: [{ text }] })),
    ),
    tools: offered,
    config: temperature === undefined ? config : { ...config, temperature },
    ...(toolChoice === undefined || offered.length < tools.length ? {} : { toolChoice }),
  };
}

function withoutCalls(content: readonly Part[] = []): Part[] {
  return content.filter((part) => !PARTS.isCall(part));
}

/** A message of Genkit as one of the AI SDK. */
function known({ role, content, metadata }: Message): object {
  return {
    role: role === "model" ? "assistant" : role,
    content: content.map(knownPart),
    ...(metadata?.cache === undefined ? {} : { cacheControl: metadata.cache }),
  };
}

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
