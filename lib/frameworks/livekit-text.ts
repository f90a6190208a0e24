/** The replies of a LiveKit agent: ends those that repeat themselves, and changes requests of a run in a loop. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import type { Desk, DeskInput } from "../adapter/desk.ts";
import { type LastChunks, lastReadable, streamOther } from "../adapter/edited-response.ts";
import { GUARDED, hasMethods, marked, withMembers } from "../adapter/guarded-objects.ts";
import { editedMessages, type MessageForm, type RequestEdit } from "../adapter/recovery.ts";
import { CUT_BREAK } from "../adapter/result-form.ts";
import { chunksOf, readableOf, type StreamForm } from "../adapter/text-responses.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd, property, remember } from "../base/property.ts";
import { errorAsJson, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";

interface Item {
  readonly type: string;
  readonly id: string;
  readonly role?: string;
  readonly textContent?: string | undefined;
  readonly callId?: string;
  readonly name?: string;
  readonly args?: string;
  readonly output?: string;
}

export interface ChatContext {
  items: readonly Item[];
  copy(): ChatContext;
  addMessage(message: { role: "assistant" | "user"; content: string }): Item;
}

interface ToolContext {
  flatten(): readonly { readonly id: string }[];
}

/** What a model gives: a text, a text or calls in a chunk, or a mark that has no text. */
type Chunk = string | { readonly delta?: { readonly content?: string; readonly toolCalls?: readonly unknown[] } };

/** Asks the model; `null`: there is no reply. */
type Ask = (context: ChatContext) => Promise<ReadableStream<Chunk> | null>;

interface AgentLike {
  llmNode(context: ChatContext, tools: ToolContext, ...more: unknown[]): Promise<ReadableStream<Chunk> | null>;
}

/** An `llm.LLM`, as far as it is used here. */
interface OtherModel {
  chat(request: { chatCtx: ChatContext; toolCtx: ToolContext }): AsyncIterable<Chunk> & { close?(): void };
}

/** The runs of the newest calls of each session, by the ids of their items: LiveKit copies the items. */
const runsOfCalls = new WeakMap<object, Map<string, AgentRun>>();
const CALLS_MAX = 1024;

export function judgedIn(run: AgentRun, session: object, { id }: Pick<Item, "id">): void {
  const runs = getOrAdd(runsOfCalls, session, () => new Map<string, AgentRun>());
  remember(runs, id, run, CALLS_MAX);
}

/**
 * Has what an agent says looked at for loops, and returns the same agent. All replies after one thing that the user said are one
 * run. What `recover` does, and the last request of `onAbort: "answer"`, is done here for guarded tools.
 *
 * @example
 * const agent = withLoopGuard(new voice.Agent({ instructions, tools: guardTools([search], guard) }), guard);
 */
export function withLoopGuard<A extends object>(agent: A, guard?: DeskInput): A {
  if (!hasMethods<AgentLike>(agent, "llmNode"))
    throw optionError("type", "agent", agent, "a voice.Agent of @livekit/agents");
  const runOf = turnsOf(deskFor("@livekit/agents", guard));
  if (GUARDED in agent) return agent;
  const { llmNode } = agent;
  return Object.defineProperty(marked(agent), "llmNode", {
    configurable: true,
    writable: true,
    async value(context: ChatContext, tools: ToolContext, ...more: unknown[]): Promise<ReadableStream<Chunk> | null> {
      const ask = (request: ChatContext, offered: ToolContext) => llmNode.call(agent, request, offered, ...more);
      const own: Ask = (request) => ask(request, tools);
      const judging = runOfCalls(agent, context);
      const changed = attempt(() => changedRequest(judging, context, tools, ask), undefined, "recover");
      const reading = attempt(() => runOf(context, property(agent, "session")), undefined, "text");
      const run = judging?.run === reading?.run ? judging : reading; // the same run at the desk that may ask once more
      const { request, askOnce } = changed ?? { request: context, askOnce: own };
      return run === undefined ? askOnce(request) : replies(run, request, askOnce);
    },
  });
}

