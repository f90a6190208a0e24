/** Looks at what the model of a LiveKit agent says, and ends replies that repeat themselves. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk, DeskInput } from "../adapter/desk.ts";
import { hasMethods } from "../adapter/parts.ts";
import { CUT_BREAK } from "../adapter/result-form.ts";
import { chunksOf, type StreamForm } from "../adapter/text-stream.ts";
import { isWatched, markWatched } from "../adapter/watched-model.ts";
import { optionError } from "../base/errors.ts";
import { attempt } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";

/** An item of a conversation, as far as it is read here. */
interface Item {
  readonly type: string;
  readonly id: string;
  readonly role?: string;
}

interface ChatContext {
  readonly items: readonly Item[];
  copy(): ChatContext;
  addMessage(message: { role: "assistant" | "user"; content: string }): unknown;
}

/** What a model gives: a text, a text or calls in a chunk, or a mark that has no text. */
type Chunk = string | { readonly delta?: Delta };

interface Delta {
  readonly content?: string;
  readonly toolCalls?: readonly unknown[];
}

/** Asks the model; `null`: there is no reply. */
type Ask = (context: ChatContext) => Promise<ReadableStream<Chunk> | null>;

/** The part of a `voice.Agent` that is used here. */
interface AgentLike {
  llmNode(context: ChatContext, ...more: unknown[]): Promise<ReadableStream<Chunk> | null>;
}

/**
 * Has what an agent says looked at for loops, and returns the same agent. A reply that repeats itself is cut, and the model is
 * told and asked again. All replies after one thing that the user said are one run. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no agent, and for invalid options.
 *
 * @example
 * const agent = withLoopGuard(new voice.Agent({ instructions, tools: guardTools([search], guard) }), guard);
 */
export function withLoopGuard<A extends object>(agent: A, guard?: DeskInput): A {
  if (!isAgent(agent)) throw optionError("type", "agent", agent, "a voice.Agent of @livekit/agents");
  const turns = new Turns(deskFor("@livekit/agents", guard));
  if (isWatched(agent)) return agent;
  markWatched(agent);
  const { llmNode } = agent;
  return Object.defineProperty(agent, "llmNode", {
    configurable: true,
    writable: true,
    async value(context: ChatContext, ...more: unknown[]): Promise<ReadableStream<Chunk> | null> {
      const ask: Ask = (told) => llmNode.call(agent, told, ...more);
      const run = attempt(() => turns.runOf(context), undefined, "text");
      return run === undefined ? ask(context) : replies(run, context, ask);
    },
  });
}

/** The error that a speech has ended with, in one of its messages. */
export function endOfSpeech({ chatItems = [] }: { chatItems?: readonly object[] }): unknown {
  return chatItems.map((item) => (item as { extra?: { loopguard?: unknown } }).extra?.loopguard);
}

/** The runs of an agent's turns, of which one is under way. LiveKit does not say for which speech a model is asked. */
class Turns {
  readonly #desk: Desk;
  #user: string | undefined;
  #run: AgentRun | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  runOf({ items }: ChatContext): AgentRun {
    const user = items.findLast(({ role }) => role === "user")?.id;
    const isOver = this.#run?.ended !== undefined && items.at(-1)?.type !== "function_call_output";
    if (this.#run === undefined || user !== this.#user || isOver) {
      this.#user = user;
      this.#run = this.#desk.run();
      if (this.#desk.guard === undefined) this.#run.turn();
    }
    return this.#run;
  }
}

/** A reply, and those that follow it because the model had repeated itself. */
async function replies(run: AgentRun, context: ChatContext, ask: Ask): Promise<ReadableStream<Chunk> | null> {
  const { end, note } = run.next();
  // The calls have their results, and nothing more is said. LiveKit waits for ever for a turn whose second reply is `null`.
  if (end !== undefined) return new ReadableStream({ start: (controller) => controller.close() });
  const told = FORM.again(context, "", note);
  let first = await ask(told);
  if (first === null) return null;
  const stream = run.stream(
    told,
    async (again) => {
      const reply = first ?? (await ask(again));
      first = null;
      return reply === null ? undefined : chunksOf(reply);
    },
    FORM,
  );
  return stream.readable();
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
    const told = context.copy();
    if (written.trim() !== "") told.addMessage({ role: "assistant", content: written });
    told.addMessage({ role: "user", content: note });
    return told;
  },
  // No other mark: it is spoken.
  close: (_id, _kind, mark) => (mark.endsWith(CUT_BREAK) ? [CUT_BREAK] : []),
  /** A chunk that puts the error into the message that the reply becomes. */
  finish(end) {
    if (end === undefined) return [];
    const extra = { loopguard: JSON.parse(JSON.stringify(end)) as unknown };
    return [{ id: "loopguard", delta: { role: "assistant", extra } } as Chunk];
  },
};

function isAgent(value: unknown): value is AgentLike {
  return hasMethods(value, "llmNode");
}
