/** Recorded runs as lists of calls with what came back; `TranscriptReader` says which forms of messages are read. */

import { property, remember } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { attempt } from "../rules/verdict.ts";
import { type Fields, fieldsOf, isFields, plainContent, reasoningIn, textOf, textSize, textsIn } from "./fields.ts";
import { isToolItem, itemCall, itemOutcome, messagesOf } from "./transcript-shapes.ts";
import { UserWords } from "./user-words.ts";

/**
 * Messages as events: calls and what came back for them, rounds, turns. Read: `LoopCall`s with their outcomes, steps of the
 * AI SDK, messages of OpenAI (chat completions and responses), Anthropic, the AI SDK (of the model and of the user
 * interface), LangChain, Gemini, and frameworks that have messages of their own, and any mixture of them.
 */

/** Receives the events of a transcript, in order. */
export interface TranscriptSink {
  /** The calls that follow were requested together; there may be none. */
  round?(): void;
  /** A user spoke. */
  turn?(): void;
  /** The next call; the first has index 0. */
  call(call: LoopCall): void;
  /** The outcome of the call with this index; at most once for each. */
  outcome(index: number, outcome: LoopOutcome): void;
  /** A part of what the model said in the round that has just begun. */
  text?(text: string, stream: "text" | "reasoning"): void;
  /** So many characters were said to the model: by a user, or by a system prompt. */
  heard?(characters: number): void;
}

/** A call without an outcome so far. */
interface OpenCall {
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  answered: boolean;
}

/** The cause of a round that items of OpenAI's responses begin. */
const ITEMS = "items";

/** Calls that may wait for their outcomes; past it, the oldest is treated as a call without one. */
const OPEN_MAX = 10_000;

/**
 * Keeps no message, argument or result, only the ids of open calls, the names of the current round's calls, and digests of
 * the user's messages.
 */
export class TranscriptReader {
  readonly #sink: TranscriptSink;
  readonly #open = new Map<string, OpenCall>();
  /** The calls of the current round by name, for results that come without an id; those before `first` are answered. */
  readonly #ofRound = new Map<unknown, { calls: OpenCall[]; first: number }>();
  #calls = 0;
  /** Index of the latest model response. */
  round = -1;
  /** How often a user spoke after the first call. */
  turn = 0;
  readonly #words = new UserWords();
  /** What began the current round: a message, or the `round` of a recorded call. */
  #cause: unknown;

  constructor(sink: TranscriptSink) {
    this.#sink = sink;
  }

  /** Reads an entry. Anything but a tool call, a result or a user's message is ignored. */
  entry(entry: unknown): void {
    if (isFields(entry)) for (const message of messagesOf(entry)) this.message(message);
  }

  /** Reads a message in the form that `messagesOf` gives. Messages with one `response` are one round. */
  message(entry: Fields, response: unknown = entry): void {
    const { type } = entry;
    if (isToolItem(type)) this.#item(entry);
    else if (entry["role"] !== undefined) this.#message(entry, response);
    else if (type === "reasoning") this.#reasoning(entry);
    else if (typeof entry["name"] === "string") this.#recorded(entry);
  }

  /**
   * A user spoke, or a program in the user's place, which `content` shows; without it, it was a user. Before the first call it
   * has no effect.
   */
  spoke(content?: unknown): void {
    if (this.#sink.heard !== undefined) this.#sink.heard(textSize(content));
    const begins = content === undefined || this.#words.beginTurn(content, this.#calls);
    if (begins && this.#calls > 0) this.#turnTo(this.turn + 1);
    this.#cause = undefined;
  }

  #turnTo(turn: number): void {
    this.turn = turn;
    this.#sink.turn?.();
  }

  #recorded(entry: Fields): void {
    const { round, turn, id, name, retryable } = entry;
    if (typeof turn === "number" && turn !== this.turn) this.#turnTo(turn);
    this.#begin(round ?? {}); // the same object again is another call
    const call: LoopCall = { name: name as string, arguments: entry["arguments"] ?? entry["args"] ?? entry["input"] };
    if (typeof id === "string") call.id = id;
    if (retryable === true) call.retryable = true;
    const open = this.#add(call);
    if (!["result", "error", "status", "errorTitle"].some((key) => entry[key] !== undefined)) return;
    const { result, error, status, errorTitle } = entry as LoopOutcome;
    this.#answer(open, { result, error, status, errorTitle });
  }

