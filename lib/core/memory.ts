/** The block of memory that JavaScript and the core both see: where messages are written. */
import { type TextBuffer, textBufferOf } from "../base/text-bytes.ts";
import { TOO_LARGE } from "../values/json-text.ts";

/** Longer than this no message is. */
export const MEMORY_MAX: number = 2 ** 30;

/** Who owns the block: an `ArrayBuffer` that the addon holds, or a part of WebAssembly's memory. */
export interface MemoryHost {
  /** The block as it is now: another array where WebAssembly's memory has grown meanwhile, else the same one. */
  block(): Uint8Array;
  /** Makes the block `size` bytes long; its first `used` bytes stay. Throws, and changes nothing, where there is no room. */
  grow(size: number, used: number): void;
}

/** A message that is put aside while another is written. */
export interface OuterMessage {
  readonly bytes: Uint8Array;
  readonly characters: number;
}

/**
 * The block as its one writer sees it.
 *
 * While a value is written, code of the user's may run (getters, `toJSON`), and it may send messages of its own through
 * the same block. So whoever writes a message does that between `enter` and `leave`, in `try` and `finally`: where another
 * message was being written, it is put aside meanwhile. And whoever runs such code sets `at` first, and reads `bytes` and
 * `view` anew afterwards.
 */
export class Memory {
  /** The whole block. */
  bytes: Uint8Array;
  /** The same bytes. */
  view: DataView;
  /** The same bytes, for texts. */
  buffer: TextBuffer;
  /** Behind the last byte of the message that is being written. */
  at = 0;
  /** What the value that was packed has in JSON: exact but for escapes and the digits of numbers. */
  characters = 0;
  readonly #host: MemoryHost;
  #writers = 0;

  constructor(host: MemoryHost) {
    this.#host = host;
    this.bytes = host.block();
    this.view = viewOf(this.bytes);
    this.buffer = textBufferOf(this.bytes);
  }

  /** A message begins, at offset 0. Gives what `leave` must have: the message that was being written, if any. */
  enter(): OuterMessage | undefined {
    const { at, characters } = this;
    const outer = this.#writers === 0 ? undefined : { bytes: this.bytes.slice(0, at), characters };
    this.#writers++;
    this.at = 0;
    this.characters = 0;
    return outer;
  }

  /** The message was sent or given up, and its answer was read. */
  leave(outer: OuterMessage | undefined): void {
    this.#writers--;
    if (outer === undefined) return;
    this.renew();
    this.bytes.set(outer.bytes);
    this.at = outer.bytes.length;
    this.characters = outer.characters;
  }

  /** To be called after everything that may have moved the block: each call of a core in WebAssembly. */
  renew(): void {
    const bytes = this.#host.block();
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.buffer = textBufferOf(bytes);
  }

  /** Makes room for `needed` bytes in all; those before `at` stay. A `RangeError` where that cannot be. */
  grow(needed: number): void {
    if (needed > MEMORY_MAX) throw new RangeError(TOO_LARGE);
    if (needed > this.bytes.length) {
      // Twice as much each time, so that a long value is not copied over and over.
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
