/** The two oldest detectors, slow and obvious. Only for tests. */
import { identityOracle } from "./canonical.ts";

/** The seed's counter: the count of this identity, this call included. */
export class CountOracle {
  readonly #counts = new Map<string, number>();

  count(name: string, args: unknown): number {
    const key = identityOracle(name, args, false);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

export interface CycleOracleOptions {
  windowSize: number;
  minCycleLen: number;
  maxCycleLen: number;
  repeats: number;
}

/** What a detector that holds the last `windowSize` of `signatures` answers to the last of them. */
export function cycleOracle(
  signatures: readonly string[],
  { windowSize, minCycleLen, maxCycleLen, repeats }: CycleOracleOptions,
): { detected: false } | { detected: true; pattern: string[]; cycleLength: number; repeats: number } {
  const window = signatures.slice(-windowSize);
  for (let length = minCycleLen; length <= maxCycleLen; length++) {
    const block = window.slice(-length);
    if (block.length < length) break;
    let found = 0;
    while ((found + 1) * length <= window.length) {
      const start = window.length - (found + 1) * length;
      if (!block.every((signature, i) => window[start + i] === signature)) break;
      found++;
    }
    if (found >= repeats) return { detected: true, pattern: block, cycleLength: length, repeats: found };
  }
  return { detected: false };
}
