/** For pi, `@earendil-works/pi-coding-agent`: an extension. Imports nothing of it. */

import type { AgentRun } from "../adapter/agent-run.ts";
import { type DeskInput, desk } from "../adapter/desk.ts";
import { type LastParts, lastParts } from "../adapter/edited-response.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { RETELLS_MAX, refusalText } from "../adapter/result-form.ts";
import type { TextKind } from "../adapter/text-monitor.ts";
import { piText } from "../base/agent-results.ts";
import { type Awaitable, chain, getOrAdd, property } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { withParagraph } from "../guard/with-message.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import { isRefusalText } from "../rules/verdict-texts.ts";
import type {
  PiAgent,
  PiAgentEvent,
  PiBlock,
  PiContext,
  PiExtensionAPI,
  PiGuardOptions,
  PiMessage,
  PiPart,
  PiWriting,
} from "./pi-types.ts";

/** What can be told of every event. */
interface Listening {
  on<E>(event: string, handler: (event: E, context: PiContext) => Promise<unknown>): unknown;
}

/** The type of our messages in a session. */
const CUSTOM_TYPE = "loopguard";

/**
 * An extension with a guard of your own; the default export is one with the recommended preset. Each session is a run,
 * `guard.run(sessionId)`, and knows what the model remembers when the session goes on later, or from an earlier point.
 *
 * @example
 * // ~/.pi/agent/extensions/loopguard.js
 * import { toolLoopExtension } from "loopguard/pi";
 * export default toolLoopExtension({ maxRepeats: 3 });
 */
export function toolLoopExtension(guard?: DeskInput, options?: PiGuardOptions): (pi: PiExtensionAPI) => void {
  const own = desk(guard, options, { answers: true, asksOther: () => false });
  return (pi) => {
    const sessions = new Map<string, PiSession>();
    const on = <E>(event: string, handle: (session: PiSession, event: E, context: PiContext) => unknown) =>
      // An error that leaves a handler of "tool_call" would block the call.
      (pi as Listening).on(event, (given: E, context: PiContext) =>
        attemptAsync(() => {
          const id = context.sessionManager.getSessionId();
          const session = getOrAdd(sessions, id, () => new PiSession(own.run(id)));
          return handle(session, given, context);
        }, event),
      );
    const remember = (session: PiSession, _event: unknown, { sessionManager }: PiContext) =>
      session.remember(sessionManager.buildSessionProjection().messages);
    const tell = (content: string | undefined, triggerTurn: boolean) => {
      if (content !== undefined) pi.sendMessage({ customType: CUSTOM_TYPE, content, display: true }, { triggerTurn });
    };

    on("session_start", remember);
    on("session_tree", remember);
    on("session_compact", (session) => session.compacted());
    on("tool_call", (session, { toolCallId }: { toolCallId: string }, context) => session.call(toolCallId, context));
    if (own.edits)
      on("context_with_system", (session, event: { messages: PiMessage[] }) => {
        const messages = session.request(event.messages);
        return messages && { messages };
      });
    on("message_update", (session, event: { assistantMessageEvent: PiWriting }, context) => {
      if (session.wrote(event.assistantMessageEvent)) context.abort();
    });
    on("message_end", (session, event: { message: PiMessage }, context) => {
      return chain(session.message(event.message, context), (message) => message && { message });
    });
    on("turn_end", (session, _event, context) => {
      // Not sooner: what the calls of this response gave would be lost.
      if (session.isEnded) context.abort();
      tell(session.note(), false);
    });
    on("agent_settled", (session) => tell(session.resumption(), true));
  };
}

let own: ((pi: PiExtensionAPI) => void) | undefined;

/** What pi loads by itself: an extension with the recommended preset. */
export default function extension(pi: PiExtensionAPI): void {
  own ??= toolLoopExtension();
  own(pi);
}

/**
 * Guards the calls of this agent; the agent is a run, `guard.run(agent)`. An abort ends the prompt as `agent.abort()` does,
 * after the calls of the response, and `agent.state.errorMessage` says why. Call it once for each agent, after its own
 * `beforeToolCall` is set.
 *
 * @example
 * const agent = withLoopGuard(new Agent({ initialState: { model, tools }, streamFn: streamSimple }));
 */
