/** Loops in what the model wrote in a recorded run. */

import { type LadderTuple, readRungs } from "../../base/ladder.ts";
import type { VerdictAction } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { readOptions } from "../../config/options.ts";
import { ACTIONS } from "../../core/layout.gen.ts";
import { isTextRepeat, TEXT_REPEAT_TYPE, type TextLoopOptions, textLoopText } from "../../detectors/text-repeat.ts";
import { TextLoopDetector, type TextLoopMatch } from "../../guard/text-loop-detector.ts";
import type { ScanDetection } from "../scan-types.ts";

/** Characters between two looks at whether a loop was found: what was written after it is known that exactly. */
const PIECE = 512;
/** Detectors that wait for the next run. */
const SPARE_MAX = 8;

type Found = Extract<TextLoopMatch, { detected: true }>;

/** What the runs of a thread share: how a guard would judge texts, and detectors that are free. */
export class TextRules {
  readonly #options: Required<TextLoopOptions>;
  readonly #ladder: LadderTuple;
  readonly #spare: TextLoopDetector[] = [];

  constructor(options: Required<TextLoopOptions>, ladder: LadderTuple) {
    this.#options = options;
    this.#ladder = ladder;
  }

  take(): TextLoopDetector {
    return this.#spare.pop() ?? new TextLoopDetector(this.#options);
  }

  give(detector: TextLoopDetector): void {
    if (this.#spare.length >= SPARE_MAX) {
      detector.close();
      return;
    }
    detector.reset();
    this.#spare.push(detector);
  }

  /** The verdict at a strike. */
  action(strikes: number): VerdictAction {
    const rung = this.#ladder.findLastIndex((start) => start > 0 && start <= strikes);
    return ACTIONS[rung + 1] as VerdictAction;
  }
}

/** `undefined` if the guard does not look at texts. */
export function textRules(options: LoopGuardOptions): TextRules | undefined {
  const { detectors, rungs, shadow } = readOptions(options);
  const detector = detectors.find(isTextRepeat);
  if (detector === undefined) return undefined;
  const { repeats, minLength, maxPeriod, messages } = detector;
  const own = readRungs(detector.action, detector.ladder, "");
  return new TextRules({ repeats, minLength, maxPeriod, messages }, shadow ? [0, 0, 0, 0] : (own ?? rungs).ladder);
}

/** All loops of one kind. */
interface TextLoop {
  detection: ScanDetection;
  /** Written after it was found, until the end of the message. */
  characters: number;
}

/** Keeps no text, and at most one loop of each kind. */
export class RunTextLoops {
  readonly #rules: TextRules;
  readonly #detector: TextLoopDetector;
  readonly #loops = new Map<Found["kind"], TextLoop>();
  #strikes = 0;
  #message = -1;
  /** The loop for which a guard would have ended this message. */
  #cut: TextLoop | undefined;

  constructor(rules: TextRules) {
    this.#rules = rules;
    this.#detector = rules.take();
  }

  /** A part of a message; `calls`: how many calls there were before it. */
  text(text: string, message: number, calls: number): void {
    if (message !== this.#message) this.#endMessage(calls);
    this.#message = message;
    let at = 0;
    while (at < text.length && this.#cut === undefined) {
      const match = this.#detector.push(text.slice(at, at + PIECE));
      at += PIECE;
      if (match.detected) this.#cut = this.#note(match, calls);
    }
    if (this.#cut !== undefined) this.#cut.characters += Math.max(0, text.length - at);
  }

  /** A user spoke: what was written before does not count any more. */
  turn(calls: number): void {
    this.#endMessage(calls);
    this.#detector.reset();
    this.#strikes = 0;
    this.#message = -1;
  }

  /** The loops, in the order in which they began. No text may follow. `calls`: of the whole run. */
  end(calls: number): ScanDetection[] {
    this.#endMessage(calls);
    this.#rules.give(this.#detector);
    return Array.from(this.#loops.values(), ({ detection, characters }) => ({
      ...detection,
      callIndex: Math.max(0, Math.min(detection.callIndex, calls - 1)),
      wastedTokens: Math.round(characters / 4),
    }));
  }

  #endMessage(calls: number): void {
    const match = this.#detector.endMessage();
    if (match.detected && this.#cut === undefined) this.#note(match, calls);
    // As in a guard: the same loop in the next message is another strike.
    if (match.detected || this.#cut !== undefined) this.#detector.reset();
    this.#cut = undefined;
  }

  #note(match: Found, calls: number): TextLoop {
    const { kind, repeats } = match;
    let loop = this.#loops.get(kind);
    if (loop === undefined) {
      loop = { detection: newDetection(match, this.#message, calls), characters: 0 };
      this.#loops.set(kind, loop);
    }
    const { detection } = loop;
    detection.action = this.#rules.action(++this.#strikes);
    if (repeats > detection.repeats) {
      detection.repeats = repeats;
      detection.message = textLoopText(kind, repeats);
    }
    return loop;
  }
}

function newDetection({ kind, period, repeats }: Found, message: number, calls: number): ScanDetection {
  return {
    detector: TEXT_REPEAT_TYPE,
    toolName: "(text)",
    callIndex: calls,
    repeats,
    cycleLength: 1,
    evidence: kind === "period" ? "strong" : "weak",
    action: "allow",
    wastedCalls: 0,
    wastedTokens: 0,
    pattern: [kind],
    message: textLoopText(kind, repeats),
    calls: [],
    text: { kind, message, period },
  };
}
