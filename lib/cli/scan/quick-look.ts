/**
 * Whether a guard could find anything in a run at all. Most runs are healthy, and for most of those hashes and the
 * beginnings of outcomes show it; a guard, which reads every character, need not see them. When in doubt the answer is
 * yes.
 */

import type { LoopOutcome, VolatileClass } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { readOptions } from "../../config/options.ts";
import { couldFire, type Detector, recordOf } from "../../detectors/table.ts";
import { isOwnRefusal, withoutWarning } from "../../run/own-words.ts";
import { isFailure } from "../../text/outcome-text.ts";
import { outcomeKey, type VolatileBits, volatileBits } from "../outcome-key.ts";
import { FactsOfRecord } from "../run-facts.ts";
import type { RunTape } from "./run-tape.ts";

/** Characters of a key that are compared first, and how many of the outcome are read for them at least. */
const KEY_MAX = 72;
const HEAD_MIN = 96;

export class QuickLook {
  readonly #detectors: readonly Detector[];
  readonly #volatile: VolatileBits;

  private constructor(detectors: readonly Detector[], volatile: VolatileBits) {
    this.#detectors = detectors;
    this.#volatile = volatile;
  }

  /** `undefined` if a look cannot tell: with tool policies, functions, expressions or a message of the user's own. */
  static of(options: LoopGuardOptions): QuickLook | undefined {
    const { detectors, tools, volatile, message } = readOptions(options);
    const { results, failures } = volatile;
    if (!results.every(isClass) || !failures.every(isClass) || tools.size > 0 || message !== undefined)
      return undefined;
    if (detectors.some((detector) => recordOf(detector).couldFire === undefined)) return undefined;
    return new QuickLook(detectors, { results: volatileBits(results), failures: volatileBits(failures) });
  }

  couldFire(tape: RunTape): boolean {
    if (tape.hasInvalid) return true;
    // Most outcomes that differ do so at their beginnings.
    return (
      this.#couldFire(tape, (outcome) => this.#beginning(outcome)) &&
      this.#couldFire(tape, (outcome) => this.#key(outcome))
    );
  }

  #couldFire(tape: RunTape, outcomeKey: (outcome: LoopOutcome) => string): boolean {
    const { calls, hashes, mostEqual, answered, outcomes } = tape;
    const facts = new FactsOfRecord({
      names: calls.map(({ name }) => name),
      callKeys: hashes,
      mostEqual,
      answered,
      outcomeKey: (place) => outcomeKey(outcomes[place] as LoopOutcome),
      failed: (place) => isFailure(outcomes[place] as LoopOutcome),
      allSeen: () => !tape.hasSiblings && !outcomes.some((outcome) => isOwnRefusal(outcome)),
    });
    return couldFire(this.#detectors, facts);
  }

  #key(outcome: LoopOutcome, part?: (text: string) => string): string {
    return outcomeKey("", withoutWarning(outcome, undefined), this.#volatile, part) ?? "";
  }

  /** How the key begins. A volatile span never goes beyond a line, so that whole lines are enough to read. */
  #beginning(outcome: LoopOutcome): string {
    let cut = false;
    const key = this.#key(outcome, (text) => {
      const end = text.indexOf("\n", HEAD_MIN) + 1;
      cut = end > 0;
      return cut ? text.slice(0, end) : text;
    });
    // At the end of the head a blank is gone that the whole text may go on with.
    return (cut && key.length < KEY_MAX + 2 ? this.#key(outcome) : key).slice(0, KEY_MAX);
  }
}

function isClass(volatile: VolatileClass | RegExp): volatile is VolatileClass {
  return typeof volatile === "string";
}
