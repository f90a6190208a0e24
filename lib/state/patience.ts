/**
 * Limits how long an exchange with a store may take. One timer serves all waits, since nearly all end before it, and a timer
 * takes longer to set and clear than `ref` and `unref` do.
 */
export class Patience {
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  #begun: number | undefined;
  /** Rejects the current wait. */
  #giveUp: ((error: Error) => void) | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** From now on, all waits together have the limit. Without it, each wait has its own. */
  begin(): void {
    this.#begun = performance.now();
  }

  /** The answer, or the result of `use` on it. Rejects after the limit; a later answer is ignored. */
  readonly limit = <T, U = T>(promise: Promise<T>, use: (answer: T) => U | Promise<U> = same as never): Promise<U> =>
    new Promise((resolve, reject) => {
      const now = performance.now();
      this.#since = this.#begun ?? now;
      this.#giveUp = reject;
      if (this.#timer === undefined) this.#watch(this.#since + this.#ms - now);
      else this.#timer.ref();
      // A store in plain JavaScript may return its answer without a promise.
      Promise.resolve(promise).then(
        (answer) => {
          if (!this.#over(reject)) return;
          try {
            resolve(use(answer));
          } catch (error) {
            reject(error);
          }
        },
        (error: unknown) => {
          if (this.#over(reject)) reject(error);
        },
      );
    });

  /** Ends a wait. False: it had been rejected already. */
  #over(giveUp: (error: Error) => void): boolean {
    if (this.#giveUp !== giveUp) return false;
    this.#giveUp = undefined;
    // Nothing is pending, so the timer must not keep the process alive.
    this.#timer?.unref();
    return true;
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

function same<T>(answer: T): T {
  return answer;
}
