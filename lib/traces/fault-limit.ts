/** Tells the first faults of a file one by one, and of the others how many there are: a file may be nothing but faults. */
import type { TraceFault } from "./trace-types.ts";

/** Faults of a file, or of a part that is read by itself, that are told one by one. */
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

  readonly tell = (fault: TraceFault): void => {
    if (this.#told < MAX || fault.line === 0) {
      this.#told++;
      this.#fault(fault);
      return;
    }
    if (this.#more++ === 0) this.#first = fault.line;
    this.#last = fault.line;
  };

  /** Nothing more comes: tells how many were left out. */
  end(): void {
    if (this.#more === 0) return;
    const errors = this.#more === 1 ? "1 more error" : `${this.#more} more errors, up to line ${this.#last}`;
    this.#fault({ line: this.#first, reason: `${errors}; only the first ${MAX} are listed` });
  }
}
