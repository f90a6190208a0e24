/**
 * Chat models of LangChain: what they write is looked at, and responses that repeat themselves are cut; the requests of agents are
 * changed to get the model out of a loop, and there is a last one of a run.
 */
import {
  AIMessage,
  AIMessageChunk,
  type AIMessageFields,
  type BaseMessage,
  HumanMessage,
} from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { AgentMiddleware } from "langchain";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import { type AdapterOptions, type DeskInput, givenRun } from "../adapter/desk.ts";
import { askEdited } from "../adapter/edited-response.ts";
import { hasMethods } from "../adapter/guarded-objects.ts";
import { editedRequest, type RequestEdit } from "../adapter/recovery.ts";
import type { TextKind } from "../adapter/text-monitor.ts";
import { appendReply, type StreamForm } from "../adapter/text-responses.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd, property } from "../base/property.ts";
import { fieldsOf, textsIn } from "../history/fields.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";

/** `onAbort: "stop"`: the reason is the run's last message. */
export type TextLoopMiddlewareOptions = AdapterOptions;

interface RunManager {
  /** The last of six arguments has the chunk. */
  handleLLMNewToken(token: string, ...more: unknown[]): unknown;
}

interface ChatModel {
  _generate(messages: BaseMessage[], options: object, manager?: RunManager): Promise<ChatResult>;
  _streamResponseChunks(
    messages: BaseMessage[],
    options: object,
    manager?: RunManager,
  ): AsyncIterable<ChatGenerationChunk>;
}

/**
 * Middleware for `createAgent` that looks at what the model writes: while it streams, if the agent or the model streams. Each user
 * turn is its own run.
 *
 * @example
 * createAgent({ model, tools, middleware: [toolLoopMiddleware(guard), textLoopMiddleware(guard)] });
 */
export function textLoopMiddleware(
  guard?: DeskInput,
  options?: TextLoopMiddlewareOptions,
): AgentMiddleware<undefined, undefined> {
  const own = deskFor("@langchain/core", guard, options);
  /** By the user's message that began the turn: messages stay the same objects from step to step. */
  const byTurn = new WeakMap<object, AgentRun>();
  /** A run for texts alone: it is not that of the calls, nor part of a tool's work. */
  const newRun = (): AgentRun => own.runBy((by) => by.run({}));
  return {
    name: "TextLoopMiddleware",
    wrapModelCall: async (request, handler) => {
      const turn = request.messages.findLast((message) => message.getType() === "human") ?? request;
      const run = getOrAdd(byTurn, turn, newRun);
      if (run.ended !== undefined) return run.finish(run.ended, { stopped: endMessage });
      const model = monitorChatModel(await instanceOf(request.model), run) as typeof request.model;
      try {
        return await handler({ ...request, model });
      } catch (error) {
        const { ended } = run;
        if (run.onAbort === "throw" || ended === undefined) throw error;
        return endMessage(ended);
      }
    },
  };
}

/**
 * The last message of a run that was ended, from which `findToolLoopError` gets the error. `response`: what the model said to that,
 * without calls; where it is nothing, the text.
 */
export function endMessage(error: ToolLoopError, text: string = error.message, response?: AIMessage): AIMessage {
  const { id, name, usage_metadata, response_metadata } = (response ?? {}) as Partial<AIMessage>;
  const answer = response?.text ?? "";
  return new AIMessage({
    ...(response === undefined ? {} : { id, name, usage_metadata }),
    content: answer.trim() === "" ? text : answer,
    response_metadata: { ...response_metadata, finish_reason: "loop", error: errorAsJson(error) },
  } as AIMessageFields);
}

/**
 * A chat model whose texts are looked at, for a node of your own graph; all of them belong to `run`. An abort is thrown.
 *
 * @example
 * const model = guardModel(chatModel, guard.run(threadId));
 */
export function guardModel<M extends object>(model: M, run: AnyRun): M {
  if (!isChatModel(model)) throw optionError("type", "model", model, "a chat model of LangChain");
  return monitorChatModel(model, givenRun(run)) as M;
}

/** The model behind one that was given by its name, as the agent itself gets it. */
async function instanceOf(model: unknown): Promise<unknown> {
  const { _getModelInstance: get } = model as { _getModelInstance?: () => Promise<unknown> };
  return typeof get === "function" ? get.call(model) : model;
}

/** An object with the model as its prototype, so that what the model makes of itself, such as with tools, is it as well. */
function monitorChatModel(model: unknown, run: AgentRun): unknown {
  if (!isChatModel(model)) return model;
  const methods: Partial<ChatModel> = {
    _generate: (messages, options, manager) =>
      whole(run, messages, (prompt) => model._generate(prompt, options, manager)),
  };
  if (streams(model))
    methods._streamResponseChunks = (messages, options, manager) =>
      streamed(run, messages, (prompt) => model._streamResponseChunks(prompt, options, manager), manager);
  return Object.assign(Object.create(model), methods);
}

const FORM: StreamForm<BaseMessage[], Chunk> = {
  read({ message, spared }) {
    const kind = (["text", "reasoning"] as const).find((one) => textOf(message, one) !== "");
    return kind && { kind, id: kind, text: textOf(message, kind), spared };
  },
  withText: (_, text) => chunkOf(text),
  isCall: ({ message }) => callsTools(message),
  again: (messages, written, note) =>
    appendReply<BaseMessage>(messages, written, note, (role, content) =>
      role === "user" ? new HumanMessage({ content }) : new AIMessage({ content }),
    ),
  close: (_, kind, text) => (kind === "text" && text !== "" ? [chunkOf(text)] : []),
  finish(end) {
    if (end !== undefined) throw end;
    return [];
  },
};

