/** Runs of a trace as they are read: who receives them, who writes them, what a format is. */

import type { LoopOutcome } from "../base/types.ts";
import { type Fields, fieldsOf } from "../history/fields.ts";
import { messagesOf, resultPart } from "../history/transcript-shapes.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcripts.ts";
import { cachedOf, tokensOf } from "./field-values.ts";
import { keptName } from "./limits.ts";
import type { OpenTraceRun, TextStream, TraceCall, TraceFault, TraceRun, TraceRunSink } from "./trace-types.ts";

type LateOutcome = Parameters<TraceRunSink["outcome"]>;

/** Holds the calls of a response back until something else follows, because only then their tokens are known. */
export class RunWriter implements TranscriptSink {
  readonly #sink: TraceRunSink;
  readonly #called: () => void;
  #messages: TranscriptReader | undefined;
  /** The number of calls so far. */
  calls = 0;
  /** The number of the model's current message. */
  #message = -1;
  readonly #held: TraceCall[] = [];
  /** What is written at the end of the round. */
  readonly #outcomes: LateOutcome[] = [];
  #newRound = true;
  #newTurn = false;
  /** The model said something. */
  #spoke = false;
  /** The tokens of the round's response, and how many of them were already given to its calls. */
  #billed: number | undefined;
  #tokensGiven = 0;
  /** Likewise of those that were read from the provider's cache. */
  #cached: number | undefined;
  #cachedGiven = 0;
  /** The time at which the calls that follow were requested, and their outcomes came, in milliseconds since 1970. */
  at: number | undefined;

  /** `called`: is called at each call. */
  constructor(sink: TraceRunSink, called: () => void) {
    this.#sink = sink;
    this.#called = called;
  }

  /** Reads messages of any known provider into this run. */
  get messages(): TranscriptReader {
    this.#messages ??= new TranscriptReader(this);
    return this.#messages;
  }

  /** Reads a whole message of a conversation. `usage`: of its response. */
  message(entry: Fields, usage?: unknown): void {
    const all = messagesOf(entry);
    for (const [at, one] of all.entries()) {
      this.messages.message(one);
      this.#sink.message?.(all.length > 1 ? one : entry, this.calls);
      if (at === 0) this.billedBy(usage);
    }
  }

  /** Texts and calls of one response, of which a log has many lines: those with the same `response` are of the same. */
  response(response: unknown, content: readonly Fields[]): void {
    this.messages.message({ role: "assistant", content }, response);
  }

  /** What came back for a call: a value, or what failed. */
  result(toolCallId: unknown, value: unknown, failed: boolean): void {
    this.messages.message({ role: "tool", content: [resultPart(toolCallId, undefined, value, failed)] });
  }

  /** Anthropic's message of a user: results, beside which texts come from the program, or, if a user wrote it, what that was. */
  userMessage(content: unknown, isWritten: boolean): void {
    const results = fieldsOf(content).filter(({ type }) => type === "tool_result");
    if (results.length > 0) this.messages.message({ role: "user", content: results });
    else if (isWritten) this.messages.spoke(content);
  }

  /** What the model said, as `TranscriptSink` has it. `begins`: a new message does, without a round. */
  text(text: string, stream: TextStream = "text", begins = false): void {
    if (begins) this.#message++;
    if (text !== "") {
      this.#beginTurn();
      this.#spoke = true;
    }
    this.#sink.text?.(text, Math.max(0, this.#message), stream);
  }

  heard(characters: number): void {
    this.#sink.heard?.(characters);
  }

  /** The context was compacted. Before the first call there is nothing to forget. */
  compacted(): void {
    this.#settle();
    if (this.calls > 0) this.#sink.compacted?.();
  }

  round(): void {
    this.#settle();
    this.#message++;
    this.#newRound = true;
    this.#billed = undefined;
    this.#tokensGiven = 0;
    this.#cached = undefined;
    this.#cachedGiven = 0;
  }

  turn(): void {
    this.#settle();
    this.#newTurn = true;
  }

  call(call: TraceCall): void {
    call.name = keptName(call.name);
    if (this.at !== undefined) call.at = this.at;
    this.#held.push(call);
    this.calls++;
    this.#called();
  }

  /**
   * The total tokens that this round's response was billed for, and how many of them were read from the provider's cache.
   * Values that cannot be a count are ignored.
   */
  billed(tokens: number | undefined, cached?: number): void {
    if (!isCount(tokens)) return;
    this.#billed = tokens;
    if (isCount(cached)) this.#cached = Math.min(cached, tokens);
  }

  /** As `billed`, from the usage record of any provider. */
  billedBy(usage: unknown): void {
    this.billed(tokensOf(usage), cachedOf(usage));
  }

  outcome(index: number, outcome: LoopOutcome): void {
    this.#release();
    this.#sink.outcome(index, outcome, this.at);
  }

