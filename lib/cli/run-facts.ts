/** Sees without a guard whether a recorded run contains enough of anything for a detector to fire. */
import type { RunFacts } from "../detectors/run-facts.ts";

/** Calls by their index, and outcomes by their place in the order in which they came. */
export interface RecordedEvents {
  readonly names: readonly string[];
  /** Equal for equal calls. */
  readonly callKeys: readonly unknown[];
  /** The highest number of equal calls. */
  readonly mostEqual: number;
  /** For each outcome the index of its call. */
  readonly answered: readonly number[];
  /** Equal for outcomes that the core takes for equal. */
  outcomeKey(place: number): unknown;
  failed(place: number): boolean;
  /**
   * Whether the core sees every outcome. It does not see that of a refused call, and takes those of equal calls of one
   * round for one: then outcomes that are apart in the record may be neighbours for the core.
   */
  allSeen(): boolean;
}

export class FactsOfRecord implements RunFacts {
  readonly #run: RecordedEvents;
  readonly #keys: unknown[] = [];
  #byCall: number[][] | undefined;
  #byTool: number[][] | undefined;
  #allSeen: boolean | undefined;

  constructor(run: RecordedEvents) {
    this.#run = run;
  }

  requests(times: number): boolean {
    return this.#run.mostEqual >= times;
  }

  uses(times: number): boolean {
    return mostEqual(this.#run.names) >= times;
  }

  fails(times: number): boolean {
    return this.#ofCalls(times).some((places) => this.#failures(places).length >= times);
  }

  repeats(times: number): boolean {
    return this.#ofCalls(times).some((places) => this.#hasEqual(places, times));
  }

  stalls(times: number): boolean {
    return this.#ofTools(times).some((places) =>
      // Between the outcomes of one tool must be none of another.
      this.#inARow(places, times, (place, before) => place === before + 1),
    );
  }

  keepsFailing(times: number): boolean {
    return this.#ofTools(times).some((places) => {
      const failures = this.#failures(places);
      const number = new Map(places.map((place, index) => [place, index]));
      // Between the failures of one tool must be no success of it.
      return this.#inARow(failures, times, (place, before) => number.get(place) === (number.get(before) ?? 0) + 1);
    });
  }

  /** The outcomes of each call that has so many. */
  #ofCalls(times: number): number[][] {
    const { answered, callKeys, mostEqual } = this.#run;
    if (mostEqual < times) return [];
    this.#byCall ??= grouped(answered.map((index) => callKeys[index]));
    return this.#byCall.filter(({ length }) => length >= times);
  }

  /** The outcomes of each tool that has so many. */
  #ofTools(times: number): number[][] {
    const { answered, names } = this.#run;
    this.#byTool ??= grouped(answered.map((index) => names[index]));
    return this.#byTool.filter(({ length }) => length >= times);
  }

  #failures(places: readonly number[]): number[] {
    return places.filter((place) => this.#run.failed(place));
  }

  /** Whether so many of these outcomes are equal, whatever is between them. */
  #hasEqual(places: readonly number[], times: number): boolean {
    return grouped(places.map((place) => this.#key(place))).some(({ length }) => length >= times);
  }

  /**
   * Whether so many of these outcomes are equal and follow each other. One pair that differs rules out all rows that
   * contain it, so a row is compared from its end.
   */
  #inARow(places: readonly number[], times: number, follows: (place: number, before: number) => boolean): boolean {
    if (places.length < times) return false;
    this.#allSeen ??= this.#run.allSeen();
    if (!this.#allSeen) return this.#hasEqual(places, times);
    for (let first = 0; first + times <= places.length; ) {
      let at = first + times - 1;
      while (at > first && this.#isSame(places[at] as number, places[at - 1] as number, follows)) at--;
      if (at === first) return true;
      first = at;
    }
    return false;
  }

  #isSame(place: number, before: number, follows: (place: number, before: number) => boolean): boolean {
    return follows(place, before) && this.#key(place) === this.#key(before);
  }

  #key(place: number): unknown {
    this.#keys[place] ??= this.#run.outcomeKey(place);
    return this.#keys[place];
  }
}

export function mostEqual(keys: readonly unknown[]): number {
  return grouped(keys).reduce((most, { length }) => Math.max(most, length), 0);
}

/** The indices of equal keys together. */
function grouped(keys: readonly unknown[]): number[][] {
  const groups = new Map<unknown, number[]>();
  for (let index = 0; index < keys.length; index++) {
    const known = groups.get(keys[index]);
    if (known === undefined) groups.set(keys[index], [index]);
    else known.push(index);
  }
  return [...groups.values()];
}
