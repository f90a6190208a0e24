/** Counts for `stats()`. */
import type { LoopDetection, LoopGuardStats, LoopRecovery, Verdict } from "../base/types.ts";

/** Names counted one by one; later ones share the entry `"*"`, because a model can make up any number of names. */
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
  readonly #recoveries: LoopGuardStats["recoveries"] = {};
  readonly #byDetector = new Map<string, number>();
  readonly #byTool = new Map<string, number>();
  readonly #refusedByTool = new Map<string, number>();

  /** Counts a call that was judged and may run. */
  allowed(argumentCharacters: number): void {
    this.#calls++;
    this.#ran++;
    this.#argumentCharacters += argumentCharacters;
  }

  /** Counts a call that was judged and belongs to a loop. */
  judged({ action, allowed, detection }: Verdict, argumentCharacters: number): void {
    if (allowed) this.allowed(argumentCharacters);
    else {
      this.#calls++;
      this.#refused++;
      increment(this.#refusedByTool, detection.toolName);
    }
    if (action === "warn") this.#warned++;
  }

  /** Counts a warning that is given with the result of a call that ran. */
  warned(): void {
    this.#warned++;
  }

  completed(resultCharacters: number): void {
    this.#completed++;
    this.#resultCharacters += resultCharacters;
  }

  /** Counts a loop, at its first strike. */
  loop(detection: LoopDetection): void {
    this.#loops++;
    increment(this.#byDetector, detection.detector);
    increment(this.#byTool, detection.toolName);
  }

  recovered({ rung, outcome }: LoopRecovery): void {
    this.#recoveries[rung] ??= { tried: 0, ended: 0 };
    if (outcome !== "failed") this.#recoveries[rung][outcome]++;
  }

  /** How many calls were judged. */
  get calls(): number {
    return this.#calls;
  }

  stats(runs: number): LoopGuardStats {
    // Estimate: a refused call would have cost as much as the average call that ran.
    const each = average(this.#argumentCharacters, this.#ran) + average(this.#resultCharacters, this.#completed);
    const charactersSaved = Math.round(each * this.#refused);
    return {
      calls: this.#calls,
      refused: this.#refused,
      refusedByTool: Object.fromEntries(this.#refusedByTool),
      warned: this.#warned,
      loops: {
        total: this.#loops,
        byDetector: Object.fromEntries(this.#byDetector),
        byTool: Object.fromEntries(this.#byTool),
      },
      recoveries: structuredClone(this.#recoveries),
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