export function withLoopGuard<A extends PiAgent>(agent: A, guard?: DeskInput, options?: PiGuardOptions): A {
  const ours = desk(guard, options, { answers: true, asksOther: () => false });
  const run = ours.run(agent);
  run.recall(((property(agent.state, "messages") ?? []) as readonly PiMessage[]).map(asRefused));
  const session = new PiSession(run);
  const { beforeToolCall: own, transformContext } = agent;
  if (ours.edits)
    agent.transformContext = async (messages: never[], signal?: AbortSignal) => {
      const given = ((await transformContext?.call(agent, messages, signal)) ?? messages) as PiMessage[];
      return (await attemptAsync(() => session.request(given), "recover")) ?? given;
    };
  agent.beforeToolCall = async (context: never, signal: never) => {
    const answer: unknown = await own?.call(agent, context, signal);
    if ((answer as Partial<PiBlock> | undefined)?.block === true) return answer;
    const { toolCall } = context as { toolCall: { id: string } };
    return (await attemptAsync(() => session.call(toolCall.id), "tool_call")) ?? answer;
  };
  agent.subscribe((event: PiAgentEvent, signal: AbortSignal) =>
    attemptAsync(() => {
      if (event.type === "turn_end" && session.isEnded) agent.abort();
      if (event.type !== "message_end" || event.message === undefined) return;
      const { message } = event;
      // The agent has stored the message already, and reads this object.
      return chain(session.message(message, { signal }), (changed) => void Object.assign(message, changed));
    }, event.type),
  );
  return agent;
}

const KINDS = new Map<string, TextKind>([
  ["text_delta", "text"],
  ["thinking_delta", "reasoning"],
]);

interface PiCall {
  readonly call: LoopCall & { id: string };
  /** `undefined`: pi did not ask about it. */
  runs?: boolean;
}

