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
import { outcomeKey, volatileBits } from "../outcome-key.ts";
import { FactsOfRecord } from "../run-facts.ts";
import type { RunTape } from "./run-tape.ts";

/** Characters of a key that are compared first, and how many of the outcome are read for them at least. */
const KEY_MAX = 72;
const HEAD_MIN = 96;

/** Whether a guard could find something in a run. */
export type QuickLook = (tape: RunTape) => boolean;

/** `undefined` if a look cannot tell: with tool policies, functions, expressions or a message of the user's own. */
export function quickLook(options: LoopGuardOptions): QuickLook | undefined {
  const { detectors, tools, message, volatile } = readOptions(options);
  const { results, failures } = volatile;
  if (!results.every(isClass) || !failures.every(isClass) || tools.size > 0 || message !== undefined) return undefined;
  if (detectors.some((detector) => recordOf(detector).couldFire === undefined)) return undefined;
  const bits = { results: volatileBits(results), failures: volatileBits(failures) };
  const whole = (outcome: LoopOutcome, part?: (text: string) => string) =>
    outcomeKey("", withoutWarning(outcome, undefined), bits, part) ?? "";
  // A volatile span never goes beyond a line, so that whole lines are enough to read.
  const beginning = (outcome: LoopOutcome) => {
    let isCut = false;
    const key = whole(outcome, (text) => {
      const end = text.indexOf("\n", HEAD_MIN) + 1;
      isCut = end > 0;
      return isCut ? text.slice(0, end) : text;
    });
    // At the end of the head a blank is gone that the whole text may go on with.
    return (isCut && key.length < KEY_MAX + 2 ? whole(outcome) : key).slice(0, KEY_MAX);
  };
  // Most outcomes that differ do so at their beginnings.
  return (tape) =>
    tape.hasInvalid ||
    [beginning, whole].every((keyOf) =>
      couldFire(
        detectors,
        factsOf(tape, (outcome) => keyOf(outcome)),
      ),
    );
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

function factsOf(tape: RunTape, keyOf: (outcome: LoopOutcome) => string): FactsOfRecord {
  const { calls, hashes, mostEqual, answered, outcomes } = tape;
  return new FactsOfRecord({
    names: calls.map(({ name }) => name),
    callKeys: hashes,
    mostEqual,
    answered,
    outcomeKey: (place) => keyOf(outcomes[place] as LoopOutcome),
    failed: (place) => isFailure(outcomes[place] as LoopOutcome),
    allSeen: () => !tape.hasSiblings && !outcomes.some((outcome) => isOwnRefusal(outcome)),
  });
}

function isClass(volatile: VolatileClass | RegExp): volatile is VolatileClass {
  return typeof volatile === "string";
}
