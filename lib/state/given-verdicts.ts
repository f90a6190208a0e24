/** The verdicts that calls with an id were given lately, for those that are asked about again in their round. */
import type { Verdict } from "../base/types.ts";

const VERDICTS_MAX = 256;

/** A ring: nearly every verdict is written and never looked for, so it is the writing that must be cheap. */
export class GivenVerdicts {
  readonly #ids: string[] = [];
  readonly #verdicts: Verdict[] = [];
  /** Where the next goes, in place of the oldest. */
  #next = 0;

  add(id: string, verdict: Verdict): void {
    this.#ids[this.#next] = id;
    this.#verdicts[this.#next] = verdict;
    this.#next = (this.#next + 1) % VERDICTS_MAX;
  }

  /** The last that the call with this id was given, if it is remembered. */
  of(id: string): Verdict | undefined {
    for (let back = 1; back <= this.#ids.length; back++) {
      const at = (this.#next - back + VERDICTS_MAX) % VERDICTS_MAX;
      if (this.#ids[at] === id) return this.#verdicts[at];
    }
    return undefined;
  }

  clear(): void {
    this.#ids.length = this.#verdicts.length = this.#next = 0;
  }
}
