/** The forty lines of "How to detect LLM tool-call loops": push into a list, trip when its tail is periodic. */
export class TailScan {
  constructor({ windowSize = 32, minCycleLen = 1, maxCycleLen = 8, repeats = 3 } = {}) {
    this.windowSize = windowSize;
    this.minCycleLen = minCycleLen;
    this.maxCycleLen = maxCycleLen;
    this.repeats = repeats;
    this.window = [];
  }

  push(signature) {
    this.window.push(signature);
    if (this.window.length > this.windowSize) this.window.shift();
    for (let length = this.minCycleLen; length <= this.maxCycleLen; length++) {
      if (length * this.repeats > this.window.length) break;
      if (this.#periods(length) >= this.repeats) {
        const pattern = this.window.slice(-length);
        return { detected: true, pattern, cycleLength: length, repeats: this.#periods(length) };
      }
    }
    return { detected: false };
  }

  /** Whole repetitions of the last `length` signatures at the tail. */
  #periods(length) {
    const { window } = this;
    let at = window.length - 1;
    while (at - length >= 0 && window[at] === window[at - length]) at--;
    return Math.floor((window.length - 1 - at + length) / length);
  }
}
