/**
 * Whether a guard could find anything in a run at all. Most runs are healthy, and for most of those hashes and the
 * beginnings of outcomes show it; a guard, which reads every character, need not see them. When in doubt the answer is
 * yes.
 */

import type { LoopOutcome, VolatileClass } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { readOptions } from "../../config/options.ts";
import type { RunFacts } from "../../detectors/run-facts.ts";
import { couldFire, recordOf } from "../../detectors/table.ts";
import { isOwnRefusal, withoutWarning } from "../../run/own-words.ts";
import { isFailure } from "../../text/outcome-text.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import { outcomeKey, volatileBits } from "../outcome-key.ts";
import { FactsOfRecord, type RecordedEvents } from "../run-facts.ts";
import { RunTape } from "./run-tape.ts";

/** Characters of a key that are compared first, and how many of the outcome are read for them at least. */
const KEY_MAX = 72;
const HEAD_MIN = 96;
/** JSON in any place of the beginning. */
const MAY_HOLD_OBJECTS = /^[^\n]{0,400}["']\s?:|^\s*[[{]/;
/** What follows the head says enough for times and ids to be left out of it, as they may be of the whole text. */
const FILLER = "and what follows says more than the times and the ids beside it";

/** The text of an outcome that is compared; `part`: of its text only this. */
type KeyOf = (outcome: LoopOutcome, part?: (text: string) => string) => string;

/** Whether a guard could find something in a run. */
export type QuickLook = (tape: RunTape) => boolean;

/** `undefined` if a look cannot tell: with tool policies, functions, expressions or a message of the user's own. */
export function quickLook(options: LoopGuardOptions): QuickLook | undefined {
  const { detectors, tools, message, volatile } = readOptions(options);
  const { results, failures } = volatile;
  if (!results.every(isClass) || !failures.every(isClass) || tools.size > 0 || message !== undefined) return undefined;
  if (detectors.some((detector) => recordOf(detector).couldFire === undefined)) return undefined;
  const bits = { results: volatileBits(results), failures: volatileBits(failures) };
  const whole: KeyOf = (outcome, part) => outcomeKey("", withoutWarning(outcome, undefined), bits, part) ?? "";
  let isCut = false;
  // A volatile span never goes beyond a line, so that whole lines are enough to read. An object of an envelope does.
  const head = (text: string): string => {
    const end = MAY_HOLD_OBJECTS.test(text) ? 0 : text.indexOf("\n", HEAD_MIN) + 1;
    isCut = end > 0;
    return isCut ? text.slice(0, end) + FILLER : text;
  };
  const beginning: KeyOf = (outcome) => {
    isCut = false;
    const key = whole(outcome, head);
    // At the end of the head a blank is gone that the whole text may go on with.
    return (isCut && key.length < KEY_MAX + FILLER.length + 2 ? whole(outcome) : key).slice(0, KEY_MAX);
  };
  const factsOf = (tape: RunTape, keyOf: KeyOf) => new FactsOfRecord(new TapeEvents(tape, keyOf));
  // Most outcomes that differ do so at their beginnings.
  const look = (tape: RunTape) =>
    tape.hasInvalid || [beginning, whole].every((keyOf) => couldFire(detectors, factsOf(tape, keyOf)));
  // As long as one such object lives, V8 keeps the code that it compiled for them.
  return Object.assign(look, { kept: factsOf(new RunTape(), whole) });
}

/** What a record without a single outcome can hold. */
const NO_OUTCOMES: RunFacts = {
  requests: () => true,
  uses: () => true,
  fails: () => false,
  repeats: () => false,
  stalls: () => false,
  keepsFailing: () => false,
};

/** Whether a guard can find nothing in calls of which no outcome is recorded. */
export function needsOutcomes(options: LoopGuardOptions): boolean {
  return !couldFire(readOptions(options).detectors, NO_OUTCOMES);
}

/** Its functions are methods: V8 would drop the code of closures with the run that they were made for. */
class TapeEvents implements RecordedEvents {
  readonly #tape: RunTape;
  readonly #keyOf: KeyOf;
  readonly names: readonly string[];
  readonly callKeys: readonly number[];
  readonly mostEqual: number;
  readonly answered: readonly number[];

  constructor(tape: RunTape, keyOf: KeyOf) {
    this.#tape = tape;
    this.#keyOf = keyOf;
    this.names = tape.calls.map(nameOf);
    this.callKeys = tape.hashes;
    this.mostEqual = tape.mostEqual;
    this.answered = tape.answered;
  }

  outcomeKey(place: number): string {
    return this.#keyOf(this.#tape.outcomes[place] as LoopOutcome);
  }

  failed(place: number): boolean {
    return isFailure(this.#tape.outcomes[place] as LoopOutcome);
  }

  allSeen(): boolean {
    return !this.#tape.hasSiblings && !this.#tape.outcomes.some((outcome) => isOwnRefusal(outcome));
  }
}

const nameOf = ({ name }: TraceCall): string => name;

function isClass(volatile: VolatileClass | RegExp): volatile is VolatileClass {
  return typeof volatile === "string";
}