/** What the model says, or a whole response. */
type Chunk = { readonly text: string; readonly message: object; readonly spared?: boolean };

/** Chunks of ours, of which no listener was told. */
const ours = new WeakSet<object>();

function chunkOf(text: string): ChatGenerationChunk {
  const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) });
  ours.add(chunk);
  return chunk;
}

async function* streamed(
  run: AgentRun,
  messages: BaseMessage[],
  ask: (prompt: BaseMessage[]) => AsyncIterable<ChatGenerationChunk>,
  manager: RunManager | undefined,
): AsyncGenerator<ChatGenerationChunk, void> {
  let isAsked = true;

  function source(prompt: BaseMessage[]): AsyncIterator<ChatGenerationChunk> {
    const chunks = ask(prompt)[Symbol.asyncIterator]();
    return {
      next: () => chunks.next(),
      async return() {
        // A model tells its listeners of a chunk when it is asked for the next one.
        if (isAsked) await chunks.next();
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  // The listeners know of a chunk as it was.
  const form = { ...FORM, withText: (chunk: Chunk) => chunk } as StreamForm<BaseMessage[], ChatGenerationChunk>;
  for await (const chunk of run.stream(messages, source, form)) {
    isAsked = false;
    yield chunk;
    isAsked = true;
    if (ours.has(chunk))
      await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
  }
}

/** The response, with the text of those before it, after which the model was told and asked again. */
async function whole(
  run: AgentRun,
  messages: BaseMessage[],
  ask: (prompt: BaseMessage[]) => Promise<ChatResult>,
): Promise<ChatResult> {
  let result: ChatResult = { generations: [] };
  let written = "";
  let earlier = "";
  async function* source(prompt: BaseMessage[]): AsyncGenerator<Chunk, void> {
    earlier = written;
    result = await ask(prompt);
    for (const { text, message } of result.generations.slice(0, 1)) {
      // Reasoning is not cut if there is a text as well, nor anything if tools are called.
      const spared = textOf(message, "text") !== "";
      const reasoning_content = textOf(message, "reasoning");
      if (spared) yield { text: "", message: { additional_kwargs: { reasoning_content } }, spared };
      yield { text, message, spared: callsTools(message) };
    }
  }
  for await (const { message } of run.stream(messages, source, FORM)) written += textOf(message, "text");
  const message = result.generations[0]?.message as AIMessage | undefined;
  if (message !== undefined && earlier !== "") {
    const { content } = message;
    message.content = typeof content === "string" ? earlier + content : [{ type: "text", text: earlier }, ...content];
  }
  return result;
}

/** What a message says of this kind; "": nothing. */
function textOf(message: object, kind: TextKind): string {
  const { content, additional_kwargs } = message as AIMessage;
  const { reasoning_content } = additional_kwargs ?? {};
  const texts = textsIn({ content, reasoning_content }, fieldsOf(content)).filter((part) => part[1] === kind);
  return texts.map(([text]) => text).join("");
}

function callsTools(message: object): boolean {
  const { tool_calls = [], tool_call_chunks = tool_calls } = message as AIMessageChunk;
  return tool_call_chunks.length > 0;
}

const isChatModel = (value: unknown): value is ChatModel => hasMethods(value, "_generate", "_streamResponseChunks");

/** Whether the model's class has a method of its own for streams: that of LangChain's base class only throws. */
function streams(model: ChatModel): boolean {
  let owner: object | null = model;
  while (owner !== null && !Object.hasOwn(owner, "_streamResponseChunks")) owner = Object.getPrototypeOf(owner);
  return owner !== null && !Object.hasOwn(owner, "generatePrompt"); // which is the base class's
}

type Hook = NonNullable<AgentMiddleware<undefined, undefined>["wrapModelCall"]>;
type Request = Parameters<Hook>[0];
type Handler = Parameters<Hook>[1];

/** Asks the model with the request that it is to get. */
export async function askModel(
  run: AgentRun,
  edit: RequestEdit,
  request: Request,
  handler: Handler,
): Promise<AIMessage> {
  const { answers: end, model } = edit;
  const { signal } = request.runtime;
  const asked = editedRequest(edit, request, (content) => new HumanMessage({ content }), "modelSettings");
  const ask = (by: Request["model"]) => handler({ ...asked, model: by });
  const response = await askEdited(end, model as Request["model"] | undefined, request.model, ask, signal);
  // One that fits the agent's `responseFormat` is an object with messages.
  const messages = [property(response, "messages") ?? response].flat() as (AIMessage | undefined)[];
  const last = messages.at(-1);
  const isCommand = last !== undefined && typeof last.getType !== "function"; // of other middleware
  if (isCommand || (end === undefined && (last?.tool_calls ?? []).length > 0)) return response as AIMessage;
  run.answered();
  if (end === undefined) return response as AIMessage;
  await run.usage(messages.find((message) => message?.usage_metadata !== undefined)?.usage_metadata);
  const shown = endMessage(end, run.endText(end), last);
  if (last === response) return shown;
  return { ...response, messages: [...messages.slice(0, -1), shown] } as unknown as AIMessage;
}
