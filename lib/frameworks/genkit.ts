/** For Genkit, `genkit`: a generate middleware. Imports nothing of it. */
import { type AgentRun, callOf } from "../adapter/agent-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { askEdited, lastParts } from "../adapter/edited-response.ts";
import { editedRequest, type RequestEdit } from "../adapter/recovery.ts";
import { type ResultForm, refusalText } from "../adapter/result-form.ts";
import { addedUsage, appendReply, type StreamForm } from "../adapter/text-responses.ts";
import { property } from "../base/property.ts";
import type { LoopOutcome } from "../base/types.ts";
import { withMessageOrText } from "../guard/with-message.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";

/** `onAbort: "stop"`: the response has the `finishReason` `"aborted"`. */
export type GenkitGuardOptions = AdapterOptions;

/** The parts of a message by which the model requests a call, and with the answer. */
type ToolRequestPart = Required<Pick<Part, "toolRequest">>;
type ToolResponsePart = Required<Pick<Part, "toolResponse">>;

/** Goes on with the next middleware, or with Genkit itself. */
type Next<Given, Answer> = (given: Given, context: never) => Promise<Answer>;

/** The hooks of a `GenerateMiddlewareDef`. What they pass on unread is `unknown`. */
export interface GenerateHooks {
  generate(envelope: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
  model(request: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
  tool(part: ToolRequestPart, context: unknown, next: Next<never, ToolResponsePart | undefined>): Promise<never>;
}

/** A middleware for the option `use`, as Genkit's own `generateMiddleware` makes them. */
export interface ToolLoopMiddleware {
  readonly name: string;
  /** Genkit calls it once for each generation. */
  readonly instantiate: () => GenerateHooks;
}

/**
 * Guards the tools of a generation. Each `generate`, `generateStream` or call of a prompt is its own run. Put it last in the
 * list: middleware after it, such as one that retries tools, would hide calls from it.
 *
 * @example
 * await ai.generate({ prompt, tools, use: [toolLoopMiddleware()] });
 */
export function toolLoopMiddleware(guard?: DeskInput, options?: GenkitGuardOptions): ToolLoopMiddleware {
  const { run, guard: own } = deskFor("genkit", guard, options, { answers: true });
  return { name: "tool-loop", instantiate: () => hooksOf(() => run(), own === undefined) };
}

/** `kept`: the run is the user's, and knows what came before an interrupt. */
function hooksOf(newRun: () => AgentRun, kept: boolean): GenerateHooks {
  let run = newRun();
  let isOver = false;
  /** Genkit calls `generate` for a turn from within that of the turn before. */
  let depth = 0;

  const hooks: GenerateHooks = {
    async generate(envelope, context, next) {
      const { messages } = (envelope as Envelope).request;
      const own = run.begin(hooks, messages) ? goingOn(run, envelope as Envelope) : envelope;
      const end = run.ended;
      if (end !== undefined && run.over)
        return run.finish(end, { stopped: (_, text) => ended(end, { content: [{ text }] }, { messages }) as never });
      // A middleware before this one begins the generation again, as after an error.
      if (isOver) run = newRun();
      isOver = false;
      run.round();
      depth++;
      let failed = true;
      try {
        const given = kept ? await answered(run, own as Envelope) : own;
        const response = await next(given as never, context as never);
        failed = false;
        return response as never;
      } finally {
        if (--depth === 0) {
          isOver = true;
          await run.close(failed);
        }
      }
    },
    async model(request, context, next) {
      const edit = run.edit();
      const asks = edit === undefined ? (next as Ask) : editedAsk(run, edit, next as Ask);
      const ask: Ask = async (asked, own) => {
        const response = await asks(asked, own);
        await run.usage(response?.usage);
        return response;
      };
      const { response, end } = await answer(run, request as ModelRequest, context as ModelContext, ask);
      if (end === undefined) return response as never;
      return run.finish(end, { stopped: () => ({ ...response, ...ended(end, response.message ?? {}) }) as never });
    },
    async tool(part, context, next) {
      const { name, ref, input } = part.toolRequest;
      const invoke = () => next(part as never, context as never);
      return run.call(callOf(ref, name, input), invoke, formOf(name, ref)) as never;
    },
  };
  return hooks;
}

/** What is given to a generation, which may go on after an interrupt. */
interface Envelope {
  readonly request: { messages: readonly Message[]; resume?: { respond?: readonly ToolResponsePart[] } };
}

/** With a warning on what the generation goes on from, which was no answer of a tool here. */
function goingOn({ recalled }: AgentRun, envelope: Envelope): Envelope {
  if (recalled === undefined) return envelope;
  const told = (part: Part): Part =>
    part.toolResponse?.ref === recalled.id ? warned(part as ToolResponsePart, recalled.message) : part;
  const messages = envelope.request.messages.map(({ content, ...more }) => ({ ...more, content: content.map(told) }));
  return { ...envelope, request: { ...envelope.request, messages } };
}

/** Tells the guard what the program has answered to interrupted calls, whose tools do not run. */
async function answered(run: AgentRun, envelope: Envelope): Promise<Envelope> {
  const { messages, resume } = envelope.request;
  if (resume?.respond === undefined) return envelope;
  const asked = messages.at(-1)?.content.map(({ toolRequest }) => toolRequest);
  const answers = resume.respond.map(async (part) => {
    const { name, ref } = part.toolResponse;
    const { input } = asked?.find((call) => call?.name === name && call.ref === ref) ?? {};
    const message = await run.after(callOf(ref, name, input), outcomeOf(part));
    return message === undefined ? part : warned(part, message);
  });
  return { ...envelope, request: { ...envelope.request, resume: { ...resume, respond: await Promise.all(answers) } } };
}

/** Answers with `content`, as the guard was told of them. */
const multipart = new WeakSet<object>();

function formOf(name: string, ref: string | undefined): ResultForm<ToolResponsePart | undefined> {
  const answer = (given: object): ToolResponsePart => ({
    toolResponse: { name, ...(ref === undefined ? {} : { ref }), ...given },
  });
  return {
    refused: (refusal) => answer({ output: refusalText(refusal) }),
    replayed: (earlier) =>
      answer(typeof earlier === "object" && earlier !== null && multipart.has(earlier) ? earlier : { output: earlier }),
    outcome: (part) => (part === undefined ? undefined : outcomeOf(part)),
    // The call waits for a human. Genkit knows the error by its name, too.
    failure: (error) =>
      (error as Error | undefined)?.name === "ToolInterruptError" ? undefined : { error: error ?? String(error) },
    withMessage: (part, message) => part && warned(part, message),
  };
}

function outcomeOf({ toolResponse: { output, content } }: ToolResponsePart): LoopOutcome {
  const error = errorIn(output);
  if (error !== undefined) return { error };
  if (content === undefined) return { result: output };
  const result = { output, content };
  multipart.add(result);
  return { result };
}

/** The error in an output: Genkit's tools of MCP servers report one as `{ error: text }`. */
function errorIn(output: unknown): string | undefined {
  const error = property(output, "error");
  return typeof error === "string" && Object.keys(output as object).join() === "error" ? error : undefined;
}

function warned({ toolResponse, ...more }: ToolResponsePart, message: string): ToolResponsePart {
  const { output, content } = toolResponse;
  if (content !== undefined)
    return { ...more, toolResponse: { ...toolResponse, content: [...content, { text: message }] } };
  return { ...more, toolResponse: { ...toolResponse, output: withMessageOrText(output, message) } };
}

interface Part {
  readonly text?: unknown;
  readonly reasoning?: unknown;
  readonly toolRequest?: { readonly name: string; readonly ref?: string | undefined; readonly input?: unknown };
  readonly toolResponse?: ToolResponse;
}

/** A call's answer; tools of Genkit's version 2 also give `content`, a list of parts. */
interface ToolResponse {
  readonly name: string;
  readonly ref?: string | undefined;
  readonly output?: unknown;
  readonly content?: unknown[] | undefined;
}

interface Message {
  readonly role: string;
  readonly content: readonly Part[];
}

interface Chunk {
  readonly content?: readonly Part[] | undefined;
}

interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly toolChoice?: unknown;
  readonly config?: object | undefined;
  readonly output?: { readonly format?: unknown; readonly schema?: unknown } | undefined;
}

interface ModelContext {
  /** Only of a generation that streams. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

interface ModelResponse {
  readonly message?: { readonly content: readonly Part[] } | undefined;
  readonly usage?: { readonly [name: string]: unknown } | undefined;
}

const isCall = ({ toolRequest }: Part): boolean => toolRequest !== undefined;
const says = ({ text }: Part): boolean => typeof text === "string" && text.trim() !== "";

function messageOf(role: "assistant" | "user", text: string): Message {
  return { role: role === "user" ? role : "model", content: [{ text }] };
}

/** What stands for an abort. `request`: where the response takes its history from. */
function ended(end: ToolLoopError, message: object, request?: object): object {
  const { message: finishMessage } = end;
  return {
    message: { role: "model", ...message },
    finishReason: "aborted",
    finishMessage,
    custom: { loopguard: end },
    ...(request && { request }),
  };
}

type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;

/** A part of a response. `chunk`: in which it was streamed. */
interface Piece {
  readonly part: Part;
  readonly chunk?: Chunk | undefined;
  /** More parts of the chunk follow. */
  readonly more?: boolean;
  readonly spared?: boolean;
}

/** A response, and those that follow because the model had repeated itself. `end`: the run is over. */
async function answer(
  run: AgentRun,
  request: ModelRequest,
  context: ModelContext,
  ask: Ask,
): Promise<{ response: ModelResponse; end: ToolLoopError | undefined }> {
  const { onChunk: send, abortSignal: theirs } = context;
  let response: ModelResponse = {};
  let usage: ModelResponse["usage"];
  /** What is kept of what the model has written, and what of it is in responses before the last one. */
  const kept: Part[] = [];
  let earlier: Part[] = [];
  let end: ToolLoopError | undefined;

  const form: StreamForm<ModelRequest, Piece> = {
    read({ part, spared }) {
      const kind = typeof part.text === "string" ? "text" : "reasoning";
      const text = part[kind];
      return typeof text === "string" ? { kind, id: kind, text, spared } : undefined;
    },
    // Of a reasoning all is kept: it may be signed.
    withText: (piece, text) =>
      typeof piece.part.text === "string" ? { ...piece, part: { ...piece.part, text } } : piece,
    isCall: ({ part }) => isCall(part),
    sparesCalls: true,
    again: (asked, said, note) => ({ ...asked, messages: appendReply(asked.messages, said, note, messageOf) }),
    // A text in JSON is no text any more with something else in it.
    mayMark: ({ output }) => output?.format !== "json" && output?.schema === undefined,
    close: (_, kind, text) => (kind === "text" && text !== "" ? [{ part: { text }, chunk: {} }] : []),
    finish(error) {
      end = error;
      response = {};
      return [];
    },
  };

  async function* source(asked: ModelRequest): AsyncGenerator<Piece, void> {
    earlier = [...kept];
    const cut = new AbortController();
    const sent: Chunk[] = [];
    let wake = (): void => {};
    let isOver = false;
    const onChunk = (chunk: Chunk): void => {
      sent.push(chunk);
      wake();
    };
    // Of a response that is cut, the model is told by its signal, and nobody waits for it.
    const abortSignal = theirs === undefined ? cut.signal : AbortSignal.any([theirs, cut.signal]);
    const asking = ask(asked, send === undefined ? context : { ...context, onChunk, abortSignal }).finally(() => {
      isOver = true;
      wake();
    });
    asking.catch(() => {});
    let streams = false;
    try {
      while (!isOver || sent.length > 0) {
        if (sent.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        for (const chunk of sent.splice(0)) {
          const { content = [] } = chunk;
          streams ||= content.some((part) => form.read({ part }) !== undefined);
          if (content.length === 0) send?.(chunk);
          for (const [at, part] of content.entries()) yield { part, chunk, more: at + 1 < content.length };
        }
      }
      response = await asking;
      usage = addedUsage(usage, response.usage) as ModelResponse["usage"];
      const content = response.message?.content ?? [];
      const calls = content.some(isCall);
      const speaks = content.some(says);
      // Nothing is cut if it calls tools, nor its reasoning if it has a text as well.
      if (!streams) for (const part of content) yield { part, spared: calls || (speaks && !says(part)) };
    } finally {
      if (!isOver) cut.abort();
    }
  }

  let unsent: Part[] = [];
  for await (const { part, chunk, more } of run.stream(request, source, form)) {
    const { text } = part;
    const last = kept.at(-1);
    if (typeof text === "string" && typeof last?.text === "string")
      kept.splice(-1, 1, { ...last, text: last.text + text });
    else if (typeof text === "string" || chunk === undefined) kept.push(part);
    if (chunk === undefined) continue;
    unsent.push(part);
    if (more === true) continue;
    if (theirs?.aborted !== true) send?.({ ...chunk, content: unsent });
    unsent = [];
  }
  const before = end === undefined ? earlier : kept.filter((part) => !isCall(part));
  if (before.length === 0) return { response, end };
  const content = [...before, ...(response.message?.content ?? [])];
  const message = { role: "model", ...response.message, content };
  return { response: { ...response, message, ...(usage && { usage }) }, end };
}

/** Asks the model with the request that it is to get. Another model is an action of Genkit. */
function editedAsk(run: AgentRun, edit: RequestEdit, next: Ask): Ask {
  const { answers: end, model } = edit;
  const other = typeof model === "function" ? (model as Ask) : undefined;
  return async (given, context) => {
    const request = editedRequest(edit, given, (text) => messageOf("user", text), "config");
    const { onChunk, abortSignal: signal } = context;
    const filtered = end && onChunk && { onChunk: (chunk: Chunk) => onChunk(withoutCalls(chunk)) };
    const asked: Parameters<Ask> = [request, { ...context, ...filtered }];
    const response = (await askEdited(end, other, next, (one) => one(...asked), signal)) ?? {};
    const content = lastParts(run, edit, response.message?.content ?? [], {
      isCall,
      says,
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

function withoutCalls({ content = [], ...chunk }: Chunk): Chunk {
  return { ...chunk, content: content.filter((part) => !isCall(part)) };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
