/** The events of a run, kept until it is known whether a guard has to see them. */

import type { TraceCall } from "../../traces/trace-types.ts";
import type { LoopOutcome } from "../../types.ts";

const ROUND = -1;
const TURN = -2;

/** What takes the events again. */
export interface TapeListener {
  round(): void;
  turn(): void;
  call(index: number, call: TraceCall, size: number): void;
  outcome(index: number, outcome: LoopOutcome, size: number): void;
}

/** Events in parallel arrays, so that one more costs no object. */
export class RunTape {
  readonly calls: TraceCall[] = [];
  /** Hashes of the calls: equal calls have equal ones. */
  readonly hashes: number[] = [];
  /** Numbers of the rounds that the calls are of. */
  readonly rounds: number[] = [];
  /** In their order. */
  readonly outcomes: LoopOutcome[] = [];
  /** By outcome: the index of its call. */
  readonly answered: number[] = [];
  readonly #callSizes: number[] = [];
  readonly #outcomeSizes: number[] = [];
  /** A call's index, the complement of an outcome's place less two, or a mark. */
  readonly #events: number[] = [];
  #round = 0;

  round(): void {
    this.#events.push(ROUND);
    this.#round++;
  }

  turn(): void {
    this.#events.push(TURN);
  }

  call(call: TraceCall, hash: number, size: number): void {
    this.#events.push(this.calls.length);
    this.calls.push(call);
    this.hashes.push(hash);
    this.rounds.push(this.#round);
    this.#callSizes.push(size);
  }

  outcome(index: number, outcome: LoopOutcome, size: number): void {
    this.#events.push(TURN - 1 - this.outcomes.length);
    this.outcomes.push(outcome);
    this.answered.push(index);
    this.#outcomeSizes.push(size);
  }

  /** The size of the outcome at `place` of `outcomes`. */
  sizeAt(place: number): number {
    return this.#outcomeSizes[place] as number;
  }

  play(listener: TapeListener): void {
    for (const event of this.#events) {
      if (event === ROUND) listener.round();
      else if (event === TURN) listener.turn();
      else if (event >= 0) listener.call(event, this.calls[event] as TraceCall, this.#callSizes[event] as number);
      else {
        const place = TURN - 1 - event;
        const index = this.answered[place] as number;
        listener.outcome(index, this.outcomes[place] as LoopOutcome, this.#outcomeSizes[place] as number);
      }
    }
  }
}
