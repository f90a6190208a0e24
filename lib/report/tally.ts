/** Counts for `stats()`. */
import type { LoopDetection, LoopGuardStats, Verdict } from "../base/types.ts";

/** Tools and detectors counted by name; later ones share the entry `"*"`, since models make up names. */
const NAMES_MAX = 1000;

export class Tally {
  #calls = 0;
  #refused = 0;
  #warned = 0;
  #ran = 0;
  #argumentCharacters = 0;
  #completed = 0;
  #resultCharacters = 0;
  #loops = 0;
  readonly #byDetector = new Map<string, number>();
  readonly #byTool = new Map<string, number>();

  /** A call was judged and may run. */
  allowed(argumentCharacters: number): void {
    this.#calls++;
    this.#ran++;
    this.#argumentCharacters += argumentCharacters;
  }

  /** A call was judged and something was found. */
  judged({ action, run }: Verdict, argumentCharacters: number): void {
    if (run) this.allowed(argumentCharacters);
    else {
      this.#calls++;
      this.#refused++;
    }
    if (action === "warn") this.#warned++;
  }

  /** A call that ran is warned of with its result. */
  warned(): void {
    this.#warned++;
  }

  completed(resultCharacters: number): void {
    this.#completed++;
    this.#resultCharacters += resultCharacters;
  }

  /** Strike 1 of a loop. */
  loop(detection: LoopDetection): void {
    this.#loops++;
    increment(this.#byDetector, detection.detector);
    increment(this.#byTool, detection.toolName);
  }

  stats(runs: number): LoopGuardStats {
    // A refused call would have cost about what the calls that ran cost.
    const each = average(this.#argumentCharacters, this.#ran) + average(this.#resultCharacters, this.#completed);
    const charactersSaved = Math.round(each * this.#refused);
    return {
      calls: this.#calls,
      refused: this.#refused,
      warned: this.#warned,
      loops: {
        total: this.#loops,
        byDetector: Object.fromEntries(this.#byDetector),
        byTool: Object.fromEntries(this.#byTool),
      },
      charactersSaved,
      tokensSaved: Math.round(charactersSaved / 4),
      runs,
    };
  }
}

function average(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function increment(counts: Map<string, number>, name: string): void {
  const key = counts.has(name) || counts.size < NAMES_MAX ? name : "*";
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
