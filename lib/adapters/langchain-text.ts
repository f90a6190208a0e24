/** Looks at what a chat model of LangChain writes, and ends responses that repeat themselves. */
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { AgentMiddleware } from "langchain";
import { optionError } from "../base/errors.ts";
import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopRun } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { guardFor } from "./framework-versions.ts";
import { CUT_BREAK, CUT_MARK, RETELLS_MAX, type TextKind, TextWatch } from "./text-watch.ts";

export interface TextLoopMiddlewareOptions {
  /**
   * How an abort ends the run. `"throw"`: the run rejects, and a stream throws, with an error that contains the
   * `ToolLoopError`. `"stop"`: the run ends with the reason as its last message, and `findToolLoopError(result)` gets the
   * error. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

interface RunManager {
  handleLLMNewToken(
    token: string,
    at?: unknown,
    run?: string,
    parent?: string,
    tags?: string[],
    fields?: object,
  ): unknown;
}

/** The part of a chat model that is used here. */
interface ChatModel {
  _generate(messages: BaseMessage[], options: object, manager?: RunManager): Promise<ChatResult>;
  _streamResponseChunks(
    messages: BaseMessage[],
    options: object,
    manager?: RunManager,
  ): AsyncIterable<ChatGenerationChunk>;
}

/**
 * Middleware for `createAgent` that looks at what the model writes. A response that repeats itself is cut, and the model
 * is told and asked again; it is cut while it streams if the agent or the model streams. Each user turn is its own run.
 * Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * createAgent({ model, tools, middleware: [toolLoopMiddleware(guard), textLoopMiddleware(guard)] });
 */
export function textLoopMiddleware(
  guard?: GuardInput,
  { onAbort = "throw" }: TextLoopMiddlewareOptions = {},
): AgentMiddleware<undefined, undefined> {
  const ownGuard = guardFor("@langchain/core", guard);
  /** By the user's message that began the turn: messages stay the same objects from step to step. */
  const byTurn = new WeakMap<object, TextWatch>();
  return {
    name: "TextLoopMiddleware",
    wrapModelCall: async (request, handler) => {
      const turn = request.messages.findLast((message) => message.getType() === "human") ?? request;
      const watch = getOrAdd(byTurn, turn, () => TextWatch.of(ownGuard.run({})));
      const model = watchChatModel(await instanceOf(request.model), watch) as typeof request.model;
      try {
        return await handler({ ...request, model });
      } catch (error) {
        if (onAbort === "throw" || watch.error === undefined) throw error;
        const { message: content } = watch.error;
        return new AIMessage({ content, response_metadata: { error: watch.error.toJSON() } });
      }
    },
  };
}

/**
 * A chat model whose texts are looked at, for a node of your own graph; all of them belong to `run`. At the end of the
 * ladder it throws a `ToolLoopError`. Throws `ERR_LOOPGUARD_OPTION` for what is no chat model.
 *
 * @example
 * const model = guardModel(chatModel, guard.run(threadId));
 */
export function guardModel<M extends object>(model: M, run: LoopRun): M {
  if (!isChatModel(model)) throw optionError("type", "model", model, "a chat model of LangChain");
  return watchChatModel(model, TextWatch.of(run)) as M;
}

/** The model behind one that was given by its name, as the agent itself gets it. */
async function instanceOf(model: unknown): Promise<unknown> {
  const { _getModelInstance: get } = model as { _getModelInstance?: () => Promise<unknown> };
  return typeof get === "function" ? get.call(model) : model;
}

/** An object with the model as its prototype, so that what the model makes of itself, such as with tools, is it as well. */
function watchChatModel(model: unknown, watch: TextWatch): unknown {
  if (!isChatModel(model)) return model;
  const methods: Partial<ChatModel> = {
    _generate: (messages, options, manager) => wholes(model, watch, messages, options, manager),
  };
  if (streams(model))
    methods._streamResponseChunks = (messages, options, manager) => chunks(model, watch, messages, options, manager);
  return Object.assign(Object.create(model), methods);
}

async function* chunks(
  model: ChatModel,
  watch: TextWatch,
  messages: BaseMessage[],
  options: object,
  manager: RunManager | undefined,
): AsyncGenerator<ChatGenerationChunk, void> {
  let prompt = told(messages, "", watch.take());
  for (let cuts = 0; ; cuts++) {
    let written = "";
    let calls = false;
    let cut = false;
    const kinds = new Set<TextKind>();
    for await (const chunk of model._streamResponseChunks(prompt, options, manager)) {
      // Not sooner: a model tells its listeners of a chunk when it is asked for the next one. Closes the provider's stream.
      if (cut) break;
      yield chunk;
      const message = chunk.message as AIMessageChunk;
      calls ||= (message.tool_call_chunks?.length ?? 0) > 0;
      for (const [kind, delta] of textsOf(message)) {
        kinds.add(kind);
        if (kind === "text") written += delta;
        if (cut) continue;
        const course = watch.read(delta, kind, `${cuts}`);
        // A response after which the model is not asked again, with results or at once, is not cut.
        cut = course === "end" || (course === "cut" && (calls || cuts < RETELLS_MAX));
      }
    }
    for (const kind of kinds) watch.end(kind, `${cuts}`);
    if (watch.error !== undefined) throw watch.error;
    if (!cut) return;
    if (written !== "") {
      const mark = calls ? CUT_MARK : CUT_MARK + CUT_BREAK;
      const chunk = new ChatGenerationChunk({ text: mark, message: new AIMessageChunk({ content: mark }) });
      yield chunk;
      await manager?.handleLLMNewToken(mark, undefined, undefined, undefined, undefined, { chunk });
    }
    if (calls) return;
    prompt = told(prompt, written, watch.take());
  }
}

/** The response, with the text of those before it, after which the model was told and asked again. */
async function wholes(
  model: ChatModel,
  watch: TextWatch,
  messages: BaseMessage[],
  options: object,
  manager: RunManager | undefined,
): Promise<ChatResult> {
  let prompt = told(messages, "", watch.take());
  let kept = "";
  for (let cuts = 0; ; cuts++) {
    const result = await model._generate(prompt, options, manager);
    const message = result.generations[0]?.message as AIMessage | undefined;
    const { course, text } = message === undefined ? { course: "on", text: "" } : readWhole(message, watch, `${cuts}`);
    if (watch.error !== undefined) throw watch.error;
    const stays = course === "on" || (message?.tool_calls?.length ?? 0) > 0 || cuts === RETELLS_MAX;
    if (stays) {
      if (kept !== "" && message !== undefined) prepend(message, kept);
      return result;
    }
    kept += text + CUT_MARK + CUT_BREAK;
    prompt = told(prompt, text, watch.take());
  }
}

/** Reads a whole message; `text`: up to the place of the cut. */
function readWhole(message: AIMessage, watch: TextWatch, id: string): { course: string; text: string } {
  let found = { course: "on", text: "" };
  for (const [at, [kind, text]] of textsOf(message).entries()) {
    const { course, length } = watch.readWhole(text, kind, `${id} ${at}`);
    if (course !== "on" && kind === "text" && found.course === "on") found = { course, text: text.slice(0, length) };
  }
  return found;
}

function prepend(message: AIMessage, text: string): void {
  const { content } = message;
  message.content = typeof content === "string" ? text + content : [{ type: "text", text }, ...content];
}

/** The request, with what the model has written since, and what it is told about that. */
function told(messages: BaseMessage[], written: string, note: string | undefined): BaseMessage[] {
  if (written.trim() === "" && note === undefined) return messages;
  const said = written.trim() === "" ? [] : [new AIMessage({ content: written })];
  return [...messages, ...said, ...(note === undefined ? [] : [new HumanMessage({ content: note })])];
}

function textsOf({ content, additional_kwargs }: AIMessage | AIMessageChunk): [kind: TextKind, text: string][] {
  const texts: [TextKind, string][] = [];
  const reasoning: unknown = additional_kwargs?.["reasoning_content"];
  if (typeof reasoning === "string") texts.push(["reasoning", reasoning]);
  if (typeof content === "string") return content === "" ? texts : [...texts, ["text", content]];
  for (const part of content as { type?: string; text?: unknown; thinking?: unknown; reasoning?: unknown }[]) {
    const thought = part.thinking ?? part.reasoning;
    if (typeof part.text === "string") texts.push(["text", part.text]);
    else if (typeof thought === "string") texts.push(["reasoning", thought]);
  }
  return texts;
}

function isChatModel(value: unknown): value is ChatModel {
  const model = value as Partial<ChatModel> | null | undefined;
  return typeof model?._generate === "function" && typeof model._streamResponseChunks === "function";
}

/** Whether the model's class has a method of its own for streams: that of LangChain's base class only throws. */
function streams(model: ChatModel): boolean {
  let owner: object | null = model;
  while (owner !== null && !Object.hasOwn(owner, "_streamResponseChunks")) owner = Object.getPrototypeOf(owner);
  return owner !== null && !Object.hasOwn(owner, "generatePrompt"); // which is the base class's
}
