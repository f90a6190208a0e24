/** Reports the first faults of a file one by one, and then only their number: every line of a file may be broken. */
import type { TraceFault } from "./trace-types.ts";

/** Faults that are reported one by one. */
const LISTED_MAX = 100;

export class FaultLimit {
  readonly #fault: (fault: TraceFault) => void;
  #reported = 0;
  #left = 0;
  #first = 0;
  #last = 0;

  constructor(fault: (fault: TraceFault) => void) {
    this.#fault = fault;
  }

  /** Also takes the summaries (`more`) of other limits: a file may be read in parts, each with its own limit. */
  readonly report = (fault: TraceFault): void => {
    if (fault.line === 0 || (this.#reported < LISTED_MAX && fault.more === undefined)) {
      this.#reported++;
      this.#fault(fault);
      return;
    }
    const { count, last } = fault.more ?? { count: 1, last: fault.line };
    if (this.#left === 0) this.#first = fault.line;
    this.#left += count;
    this.#last = last;
  };

  /** Reports how many faults were left out. */
  end(): void {
    const [count, last] = [this.#left, this.#last];
    if (count === 0) return;
    const errors = count === 1 ? "1 more error" : `${count} more errors, up to line ${last}`;
    const reason = `${errors}; only the first ${LISTED_MAX} are listed`;
    this.#fault({ line: this.#first, reason, more: { count, last } });
    this.#left = 0;
  }
}
