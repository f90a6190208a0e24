/** The block of memory that JavaScript and the core share, for messages. */
import { type TextBuffer, textBufferOf } from "../base/text-bytes.ts";
import { TOO_LARGE } from "../values/json-text.ts";

/** The maximum size of a message. */
export const MEMORY_MAX: number = 2 ** 30;

/** The owner of the block: an `ArrayBuffer` that the addon holds, or a part of WebAssembly's memory. */
export interface MemoryHost {
  /** The block as it is now: another array if WebAssembly's memory has grown. */
  block(): Uint8Array;
  /** Makes the block `size` bytes long and keeps its first `used` bytes. Throws and changes nothing if there is no room. */
  grow(size: number, used: number): void;
}

/** A message that is saved while another is written. */
export interface OuterMessage {
  readonly bytes: Uint8Array;
  readonly characters: number;
  readonly limit: number;
}

/**
 * The block, for writing.
 *
 * While a value is written, the user's code may run (getters, `toJSON`), and may send messages through the same block. So a
 * message is written between `enter` and `leave`, in `try` and `finally`; `enter` saves a message that is being written. Code
 * that calls such functions sets `at` before, and reads `bytes` and `view` again afterwards.
 */
export class Memory {
  /** The whole block. */
  bytes: Uint8Array;
  /** The same bytes. */
  view: DataView;
  /** The same bytes, for texts. */
  buffer: TextBuffer;
  /** The end of the message that is being written. */
  at = 0;
  /** The length of the packed value's JSON: exact except for escapes and the digits of numbers. */
  characters = 0;
  /** The maximum size of the message; smaller while a value is written, of which there is a maximum, too. */
  limit: number = MEMORY_MAX;
  readonly #host: MemoryHost;
  #writers = 0;

  constructor(host: MemoryHost) {
    this.#host = host;
    this.bytes = host.block();
    this.view = viewOf(this.bytes);
    this.buffer = textBufferOf(this.bytes);
  }

  /** Begins a message, at offset 0. Gives the message that was being written, if any, for `leave`. */
  enter(): OuterMessage | undefined {
    const { at, characters, limit } = this;
    const outer = this.#writers === 0 ? undefined : { bytes: this.bytes.slice(0, at), characters, limit };
    this.#writers++;
    this.at = 0;
    this.characters = 0;
    this.limit = MEMORY_MAX;
    return outer;
  }

  /** Ends a message, after its answer was read. */
  leave(outer: OuterMessage | undefined): void {
    this.#writers--;
    if (outer === undefined) return;
    this.renew();
    this.bytes.set(outer.bytes);
    this.at = outer.bytes.length;
    this.characters = outer.characters;
    this.limit = outer.limit;
  }

  /** Call this after anything that may have moved the block, such as a call of the core in WebAssembly. */
  renew(): void {
    const bytes = this.#host.block();
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.buffer = textBufferOf(bytes);
  }

  /** Makes room for `needed` bytes in all and keeps those before `at`. Throws a `RangeError` if there is no room. */
  grow(needed: number): void {
    if (needed > this.limit) throw new RangeError(TOO_LARGE);
    if (needed > this.bytes.length) {
      // Doubled each time, so that a long value is not copied again and again.
      this.#host.grow(
        Math.min(Math.max(needed, 2 * this.bytes.length), MEMORY_MAX),
        Math.min(this.at, this.bytes.length),
      );
    }
    this.renew();
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
