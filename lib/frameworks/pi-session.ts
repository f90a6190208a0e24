/** The run of one session of pi, from the events of an extension. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { type LastParts, lastParts } from "../adapter/edited-response.ts";
import { editedMessages, type MessageForm, type RequestEdit } from "../adapter/recovery.ts";
import { RETELLS_MAX, refusalText } from "../adapter/result-form.ts";
import type { TextKind } from "../adapter/text-monitor.ts";
import { piText } from "../base/agent-results.ts";
import { type Awaitable, chain } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { withParagraph } from "../guard/with-message.ts";
import { piMessage } from "../history/transcript-shapes.ts";
import type { PiBlock, PiContext, PiMessage, PiPart, PiWriting } from "./pi-types.ts";

const KINDS = new Map<string, TextKind>([
  ["text_delta", "text"],
  ["thinking_delta", "reasoning"],
]);

/** A call of the current response. */
interface PiCall {
  readonly call: LoopCall & { id: string };
  /** `undefined`: pi did not ask about it, because the tool is unknown or the arguments are invalid. */
  runs?: boolean;
}

export class PiSession {
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
    if (messages.length > 0) run.rehydrate(messages);
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
    return editedMessages(edit, messages, MESSAGES).map((message) => {
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
  async call(id: string, { hasUI, ui }: Pick<PiContext, "hasUI" | "ui">): Promise<PiBlock | undefined> {
    const known = this.#calls.get(id);
    // A call of another tool, such as of a script: the model neither asked for it nor sees its result.
    if (known === undefined) return undefined;
    const entry = await this.#run.before(known.call);
    known.runs = entry.runs || (entry.ask && hasUI && (await ui.confirm("loopguard", entry.message)));
    return entry.runs || known.runs ? undefined : { block: true, reason: refusalText(entry) };
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
    for (const kind of KINDS.values()) run.text.end(kind, `${number}`);
    const { usage, stopReason } = message;
    void run.usage(usage);
    run.round();
    const edit = this.#edit;
    this.#edit = undefined;
    this.#hasAnswered = false;
    if (stopReason === "aborted" || (stopReason === "error" && edit?.answers === undefined)) run.failed();
    else if (edit !== undefined) {
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
    const told =
      runs === undefined
        ? chain(this.#run.invalid(call, text), (entry) => (entry.end === undefined ? entry.message : undefined))
        : this.#run.after(call, outcome);
    return chain(told, (warning) =>
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

const MESSAGES: MessageForm<PiMessage> = {
  user: (content) => ({ role: "user", content, timestamp: Date.now() }),
  known: ({ ...message }) => piMessage(message) ?? message,
  back: (message, { content }) => {
    const [{ output }] = content as [{ output: { value: string } }];
    return { ...message, content: [{ type: "text", text: output.value }] };
  },
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
export function withText(content: unknown, warning: string): PiPart[] {
  const parts = Array.isArray(content) ? (content as PiPart[]) : [];
  const last = parts.at(-1);
  return last?.type === "text" && last.text !== undefined
    ? [...parts.slice(0, -1), { ...last, text: withParagraph(last.text, warning) }]
    : [...parts, { type: "text", text: warning }];
}
