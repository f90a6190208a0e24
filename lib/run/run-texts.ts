/** What the model writes in one run: answers and reasoning, each with a detector of its own. */

import { describeValue } from "../base/errors.ts";
import { getOrAdd } from "../base/property.ts";
import type { LoopDetection, TextOptions } from "../base/types.ts";
import { core } from "../core/backend.ts";
import { detectEvent, type Event } from "../core/event.ts";
import type { CoreTextLoop, CoreTextMatch, TextLoopNumbers } from "../core/handles.ts";
import { TEXT_LOOP_TEXTS, type TextRepeatDetector, textLoopNumbers } from "../rules/detectors/text-repeat.ts";

/** All loops of a run's texts are one for the ladder: a model seldom repeats the same words after it was cut off. */
const LOOP = "text";
/** The same for what is only warned of, which is no strike for the others. */
const MILD = "text, not sure";

/** A loop in what the model writes. */
export interface TextFinding {
  /** Reports it to the core. */
  readonly event: Event;
  /** What only the text says of the detection. */
  readonly found: Partial<LoopDetection>;
  /** At most a warning, whatever the ladder says. */
  readonly mild: boolean;
}

type Stream = NonNullable<TextOptions["kind"]>;

interface Open {
  readonly native: CoreTextLoop;
  messageId: string | undefined;
  /** Whether a loop was found since the detector began, and where it starts. */
  found: boolean;
  start: number;
  /** A loop that the next chunk's verdict is about. */
  late: CoreTextMatch | undefined;
  /** Characters read in all, and those before the detector began. */
  read: number;
  before: number;
}

export class RunTexts {
  readonly #index: number;
  readonly #numbers: TextLoopNumbers;
  readonly #atOnce: boolean;
  readonly #key: () => Uint8Array;
  /** Made at first use: most runs are never told of any text. */
  readonly #open = new Map<Stream, Open>();

  /** `index`: the detector's place among all. `key`: of its digests. */
  constructor(index: number, detector: TextRepeatDetector, key: () => Uint8Array) {
    this.#index = index;
    this.#numbers = textLoopNumbers(detector);
    this.#atOnce = detector.atOnce;
    this.#key = key;
  }

  /** Takes a chunk. The first loop that is complete within it, or with the end of a message. Throws for wrong input. */
  read(chunk: string, { kind = "text", messageId, end = false }: TextOptions): TextFinding | undefined {
    if (typeof chunk !== "string")
      throw new TypeError(`text() takes a string, such as chunk.delta, got ${describeValue(chunk)}`);
    if (kind !== "text" && kind !== "reasoning")
      throw new TypeError(`The kind of a text must be "text" or "reasoning", got ${describeValue(kind)}`);
    const open = this.#stream(kind);
    const last = open.messageId;
    const before = messageId !== undefined && last !== undefined && messageId !== last ? endMessage(open) : undefined;
    const id = messageId ?? last;
    open.messageId = end ? undefined : id;
    const late = before === undefined ? open.late : undefined;
    const pushed = push(open, chunk);
    // With `atOnce` it was a strike when it was seen.
    const again = this.#atOnce && pushed?.sure === true && pushed.start === open.start;
    if (pushed !== undefined) open.start = pushed.start;
    const within = again ? undefined : pushed;
    const after = end ? endMessage(open) : undefined;
    // One read has one verdict: what is found beside the end of the last message comes with the next chunk.
    open.late = before === undefined || end ? undefined : within;
    if (before !== undefined) return this.#finding(before, kind, last);
    const match = late ?? within ?? after;
    return match === undefined ? undefined : this.#finding(match, kind, id);
  }

  /** Forgets all text, and gives the memory back. */
  clear(): void {
    for (const { native } of this.#open.values()) native.close();
    this.#open.clear();
  }

  #stream(kind: Stream): Open {
    return getOrAdd(this.#open, kind, () => {
      const native = core.textLoop(this.#key(), this.#numbers);
      return { native, messageId: undefined, found: false, start: -1, late: undefined, read: 0, before: 0 };
    });
  }

  #finding({ kind, period, repeats, start, sure }: CoreTextMatch, stream: Stream, id: string | undefined): TextFinding {
    const message = id === undefined ? {} : { messageId: id };
    // Messages that are much alike may still be work.
    const mild = kind === "message" || !(sure || this.#atOnce);
    return {
      event: detectEvent(this.#index, 0, "", mild ? MILD : LOOP, repeats),
      mild,
      found: {
        message: TEXT_LOOP_TEXTS[kind](repeats),
        evidence: sure ? "strong" : "weak",
        details: { kind, stream, period, repeats, start, sure, ...message },
      },
    };
  }
}

function push(open: Open, chunk: string): CoreTextMatch | undefined {
  const match = open.native.push(chunk);
  open.read += chunk.length;
  return record(open, match);
}

/**
 * A loop goes on until its message ends. The same loop in the next one is another, because the model was told in between:
 * so what came before is forgotten.
 */
function endMessage(open: Open): CoreTextMatch | undefined {
  const match = record(open, open.native.endMessage());
  if (open.found) {
    open.native.reset();
    open.found = false;
    open.before = open.read;
  }
  return match;
}

function record(open: Open, match: CoreTextMatch | undefined): CoreTextMatch | undefined {
  if (match === undefined) return undefined;
  open.found = true;
  return { ...match, start: match.start + open.before };
}
