/**
 * The rule of `noNews`, told from lists of everything that each call gave in a run: no window, no bound, no time. Only for
 * tests.
 */
interface Came {
  /** `null`: nobody can say what it was. */
  readonly result: string | null;
  /** Its time: how much had come back with it; or, told late, when its round began. */
  at: number;
  /** The first of this call since a person spoke. */
  readonly afresh: boolean;
}

export class NoNewsOracle {
  readonly #of = new Map<string, Came[]>();
  /** How much has come back, and when the last of it that was news did. */
  #now = 0;
  #newsAt = 0;
  /** How much had come back when the present round began. */
  knowing = 0;
  #turnAt = 0;

  clear(): void {
    this.#of.clear();
    this.#now = this.#newsAt = this.knowing = this.#turnAt = 0;
  }

  beginRound(): void {
    this.knowing = this.#now;
  }

  /** Something ran that nobody looks at. */
  happened(): void {
    this.#newsAt = ++this.#now;
  }

  /** A person spoke. */
  turn(): void {
    this.happened();
    this.#turnAt = this.#now;
  }

  /**
   * `knowing`: of the round in which the call was asked for; `late`: that is not the present one. `mutated`: it changed what
   * others may give.
   */
  came(
    identity: string,
    result: string | null,
    more: { knowing: number; late?: boolean; mutated?: boolean; thought?: boolean },
  ): void {
    const own = this.#of.get(identity) ?? [];
    const last = own.at(-1);
    // Siblings of one round are one observation: none of them knew what the others gave.
    if (result !== null && last?.result === result && last.at > more.knowing) {
      if (!more.mutated) return;
      this.happened();
      last.at = this.#now;
      return;
    }
    const isNew = result === null || !own.some((it) => it.result === result);
    this.#now++;
    if ((isNew && !more.thought) || more.mutated === true) this.#newsAt = this.#now;
    const at = more.late && result !== null ? Math.max(last?.at ?? 0, more.knowing) : this.#now;
    const afresh = last?.result === result && (last?.at ?? 0) < this.#turnAt;
    this.#of.set(identity, own);
    own.push({ result, at, afresh });
  }

  /** How often in a row the call gave its last result, and whether anything in the run has been news since it did. */
  of(identity: string): { streak: number; newsSince: boolean } {
    const own = this.#of.get(identity) ?? [];
    const last = own.at(-1);
    if (last === undefined || last.result === null) return { streak: 0, newsSince: false };
    let streak = 1;
    for (let i = own.length - 1; i > 0 && !own[i]?.afresh && own[i - 1]?.result === last.result; i--) streak++;
    return { streak, newsSince: this.#newsAt > last.at };
  }
}
