/**
 * Turns the spans of a trace into runs. A span is recorded when it ends, so a call may come before the response that
 * requested it: spans are sorted by their start.
 */

import { argumentsParse } from "../../base/json-text.ts";
import { getOrAdd } from "../../base/property.ts";
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { type Fields, isFields, plainContent, type TextPart } from "../../history/fields.ts";
import { messagesOf } from "../../history/transcript-shapes.ts";
import { idOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { FormatReader, RunWriter, TraceRuns } from "../run-writer.ts";
import type { TraceCall } from "../trace-types.ts";

/** The outcome of the call with this id. */
export interface CallResult {
  id: string | undefined;
  outcome: LoopOutcome;
}

/** A tool call, or a model response. */
export interface Span {
  id: string | undefined;
  parent: string | undefined;
  trace: string | undefined;
  kind: "tool" | "model";
  name: string;
  /** Milliseconds since 1970; 0: unknown. */
  start: number;
  end: number;
  line: number;
  callId?: string | undefined;
  arguments?: unknown;
  outcome?: LoopOutcome | undefined;
  tokens?: number | undefined;
  /** Those of them that were read from a cache. */
  cachedTokens?: number | undefined;
  /** For a response with recorded messages: the calls that it requests, and the results that its request contains. */
  requested?: readonly LoopCall[];
  results?: readonly CallResult[];
  /** What the response says, as far as it is recorded. */
  texts?: readonly TextPart[];
}

/**
 * Characters of spans that wait to be sorted. Past it the older half is written, so spans that come even later are out
 * of order.
 */
const WINDOW = 32 << 20;
/** Estimated memory of a span in addition to its text, in characters. */
const SPAN_SIZE = 400;

/** Traces whose conversation is remembered: about as many as fit into the window. */
const TRACES = 200_000;

interface Waiting {
  span: Span;
  size: number;
}

/** Collects spans and writes them into runs: one for each conversation or, without one, for each trace. */
export class SpanSorter {
  readonly #runs: TraceRuns;
  readonly #waiting: Waiting[] = [];
  #size = 0;
  /** The conversation of each trace. */
  readonly #conversations = new Recent<string>(TRACES);
  readonly #states = new WeakMap<RunWriter, SpanRun>();

  constructor(runs: TraceRuns) {
    this.#runs = runs;
  }

  /** Notes that the spans of this trace belong to this conversation. */
  conversation(trace: string | undefined, id: string | undefined): void {
    if (trace !== undefined && id !== undefined) this.#conversations.set(trace, id);
  }

  /** `size`: about how many characters of JSON the span takes. */
  add(span: Span, size: number): void {
    if (this.#runs.sorted) this.#writeUnless(span.trace);
    this.#waiting.push({ span, size: size + SPAN_SIZE });
    this.#size += size + SPAN_SIZE;
    if (this.#size > WINDOW) this.#write(this.#size / 2);
  }

  end(): void {
    this.#write(this.#size);
  }

  #runOf(trace: string | undefined): string | undefined {
    return (trace === undefined ? undefined : this.#conversations.get(trace)) ?? trace;
  }

  /** Writes all spans if the next one is of another run: none of theirs will follow. */
  #writeUnless(trace: string | undefined): void {
    const last = this.#waiting.at(-1)?.span;
    if (last !== undefined && last.trace !== trace && this.#runOf(last.trace) !== this.#runOf(trace)) this.end();
  }

  /** Writes the oldest spans, run by run, until so many characters are written. */
  #write(characters: number): void {
    this.#waiting.sort((a, b) => a.span.start - b.span.start);
    let size = 0;
    let count = 0;
    while (count < this.#waiting.length && size < characters) size += this.#waiting[count++]?.size ?? 0;
    const byRun = new Map<string | undefined, Span[]>();
    for (const { span } of this.#waiting.splice(0, count))
      getOrAdd(byRun, this.#runOf(span.trace), (): Span[] => []).push(span);
    this.#size -= size;
    for (const [id, spans] of byRun) this.#writeRun(id, spans);
  }

  #writeRun(id: string | undefined, spans: readonly Span[]): void {
    // Without tool calls it is not an agent's run.
    const tools = spans.some(({ kind }) => kind === "tool");
    if (!tools && !spans.some(({ requested }) => requested !== undefined && requested.length > 0)) return;
    const first = spans[0] as Span;
    const run = this.#runs.of(id, first.line, first.start > 0 ? first.start : undefined);
    const state = getOrAdd(this.#states, run, () => new SpanRun(run));
    state.fromMessages ??= !tools;
    for (const span of spans) state.write(span);
  }
}

/** A reader for values that contain spans, which `read` adds to the sorter. */
export function spanReader(
  runs: TraceRuns,
  read: (sorter: SpanSorter, value: Fields, line: number, size: number) => void,
): FormatReader {
  const sorter = new SpanSorter(runs);
  return { value: (value, line, size) => read(sorter, value, line, size), end: () => sorter.end() };
}

/** Replaces the index of a call that has its result. */
const ANSWERED = "answered";

class SpanRun {
  readonly #run: RunWriter;
  /** Whether calls are read from the responses' messages, because there are no tool spans. */
  fromMessages: boolean | undefined;
  /** The indices of calls from messages, by the call's id. */
  readonly #requested = new Recent<number | typeof ANSWERED>();
  #trace: string | undefined;
  /** The span of the response that began the round: log records contain one response in several parts. */
  #response: string | undefined;
  /**
   * Whether responses are recorded, and so begin rounds. If not, a call begins one when it does not overlap earlier
   * calls.
   */
  #responses = false;
  #roundEnd = Number.NEGATIVE_INFINITY;
  /** What the newest response said, and when it ended. */
  #text = "";
  #textEnd = Number.NEGATIVE_INFINITY;
  /** The span ids of this round's calls. A child span of one is the same call, recorded by another layer. */
  readonly #ofRound = new Set<string>();

  constructor(run: RunWriter) {
    this.#run = run;
  }

  write(span: Span): void {
    // Another trace of the same conversation answers another message of the user.
    if (this.#trace !== undefined && this.#trace !== span.trace) {
      this.#run.turn();
      this.#responses = false;
      this.#roundEnd = Number.NEGATIVE_INFINITY;
    }
    this.#trace = span.trace;
    if (span.kind === "model") this.#writeResponse(span);
    else this.#writeCall(span);
  }

  #writeResponse(span: Span): void {
    this.#responses = true;
    if (this.fromMessages) this.#takeResults(span);
    if (span.id === undefined || span.id !== this.#response) this.#begin();
    this.#response = span.id;
    this.#run.billed(span.tokens, span.cachedTokens);
    this.#said(span);
    if (this.fromMessages) this.#request(span);
  }

  #writeCall(span: Span): void {
    const run = this.#run;
    if (span.parent !== undefined && this.#ofRound.has(span.parent)) return;
    if (!this.#responses && span.start >= this.#roundEnd) this.#begin();
    this.#roundEnd = Math.max(this.#roundEnd, span.end);
    if (span.id !== undefined) this.#ofRound.add(span.id);
    const index = run.calls;
    run.at = span.start > 0 ? span.start : undefined;
    const nothing = span.arguments === undefined && span.outcome === undefined;
    run.call({
      name: span.name,
      ...(nothing ? notRecorded(span.id ?? `${index}`) : { arguments: inputOf(span.arguments) }),
      ...(span.callId === undefined ? {} : { id: span.callId }),
    });
    if (span.outcome !== undefined)
      run.outcomeAfterRound(index, span.outcome, span.end > span.start ? span.end : undefined);
  }

  /** What a response says, once: the framework and the provider's client may both record a span for it. */
  #said({ texts = [], start, end }: Span): void {
    if (texts.length === 0) return;
    const all = texts.map(([text]) => text).join("\n");
    if (all !== this.#text || start > this.#textEnd) for (const [text, stream] of texts) this.#run.text(text, stream);
    this.#text = all;
    this.#textEnd = Math.max(end, start);
  }

  /** Writes the calls of a response, once: the framework and the provider's client may both record a span for it. */
  #request({ requested = [], start, end }: Span): void {
    const run = this.#run;
    const at = Math.max(start, end); // when the model had written them
    run.at = at > 0 ? at : undefined;
    for (const { id, name, arguments: args } of requested) {
      if (id === undefined) {
        run.call({ name, arguments: args });
      } else if (this.#requested.get(id) === undefined) {
        this.#requested.set(id, run.calls);
        run.call({ id, name, arguments: args });
      }
    }
  }

  #takeResults({ results = [], start }: Span): void {
    this.#run.at = start > 0 ? start : undefined; // they were there when the next response was asked for
    for (const { id, outcome } of results) {
      const index = id === undefined ? undefined : this.#requested.get(id);
      if (id === undefined || index === undefined || index === ANSWERED) continue;
      this.#requested.set(id, ANSWERED);
      this.#run.outcome(index, outcome);
    }
  }

  #begin(): void {
    this.#run.round();
    this.#ofRound.clear();
  }
}

/** The name of a span's tool: the first of these that is a name. */
export function nameOf(...candidates: unknown[]): string {
  return idOf(...candidates) ?? "unnamed";
}

/** The call has reached its tool: a text that is not JSON is the tool's input as it is, and not a mistake of the model. */
const inputOf = (args: unknown): unknown => (argumentsParse(args) ? args : { input: args });

/** Replaces arguments that a trace does not contain: such calls must not count as equal. */
export function notRecorded(id: string): Pick<TraceCall, "arguments" | "unrecorded"> {
  return { arguments: { "not recorded": id }, unrecorded: true };
}

/** The outcome of a tool's span, from a plain value or from a LangChain message with the tool's result. */
export function spanOutcome(output: unknown, error: unknown): LoopOutcome | undefined {
  if (error !== undefined && error !== null && error !== "") return { error };
  if (output === undefined || output === null) return undefined;
  const [message] = isFields(output) ? messagesOf(output) : [];
  if (message === undefined || message["role"] !== "tool") return { result: output };
  const content = plainContent(message["content"]);
  return message["status"] === "error" ? { error: content ?? "error" } : { result: content };
}
