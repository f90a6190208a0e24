import { checkKeys, checkObject, integer, isGiven } from "../base/check-option.ts";
import { closedError, optionError, snapshotError } from "../base/errors.ts";
import { randomKey } from "../base/random-key.ts";
import { core } from "../core/backend.ts";
import { TextLimit } from "../core/layout.gen.ts";
import type { CoreTextLoop, CoreTextMatch } from "../core/text-loop.ts";

/** The options of `TextLoopDetector`. */
export interface TextLoopOptions {
  /** How often a block must come in a row, 2 to 1,000. Code and tables must come more often. Default 4. */
  repeats?: number;
  /** How many characters the repeated text must have in all, 1 to 1,000,000. Default 300. */
  minLength?: number;
  /** The longest block, 1 to 2,000 characters. Default 2,000. */
  maxPeriod?: number;
  /** How many of the last nine messages must be alike, 2 to 8. Default 3. */
  messages?: number;
}

/** What `push` and `endMessage` found. */
export type TextLoopMatch =
  | { readonly detected: false }
  | {
      readonly detected: true;
      /**
       * `period`: the text repeats one block. `lines`: the same sentences or lines come again and again, in any order.
       * `message`: a message is like earlier ones.
       */
      readonly kind: "period" | "lines" | "message";
      /** Characters from one occurrence to the next; a mean for `lines` and `message`. */
      readonly period: number;
      /** Occurrences so far. */
      readonly repeats: number;
      /** How many characters were before the first of them; for `period` it may be up to 80 more. */
      readonly start: number;
    };

const NOTHING: TextLoopMatch = Object.freeze({ detected: false });

/** In the order of the core, which has the defaults. */
const CHECKS = {
  repeats: integer(TextLimit.repeatsMin, TextLimit.repeatsMax),
  minLength: integer(TextLimit.lengthMin, TextLimit.lengthMax),
  maxPeriod: integer(TextLimit.periodMin, TextLimit.periodMax),
  messages: integer(TextLimit.messagesMin, TextLimit.messagesMax),
};

/**
 * Finds loops in text while it streams: what a model says, or thinks. Each loop is reported once, when it has lasted long
 * enough, and not again while it goes on. How the text is cut into chunks does not matter. Characters are those of
 * JavaScript strings. The detector keeps 12 KB, whatever the length of the text, and digests instead of text.
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
    const read = readOptions(options);
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

  /** The state as bytes: digests, no text. */
  snapshot(): Uint8Array {
    return this.#live().snapshot();
  }

  /** A detector in the state of a snapshot, options included. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything else. */
  static restore(bytes: Uint8Array): TextLoopDetector {
    if (!(bytes instanceof Uint8Array)) throw snapshotError("the bytes of a snapshot are a Uint8Array");
    try {
      return new TextLoopDetector(undefined, core.restoreTextLoop(bytes));
    } catch (error) {
      throw Object.assign(snapshotError("the bytes are not a snapshot of a text detector, or are damaged"), {
        cause: error,
      });
    }
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

function readOptions(options: TextLoopOptions): [number, number, number, number] {
  checkObject(options, "options", "an object of repeats, minLength, maxPeriod, messages");
  checkKeys(options, "", Object.keys(CHECKS));
  return Object.entries(CHECKS).map(([name, check]) => {
    const value = (options as Record<string, unknown>)[name];
    if (!isGiven(value)) return 0;
    check(value, name);
    return value;
  }) as [number, number, number, number];
}
