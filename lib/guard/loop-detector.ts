/** Detectors that stand alone: of cycles in signatures, and of loops in text. */

import { describeValue, optionError, snapshotError } from "../base/errors.ts";
import { Ring } from "../base/property.ts";
import { isBytes, randomKey } from "../base/text-bytes.ts";
import { core } from "../core/backend.ts";
import type { CoreDetector, CoreTextLoop, CoreTextMatch } from "../core/handles.ts";
import { readWindowOptions, type WindowOptions } from "../rules/detectors/cycle.ts";
import { readTextOptions, type TextLoopOptions } from "../rules/detectors/text-repeat.ts";

/** What `push` found. */
export type LoopMatch =
  | { readonly detected: false }
  | {
      readonly detected: true;
      /** One block of the cycle, oldest first. */
      readonly pattern: string[];
      readonly cycleLength: number;
      /** Whole repetitions at the end of the window. */
      readonly repeats: number;
    };

const NOTHING: LoopMatch = Object.freeze({ detected: false });
/** `push` packs a cycle as `cycleLength * REPEATS + repeats`. */
const REPEATS = 2 ** 20;
/** The longest cycle of any detector: a restored one does not say its options, so it keeps as many signatures. */
const CYCLE_MAX = 4096;

/**
 * A sliding window of signatures that finds a cycle at its end: a low-level primitive for hosts that make their own
 * signatures; see `callSignature`.
 *
 * @example
 * const detector = new LoopDetector({ repeats: 3, maxCycleLen: 8 });
 * const match = detector.push("post_tweet:402:CreditsDepleted");
 * if (match.detected) throw new Error(`Loop of ${match.cycleLength}: ${match.pattern.join(" -> ")}`);
 */
export class LoopDetector {
  readonly #native: () => CoreDetector;
  /** The newest signatures as text; the window itself holds digests. */
  readonly #recent: Ring<string>;

  /** Throws `ERR_LOOPGUARD_OPTION`. */
  constructor(options?: WindowOptions);
  /** @internal A restored detector. */
  constructor(options: undefined, native: CoreDetector);
  constructor(options: WindowOptions = {}, native?: CoreDetector) {
    const { windowSize, minCycleLen, maxCycleLen, repeats } = readWindowOptions(options);
    const make = () => core.detector(randomKey(), windowSize, minCycleLen, maxCycleLen, repeats);
    this.#native = lazily(make, native);
    this.#recent = new Ring(native === undefined ? maxCycleLen : CYCLE_MAX);
  }

  /** Adds a signature. O(maxCycleLen), whatever the size of the window. */
  push(signature: string): LoopMatch {
    const native = this.#native();
    native.open();
    if (typeof signature !== "string") throw optionError("type", "signature", signature, "a string");
    const packed = native.push(signature);
    this.#recent.add(signature);
    if (packed === 0) return NOTHING;
    const cycleLength = Math.floor(packed / REPEATS);
    return { detected: true, pattern: this.#pattern(cycleLength), cycleLength, repeats: packed % REPEATS };
  }

  /** Pushes all of them, and returns the match of the last. */
  rehydrate(signatures: Iterable<string>): LoopMatch {
    this.#native().open();
    if (typeof signatures === "string" || typeof signatures?.[Symbol.iterator] !== "function")
      throw optionError("type", "signatures", signatures, "an iterable of strings");
    let match = NOTHING;
    for (const signature of signatures) match = this.push(signature);
    return match;
  }

  /** Forgets every signature. */
  reset(): void {
    this.#native().reset();
    this.#recent.clear();
  }

  /** The window as bytes: digests, no signatures. */
  snapshot(): Uint8Array {
    return this.#native().snapshot();
  }

  /**
   * A detector in the state of a snapshot, options included. In `pattern`, signatures from before the snapshot are `#`
   * and a digest. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything that is not such a snapshot.
   */
  static restore(bytes: Uint8Array): LoopDetector {
    return new LoopDetector(
      undefined,
      restored("detector", bytes, () => core.restoreDetector(bytes)),
    );
  }

  /** Frees the memory. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
  close(): void {
    this.#native().close();
    this.#recent.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The last `length` signatures, oldest first. */
  #pattern(length: number): string[] {
    const recent = this.#recent.all().reverse();
    return Array.from({ length }, (_, back) => recent[back] ?? `#${this.#native().at(back)}`).reverse();
  }
}

