/** The user's own detectors in one run. */

import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { CoreReport } from "../core/types.ts";
import type { CustomDetector } from "../detectors/factories.ts";
import type { CallbackFaults } from "../report/callbacks.ts";
import { readFinding } from "./custom-finding.ts";

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

/** The place up to which custom detectors are asked. What was found before the call ran keeps none from looking at the result. */
export function askedUpTo(report: CoreReport | undefined): number {
  return report === undefined || report.held ? Number.POSITIVE_INFINITY : report.detector;
}

export class CustomDetectors {
  /** Each with its place among all detectors. */
  readonly #detectors: readonly (readonly [index: number, detector: CustomDetector])[];
  readonly #faults: CallbackFaults;
  /** The last completed calls, oldest first, and their outcomes. */
  readonly #calls: LoopCall[] = [];
  readonly #outcomes: LoopOutcome[] = [];
  /** What each found last, by its place: a later strike of the same loop reports it again. */
  readonly #found = new Map<number, Partial<LoopDetection>>();

  constructor(detectors: readonly (readonly [number, CustomDetector])[], faults: CallbackFaults) {
    this.#detectors = detectors;
    this.#faults = faults;
  }

  /** Takes a completed call and gives what the detectors before place `end` find; each is called when its turn comes. */
  *findings(call: LoopCall, outcome: LoopOutcome, end: number): Generator<CustomFinding> {
    if (this.#calls.push(call) > RECENT_MAX) this.#calls.shift();
    if (this.#outcomes.push(outcome) > RECENT_MAX) this.#outcomes.shift();
    for (const [index, detector] of this.#detectors) {
      if (index > end) break;
      const found = this.#detect(detector, call);
      if (found === undefined) continue;
      this.#found.set(index, found);
      const name = found.toolName ?? call.name;
      const key = found.fingerprint ?? JSON.stringify([name, found.pattern ?? []]);
      yield { index, name, key, repeats: found.repeats ?? 1 };
    }
  }

  /** What the detector at this place found last. */
  found(index: number): Partial<LoopDetection> | undefined {
    return this.#found.get(index);
  }

  clear(): void {
    this.#calls.length = this.#outcomes.length = 0;
    this.#found.clear();
  }

  /** A detector that throws, or returns something that is no detection, found nothing. */
  #detect(detector: CustomDetector, call: LoopCall): Partial<LoopDetection> | undefined {
    try {
      const given = detector.detect({ calls: [...this.#calls], outcomes: [...this.#outcomes] });
      return readFinding(given, detector.name);
    } catch (error) {
      this.#faults.tell(detector.detect, error, `detector ${detector.name}`, call.name);
      return undefined;
    }
  }
}
