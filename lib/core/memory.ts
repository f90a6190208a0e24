/** The block of memory that JavaScript and the core share, for messages. */

import { TOO_LARGE } from "../base/json-text.ts";
import { byteLength, Decoder, hasReplacement, type TextBuffer, textBufferOf } from "../base/text-bytes.ts";

const decoder = new Decoder("utf-8", { fatal: true, ignoreBOM: true });

/** Writes `text` at `bytes[at]` and gives the number of bytes; there must be room for as many as `Buffer.byteLength` says. */
export function encodeWtf8(text: string, bytes: Uint8Array, at: number): number {
  let to = at;
  for (let i = 0; i < text.length; i++) {
    let point = text.charCodeAt(i);
    if (point < 0x80) {
      bytes[to++] = point;
      continue;
    }
    if (point < 0x800) {
      bytes[to++] = 0xc0 | (point >> 6);
      bytes[to++] = 0x80 | (point & 0x3f);
      continue;
    }
    const next = (point & 0xfc00) === 0xd800 && i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
    if ((next & 0xfc00) === 0xdc00) {
      point = 0x10000 + ((point & 0x3ff) << 10) + (next & 0x3ff);
      i++;
      bytes[to++] = 0xf0 | (point >> 18);
      bytes[to++] = 0x80 | ((point >> 12) & 0x3f);
    } else {
      bytes[to++] = 0xe0 | (point >> 12);
    }
    bytes[to++] = 0x80 | ((point >> 6) & 0x3f);
    bytes[to++] = 0x80 | (point & 0x3f);
  }
  return to - at;
}

/** The string for WTF-8 bytes. */
export function decodeWtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return decodeWithSurrogates(bytes);
  }
}

/** A surrogate is ED A0..BF xx, which UTF-8 never contains; everything between such triples is UTF-8. */
function decodeWithSurrogates(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  for (let i = 0; i + 2 < bytes.length; i++) {
    if (bytes[i] !== 0xed || (bytes[i + 1] as number) < 0xa0) continue;
    const unit = 0xd000 | (((bytes[i + 1] as number) & 0x3f) << 6) | ((bytes[i + 2] as number) & 0x3f);
    text += decoder.decode(bytes.subarray(from, i)) + String.fromCharCode(unit);
    from = i + 3;
    i += 2;
  }
  return text + decoder.decode(bytes.subarray(from));
}

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

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Up to this length a loop is faster than a call of the encoder. */
const SHORT = 24;

/** The maximum bytes of a character. */
const CHARACTER_MAX = 4;

/** Writes the bytes of `text` at `at`, and gives where they end. Keeps what is before `at`. Allocates nothing. */
export function writeText(memory: Memory, text: string, at: number): number {
  const { length } = text;
  const { bytes } = memory;
  if (length > SHORT || at + length > bytes.length) return writeLong(memory, text, at);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return writeLong(memory, text, at);
    bytes[at + i] = unit;
  }
  return at + length;
}

function writeLong(memory: Memory, text: string, at: number): number {
  const { length } = text;
  // A code unit takes 1 to 3 bytes. Whether the text fits is seen after writing: counting its bytes first takes three times
  // as long.
  if (at + length > memory.bytes.length) makeRoom(memory, at, byteLength(text));
  let end = at + memory.buffer.write(text, at);
  // The encoder stops at a character that does not fit, so with little room left the text may be incomplete.
  if (end + CHARACTER_MAX > memory.bytes.length) {
    makeRoom(memory, at, byteLength(text));
    end = at + memory.buffer.write(text, at);
  }
  // U+FFFD may come from a lone surrogate. Searching for it is faster than checking the text.
  if (end - at !== length && hasReplacement(memory.bytes.subarray(at, end)) && !text.isWellFormed())
    return at + encodeWtf8(text, memory.bytes, at);
  return end;
}

/** The same after its size in 4 bytes, for a string in a packed value. */
export function writeSized(memory: Memory, text: string, at: number): number {
  const end = writeText(memory, text, at + 4);
  const size = end - at - 4;
  memory.view.setUint32(at, size, true);
  memory.characters += text.length - size;
  return end;
}

/** Makes room for `size` bytes at `at`, and keeps those before it. */
export function makeRoom(memory: Memory, at: number, size: number): void {
  if (at + size <= memory.bytes.length) return;
  memory.at = at;
  memory.grow(at + size);
}
