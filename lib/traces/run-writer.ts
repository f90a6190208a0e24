/** Writes one run into its sink: puts rounds, turns and tokens where they belong, and numbers the calls. */

import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcript-reader.ts";
import { keptName } from "./limits.ts";
import type { TraceCall, TraceRunSink } from "./trace-types.ts";

/** Holds the calls of the response that is being read, until something else comes: then their tokens are known. */
export class RunWriter implements TranscriptSink {
  readonly #sink: TraceRunSink;
  #messages: TranscriptReader | undefined;
  #calls = 0;
  readonly #held: TraceCall[] = [];
  /** Outcomes that wait for the end of the round, and the indices of their calls. */
  readonly #answers: LoopOutcome[] = [];
  readonly #answered: number[] = [];
  #newRound = true;
  #newTurn = false;
  /** Tokens of the response that began the round, and how many of them its calls have been told. */
  #billed: number | undefined;
  #told = 0;
  /** When the calls that follow were asked for, in milliseconds since 1970. */
  at: number | undefined;

  constructor(sink: TraceRunSink) {
    this.#sink = sink;
  }

  /** Takes messages of any of the known kinds. */
  get messages(): TranscriptReader {
    this.#messages ??= new TranscriptReader(this);
    return this.#messages;
  }

  /** How many calls there were. */
  get calls(): number {
    return this.#calls;
  }

  round(): void {
    this.#settle();
    this.#newRound = true;
    this.#billed = undefined;
    this.#told = 0;
  }

  turn(): void {
    this.#settle();
    this.#newTurn = true;
  }

  call(call: LoopCall): void {
    const traced: TraceCall = call;
    traced.name = keptName(call.name);
    if (this.at !== undefined) traced.at = this.at;
    this.#held.push(traced);
    this.#calls++;
  }

  /** What the response of this round was billed, all told. What is no count of anything is passed over. */
  billed(tokens: number | undefined): void {
    if (tokens !== undefined && tokens >= 0 && tokens <= Number.MAX_SAFE_INTEGER) this.#billed = tokens;
  }

  outcome(index: number, outcome: LoopOutcome): void {
    this.#release();
    this.#sink.outcome(index, outcome);
  }

  /** The same for a call whose round may go on: every call of a round is chosen before any of them comes back. */
  outcomeAfterRound(index: number, outcome: LoopOutcome): void {
    this.#answers.push(outcome);
    this.#answered.push(index);
  }

  end(): void {
    this.#settle();
    this.#sink.end();
  }

  #settle(): void {
    this.#release();
    if (this.#answers.length === 0) return;
    for (let i = 0; i < this.#answers.length; i++)
      this.#sink.outcome(this.#answered[i] as number, this.#answers[i] as LoopOutcome);
    empty(this.#answers);
    empty(this.#answered);
  }

  #release(): void {
    const calls = this.#held;
    if (calls.length === 0) return;
    if (this.#newTurn && this.#calls > calls.length) this.#sink.turn();
    if (this.#newRound) this.#sink.round();
    this.#newTurn = false;
    this.#newRound = false;
    const tokens = this.#billed === undefined ? undefined : (this.#billed - this.#told) / calls.length;
    this.#told = this.#billed ?? 0;
    for (const call of calls) {
      if (tokens !== undefined) call.tokens = Math.max(0, tokens);
      this.#sink.call(call);
    }
    empty(calls);
  }
}

/** Keeps the room that a list has: most rounds are as small as the one before. */
function empty(list: unknown[]): void {
  while (list.length > 0) list.pop();
}
