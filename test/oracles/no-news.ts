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
}

export class NoNewsOracle {
  #came: Came[] = [];
  /** How much had come back when the present round began. */
  knowing = 0;

  clear(): void {
    this.#came = [];
    this.knowing = 0;
  }

  beginRound(): void {
    this.knowing = this.#came.length;
  }

  /** A person spoke, or something ran that nobody looks at. */
  happened(): void {
    this.#came.push({ identity: undefined, result: null, news: true });
  }

  /** `knowing`: of the round in which the call was asked for. `mutated`: it changed what others may give. */
  came(identity: string, result: string | null, more: { knowing: number; mutated?: boolean; thought?: boolean }): void {
    const own = this.#came.flatMap((it, at) => (it.identity === identity ? [{ ...it, at }] : []));
    const last = own.at(-1);
    // Siblings of one round are one observation: none of them knew what the others gave.
    if (result !== null && last?.result === result && last.at >= more.knowing) return;
    const isNew = result === null || !own.some((it) => it.result === result);
    this.#came.push({ identity, result, news: (isNew && !more.thought) || more.mutated === true });
  }

  /** How often in a row the call gave its last result, and whether anything in the run has been news since it did. */
  of(identity: string): { streak: number; newsSince: boolean } {
    const own = this.#came.filter((it) => it.identity === identity);
    const last = own.at(-1);
    if (last === undefined || last.result === null) return { streak: 0, newsSince: false };
    const streak = own.length - 1 - own.findLastIndex((it) => it.result !== last.result);
    const since = this.#came.findLastIndex((it) => it.identity === identity);
    return { streak, newsSince: this.#came.slice(since + 1).some((it) => it.news) };
  }
}
