/**
 * Spans of a trace as runs. They are written when they end, so a call may come before the response that asked for it:
 * they are put in the order in which they began.
 */

import type { LoopOutcome } from "../../base/types.ts";
import { type Fields, isFields, plainContent } from "../../history/transcript-reader.ts";
import { messagesOf } from "../../history/transcript-shapes.ts";
import { argumentsParse } from "../../values/json-text.ts";
import { idOf } from "../facts.ts";
import { Recent } from "../recent.ts";
import type { RunWriter } from "../run-writer.ts";
import type { TraceRuns } from "../trace-runs.ts";

/** A call that a response asks for, and what came back for one; by the id of the call. */
export interface Asked {
  id: string | undefined;
  name: string;
  arguments: unknown;
}
export interface Answer {
  id: string | undefined;
  outcome: LoopOutcome;
}

/** A call of a tool, or a response of the model. */
export interface Span {
  id: string | undefined;
  parent: string | undefined;
  trace: string | undefined;
  kind: "tool" | "model";
  name: string;
  /** In milliseconds since 1970. */
  start: number;
  end: number;
  line: number;
  callId?: string | undefined;
  arguments?: unknown;
  outcome?: LoopOutcome | undefined;
  tokens?: number | undefined;
  /** Of a response, where its messages are recorded: what it asks for, and what came back before it. */
  asked?: readonly Asked[];
  answers?: readonly Answer[];
}

/** Characters of spans that wait to be put in order. Past that the older half is written: later ones come out of order. */
const WINDOW = 32 << 20;
/** Characters that a span takes besides its own. */
const SPAN_SIZE = 400;

/** Traces whose conversation is remembered: about as many as can have spans in the window. */
const TRACES = 200_000;

interface Waiting {
  span: Span;
  size: number;
}

/** Collects spans and writes them into runs: one for each conversation, else for each trace. */
export class SpanSorter {
  readonly #runs: TraceRuns;
  #waiting: Waiting[] = [];
  #size = 0;
  /** Conversations by trace. */
  readonly #conversations = new Recent<string>(TRACES);
  readonly #states = new WeakMap<RunWriter, SpanRun>();

  constructor(runs: TraceRuns) {
    this.#runs = runs;
  }

  /** The spans of this trace belong to this conversation. */
  conversation(trace: string | undefined, id: string | undefined): void {
    if (trace !== undefined && id !== undefined) this.#conversations.set(trace, id);
  }

  /** `size`: about how many characters it was written in. */
  add(span: Span, size: number): void {
    this.#waiting.push({ span, size: size + SPAN_SIZE });
    this.#size += size + SPAN_SIZE;
    if (this.#size > WINDOW) this.#write(this.#size / 2);
  }

  end(): void {
    this.#write(this.#size);
  }

  /** Writes the oldest spans, run by run, up to this many characters. */
  #write(characters: number): void {
    this.#waiting.sort((a, b) => a.span.start - b.span.start);
    let size = 0;
    let count = 0;
    while (count < this.#waiting.length && size < characters) size += this.#waiting[count++]?.size ?? 0;
    const byRun = new Map<string | undefined, Span[]>();
    for (const { span } of this.#waiting.slice(0, count)) {
      const id = (span.trace === undefined ? undefined : this.#conversations.get(span.trace)) ?? span.trace;
      const spans = byRun.get(id);
      if (spans === undefined) byRun.set(id, [span]);
      else spans.push(span);
    }
    this.#waiting = this.#waiting.slice(count);
    this.#size -= size;
    for (const [id, spans] of byRun) this.#writeRun(id, spans);
  }

  #writeRun(id: string | undefined, spans: readonly Span[]): void {
    // What never called a tool is no run of an agent.
    const tools = spans.some(({ kind }) => kind === "tool");
    if (!tools && !spans.some(({ asked }) => asked !== undefined && asked.length > 0)) return;
    const first = spans[0] as Span;
    const run = this.#runs.of(id, first.line, first.start > 0 ? first.start : undefined);
    let state = this.#states.get(run);
    if (state === undefined) {
      state = new SpanRun(run);
      this.#states.set(run, state);
    }
    state.fromMessages ??= !tools;
    for (const span of spans) state.write(span);
  }
}

/** In the place of a call's index once something came back for it. */
const ANSWERED = "answered";

class SpanRun {
  readonly #run: RunWriter;
  /** Whether the calls are those of the responses' messages, since there are no spans of tools. */
  fromMessages: boolean | undefined;
  /** Calls from messages by their id. */
  readonly #asked = new Recent<number | typeof ANSWERED>();
  #trace: string | undefined;
  /** The span of the response that began the round: log records tell of one response in several parts. */
  #response: string | undefined;
  /** Whether responses are recorded: then they begin rounds, else calls do that do not overlap the ones before. */
  #responses = false;
  #roundEnd = Number.NEGATIVE_INFINITY;
  /** The calls of this round: a span right below one is the same call, seen from another layer. */
  readonly #ofRound = new Set<string>();

