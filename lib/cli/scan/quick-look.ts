/**
 * Whether a guard could find anything in a run at all. Most runs are healthy, and for most of those a look at hashes and
 * lengths shows it; a guard, which reads every character, need not see them. When in doubt the answer is yes.
 */

import type { LoopOutcome, VolatileClass } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { readOptions } from "../../config/options.ts";
import { core } from "../../core/backend.ts";
import { VOLATILE_BITS } from "../../core/layout.gen.ts";
import { type Detector, recordOf } from "../../detectors/table.ts";
import type { CycleNeeds, TraceNeeds } from "../../detectors/trace-needs.ts";
import { withoutWarning } from "../../run/own-words.ts";
import { failureKey, isFailure } from "../../text/outcome-text.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import { resultText } from "../../values/json-text.ts";
import type { RunTape } from "./run-tape.ts";

const NEVER = Number.POSITIVE_INFINITY;
const NOTHING: Omit<TraceNeeds, "cycles"> = {
  asked: NEVER,
  inARow: NEVER,
  failedInARow: NEVER,
  news: NEVER,
  same: NEVER,
  sameFailed: NEVER,
  stall: NEVER,
  errors: NEVER,
};
const FAILED = "!";
const SUCCEEDED = "=";
/** Characters of an outcome that are compared first, and of which so many are read at least. */
const KEY_MAX = 64;
const HEAD_MIN = 96;

export class QuickLook {
  readonly #needs: TraceNeeds;
  readonly #resultClasses: number;
  readonly #failureClasses: number;

  private constructor(needs: TraceNeeds, resultClasses: number, failureClasses: number) {
    this.#needs = needs;
    this.#resultClasses = resultClasses;
    this.#failureClasses = failureClasses;
  }

  /** None where the options leave room for what cannot be told by a look: policies of tools, functions, texts of one's own. */
  static of(options: LoopGuardOptions): QuickLook | undefined {
    const { detectors, tools, volatile, message } = readOptions(options);
    const needs = needsOf(detectors);
    const results = classBits(volatile.results);
    const failures = classBits(volatile.failures);
    if (needs === undefined || tools.size > 0 || message !== undefined) return undefined;
    return results === undefined || failures === undefined ? undefined : new QuickLook(needs, results, failures);
  }

  couldFire(tape: RunTape): boolean {
    if (tape.hasUnparsed) return true;
    const calls = repeatedCalls(tape);
    const { stall, errors } = this.#needs;
    const tools = tape.longestStreak < errors && tape.longestRow < stall ? [] : placesByTool(tape);
    if (calls.length === 0 && tools.length === 0) return false;
    // Most outcomes that differ do so at their beginnings.
    return (
      this.#couldFire(tape, calls, tools, (outcome) => this.#beginning(outcome)) &&
      this.#couldFire(tape, calls, tools, (outcome) => this.#key(outcome))
    );
  }

  #couldFire(tape: RunTape, calls: readonly RepeatedCall[], tools: readonly number[][], key: OutcomeKey): boolean {
    if (this.#repeats(tape, calls, key)) return true;
    for (const places of tools) if (this.#stalls(tape, places, key) || this.#fails(tape, places, key)) return true;
    return false;
  }

  /** One call, or the calls of a cycle, again and again. */
  #repeats(tape: RunTape, calls: readonly RepeatedCall[], key: OutcomeKey): boolean {
    const outcomes: RepeatedOutcome[] = [];
    for (const { count, places } of calls) {
      if (count >= this.#needs.asked || this.#inARow(tape, places) || this.#failsInARow(tape, places)) return true;
      const own = repeatedOutcomes(tape, places, key);
      if (this.#bringsNoNews(count, own)) return true;
      outcomes.push(...own);
    }
    return this.#repeatsOutcomes(calls, outcomes);
  }

  /** Between the equal results there may be anything: whether that was news, only the guard can say. */
  #bringsNoNews(count: number, outcomes: readonly RepeatedOutcome[]): boolean {
    const { news } = this.#needs;
    return count > news && (news < 2 || outcomes.some((outcome) => outcome.count >= news));
  }

  #inARow(tape: RunTape, places: readonly number[]): boolean {
    const { inARow } = this.#needs;
    return places.length >= inARow && rowsOf(tape, places).some((row) => row.length >= inARow);
  }

