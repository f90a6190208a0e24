/** How long the calls took that a guard would not have run, as far as the trace has times. */

/** Of one response: how many calls it has, and for how long the run was busy with them; `undefined`: nobody knows. */
interface Round {
  calls: number;
  ms: number | undefined;
}

/**
 * A response takes from its calls to those of the next one; the last before a user speaks, to the last time that the trace
 * has before that. It is saved if none of its calls would have run.
 */
export class SavedTime {
  readonly #rounds: Round[] = [];
  readonly #roundOf: number[] = [];
  /** When the calls of the current response were requested, and the latest time so far. */
  #began: number | undefined;
  #last = 0;
  #isNew = true;

  round(): void {
    this.#isNew = true;
  }

  /** A user spoke. */
  turn(): void {
    this.#end(this.#last);
    this.#isNew = true;
  }

  call(at: number | undefined): void {
    if (this.#isNew) {
      this.#end(at);
      this.#began = at;
      this.#rounds.push({ calls: 0, ms: undefined });
    }
    this.#isNew = false;
    (this.#rounds.at(-1) as Round).calls++;
    this.#roundOf.push(this.#rounds.length - 1);
    this.#saw(at);
  }

  outcome(at: number | undefined): void {
    this.#saw(at);
  }

  /** Milliseconds; `saved`: indices of the calls that would not have run. No event may follow. */
  total(saved: readonly number[]): number {
    this.turn();
    const counts = new Map<number, number>();
    for (const index of saved) {
      const round = this.#roundOf[index] as number;
      counts.set(round, (counts.get(round) ?? 0) + 1);
    }
    let sum = 0;
    for (const [at, count] of counts) {
      const { calls, ms = 0 } = this.#rounds[at] as Round;
      if (count === calls) sum += ms;
    }
    return sum;
  }

  #saw(at: number | undefined): void {
    if (at !== undefined) this.#last = Math.max(this.#last, at);
  }

  #end(at: number | undefined): void {
    const round = this.#rounds.at(-1);
    if (round === undefined || this.#began === undefined || at === undefined) return;
    round.ms = Math.max(0, at - this.#began);
    this.#began = undefined;
  }
}