/** The run of the calls that this request is about, which are those since the user spoke. */
function runOfCalls(agent: object, { items }: ChatContext): AgentRun | undefined {
  const last = items.findLast(({ type, role }) => type === "function_call" || role === "user");
  return last && runsOfCalls.get(property(agent, "session") as object)?.get(last.id);
}

/** What is asked in place of a request of a run in a loop, and how. */
function changedRequest(
  run: AgentRun | undefined,
  context: ChatContext,
  tools: ToolContext,
  ask: (context: ChatContext, tools: ToolContext) => Promise<ReadableStream<Chunk> | null>,
): { request: ChatContext; askOnce: Ask } | undefined {
  const edit = run?.edit();
  if (run === undefined || edit === undefined) return undefined;
  const offered = editedTools(tools, edit);
  const own: Ask = (request) => ask(request, offered);
  return { request: edited(context, edit), askOnce: lastOf(run, edit, other(run, edit.model, offered, own)) };
}

/** Asks another model, if there is one. The session does not count its usage. */
function other(run: AgentRun, model: unknown, toolCtx: ToolContext, own: Ask): Ask {
  if (!hasMethods(model, "chat")) return own;
  return async (chatCtx) => {
    let close: (() => unknown) | undefined;
    const signal = { aborted: false };
    async function* counted(): AsyncGenerator<Chunk, void> {
      const stream = (model as OtherModel).chat({ chatCtx, toolCtx });
      close = () => stream.close?.();
      for await (const chunk of stream) {
        void run.usage(property(chunk, "usage"));
        yield chunk;
      }
    }
    async function* asked(): AsyncGenerator<Chunk, void> {
      const chunks = chunksOf((await own(chatCtx)) ?? EMPTY());
      close = () => chunks.return?.();
      yield* chunks;
    }
    const chunks = streamOther(counted, asked, (start) => start(), signal);
    return readableOf(chunks, () => {
      signal.aborted = true;
      return close?.();
    });
  };
}

/** No reply. */
const EMPTY = (): ReadableStream<Chunk> => new ReadableStream({ start: (controller) => controller.close() });

function edited(context: ChatContext, edit: RequestEdit): ChatContext {
  const made = context.copy();
  made.items = editedMessages(edit, context.items, {
    ...ITEMS,
    user: (content) => context.copy().addMessage({ role: "user", content }),
  });
  return made;
}

function editedTools(tools: ToolContext, edit: RequestEdit): ToolContext {
  const offered = edit.tools(tools.flatten(), ({ id }) => id);
  if (offered.length === tools.flatten().length) return tools;
  return new (tools.constructor as new (tools: object[]) => ToolContext)(offered);
}

/** As OpenAI's items, which differ in names of members. A result is JSON, an error a text. */
const ITEMS: Omit<MessageForm<Item>, "user"> = {
  known({ type, role, textContent, callId, name, args, output }) {
    if (type === "function_call") return { type, call_id: callId, name, arguments: args };
    if (type === "function_call_output") return { type, call_id: callId, output: textIn(output) };
    return type === "message" ? { role, content: textContent ?? "" } : {};
  },
  back: (item, { output }) =>
    withMembers(item, { output: textIn(item.output) === item.output ? output : JSON.stringify(output) }) as Item,
};

function textIn(output = ""): string {
  const value = output.startsWith('"') ? attempt<unknown>(() => JSON.parse(output), output, "recover") : output;
  return typeof value === "string" ? value : output;
}

/** Asks for the reply to a request that was changed. The last reply of a run calls nothing, says something, and does not fail. */
function lastOf(run: AgentRun, edit: RequestEdit, ask: Ask): Ask {
  return async (context) => {
    const reply = await ask(context).catch((error: unknown) => {
      if (edit.answers === undefined) throw error;
      return null;
    });
    if (reply === null && edit.answers === undefined) return null;
    return lastReadable(run, edit, reply ?? EMPTY(), LAST);
  };
}

