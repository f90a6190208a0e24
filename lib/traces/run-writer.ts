/** Writes one run into its sink: adds rounds and turns, distributes tokens, and numbers the calls. */

import type { LoopOutcome } from "../base/types.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcript-reader.ts";
import { cachedOf, tokensOf } from "./field-values.ts";
import { keptName } from "./limits.ts";
import type { TextStream, TraceCall, TraceRunSink } from "./trace-types.ts";

interface LateOutcome {
  readonly index: number;
  readonly outcome: LoopOutcome;
  readonly at: number | undefined;
  readonly size: number | undefined;
}

/** Holds the calls of a response back until something else follows, because only then their tokens are known. */
export class RunWriter implements TranscriptSink {
  readonly #sink: TraceRunSink;
  #messages: TranscriptReader | undefined;
  #calls = 0;
  /** The number of the model's current message. */
  #message = -1;
  readonly #held: TraceCall[] = [];
  /** What is written at the end of the round. */
  readonly #outcomes: LateOutcome[] = [];
  #newRound = true;
  #newTurn = false;
  /** The model said something. */
  #said = false;
  /** The tokens of the round's response, and how many of them were already given to its calls. */
  #billed: number | undefined;
  #tokensGiven = 0;
  /** Likewise of those that were read from the provider's cache. */
  #cached: number | undefined;
  #cachedGiven = 0;
  /** The time at which the calls that follow were requested, and their outcomes came, in milliseconds since 1970. */
  at: number | undefined;

  constructor(sink: TraceRunSink) {
    this.#sink = sink;
  }

  /** Reads messages of any known provider into this run. */
  get messages(): TranscriptReader {
    this.#messages ??= new TranscriptReader(this);
    return this.#messages;
  }

  /** The number of calls so far. */
  get calls(): number {
    return this.#calls;
  }

  /** What the model said, as `TranscriptSink` has it. `begins`: a new message does, without a round. */
  text(text: string, stream: TextStream = "text", begins = false): void {
    if (begins) this.#message++;
    if (text !== "") {
      this.#beginTurn();
      this.#said = true;
    }
    this.#sink.text?.(text, Math.max(0, this.#message), stream);
  }

  heard(characters: number): void {
    this.#sink.heard?.(characters);
  }

  /** The context was compacted. Before the first call there is nothing to forget. */
  compacted(): void {
    this.#settle();
    if (this.#calls > 0) this.#sink.compacted?.();
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
    this.#calls++;
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
  outcomeAfterRound(index: number, outcome: LoopOutcome, at?: number, size?: number): void {
    this.#outcomes.push({ index, outcome, at, size });
  }

  end(): void {
    this.#settle();
    this.#sink.end();
  }

  #settle(): void {
    this.#release();
    if (this.#outcomes.length === 0) return;
    for (const { index, outcome, at, size } of this.#outcomes) this.#sink.outcome(index, outcome, at, size);
    empty(this.#outcomes);
  }

  /** Writes a turn once something follows it, if something came before it: a call, or a text. */
  #beginTurn(): void {
    if (this.#newTurn && (this.#said || this.#calls > this.#held.length)) this.#sink.turn();
    this.#newTurn = false;
  }

  #release(): void {
    const calls = this.#held;
    if (calls.length === 0) return;
    this.#beginTurn();
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
    empty(calls);
  }
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** Empties a list but keeps its memory, which the next round needs again. */
function empty(list: unknown[]): void {
  while (list.length > 0) list.pop();
}
