/** The events of a run, kept until it is known whether a guard has to see them. */

import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";

const ROUND = -1;
const TURN = -2;
const COMPACTED = -3;

/** Characters that a call or an outcome on a tape takes besides its own. */
export const EVENT_SIZE = 400;

/** Receives the events when the tape is played. */
export interface TapeListener {
  round(): void;
  turn(): void;
  compacted(): void;
  call(index: number, call: TraceCall, size: number): void;
  outcome(index: number, outcome: LoopOutcome, size: number, at: number | undefined): void;
}

/** Events in parallel arrays, so that one more costs no object. */
export class RunTape {
  readonly calls: TraceCall[] = [];
  /** Equal calls have equal hashes. */
  readonly hashes: number[] = [];
  /** The highest number of equal calls. */
  mostEqual = 0;
  /** Whether a round contains equal calls. */
  hasSiblings = false;
  /** Whether some call's arguments are not JSON: such a call is judged, and has failed, without reaching a tool. */
  hasInvalid = false;
  /** In the order in which they came. */
  readonly outcomes: LoopOutcome[] = [];
  /** For each outcome the index of its call. */
  readonly answered: number[] = [];
  /** How many calls have each hash, and the hashes of the current round. */
  readonly #counts = new Map<number, number>();
  readonly #ofRound = new Set<number>();
  readonly #callSizes: number[] = [];
  readonly #outcomeSizes: number[] = [];
  readonly #outcomeTimes: (number | undefined)[] = [];
  /** The index of a call, `COMPACTED - 1 - place` for an outcome, or a mark. */
  readonly #events: number[] = [];

  round(): void {
    this.#events.push(ROUND);
    this.#ofRound.clear();
  }

  turn(): void {
    this.#events.push(TURN);
  }

  compacted(): void {
    this.#events.push(COMPACTED);
  }

  call(call: TraceCall, hash: number, size: number, valid: boolean): void {
    if (!valid) this.hasInvalid = true;
    if (this.#ofRound.has(hash)) this.hasSiblings = true;
    this.#ofRound.add(hash);
    const count = (this.#counts.get(hash) ?? 0) + 1;
    this.#counts.set(hash, count);
    if (count > this.mostEqual) this.mostEqual = count;
    this.#events.push(this.calls.length);
    this.calls.push(call);
    this.hashes.push(hash);
    this.#callSizes.push(size);
  }

  outcome(index: number, outcome: LoopOutcome, size: number, at: number | undefined): void {
    this.#events.push(COMPACTED - 1 - this.outcomes.length);
    this.outcomes.push(outcome);
    this.answered.push(index);
    this.#outcomeSizes.push(size);
    this.#outcomeTimes.push(at);
  }

  play(listener: TapeListener): void {
    for (const event of this.#events) {
      if (event === ROUND) listener.round();
      else if (event === TURN) listener.turn();
      else if (event === COMPACTED) listener.compacted();
      else if (event >= 0) listener.call(event, this.calls[event] as TraceCall, this.#callSizes[event] as number);
      else {
        const place = COMPACTED - 1 - event;
        const index = this.answered[place] as number;
        const size = this.#outcomeSizes[place] as number;
        listener.outcome(index, this.outcomes[place] as LoopOutcome, size, this.#outcomeTimes[place]);
      }
    }
  }
}