  #repeatsOutcomes(calls: readonly RepeatedCall[], outcomes: readonly RepeatedOutcome[]): boolean {
    const { same, sameFailed, cycles } = this.#needs;
    if (outcomes.some(({ failed, count }) => count >= (failed ? sameFailed : same))) return true;
    return cycles.some(({ repeats, calls: needed, sameResults }) => {
      let inCycles = 0;
      for (const { count } of sameResults ? outcomes : calls) if (count >= repeats) inCycles += count;
      return inCycles >= needed;
    });
  }

  /** One call that fails and fails, with nothing in between. */
  #failsInARow(tape: RunTape, places: readonly number[]): boolean {
    const { failedInARow } = this.#needs;
    if (places.length < failedInARow) return false;
    const often = (row: readonly number[]) => row.filter((place) => failed(tape, place)).length >= failedInARow;
    return often(places) && rowsOf(tape, places).some(often);
  }

  /** One tool, one result. */
  #stalls(tape: RunTape, places: readonly number[], key: OutcomeKey): boolean {
    const { stall } = this.#needs;
    if (places.length < stall) return false;
    return rowsOf(tape, places).some((row) => hasEqual(tape, row, stall, key));
  }

  /** One tool, one error, whatever other tools do in between. */
  #fails(tape: RunTape, places: readonly number[], key: OutcomeKey): boolean {
    const { errors } = this.#needs;
    if (places.length < errors) return false;
    let streak: number[] = [];
    for (const place of places) {
      if (failed(tape, place)) streak.push(place);
      else if (streak.length > 0 && !tape.maybeUnseen(place)) {
        if (hasEqual(tape, streak, errors, key)) return true;
        streak = [];
      }
    }
    return hasEqual(tape, streak, errors, key);
  }

  /** What the core compares. */
  #key(outcome: LoopOutcome): string {
    const { failed, text } = comparable(outcome);
    return failed + this.#normalized(failed, text);
  }

  /** How that begins. A span never goes beyond a line, so that whole lines are enough to read. */
  #beginning(outcome: LoopOutcome): string {
    const { failed, text } = comparable(outcome);
    const end = text.indexOf("\n", HEAD_MIN) + 1;
    let key = this.#normalized(failed, end > 0 ? text.slice(0, end) : text);
    // At the end of the head a blank is gone that the whole text may go on with.
    if (end > 0 && key.length < KEY_MAX + 2) key = this.#normalized(failed, text);
    return failed + key.slice(0, KEY_MAX);
  }

  #normalized(failed: string, text: string): string {
    return core.normalizeVolatile(failed === FAILED ? this.#failureClasses : this.#resultClasses, text);
  }
}

/** Equal for outcomes that the core takes for equal. */
type OutcomeKey = (outcome: LoopOutcome) => string;

function comparable(outcome: LoopOutcome): { failed: string; text: string } {
  const bare = withoutWarning(outcome, undefined);
  const failed = isFailure(bare);
  const text = (failed ? failureKey(bare) : "") || (resultText(bare.result) ?? "");
  return { failed: failed ? FAILED : SUCCEEDED, text };
}

function failed({ outcomes }: RunTape, place: number): boolean {
  return isFailure(outcomes[place] as LoopOutcome);
}

/** Where the outcomes of each tool are. Observations are made in the order of the outcomes, not in that of the calls. */
function placesByTool({ calls, answered }: RunTape): number[][] {
  const places = new Map<string, number[]>();
  for (let place = 0; place < answered.length; place++) {
    const { name } = calls[answered[place] as number] as TraceCall;
    const known = places.get(name);
    if (known === undefined) places.set(name, [place]);
    else known.push(place);
  }
  return [...places.values()];
}

