import { closedError, optionError } from "../base/errors.ts";
import { randomKey } from "../base/random-key.ts";
import { core } from "../core/backend.ts";
import type { CoreTextLoop, CoreTextMatch } from "../core/text-loop.ts";
import { TEXT_PARAMETERS, type TextLoopOptions, textLoopNumbers } from "../detectors/text-repeat.ts";
import { readAll, restored } from "./loop-detector.ts";

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

const NOTHING: TextLoopMatch = Object.freeze({ detected: false });

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
  readonly #make: () => CoreTextLoop;
  /** Made at first use: where a detector is a constant of a Worker's module, there is no random key yet. */
  #native: CoreTextLoop | undefined;
  #closed = false;

  /** Throws `ERR_LOOPGUARD_OPTION`. */
  constructor(options?: TextLoopOptions);
  /** @internal A restored detector. */
  constructor(options: undefined, native: CoreTextLoop);
  constructor(options: TextLoopOptions = {}, native?: CoreTextLoop) {
    this.#native = native;
    const read = textLoopNumbers(readAll<TextLoopOptions>(TEXT_PARAMETERS, options));
    this.#make = () => core.textLoop(randomKey(), read);
  }

  /** Adds text. The first loop that is complete within it is reported. O(chunk). */
  push(chunk: string): TextLoopMatch {
    const native = this.#live();
    if (typeof chunk !== "string") throw optionError("type", "chunk", chunk, "a string");
    return matchOf(native.push(chunk));
  }

  /** The message is over: compares it with earlier ones. The next chunk begins another one. */
  endMessage(): TextLoopMatch {
    return matchOf(this.#live().endMessage());
  }

  /** Forgets all text. */
  reset(): void {
    this.#live().reset();
  }

  /** The state as bytes, about 13 KB. They hold the last 8,192 characters or so: keep them as you keep the text. */
  snapshot(): Uint8Array {
    return this.#live().snapshot();
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
    if (this.#closed) return;
    this.#closed = true;
    this.#native?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #live(): CoreTextLoop {
    if (this.#closed) throw closedError("text detector");
    this.#native ??= this.#make();
    return this.#native;
  }
}

function matchOf(match: CoreTextMatch | undefined): TextLoopMatch {
  return match === undefined ? NOTHING : { detected: true, ...match };
}