/** Pi's result of a call of an unknown tool, or with invalid arguments. Others that it does not ask about were blocked or aborted. */
const NOT_MADE = /^(?:Tool .* not found$|Validation failed for tool ")/s;

/** A result of pi's that has the guard's refusal behind it: a run that goes on from it counts the refusal. */
function asRefused(message: PiMessage): PiMessage {
  const text = attempt(() => String(piText(message.content)), "", "messages");
  const end = text.lastIndexOf("\n\n");
  const refusal = text.slice(end + 2);
  if (end < 0 || !NOT_MADE.test(text.slice(0, end)) || !isRefusalText(refusal)) return message;
  return { ...message, content: [{ type: "text", text: refusal }] };
}

class PiSession {
  readonly #run: AgentRun;
  #calls = new Map<string, PiCall>();
  /** Messages so far: the number of the one that is being written. */
  #messages = 0;
  /** The response that is being written was cut; the agent goes on when its work has settled. */
  #cut = false;
  #cuts = 0;
  /** What was done to the request whose response is to come. */
  #edit: RequestEdit | undefined;
  #hasAnswered = false;

  constructor(run: AgentRun) {
    this.#run = run;
  }

  /** What the model remembers of this session, or of the branch that goes on from here. A run in a store knows by itself. */
  remember(messages: readonly object[]): void {
    const { run } = this.#run;
    if (!("rehydrate" in run)) return;
    void this.#run.restart();
    this.#calls.clear();
    if (messages.length > 0) run.rehydrate((messages as readonly PiMessage[]).map(asRefused));
  }

  compacted(): void {
    this.#run.run.compacted();
  }

  /** What is sent in place of the messages of a request; `undefined`: they are as they should be. */
  request(messages: readonly PiMessage[]): PiMessage[] | undefined {
    const edit = this.#run.edit();
    this.#edit = edit;
    if (edit === undefined) return undefined;
    const offered = new Set(edit.tools([...namesOfTools(messages)], String));
    const user = (content: string): PiMessage => ({ role: "user", content, timestamp: Date.now() });
    return edit.messages(messages, user).map((message) => {
      const { toolsAdded } = message;
      return toolsAdded === undefined
        ? message
        : { ...message, toolsAdded: toolsAdded.filter(({ name }) => offered.has(name)) };
    });
  }

  /** A message is complete; gives what replaces it. */
  message(message: PiMessage, { signal }: Pick<PiContext, "signal">): Awaitable<PiMessage | undefined> {
    const number = this.#messages++;
    if (message.role === "user") {
      this.#cut = false;
      this.#cuts = 0;
      this.#run.turn(message.content);
    }
    if (message.role === "assistant") return this.#responded(message, number);
    return message.role === "toolResult" ? this.#came(message, signal?.aborted === true) : undefined;
  }

  /** Judges a call; gives why it does not run. */
  async call(id: string, asked?: Pick<PiContext, "hasUI" | "ui">): Promise<PiBlock | undefined> {
    const known = this.#calls.get(id);
    // A call of another tool, such as of a script: the model neither asked for it nor sees its result.
    if (known === undefined) return undefined;
    let entry = await this.#run.before(known.call);
    if (!entry.runs && entry.ask && asked?.hasUI === true)
      entry = await this.#run.decide(known.call, await asked.ui.confirm("loopguard", entry.message));
    known.runs = entry.runs;
    return entry.runs ? undefined : { block: true, reason: refusalText(entry) };
  }

  /** The model writes; gives whether to stop it. */
  wrote({ type, delta }: PiWriting): boolean {
    const kind = KINDS.get(type);
    const isLast = this.#edit?.answers !== undefined;
    if (kind === undefined || delta === undefined || isLast || this.#cut || this.isEnded) return false;
    const { step } = this.#run.text.readLong(delta, kind, `${this.#messages}`);
    this.#cut = step === "cut" && this.#cuts++ < RETELLS_MAX;
    return this.#cut || this.#run.ended !== undefined;
  }

  /** Whether the agent's work is to end. */
  get isEnded(): boolean {
    return this.#run.over && !this.#hasAnswered;
  }

  /** What the model is to be told at the end of a response. Nothing if the work ends with it, and then goes on. */
  note(): string | undefined {
    return this.#cut ? undefined : this.#run.text.take();
  }

  /** What the agent is to go on with, when its work has settled because a response was cut. */
  resumption(): string | undefined {
    if (!this.#cut) return undefined;
    this.#cut = false;
    return this.#run.text.take();
  }

  #responded(message: PiMessage, number: number): PiMessage | undefined {
    const run = this.#run;
    const { usage, stopReason } = message;
    const edit = this.#edit;
    this.#edit = undefined;
    this.#hasAnswered = false;
    const failed = stopReason === "aborted" || (stopReason === "error" && edit?.answers === undefined);
    if (failed) run.failed();
    else for (const kind of KINDS.values()) run.text.end(kind, `${number}`);
    void run.usage(usage);
    run.round();
    if (!failed && edit !== undefined) {
      const content = lastParts(run, edit, partsOf(message), LAST);
      this.#hasAnswered = edit.answers !== undefined;
      if (this.#hasAnswered) return { ...message, content, stopReason: "stop", errorMessage: undefined };
    }
    this.#calls = callsOf(message);
    const { ended } = run;
    return ended !== undefined && stopReason === "aborted" ? { ...message, errorMessage: ended.message } : undefined;
  }

  #came(message: PiMessage, aborted: boolean): Awaitable<PiMessage | undefined> {
    const known = this.#calls.get(message.toolCallId ?? "");
    if (known === undefined || known.runs === false) return undefined;
    const { call, runs } = known;
    const text = piText(message.content);
    const outcome = aborted ? {} : message.isError === true ? { error: text } : { result: text };
    const given =
      runs === undefined && typeof text === "string" && NOT_MADE.test(text)
        ? chain(this.#run.invalid(call, text), (entry) => (entry.end === undefined ? entry.message : undefined))
        : this.#run.after(call, outcome);
    return chain(given, (warning) =>
      warning === undefined ? undefined : { ...message, content: withText(message.content, warning) },
    );
  }
}

/** The last response of a run calls nothing, and says something. */
const LAST: LastParts<PiPart> = {
  isCall: ({ type }) => type === "toolCall",
  says: ({ type, text = "" }) => type === "text" && text.trim() !== "",
  say: (text) => ({ type: "text", text }),
};

function namesOfTools(messages: readonly PiMessage[]): Set<string> {
  const names = new Set<string>();
  for (const { toolsAdded = [], toolsRemoved = [] } of messages) {
    for (const { name } of toolsRemoved) names.delete(name);
    for (const { name } of toolsAdded) names.add(name);
  }
  return names;
}

function partsOf({ content }: PiMessage): PiPart[] {
  return Array.isArray(content) ? (content as PiPart[]) : [];
}

function callsOf(message: PiMessage): Map<string, PiCall> {
  const calls = partsOf(message).flatMap(({ type, id, name, arguments: args }) =>
    type === "toolCall" && id !== undefined && name !== undefined ? [{ id, name, arguments: args }] : [],
  );
  return new Map(calls.map((call) => [call.id, { call }]));
}

/** Another paragraph of the last text: sessions that are read later have the warning apart from the result then. */
function withText(content: unknown, warning: string): PiPart[] {
  const parts = Array.isArray(content) ? (content as PiPart[]) : [];
  const last = parts.at(-1);
  return last?.type === "text" && last.text !== undefined
    ? [...parts.slice(0, -1), { ...last, text: withParagraph(last.text, warning) }]
    : [...parts, { type: "text", text: warning }];
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
export type { PiAgent, PiExtensionAPI, PiGuardOptions } from "./pi-types.ts";
