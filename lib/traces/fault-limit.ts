/** Tells the first faults of a file one by one, and of the others how many there are: a file may be nothing but faults. */
import type { TraceFault } from "./trace-types.ts";

/** Faults of a file that are told one by one. */
const MAX = 100;

export class FaultLimit {
  readonly #fault: (fault: TraceFault) => void;
  #told = 0;
  #more = 0;
  #first = 0;
  #last = 0;

  constructor(fault: (fault: TraceFault) => void) {
    this.#fault = fault;
  }

  /** Those of the parts of a file may be told to one that is there for all of it. */
  readonly tell = (fault: TraceFault): void => {
    if (fault.line === 0 || (this.#told < MAX && fault.more === undefined)) {
      this.#told++;
      this.#fault(fault);
      return;
    }
    const { count, last } = fault.more ?? { count: 1, last: fault.line };
    if (this.#more === 0) this.#first = fault.line;
    this.#more += count;
    this.#last = last;
  };

  /** Nothing more comes: tells how many were left out. */
  end(): void {
    const [count, last] = [this.#more, this.#last];
    if (count === 0) return;
    const errors = count === 1 ? "1 more error" : `${count} more errors, up to line ${last}`;
    const reason = `${errors}; only the first ${MAX} are listed`;
    this.#fault({ line: this.#first, reason, more: { count, last } });
    this.#more = 0;
  }
}
