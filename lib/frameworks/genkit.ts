/** For Genkit, `genkit`: a generate middleware. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { askEdited, lastParts } from "../adapter/edited-response.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { CUT_BREAK, CUT_MARK, callOf, type ResultForm, refusalText } from "../adapter/result-form.ts";
import type { PartForm, TextKind, TextMonitor, TextStep } from "../adapter/text-monitor.ts";
import { appendReply, type Generation, type WholeForm } from "../adapter/text-responses.ts";
import { property } from "../base/property.ts";
import type { LoopOutcome } from "../base/types.ts";
import { withMessageOrText } from "../guard/with-message.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { deskFor } from "./framework-versions.ts";

/**
 * How an abort ends a generation. `"throw"`: it rejects with the `ToolLoopError`, and iterating its stream throws it.
 * `"stop"`: it resolves with the `finishReason` `"aborted"`, and `findToolLoopError(response)` gets the error.
 */
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
  const { run } = deskFor("genkit", guard, options, { answers: true });
  return { name: "tool-loop", instantiate: () => hooksOf(() => run()) };
}

function hooksOf(newRun: () => AgentRun): GenerateHooks {
  let run = newRun();
  let isOver = false;
  /** Genkit calls `generate` for a turn from within that of the turn before. */
  let depth = 0;

  return {
    async generate(envelope, context, next) {
      const end = run.ended;
      if (end !== undefined && run.over)
        return run.finish(end, { stopped: (_, text) => ended(end, { content: [{ text }] }) as never });
      // A middleware before this one begins the generation again, as after an error.
      if (isOver) run = newRun();
      isOver = false;
      run.round();
      depth++;
      let failed = true;
      try {
        const response = await next(envelope as never, context as never);
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
      const { response, step } = await run.whole(
        request as ModelRequest,
        (asked, mayCut) => generation(asked, context as ModelContext, run.text, mayCut, ask),
        FORM,
      );
      const end = run.ended;
      if (step !== "abort" || end === undefined) return response as never;
      return run.finish(end, { stopped: () => ({ ...response, ...ended(end, response.message ?? {}) }) as never });
    },
    async tool(part, context, next) {
      const { name, ref, input } = part.toolRequest;
      const invoke = () => next(part as never, context as never);
      return run.call(callOf(ref, name, input), invoke, formOf(name, ref)) as never;
    },
  };
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

const FORM: PartForm<Part> & WholeForm<ModelRequest, ModelResponse, Part> = {
  textOf({ text, reasoning }) {
    if (typeof text === "string") return { kind: "text", text };
    return typeof reasoning === "string" ? { kind: "reasoning", text: reasoning } : undefined;
  },
  withText: (part, text) => ({ ...part, text }),
  isCall: ({ toolRequest }) => toolRequest !== undefined,
  again: (request, written, note) => ({ ...request, messages: appendReply(request.messages, written, note, said) }),
  joined: (response, content, usage) =>
    ({ ...response, message: { role: "model", ...response.message, content }, usage }) as ModelResponse,
  usageOf: ({ usage }) => usage,
};

function said(role: "assistant" | "user", text: string): Message {
  return { role: role === "user" ? role : "model", content: [{ text }] };
}

/** What stands for an abort. */
function ended(end: ToolLoopError, message: object): object {
  const { message: finishMessage } = end;
  return {
    message: { role: "model", ...message },
    finishReason: "aborted",
    finishMessage,
    custom: { loopguard: end },
  };
}

type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;
type Answer = Generation<ModelResponse, Part>;

/** One response, or what there was of it when it was cut. */
async function generation(
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
    const own = FORM.textOf(part);
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
      if (FORM.isCall(part)) cuts = false;
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
    if (kinds.size === 0) return { response, ...monitor.readParts(content, FORM, cuts) };
    return { response, step: endTexts() ? "abort" : "continue", content };
  }
  const ends = endTexts() || (step as TextStep) === "abort";
  const mark = ends ? CUT_MARK : CUT_MARK + CUT_BREAK;
  if (written !== "") send?.({ content: [{ text: mark }] });
  return { response: {}, step: ends ? "abort" : "cut", content: written === "" ? [] : [{ text: written + mark }] };
}

/** Asks the model with the request that it is to get. Another model is an action of Genkit. */
function editedAsk(run: AgentRun, edit: RequestEdit, next: Ask): Ask {
  const { answers: end, model } = edit;
  const other = typeof model === "function" ? (model as Ask) : undefined;
  return async (request, context) => {
    const { onChunk, abortSignal: signal } = context;
    const filtered = end && onChunk && { onChunk: (chunk: Chunk) => onChunk(withoutCalls(chunk)) };
    const asked: Parameters<Ask> = [edited(request, edit), { ...context, ...filtered }];
    const response = (await askEdited(end, other, next, (one) => one(...asked), signal)) ?? {};
    const content = lastParts(run, edit, response.message?.content ?? [], {
      isCall: FORM.isCall,
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
    messages: edit.messages(request.messages, (text) => said("user", text)),
    tools: offered,
    config: temperature === undefined ? config : { ...config, temperature },
    ...(toolChoice === undefined || offered.length < tools.length ? {} : { toolChoice }),
  };
}

function withoutCalls({ content = [], ...chunk }: Chunk): Chunk {
  return { ...chunk, content: content.filter((part) => !FORM.isCall(part)) };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
