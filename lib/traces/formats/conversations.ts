/** Finds the conversation that a request continues, in a log in which every request repeats the history. */

import { builtin } from "../../base/platform.ts";
import { fingerprint } from "../../core/identity.ts";
import { type Fields, fieldsOf } from "../../history/fields.ts";
import { isCallItem } from "../../history/transcript-shapes.ts";
import { idOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { RunWriter } from "../run-writer.ts";

/** Of each message of a request. */
interface MessageDigests {
  /** Of the messages up to this one. */
  states: readonly string[];
  /**
   * Of this message and the one before, system prompts aside, if a request may have ended with it. A result without an id
   * ends none: two equal ones cannot be told apart.
   */
  ends: readonly (string | undefined)[];
}

/** Only saves hashing: equal messages may be found different. */
const isSameMessage: (a: unknown, b: unknown) => boolean =
  builtin("node:util")?.isDeepStrictEqual ?? ((a, b) => JSON.stringify(a) === JSON.stringify(b));

/** Characters of a request whose messages are kept: as much as a `TraceReader` keeps of a line. */
const KEPT_MAX = 1 << 20;

/** Digests request after request. Most repeat the one before and add a few messages, so only what differs is read as JSON. */
export class MessageDigester {
  #before: readonly { message: Fields; own: string }[] = [];

  /** `size`: about how many characters of JSON the request takes. */
  of(request: readonly Fields[], size: number): MessageDigests {
    const all = request.map((message, at) => {
      const before = this.#before[at];
      const isRepeated = before !== undefined && isSameMessage(message, before.message);
      return { message, own: isRepeated ? before.own : digest(plainText(message)) };
    });
    this.#before = size <= KEPT_MAX ? all : [];
    let state = "";
    let last = ""; // of the messages that are no system prompt
    const states = all.map(({ own }) => (state = digest(state, own)));
    const ends = all.map(({ message, own }) => {
      if (isSystem(message)) return undefined;
      const before = last;
      last = own;
      return hasResultId(message) || isOfPerson(message) ? digest("end", before, own) : undefined;
    });
    return { states, ends };
  }
}

const isSystem = ({ role }: Fields): boolean => role === "system" || role === "developer";

/** Whether the message has the result of a call that it names. */
function hasResultId(message: Fields): boolean {
  if (idOf(message["tool_call_id"]) !== undefined) return true;
  const { type, content } = message;
  if (typeof type === "string" && type.endsWith("_output")) return idOf(message["call_id"]) !== undefined;
  return fieldsOf(content).some(
    (part) => idOf(part["tool_use_id"], part["toolCallId"]) !== undefined && part["type"] !== "tool-call",
  );
}

function isOfPerson({ role, content }: Fields): boolean {
  return (
    role === "user" &&
    (typeof content === "string" || fieldsOf(content).some(({ type }) => type === "text" || type === "input_text"))
  );
}

const digest = (...parts: readonly string[]): string => fingerprint("message", parts);

/** A message without the marks of caching, which move on to newer messages and make parts of a text. */
function plainText(message: Fields): string {
  return JSON.stringify(message, (key, value: unknown) => {
    if (key === "cache_control") return undefined;
    return key === "content" && typeof value === "string" ? [{ type: "text", text: value }] : value;
  });
}

/** What the model answered to a request. */
export interface Answer {
  messages: readonly Fields[];
  usage: unknown;
  time: number | undefined;
  /** About how much memory it takes, in characters. */
  size: number;
}

/** Conversations that are open, and the characters of their answers; past it, the oldest is ended. */
const OPEN_MAX = 1_024;
const ANSWERS_MAX = 16 << 20;

export class Conversation {
  readonly #run: RunWriter;
  /**
   * The newest answer. It is read from the request that repeats it, since a client may have asked again; what is left at
   * the end is read from here.
   */
  answer: Answer | undefined;
  /** The digests by which a request is known that continues the newest one. */
  keys: readonly string[] = [];
  ended = false;

  constructor(run: RunWriter) {
    this.#run = run;
  }

  /** Reads messages of a request that were not in the request before: the answer to that one, and what came then. */
  repeats(messages: readonly Fields[], time: number | undefined): void {
    if (messages.length === 0) return;
    for (const message of messages) this.#read(message, time);
    this.answer = undefined;
  }

  /** Reads messages of a request that come after the newest answer, without repeating it. */
  follows(messages: readonly Fields[], time: number | undefined): void {
    this.#readAnswer();
    for (const message of messages) this.#read(message, time);
  }

  end(): void {
    this.#readAnswer();
    this.#run.end();
    this.ended = true;
  }

  #readAnswer(): void {
    for (const message of this.answer?.messages ?? []) this.#read(message, undefined);
    this.answer = undefined;
  }

  /** `time`: that of the request, at which the messages were there that are not the model's. */
  #read(message: Fields, time: number | undefined): void {
    const isModels = isOfModel(message);
    this.#run.at = isModels ? this.answer?.time : time;
    this.#run.message(message, isModels ? this.answer?.usage : undefined);
  }
}

