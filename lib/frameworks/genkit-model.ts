/**
 * Models of Genkit: what they write is looked at, and responses that repeat themselves are cut; their requests are changed to get
 * them out of a loop; and there is a last one of a generation.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import { lastParts } from "../adapter/last-response.ts";
import { askEdited } from "../adapter/other-model.ts";
import { editedMessages, type MessageForm, type RequestEdit } from "../adapter/recovery.ts";
import { CUT_BREAK, CUT_MARK } from "../adapter/result-form.ts";
import type { PartForm, TextKind, TextMonitor, TextStep } from "../adapter/text-monitor.ts";
import { appendReply, type Generation, type WholeForm } from "../adapter/text-whole.ts";
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
  again: (request, written, note) => ({ ...request, messages: appendReply(request.messages, written, note, said) }),
  joined: (response, content, usage) =>
    ({ ...response, message: { role: "model", ...response.message, content }, usage }) as ModelResponse,
  usageOf: ({ usage }) => usage,
};

function said(role: "assistant" | "user", text: string): Message {
  return { role: role === "user" ? role : "model", content: [{ text }] };
}

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
  let cuts = mayCut && request.output?.format !== "json" && request.output?.schema === undefined;
  const { onChunk: send, abortSignal: theirs } = context;
  /** What the model has streamed: nothing if it cannot. */
  const kinds = new Set<TextKind>();
  let written = "";
  let step: TextStep = "continue";
  const end = new AbortController();
  const isCut = new Promise<undefined>((resolve) => {
    end.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });

  const read = (part: Part): Part => {
    const own = PARTS.textOf(part);
    if (own === undefined) return part;
    const { kind, text } = own;
    kinds.add(kind);
    const seen = monitor.readLong(text, kind, kind);
    const { length } = seen.step === "cut" && !cuts ? text : seen;
    step = seen.step === "cut" && !cuts ? "continue" : seen.step;
    if (kind === "text") written += text.slice(0, length);
    return length === text.length ? part : { ...part, [kind]: text.slice(0, length) };
  };
  const onChunk = (chunk: Chunk): void => {
    if (step !== "continue") return; // the model writes on until it has read its signal
    const content: Part[] = [];
    for (const part of chunk.content ?? []) {
      // A response that calls tools is not cut: the model is told with their results.
      if (PARTS.isCall(part)) cuts = false;
      content.push(read(part));
      if (step !== "continue") break;
    }
    send?.({ ...chunk, content });
    if (step !== "continue") end.abort();
  };
  /** Whether the run is to end. */
  const endTexts = (): boolean => [...kinds].map((kind) => monitor.end(kind, kind)).includes("abort");

  // Of a response that is to be cut, the model is told by its signal, and nobody waits for it.
  const signal = (): AbortSignal => (theirs === undefined ? end.signal : AbortSignal.any([theirs, end.signal]));
  const own = send === undefined ? context : { ...context, onChunk, abortSignal: signal() };
  const response = await Promise.race([
    isCut,
    ask(request, own).catch((error: unknown): undefined => {
      if (step === "continue") throw error; // a model that has read its signal fails
    }),
  ]);
  if (response !== undefined) {
    const content = response.message?.content ?? [];
    if (kinds.size === 0) return { response, ...monitor.readParts(content, PARTS, cuts) };
    return { response, step: endTexts() ? "abort" : "continue", content };
  }
  const ends = endTexts() || (step as TextStep) === "abort";
  const mark = ends ? CUT_MARK : CUT_MARK + CUT_BREAK;
  if (written !== "") send?.({ content: [{ text: mark }] });
  return { response: {}, step: ends ? "abort" : "cut", content: written === "" ? [] : [{ text: written + mark }] };
}

/** Asks the model with the request that it is to get. Another model is an action of Genkit. */
export function editedAsk(run: AgentRun, edit: RequestEdit, next: Ask): Ask {
  const { answers: end, model } = edit;
  const other = typeof model === "function" ? (model as Ask) : undefined;
  return async (request, context) => {
    const { onChunk, abortSignal: signal } = context;
    const filtered = end && onChunk && { onChunk: (chunk: Chunk) => onChunk(withoutCalls(chunk)) };
    const asked: Parameters<Ask> = [edited(request, edit), { ...context, ...filtered }];
    const response = (await askEdited(end, other, next, (one) => one(...asked), signal)) ?? {};
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
  user: (text) => said("user", text),
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
