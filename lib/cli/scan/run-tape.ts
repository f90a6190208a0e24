/** The events of a run, kept until it is known whether a guard has to see them. */

import type { LoopOutcome } from "../../base/types.ts";
import { isOwnRefusal } from "../../run/own-words.ts";
import { isFailure } from "../../text/outcome-text.ts";
import type { TraceCall } from "../../traces/trace-types.ts";

const ROUND = -1;
const TURN = -2;

/** Characters that a call or an outcome on a tape takes besides its own. */
export const EVENT_SIZE = 400;

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
  /** How often each call was asked for that was so more than once, by its hash. */
  readonly repeated: Map<number, number> = new Map();
  /** Whether some call's arguments are no JSON: such a call is judged, and has failed, without reaching a tool. */
  hasUnparsed = false;
  /** In their order. */
  readonly outcomes: LoopOutcome[] = [];
  /** By outcome: the index of its call. */
  readonly answered: number[] = [];
  /** The most outcomes of one tool that nothing lies between; infinite: it takes a closer look to say. */
  longestRow = 0;
  /** The most failures of one tool that no success of it lies between; infinite likewise. */
  longestStreak = 0;
  #row = 0;
  #tool: string | undefined;
  /** By tool: its failures since it last succeeded. */
  readonly #streaks = new Map<string, number>();
  /** Calls that have an equal one in their round. */
  readonly #siblings = new Set<number>();
  /** By hash. */
  readonly #newest = new Map<number, number>();
  readonly #rounds: number[] = [];
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

  call(call: TraceCall, hash: number, size: number, parsed = true): void {
    if (!parsed) this.hasUnparsed = true;
    const index = this.calls.length;
    const last = this.#newest.get(hash);
    if (last !== undefined) this.#again(hash, last, index);
    this.#newest.set(hash, index);
    this.#events.push(index);
    this.calls.push(call);
    this.hashes.push(hash);
    this.#rounds.push(this.#round);
    this.#callSizes.push(size);
  }

  #again(hash: number, last: number, index: number): void {
    this.repeated.set(hash, (this.repeated.get(hash) ?? 1) + 1);
    if (this.#rounds[last] !== this.#round) return;
    this.#siblings.add(last).add(index);
    // The core makes one observation of their outcomes: the later ones may lie between two that it takes for neighbours.
    this.longestRow = Number.POSITIVE_INFINITY;
    this.longestStreak = Number.POSITIVE_INFINITY;
  }

  outcome(index: number, outcome: LoopOutcome, size: number): void {
    this.#events.push(TURN - 1 - this.outcomes.length);
    this.outcomes.push(outcome);
    this.answered.push(index);
    this.#outcomeSizes.push(size);
    const { name } = this.calls[index] as TraceCall;
    if (name !== this.#tool) this.#nextTool(name, outcome);
    if (++this.#row > this.longestRow) this.longestRow = this.#row;
    if (isFailure(outcome)) this.#failed(name);
    else if (this.#streaks.size > 0 && !isOwnRefusal(outcome)) this.#streaks.delete(name);
  }

  #nextTool(name: string, outcome: LoopOutcome): void {
    this.#tool = name;
    this.#row = 0;
    if (isOwnRefusal(outcome)) this.longestRow = Number.POSITIVE_INFINITY;
  }

  #failed(name: string): void {
    const streak = (this.#streaks.get(name) ?? 0) + 1;
    this.#streaks.set(name, streak);
    if (streak > this.longestStreak) this.longestStreak = streak;
  }

  /** A call that a guard refused was not run, and the outcomes of equal calls of a round are one observation. */
  maybeUnseen(place: number): boolean {
    return this.#siblings.has(this.answered[place] as number) || isOwnRefusal(this.outcomes[place] as LoopOutcome);
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