  constructor(run: RunWriter) {
    this.#run = run;
  }

  write(span: Span): void {
    const run = this.#run;
    // Another trace of the same conversation is the answer to another word of the user.
    if (this.#trace !== undefined && this.#trace !== span.trace) {
      run.turn();
      this.#responses = false;
      this.#roundEnd = Number.NEGATIVE_INFINITY;
    }
    this.#trace = span.trace;
    if (span.kind === "model") {
      this.#responses = true;
      if (this.fromMessages) this.#answer(span.answers ?? []);
      if (span.id === undefined || span.id !== this.#response) this.#begin();
      this.#response = span.id;
      run.billed(span.tokens);
      if (this.fromMessages) this.#ask(span);
      return;
    }
    if (span.parent !== undefined && this.#ofRound.has(span.parent)) return;
    if (!this.#responses && span.start >= this.#roundEnd) this.#begin();
    this.#roundEnd = Math.max(this.#roundEnd, span.end);
    if (span.id !== undefined) this.#ofRound.add(span.id);
    const index = run.calls;
    run.at = span.start > 0 ? span.start : undefined;
    const args = span.arguments ?? (span.outcome === undefined ? notRecorded(span.id ?? `${index}`) : undefined);
    run.call({ name: span.name, arguments: inputOf(args), ...(span.callId === undefined ? {} : { id: span.callId }) });
    if (span.outcome !== undefined) run.outcomeAfterRound(index, span.outcome);
  }

  /** The same response may have a span of the framework and one of the provider's client. */
  #ask({ asked = [], start }: Span): void {
    const run = this.#run;
    run.at = start > 0 ? start : undefined;
    for (const { id, name, arguments: args } of asked) {
      if (id === undefined) {
        run.call({ name, arguments: args });
      } else if (this.#asked.get(id) === undefined) {
        this.#asked.set(id, run.calls);
        run.call({ id, name, arguments: args });
      }
    }
  }

  #answer(answers: readonly Answer[]): void {
    for (const { id, outcome } of answers) {
      const index = id === undefined ? undefined : this.#asked.get(id);
      if (id === undefined || index === undefined || index === ANSWERED) continue;
      this.#asked.set(id, ANSWERED);
      this.#run.outcome(index, outcome);
    }
  }

  #begin(): void {
    this.#run.round();
    this.#ofRound.clear();
  }
}

/** What a span's tool is called: the first of these that is a name. */
export function nameOf(...candidates: unknown[]): string {
  return idOf(...candidates) ?? "unnamed";
}

/** The call has reached its tool: a text that is no JSON is the tool's input as it is, and no fault of the model's. */
function inputOf(args: unknown): unknown {
  return argumentsParse(args) ? args : { input: args };
}

/** Stands for arguments that a trace does not tell: calls are not the same because nothing is known of them. */
export function notRecorded(id: string): Fields {
  return { "not recorded": id };
}

/** What came back for a tool's span: a plain value, or a message of LangChain with the tool's word in it. */
export function spanOutcome(output: unknown, error: unknown): LoopOutcome | undefined {
  if (error !== undefined && error !== null && error !== "") return { error };
  if (output === undefined || output === null) return undefined;
  const [message] = isFields(output) ? messagesOf(output) : [];
  if (message === undefined || message["role"] !== "tool") return { result: output };
  const content = plainContent(message["content"]);
  return message["status"] === "error" ? { error: content ?? "error" } : { result: content };
}