/** The places cut where the outcome of another call, that the core has surely seen, lies between two. */
function rowsOf(tape: RunTape, places: readonly number[]): number[][] {
  const rows: number[][] = [];
  let last = Number.NaN;
  for (const place of places) {
    let next = last + 1;
    while (next < place && tape.maybeUnseen(next)) next++;
    if (next === place) rows.at(-1)?.push(place);
    else rows.push([place]);
    last = place;
  }
  return rows;
}

/** An outcome of one call that came `count` times, twice or more. */
interface RepeatedOutcome {
  readonly failed: boolean;
  readonly count: number;
}

function repeatedOutcomes({ outcomes }: RunTape, places: readonly number[], key: OutcomeKey): RepeatedOutcome[] {
  const repeated: RepeatedOutcome[] = [];
  const keys = places.map((place) => key(outcomes[place] as LoopOutcome)).sort();
  for (let first = 0; first < keys.length; ) {
    const own = keys[first] as string;
    let next = first + 1;
    while (keys[next] === own) next++;
    if (next > first + 1) repeated.push({ failed: own.startsWith(FAILED), count: next - first });
    first = next;
  }
  return repeated;
}

/**
 * Whether `count` outcomes in a row may be equal. Of every `count` - 1 neighbouring pairs one that differs is enough to
 * rule it out, so the shortest is tried first.
 */
function hasEqual(tape: RunTape, places: readonly number[], count: number, key: OutcomeKey): boolean {
  for (let first = 0; first + count <= places.length; ) {
    const broken = brokenPair(tape, places, first, count, key);
    if (broken < 0) return true;
    first = broken + 1;
  }
  return false;
}

/** The first of two neighbours that differ, of the `count` from `first` on; or -1. */
function brokenPair(tape: RunTape, places: readonly number[], first: number, count: number, key: OutcomeKey): number {
  const equal = (at: number) => maybeEqual(tape, places[at] as number, places[at + 1] as number, key);
  const size = (at: number) => tape.sizeAt(places[at] as number) + tape.sizeAt(places[at + 1] as number);
  let shortest = first;
  for (let at = first + 1; at < first + count - 1; at++) if (size(at) < size(shortest)) shortest = at;
  if (!equal(shortest)) return shortest;
  for (let at = first; at < first + count - 1; at++) if (!equal(at)) return at;
  return -1;
}

function maybeEqual(tape: RunTape, a: number, b: number, key: OutcomeKey): boolean {
  // Without what the core has no observation of, what is left may have equal neighbours.
  if (tape.maybeUnseen(a) || tape.maybeUnseen(b)) return true;
  return key(tape.outcomes[a] as LoopOutcome) === key(tape.outcomes[b] as LoopOutcome);
}

/** A call that was asked for `count` times, twice or more, and where its outcomes are. */
interface RepeatedCall {
  readonly count: number;
  readonly places: number[];
}

function repeatedCalls({ repeated, hashes, answered }: RunTape): readonly RepeatedCall[] {
  if (repeated.size === 0) return [];
  const calls = new Map<number, RepeatedCall>();
  for (const [hash, count] of repeated) calls.set(hash, { count, places: [] });
  for (let place = 0; place < answered.length; place++)
    calls.get(hashes[answered[place] as number] as number)?.places.push(place);
  return [...calls.values()];
}

/** What all of the detectors together need at least; `undefined` where one of them fires on less than this can tell. */
function needsOf(detectors: readonly Detector[]): TraceNeeds | undefined {
  const least = { ...NOTHING };
  const cycles: CycleNeeds[] = [];
  for (const detector of detectors) {
    const needs = recordOf(detector).needs?.(detector);
    if (needs === undefined) return undefined;
    for (const need of Object.keys(NOTHING) as (keyof typeof NOTHING)[])
      least[need] = Math.min(least[need], needs[need] ?? NEVER);
    cycles.push(...(needs.cycles ?? []));
  }
  // A call that comes once is never looked at.
  return least.asked < 2 ? undefined : { ...least, cycles };
}

function classBits(volatile: readonly (VolatileClass | RegExp)[]): number | undefined {
  let bits = 0;
  for (const item of volatile) {
    if (item instanceof RegExp) return undefined;
    bits |= VOLATILE_BITS[item];
  }
  return bits;
}