  /** OpenAI's responses: the calls of one response follow each other. */
  #item(item: Fields): void {
    const id = item["call_id"] ?? item["id"];
    const call = itemCall(item);
    if (call !== undefined) {
      this.#begin(ITEMS);
      this.#called(id, call.name, call.arguments);
    }
    const outcome = itemOutcome(item);
    if (outcome !== undefined) this.#result(id, outcome);
  }

  /** OpenAI's responses: it belongs to the calls that follow, or to the message. */
  #reasoning(item: Fields): void {
    if (this.#sink.text === undefined) return;
    const texts = reasoningIn(item);
    if (texts.length > 0) this.#begin(ITEMS);
    for (const text of texts) this.#sink.text(text, "reasoning");
  }

  #message(message: Fields, response: unknown): void {
    const { role, content } = message;
    const parts = fieldsOf(content);
    if (role === "assistant") this.#assistant(message, parts, response);
    else if (role === "tool") this.#toolMessage(message, parts);
    else if (role === "function") this.#result(undefined, { result: plainContent(content) }, message["name"]);
    else if (role === "system" || role === "developer") this.#sink.heard?.(textSize(content));
    else if (role === "user") {
      for (const part of parts) if (part["type"] === "tool_result") this.#anthropicResult(part);
      if (typeof content === "string" || parts.some((part) => part["type"] !== "tool_result")) this.spoke(content);
    }
  }

  #assistant(message: Fields, parts: readonly Fields[], response: unknown): void {
    this.#begin(response);
    if (this.#sink.text !== undefined) for (const text of textsIn(message, parts)) this.#sink.text(...text);
    // The predecessor of `tool_calls`, for a single call.
    if (isFields(message["function_call"]))
      this.#called(undefined, message["function_call"]["name"], message["function_call"]["arguments"]);
    for (const call of fieldsOf(message["tool_calls"])) {
      // LangChain has the name and the arguments where OpenAI has `function`.
      const fn = isFields(call["function"]) ? call["function"] : call;
      this.#called(call["id"], fn["name"], fn["arguments"] ?? fn["args"]);
    }
    for (const part of parts) {
      const type = textOf(part["type"]);
      if (type.endsWith("tool_use")) this.#called(part["id"], part["name"], part["input"]);
      else if (type === "tool-call") this.#called(part["toolCallId"], part["toolName"], part["input"] ?? part["args"]);
      // What the provider ran is answered in its own message.
      else if (type.endsWith("tool_result")) this.#anthropicResult(part);
      else if (type === "tool-result") this.#partResult(part);
    }
  }

  /** OpenAI: the content is the result. AI SDK: it is a list of results. */
  #toolMessage(message: Fields, parts: readonly Fields[]): void {
    if (message["tool_call_id"] !== undefined) {
      this.#result(message["tool_call_id"], cameBack(message, message["status"] === "error"));
      return;
    }
    for (const part of parts) if (part["type"] === "tool-result") this.#partResult(part);
  }

  #partResult(part: Fields): void {
    const output = part["output"] ?? part["result"];
    const typed = isFields(output) && typeof output["type"] === "string";
    if (typed && output["type"] === "execution-denied") return; // a human refused it, so it never ran
    const valued = typed && "value" in output;
    const failed = valued && textOf(output["type"]).startsWith("error");
    const value = valued ? plainContent(output["value"]) : output;
    this.#result(part["toolCallId"], failed ? { error: value } : { result: value }, part["toolName"]);
  }

  #anthropicResult(part: Fields): void {
    this.#result(part["tool_use_id"], cameBack(part, part["is_error"] === true));
  }

  /** A new round, unless `cause` began the current one. */
  #begin(cause: unknown): void {
    if (this.#cause === cause && cause !== undefined) return;
    this.#cause = cause;
    this.round++;
    this.#ofRound.clear();
    this.#sink.round?.();
  }

  #called(id: unknown, name: unknown, args: unknown): void {
    if (typeof name !== "string") return;
    this.#add(typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args });
  }

  #add(call: LoopCall): OpenCall {
    const open: OpenCall = { index: this.#calls++, id: call.id, name: call.name, answered: false };
    const named = this.#ofRound.get(call.name);
    if (named === undefined) this.#ofRound.set(call.name, { calls: [open], first: 0 });
    else named.calls.push(open);
    if (call.id !== undefined) remember(this.#open, call.id, open, OPEN_MAX);
    this.#sink.call(call);
    return open;
  }

  /** Gemini may leave ids out: then the results of a response come in the order of its calls. */
  #result(id: unknown, outcome: LoopOutcome, name?: unknown): void {
    this.#answer(typeof id === "string" ? this.#open.get(id) : this.#firstNamed(name), outcome);
    if (this.#cause === ITEMS) this.#cause = undefined;
  }

  #firstNamed(name: unknown): OpenCall | undefined {
    const named = this.#ofRound.get(name);
    while (named?.calls[named.first]?.answered) named.first++;
    return named?.calls[named.first];
  }

  #answer(open: OpenCall | undefined, outcome: LoopOutcome): void {
    if (open === undefined) return;
    open.answered = true;
    // An id may come again in a later round, and then stands for that call.
    if (open.id !== undefined && this.#open.get(open.id) === open) this.#open.delete(open.id);
    this.#sink.outcome(open.index, outcome);
  }
}

