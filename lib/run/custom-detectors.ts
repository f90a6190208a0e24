/** The user's own detectors in one run. */

import { describeValue } from "../base/errors.ts";
import { isGiven, isThenable, Ring } from "../base/property.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { CoreReport } from "../core/types.ts";
import { wrongReturn } from "../rules/diagnostics.ts";
import type { CustomDetector } from "../rules/factories.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** The completed calls that a custom detector is shown. */
const RECENT_MAX = 64;

/** What a custom detector found, in the form that the core takes. */
interface CustomFinding {
  /** The detector's place among all. */
  readonly index: number;
  readonly name: string;
  /** Equal for findings of the same loop. */
  readonly key: string;
  readonly repeats: number;
}

export class CustomDetectors {
  readonly #engine: GuardEngine;
  /** The last completed calls. */
  readonly #recent = new Ring<readonly [LoopCall, LoopOutcome]>(RECENT_MAX);
  /** What each found last, by its place: a later strike of the same loop reports it again. */
  readonly found: Map<number, Partial<LoopDetection>> = new Map();

  constructor(engine: GuardEngine) {
    this.#engine = engine;
  }

  /** Takes a completed call and gives what the detectors before that of `report` find; each is called when its turn comes. */
  *findings(call: LoopCall, outcome: LoopOutcome, report: CoreReport | undefined): Generator<CustomFinding> {
    this.#recent.add([call, outcome]);
    // What was found before the call ran keeps none from looking at the result.
    const end = report === undefined || report.held ? Infinity : report.detector;
    for (const [index, detector] of this.#engine.custom) {
      if (index > end) break;
      const found = this.#detect(detector, call);
      if (found === undefined) continue;
      this.found.set(index, found);
      const name = found.toolName ?? call.name;
      const key = found.fingerprint ?? JSON.stringify([name, found.pattern ?? []]);
      yield { index, name, key, repeats: found.repeats ?? 1 };
    }
  }

  clear(): void {
    this.#recent.clear();
    this.found.clear();
  }

  /** A detector that throws, or returns something that is no detection, found nothing. */
  #detect(detector: CustomDetector, call: LoopCall): Partial<LoopDetection> | undefined {
    try {
      const recent = this.#recent.all();
      const given = detector.detect({ calls: recent.map(([one]) => one), outcomes: recent.map(([, one]) => one) });
      return readFinding(given, detector.name);
    } catch (error) {
      this.#engine.config.callbackErrors.tell(detector.detect, error, `detector ${detector.name}`, call.name);
      return undefined;
    }
  }
}

const isText = (value: unknown): boolean => typeof value === "string";
/** The core counts with 32 bits. */
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) < 2 ** 32;

/** The fields that are used, each with its check. All others come from the guard. */
const FIELDS: readonly (readonly [field: keyof LoopDetection, wanted: string, fits: (value: unknown) => boolean])[] = [
  ["toolName", "a string", isText],
  ["repeats", "an integer from 1 up", isCount],
  ["cycleLength", "an integer from 1 up", isCount],
  ["pattern", "an array of strings", (value) => Array.isArray(value) && value.every(isText)],
  ["evidence", '"strong" or "weak"', (value) => value === "strong" || value === "weak"],
  ["message", "a string", isText],
  ["details", "an object", (value) => typeof value === "object"],
  ["fingerprint", "a string", isText],
];

/**
 * The fields of a detection that `given` has; `undefined`: nothing was found. Throws a `TypeError` for anything else: a
 * `false` or a promise is no detection, and a detector that gave one for it would fire at every call.
 */
function readFinding(given: unknown, name: string): Partial<LoopDetection> | undefined {
  if (!isGiven(given)) return undefined;
  const what = `The custom detector "${name}"`;
  const found: Record<string, unknown> = {};
  if (typeof given === "object" && !isThenable(given)) {
    for (const [field, wanted, fits] of FIELDS) {
      const value = (given as Partial<LoopDetection>)[field];
      if (!isGiven(value)) continue;
      if (!fits(value))
        throw new TypeError(`${what} must return a detection whose ${field} is ${wanted}, got ${describeValue(value)}`);
      found[field] = value;
    }
    if (Object.keys(found).length > 0) return found;
  }
  throw wrongReturn(what, 'a detection, such as { message: "..." }, or null', given);
}
