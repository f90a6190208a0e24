/** Writes strings to the block as generalised UTF-8 (WTF-8), the core's text. */

import { byteLength, hasReplacement } from "../base/text-bytes.ts";
import type { Memory } from "./memory.ts";
import { encodeWtf8 } from "./wtf8.ts";

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
  let end = at + memory.buffer.write(text, at, "utf8");
  // The encoder stops at a character that does not fit, so with little room left the text may be incomplete.
  if (end + CHARACTER_MAX > memory.bytes.length) {
    makeRoom(memory, at, byteLength(text));
    end = at + memory.buffer.write(text, at, "utf8");
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
