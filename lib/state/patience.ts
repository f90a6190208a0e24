/** Gives up waiting for a store, one answer at a time. One timer serves all waits: nearly every one ends before it. */
export class Patience {
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  /** Ends the wait that is under way. */
  #giveUp: ((error: Error) => void) | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** What `promise` gives, or a rejection when it takes longer; what comes of it then is nobody's concern. */
  readonly limit = <T>(promise: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      this.#since = performance.now();
      this.#giveUp = reject;
      if (this.#timer === undefined) this.#watch(this.#ms);
      else this.#timer.ref();
      // A store in plain JavaScript may answer at once.
      Promise.resolve(promise).then(
        (value) => {
          this.#over(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.#over(reject);
          reject(error);
        },
      );
    });

  /** A wait is over. What was given up before may still be answered: then another wait is under way, or none. */
  #over(giveUp: (error: Error) => void): void {
    if (this.#giveUp !== giveUp) return;
    this.#giveUp = undefined;
    // Nobody waits, so no process does.
    this.#timer?.unref();
  }

  #watch(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const giveUp = this.#giveUp;
      if (giveUp === undefined) return;
      const left = this.#since + this.#ms - performance.now();
      if (left >= 1) return this.#watch(left);
      this.#giveUp = undefined;
      giveUp(new Error(`The store gave no answer in ${this.#ms} ms`));
    }, ms);
  }
}
