/** Loops in what the model wrote in a recorded run. */

import type { LoopDetection, Verdict } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { readOptions } from "../../config/options.ts";
import { ACTIONS } from "../../core/layout.gen.ts";
import type { TextKind } from "../../core/text-loop.ts";
import { isTextRepeat } from "../../detectors/text-repeat.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { fingerprint } from "../../text/identity.ts";
import type { TextStream } from "../../traces/trace-types.ts";
import type { ScanDetection } from "../scan-types.ts";

/** Characters between two looks at whether a loop was found: what was written after it is known that exactly. */
const PIECE = 512;

/** Longer passages are cut. */
const PASSAGE_MAX = 160;

/** Whether a guard with these options looks at texts. */
export function looksAtTexts(options: LoopGuardOptions): boolean {
  return readOptions(options).detectors.some(isTextRepeat);
}

/** Whether a guard with these options looks at calls. */
export function looksAtCalls(options: LoopGuardOptions): boolean {
  return !readOptions(options).detectors.every(isTextRepeat);
}

/** All loops of one kind. */
interface TextLoop {
  detection: ScanDetection;
  /** Written after it was found, until the end of the message. */
  characters: number;
}

/** Keeps the newest part of a message, and at most one loop of each kind of answers, and one of each kind of reasoning. */
export class RunTextLoops {
  /** Judges the texts only: calls are shown to another run, which may begin later or never. */
  readonly #run: GuardRun;
  readonly #loops = new Map<`${TextStream} ${TextKind}`, TextLoop>();
  /** What the message consists of so far. */
  readonly #streams = new Set<TextStream>();
  #message = -1;
  /** The newest part of it. */
  #last = "";
  /** The loop for which a guard would have ended this message. */
  #cut: TextLoop | undefined;

  constructor(guard: LoopGuard) {
    this.#run = guard.quietRun().run;
  }

  /** A part of a message; `calls`: how many calls there were before it. */
  text(text: string, message: number, calls: number, stream: TextStream = "text"): void {
    if (message !== this.#message) this.#endMessage(calls);
    this.#message = message;
    this.#streams.add(stream);
    let at = 0;
    while (at < text.length && this.#cut === undefined) {
      const verdict = this.#run.text(text.slice(at, at + PIECE), { kind: stream });
      at += PIECE;
      const loop = this.#note(verdict, calls, stream, text.slice(0, at));
      if (verdict.detection?.details["sure"] === true || !verdict.allowed) this.#cut = loop;
    }
    this.#last = text;
    if (this.#cut !== undefined) this.#cut.characters += Math.max(0, text.length - at);
  }

  /** A user spoke: what was written before does not count any more. */
  turn(calls: number): void {
    this.#endMessage(calls);
    this.#run.beginTurn();
    this.#message = -1;
  }

  /** The loops, in the order in which they began. No text may follow. `calls`: of the whole run. */
  end(calls: number): ScanDetection[] {
    this.#endMessage(calls);
    this.#run.close();
    return Array.from(this.#loops.values(), ({ detection, characters }) => ({
      ...detection,
      callIndex: Math.max(0, Math.min(detection.callIndex, calls - 1)),
      wastedTokens: Math.round(characters / 4),
      ...(detection.text && { text: { ...detection.text, saved: characters } }),
    }));
  }

  #endMessage(calls: number): void {
    for (const kind of this.#streams) this.#note(this.#run.text("", { kind, end: true }), calls, kind, this.#last);
    this.#streams.clear();
    this.#cut = undefined;
  }

  /** `read`: what the part under way has had so far. */
  #note({ action, detection: found }: Verdict, calls: number, stream: TextStream, read: string): TextLoop | undefined {
    if (found === null) return undefined;
    const { kind, period } = found.details as { kind: TextKind; period: number };
    let loop = this.#loops.get(`${stream} ${kind}`);
    if (loop === undefined) {
      const text = { kind, message: this.#message, period, saved: 0, passage: passageOf(read, period) };
      loop = { detection: newDetection(found, text, calls, stream), characters: 0 };
      this.#loops.set(`${stream} ${kind}`, loop);
    }
    const { detection } = loop;
    if (ACTIONS.indexOf(action) > ACTIONS.indexOf(detection.action)) detection.action = action;
    if (found.repeats > detection.repeats) {
      detection.repeats = found.repeats;
      detection.message = found.message;
    }
    return loop;
  }
}

/** What repeats, on one line: a block that `text` ends with. */
function passageOf(text: string, period: number): string {
  return text.slice(-period).replace(/\s+/g, " ").trim().slice(0, PASSAGE_MAX);
}

function newDetection(
  found: LoopDetection,
  text: NonNullable<ScanDetection["text"]>,
  calls: number,
  stream: TextStream,
): ScanDetection {
  const { detector, repeats, cycleLength, evidence, message } = found;
  const toolName = `(${stream})`;
  return {
    ...{ detector, toolName, callIndex: calls, repeats, cycleLength, evidence, action: "allow" },
    ...{ wastedCalls: 0, wastedTokens: 0, pattern: [text.kind], message },
    // The passage is no part of it: loops of one kind are one loop in the totals of many runs.
    ...{ fingerprint: fingerprint(detector, [toolName, text.kind]), calls: [], text },
  };
}