  /**
   * As `outcome`, but written at the end of the round: the model chose all calls of a round before it saw any outcome. `at`:
   * when it came; `size`: its characters, if they are not those of the outcome.
   */
  outcomeAfterRound(...late: LateOutcome): void {
    this.#outcomes.push(late);
  }

  end(): void {
    this.#settle();
    this.#sink.end();
  }

  #settle(): void {
    this.#release();
    for (const late of this.#outcomes.splice(0)) this.#sink.outcome(...late);
  }

  /** Writes a turn once something follows it, if something came before it: a call, or a text. */
  #beginTurn(): void {
    if (this.#newTurn && (this.#spoke || this.calls > this.#held.length)) this.#sink.turn();
    this.#newTurn = false;
  }

  #release(): void {
    if (this.#held.length === 0) return;
    this.#beginTurn();
    const calls = this.#held.splice(0);
    if (this.#newRound) this.#sink.round();
    // Further calls of a response, after the first outcome, have no share of it left.
    const share = this.#newRound ? 1 / calls.length : 0;
    this.#newRound = false;
    const tokens = this.#billed === undefined ? undefined : (this.#billed - this.#tokensGiven) / calls.length;
    this.#tokensGiven = this.#billed ?? 0;
    const cached = this.#cached === undefined ? 0 : (this.#cached - this.#cachedGiven) / calls.length;
    this.#cachedGiven = this.#cached ?? 0;
    for (const call of calls) {
      if (tokens !== undefined) call.tokens = Math.max(0, tokens);
      else if (share !== 1) call.share = share;
      if (cached > 0) call.cachedTokens = cached;
      this.#sink.call(call);
    }
  }
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/**
 * Runs open at the same time. Past it the least recently used one is ended; if it continues later, that is a new run.
 */
const MAX_OPEN = 1_024;

export class TraceRuns {
  readonly #name: string;
  readonly #open: OpenTraceRun;
  readonly #maxOpen: number;
  /** Whether what belongs to a run follows each other. */
  readonly sorted: boolean;
  readonly #runs = new Map<string, RunWriter>();
  /** Whether any run had a call. */
  called = false;
  #lastLine = 0;
  #sameLine = 0;

  /** `sorted`: a run ends when another begins. */
  constructor(name: string, open: OpenTraceRun, sorted = false) {
    this.#name = name;
    this.#open = open;
    this.sorted = sorted;
    this.#maxOpen = sorted ? 1 : MAX_OPEN;
  }

  /**
   * The run with this id, or the file's only run without one; opens it if needed. `at`: the time of what is read next, and of
   * the run's start if it is opened.
   */
  of(id: string | undefined, line: number, at?: number): RunWriter {
    const key = keptName(id ?? "");
    const run = this.#runs.get(key) ?? this.#begin(id === undefined ? this.#name : key, line, at);
    this.#runs.delete(key); // and added again, as the most recently used
    this.#runs.set(key, run);
    if (this.#runs.size > this.#maxOpen) this.#endOldest();
    run.at = at;
    return run;
  }

  /** Opens a run that one line contains completely. The caller ends it. */
  whole(id: string | undefined, line: number, startedAt?: number): RunWriter {
    return this.#begin(id === undefined ? this.#nameAt(line) : keptName(id), line, startedAt);
  }

  end(): void {
    for (const run of this.#runs.values()) run.end();
    this.#runs.clear();
  }

  #begin(id: string, line: number, startedAt: number | undefined): RunWriter {
    const run: TraceRun = { id, line };
    if (startedAt !== undefined) run.startedAt = startedAt;
    return new RunWriter(this.#open(run), () => {
      this.called = true;
    });
  }

  #endOldest(): void {
    for (const [key, run] of this.#runs) {
      run.end();
      this.#runs.delete(key);
      return;
    }
  }

  /**
   * The name of a run without an id: `file` on the first line, else `file:12`; further runs of a line are `file:12.1`.
   */
  #nameAt(line: number): string {
    this.#sameLine = line === this.#lastLine ? this.#sameLine + 1 : 0;
    this.#lastLine = line;
    if (this.#sameLine > 0) return `${this.#name}:${line}.${this.#sameLine}`;
    return line <= 1 ? this.#name : `${this.#name}:${line}`;
  }
}

/** Reads a JSON value of a file: a line, or an element of its array. `size`: about how many characters of JSON it takes. */
export type ReadValue = (value: Fields, line: number, size: number) => void;

/** A reader that needs more than the values. */
export interface FormatReader {
  value: ReadValue;
  /** A list on one line; absent: its objects are read one by one. */
  list?(values: unknown[], line: number, size: number): void;
  /** The file is at its end. The caller ends the runs that `TraceRuns` has open. */
  end?(): void;
}

export interface TraceFormatSpec {
  readonly name: string;
  /** One line for `--help` and the documentation. */
  readonly description: string;
  /** Whether an object is of this format. */
  recognises(value: Fields): boolean;
  reader(runs: TraceRuns, fault: (fault: TraceFault) => void): ReadValue | FormatReader;
}
