/**
 * The rule of `noNews`, told from one list of everything that came back in a run: no window, no bound, no time. Only for
 * tests.
 */
interface Came {
  /** `undefined`: something happened that is no call's result. */
  readonly identity: string | undefined;
  /** `null`: nobody can say what it was. */
  readonly result: string | null;
  readonly news: boolean;
  /** Its time: its place in the list, from 1; or, told late, the beginning of its round. */
  readonly at: number;
  /** The first of this call since a person spoke. */
  readonly afresh: boolean;
}

export class NoNewsOracle {
  #came: Came[] = [];
  /** How much had come back when the present round began. */
  knowing = 0;
  #turnAt = 0;

  clear(): void {
    this.#came = [];
    this.knowing = this.#turnAt = 0;
  }

  beginRound(): void {
    this.knowing = this.#came.length;
  }

  /** Something ran that nobody looks at. */
  happened(): void {
    this.#came.push({ identity: undefined, result: null, news: true, at: this.#came.length + 1, afresh: false });
  }

  /** A person spoke. */
  turn(): void {
    this.happened();
    this.#turnAt = this.#came.length;
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
    const own = this.#came.filter((it) => it.identity === identity);
    const last = own.at(-1);
    const end = this.#came.length + 1;
    // Siblings of one round are one observation: none of them knew what the others gave.
    if (result !== null && last?.result === result && last.at > more.knowing) {
      if (more.mutated) {
        this.happened();
        this.#came[this.#came.lastIndexOf(last)] = { ...last, at: end };
      }
      return;
    }
    const isNew = result === null || !own.some((it) => it.result === result);
    const at = more.late && result !== null ? Math.max(last?.at ?? 0, more.knowing) : end;
    const afresh = last?.result === result && (last?.at ?? 0) < this.#turnAt;
    this.#came.push({ identity, result, news: (isNew && !more.thought) || more.mutated === true, at, afresh });
  }

  /** How often in a row the call gave its last result, and whether anything in the run has been news since it did. */
  of(identity: string): { streak: number; newsSince: boolean } {
    const own = this.#came.filter((it) => it.identity === identity);
    const last = own.at(-1);
    if (last === undefined || last.result === null) return { streak: 0, newsSince: false };
    let streak = 1;
    for (let i = own.length - 1; i > 0 && !own[i]?.afresh && own[i - 1]?.result === last.result; i--) streak++;
    return { streak, newsSince: this.#came.slice(last.at).some((it) => it.news) };
  }
}