/** The outcome whose text is the content of a message, or of a part of one. */
function cameBack({ content }: Fields, failed: boolean): LoopOutcome {
  const value = plainContent(content);
  return failed ? { error: value ?? "error" } : { result: value };
}

/** A call with its outcome. */
export interface RecordedCall extends LoopCall, LoopOutcome {
  /** Calls with the same number were requested together; without it, each call is a round of its own. */
  round?: number;
  /** Calls with the same number are between the same two messages of the user. */
  turn?: number;
  /** Calls with the same name are of one run. Each run is judged by itself. */
  run?: string;
  /** When it was requested, and when its outcome came, in milliseconds: what waits is judged by time. */
  at?: number;
  end?: number;
  /** A guard's message in place of a result: the call did not run. */
  refused?: string;
}

/** One call of a transcript. */
export interface TranscriptCall {
  readonly call: LoopCall;
  /** `undefined`: there was no outcome. */
  outcome: LoopOutcome | undefined;
  /** Index of the model response that requested it. */
  readonly round: number;
  /** How often a user spoke after the first round. */
  readonly turn: number;
  /** When it was requested, in milliseconds, if its entry says so. */
  readonly at: number | undefined;
  /** When its outcome came: as its entry says, or that of the outcome. */
  end?: number | undefined;
  /** A guard's message in place of a result, if its entry has one. */
  readonly refused?: string;
}

/** The calls of a transcript, in order. Anything but tool calls, results and messages of a user is ignored. */
export function readTranscript(entries: Iterable<unknown>): TranscriptCall[] {
  return readHistory(entries).calls;
}

/** As `readTranscript`, with the turn in which the history ends: later than that of the last call if a user spoke since. */
export function readHistory(entries: Iterable<unknown>): { calls: TranscriptCall[]; turn: number } {
  const calls: TranscriptCall[] = [];
  let times: Pick<TranscriptCall, "at" | "end" | "refused"> = { at: undefined, end: undefined };
  const reader = new TranscriptReader({
    call: (call) => void calls.push({ call, outcome: undefined, round: reader.round, turn: reader.turn, ...times }),
    outcome(index, outcome) {
      const answered = calls[index];
      if (answered === undefined) return;
      answered.outcome = outcome;
      answered.end ??= times.at;
    },
  });
  for (const entry of entries) {
    const refused = property(entry, "refused");
    times = {
      at: momentOf(property(entry, "at")) ?? momentOf(property(property(entry, "response"), "timestamp")),
      end: momentOf(property(entry, "end")),
      ...(typeof refused === "string" ? { refused } : {}),
    };
    // An entry that throws when it is read is ignored from there on.
    attempt(() => reader.entry(entry), undefined, "messages");
  }
  return { calls, turn: reader.turn };
}

/** Milliseconds since 1970. A step of the AI SDK has a `Date`. */
function momentOf(value: unknown): number | undefined {
  const ms = value instanceof Date ? value.getTime() : value;
  return typeof ms === "number" && !Number.isNaN(ms) ? ms : undefined;
}