/** By run that the user gave: what was said last when a reply began its turn. */
const answered = new WeakMap<AnyRun, string | undefined>();

/** Whether a reply has begun the turn already in which a call of this session is made. */
export function hasBegun({ run }: AgentRun, history: Pick<ChatContext, "items"> = { items: [] }): boolean {
  return answered.has(run) && answered.get(run) === lastSaid(history);
}

const lastSaid = ({ items }: Pick<ChatContext, "items">) => items.findLast(({ role }) => role === "user")?.id;

/** An `AgentSession`, as far as it is used here. */
type Session = { on(event: "close", listener: () => void): object };

/** The runs of an agent's turns, of which one is under way. LiveKit does not say for which speech a model is asked. */
function turnsOf(desk: Desk): (context: ChatContext, session: unknown) => AgentRun {
  let user: string | undefined;
  let run: AgentRun | undefined;
  const heard = new WeakMap<Session, object>();
  const over = (): void => {
    void run?.close();
    run = undefined;
  };
  return (context, session) => {
    // Nothing else says that no further reply follows. A session that was closed may be started again.
    if (hasMethods<Session>(session, "on")) getOrAdd(heard, session, () => session.on("close", over));
    const last = lastSaid(context);
    const isOver = run?.ended !== undefined && context.items.at(-1)?.type !== "function_call_output";
    if (run !== undefined && last === user && !isOver) return run;
    user = last;
    over();
    run = desk.run();
    run.begin();
    answered.set(run.run, last);
    return run;
  };
}

/** A reply, and those that follow it because the model had repeated itself. */
async function replies(run: AgentRun, context: ChatContext, ask: Ask): Promise<ReadableStream<Chunk> | null> {
  // The calls have their results, and nothing more is said. LiveKit waits for ever for a turn whose second reply is `null`.
  if (run.ended !== undefined && run.edit()?.answers === undefined) return EMPTY();
  const stream = run.stream(
    context,
    async (again) => {
      const reply = await ask(again);
      return reply === null ? undefined : chunksOf(reply);
    },
    FORM,
  );
  return (await stream.open()) ? stream.readable() : null;
}

const FORM: StreamForm<ChatContext, Chunk> = {
  read(chunk) {
    const text = typeof chunk === "string" ? chunk : chunk.delta?.content;
    return text ? { kind: "text", id: "text", text } : undefined;
  },
  withText: (chunk, content) =>
    typeof chunk === "string" ? content : { ...chunk, delta: { ...chunk.delta, content } },
  isCall: (chunk) => typeof chunk === "object" && (chunk.delta?.toolCalls?.length ?? 0) > 0,
  again(context, written, note) {
    if (note === undefined) return context;
    const next = context.copy();
    if (written.trim() !== "") next.addMessage({ role: "assistant", content: written });
    next.addMessage({ role: "user", content: note });
    return next;
  },
  // No other mark: it is spoken.
  close: (_id, _kind, mark) => (mark.endsWith(CUT_BREAK) ? [CUT_BREAK] : []),
  finish: (end) => (end === undefined ? [] : [endChunk(end)]),
};

const LAST: LastChunks<Chunk> = {
  isCall: FORM.isCall,
  says: (chunk) => (FORM.read(chunk)?.text ?? "").trim() !== "",
  last: (end, content) => [endChunk(end, content)],
};

/** A chunk that puts the error into the message that the reply becomes. */
function endChunk(end: ToolLoopError, content?: string): Chunk {
  const extra = { loopguard: errorAsJson(end) };
  return {
    id: "loopguard",
    delta: { role: "assistant", ...(content === undefined ? {} : { content }), extra },
  } as Chunk;
}