/** Marks a request that another one has continued: a second one that does so is a branch. */
const CONTINUED = "continued";

export class Conversations {
  /** By the digest of all messages of a request, and by the digests of its ends. */
  readonly #known = new Recent<Conversation | typeof CONTINUED>();
  readonly #byAnswer = new Recent<Conversation>();
  readonly #digester = new MessageDigester();
  readonly #open = new Set<Conversation>();
  #newest: Conversation | undefined;
  #size = 0;

  /**
   * The conversation of a request, with the messages of it read that are new. `previous`: the id of an answer that it
   * follows without repeating it; `size`: about how many characters of JSON it takes. A branch is a run of its own, which
   * knows nothing of the calls before it.
   */
  of(
    request: readonly Fields[],
    time: number | undefined,
    begin: () => RunWriter,
    previous: string | undefined,
    size: number,
  ): Conversation {
    const before = previous === undefined ? undefined : this.#byAnswer.get(previous);
    if (before !== undefined && !before.ended) {
      this.#forgetSize(before);
      before.follows(request, time);
      return this.#used(before);
    }
    const digests = this.#digester.of(request, size);
    const { states, ends } = digests;
    const { at, known } = this.#beginning(request, digests);
    const isOpen = known !== undefined && known !== CONTINUED && !known.ended;
    const conversation = isOpen ? known : new Conversation(begin());
    const keys = [states.at(-1) as string, ...newestOf(request, ends)];
    for (const key of conversation.keys) if (!keys.includes(key)) this.#known.set(key, CONTINUED);
    const fresh = request.slice(at + 1);
    if (fresh.length > 0) this.#forgetSize(conversation);
    conversation.repeats(fresh, time);
    conversation.keys = keys;
    for (const key of keys) this.#known.set(key, conversation);
    return this.#used(conversation);
  }

  /**
   * Up to which message a request is known, and to whom. Where it does not begin with all of an earlier one, since a client
   * has changed the system prompt or left out the oldest messages, it still contains how that one ended.
   */
  #beginning(
    request: readonly Fields[],
    { states, ends }: MessageDigests,
  ): { at: number; known: Conversation | typeof CONTINUED | undefined } {
    const knownBy = (key: string | undefined) => (key === undefined ? undefined : this.#known.get(key));
    const whole = states.findLastIndex((key) => knownBy(key) !== undefined);
    const known = knownBy(states[whole]);
    if (known !== undefined && known !== CONTINUED) return { at: whole, known };
    // Of a request that adds nothing, only a result tells it: another agent may have been asked the same.
    const last = request.findLastIndex((message) => !isSystem(message));
    const end = ends.findLastIndex(
      (key, at) => knownBy(key) !== undefined && (at < last || hasResultId(request[at] as Fields)),
    );
    return end > whole ? { at: end, known: knownBy(ends[end]) } : { at: whole, known };
  }

  /** The conversation of the newest request: of a log that has requests and responses in lines of their own. */
  newest(begin: () => RunWriter): Conversation {
    return this.#newest === undefined || this.#newest.ended ? this.#used(new Conversation(begin())) : this.#newest;
  }

  answered(conversation: Conversation, answer: Answer, id: string | undefined): void {
    this.#forgetSize(conversation);
    conversation.answer = answer;
    this.#size += answer.size;
    if (id !== undefined) this.#byAnswer.set(id, conversation);
    for (const oldest of this.#open) {
      if (this.#open.size <= OPEN_MAX && this.#size <= ANSWERS_MAX) return;
      this.#end(oldest);
    }
  }

  end(): void {
    for (const conversation of this.#open) this.#end(conversation);
  }

  #used(conversation: Conversation): Conversation {
    this.#open.delete(conversation); // and added again, as the newest
    this.#open.add(conversation);
    this.#newest = conversation;
    return conversation;
  }

  #end(conversation: Conversation): void {
    this.#forgetSize(conversation);
    this.#open.delete(conversation);
    conversation.end();
  }

  #forgetSize({ answer }: Conversation): void {
    this.#size -= answer?.size ?? 0;
  }
}

/** Of the ends of a request, those that a request must contain which continues it: the last, and that with the last result. */
function newestOf(request: readonly Fields[], ends: MessageDigests["ends"]): string[] {
  const last = request.findLastIndex((message) => !isSystem(message));
  const result = request.findLastIndex(hasResultId);
  return [...new Set([ends[last], ends[result]])].filter((end) => end !== undefined);
}

function isOfModel({ role, type }: Fields): boolean {
  return role === "assistant" || role === "model" || type === "reasoning" || isCallItem(type);
}
