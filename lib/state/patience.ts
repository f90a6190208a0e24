/**
 * Gives up waiting for a store: one answer at a time, but for so long in all as one of them may take. One timer serves all
 * waits: nearly every one ends before it.
 */
export class Patience {
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  #begun: number | undefined;
  /** Ends the wait that is under way. */
  #giveUp: ((error: Error) => void) | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** The waits that follow are parts of one, which begins now. Without it, each is one by itself. */
  begin(): void {
    this.#begun = performance.now();
  }

  /**
   * The answer, or what `use` makes of it as soon as it comes; a rejection when it takes longer. What comes then is nobody's
   * concern, and is not used.
   */
  readonly limit = <T, U = T>(promise: Promise<T>, use: (answer: T) => U | Promise<U> = same as never): Promise<U> =>
    new Promise((resolve, reject) => {
      const now = performance.now();
      this.#since = this.#begun ?? now;
      this.#giveUp = reject;
      if (this.#timer === undefined) this.#watch(this.#since + this.#ms - now);
      else this.#timer.ref();
      // A store in plain JavaScript may answer at once.
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

  /** A wait is over. False: it was given up before, and another is under way, or none. */
  #over(giveUp: (error: Error) => void): boolean {
    if (this.#giveUp !== giveUp) return false;
    this.#giveUp = undefined;
    // Nobody waits, so no process does.
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