/** Gives a window of the core, made at first use: as a constant of a Worker's module is made, there is no random key yet. */
function lazily<Native>(make: () => Native, made: Native | undefined): () => Native {
  let native = made;
  return () => (native ??= make());
}

/** What `restore` makes of the bytes of a snapshot. Throws `ERR_LOOPGUARD_SNAPSHOT`. */
function restored<Native>(what: string, bytes: unknown, restore: () => Native): Native {
  if (!isBytes(bytes)) throw snapshotError(`the bytes of a snapshot are a Uint8Array, got ${describeValue(bytes)}`);
  try {
    return restore();
  } catch (cause) {
    throw Object.assign(snapshotError(`the bytes are not a snapshot of a ${what}, or are damaged`), { cause });
  }
}

/** What `push` and `endMessage` found. */
export type TextLoopMatch =
  | { readonly detected: false }
  | {
      readonly detected: true;
      /**
       * `period`: the text repeats one block. `mosaic`: it consists of pieces that came before, as the same sentences in
       * any order, or a sentence in which a word changes. `message`: a message is like earlier ones.
       */
      readonly kind: "period" | "mosaic" | "message";
      /** Characters from one occurrence to the next; a mean for `mosaic` and `message`. */
      readonly period: number;
      /** Occurrences so far. */
      readonly repeats: number;
      /** How many characters were before the first of them. */
      readonly start: number;
      /**
       * `false` when the loop is seen first: a table or a list that somebody asked for may look the same. `true` when it is
       * several times as long.
       */
      readonly sure: boolean;
    };

const NO_TEXT_LOOP: TextLoopMatch = Object.freeze({ detected: false });

/**
 * Finds loops in text while it streams: what a model says, or thinks. Each loop is reported when it has lasted long
 * enough, once more when it is `sure`, and not again while it goes on. How the text is cut into chunks does not matter.
 * Characters are those of JavaScript strings. The detector keeps 32 KB, whatever the length of the text: the last 8,192
 * characters or so, with which it compares what comes.
 *
 * @example
 * const detector = new TextLoopDetector();
 * async function readUntilLoop(stream: AsyncIterable<string>) {
 *   for await (const chunk of stream) if (detector.push(chunk).detected) return; // ends the stream
 * }
 */
export class TextLoopDetector {
  readonly #native: () => CoreTextLoop;

  /** Throws `ERR_LOOPGUARD_OPTION`. */
  constructor(options?: TextLoopOptions);
  /** @internal A restored detector. */
  constructor(options: undefined, native: CoreTextLoop);
  constructor(options: TextLoopOptions = {}, native?: CoreTextLoop) {
    const read = readTextOptions(options);
    this.#native = lazily(() => core.textLoop(randomKey(), read), native);
  }

  /** Adds text. The first loop that is complete within it is reported. O(chunk). */
  push(chunk: string): TextLoopMatch {
    const native = this.#native();
    native.open();
    if (typeof chunk !== "string") throw optionError("type", "chunk", chunk, "a string");
    return matchOf(native.push(chunk));
  }

  /** The message is over: compares it with earlier ones. The next chunk begins another one. */
  endMessage(): TextLoopMatch {
    return matchOf(this.#native().endMessage());
  }

  /** Forgets all text. */
  reset(): void {
    this.#native().reset();
  }

  /** The state as bytes, about 13 KB. They hold the last 8,192 characters or so: keep them as you keep the text. */
  snapshot(): Uint8Array {
    return this.#native().snapshot();
  }

  /** A detector in the state of a snapshot, options included. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything else. */
  static restore(bytes: Uint8Array): TextLoopDetector {
    return new TextLoopDetector(
      undefined,
      restored("text detector", bytes, () => core.restoreTextLoop(bytes)),
    );
  }

  /** Gives the memory back. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
  close(): void {
    this.#native().close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function matchOf(match: CoreTextMatch | undefined): TextLoopMatch {
  return match === undefined ? NO_TEXT_LOOP : { detected: true, ...match };
}
