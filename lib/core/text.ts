/** Strings as the core has them: generalised UTF-8 (WTF-8), written to the block where they belong. */

import { byteLength, hasReplacement } from "../base/text-bytes.ts";
import type { Memory } from "./memory.ts";
import { encodeWtf8 } from "./wtf8.ts";

/** Up to so many characters a loop is done before the encoder would have been called. */
const SHORT = 24;

/** A character has no more bytes than that. */
const CHARACTER_MAX = 4;

/** Writes the bytes of `text` at `at` and gives where they end. What stands before `at` stays. Allocates nothing. */
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
  // A code unit takes a byte at least, and 3 at most. Whether it fits in between is seen when it is written: to count
  // the bytes takes three times as long as that.
  if (at + length > memory.bytes.length) makeRoom(memory, at, byteLength(text));
  let end = at + memory.buffer.write(text, at, "utf8");
  // So little is left that another character may have had no room.
  if (end + CHARACTER_MAX > memory.bytes.length) {
    makeRoom(memory, at, byteLength(text));
    end = at + memory.buffer.write(text, at, "utf8");
  }
  // What may be of a lone surrogate. To look for that is quicker than to look at the text.
  if (end - at !== length && hasReplacement(memory.bytes.subarray(at, end)) && !text.isWellFormed())
    return at + encodeWtf8(text, memory.bytes, at);
  return end;
}

/** The same behind a count of the bytes, of 4 bytes; for a string of a value. */
export function writeSized(memory: Memory, text: string, at: number): number {
  const end = writeText(memory, text, at + 4);
  const size = end - at - 4;
  memory.view.setUint32(at, size, true);
  memory.characters += text.length - size;
  return end;
}

/** Room for `size` bytes at `at`, with those before it kept. */
export function makeRoom(memory: Memory, at: number, size: number): void {
  if (at + size <= memory.bytes.length) return;
  memory.at = at;
  memory.grow(at + size);
}
