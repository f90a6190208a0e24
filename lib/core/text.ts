/** Strings as the core has them: generalised UTF-8 (WTF-8), written to the block where they belong. */

import type { Memory } from "./memory.ts";
import { encodeWtf8 } from "./wtf8.ts";

const encoder = new TextEncoder();

/** Up to so many characters a loop is done before the encoder would have been called. */
const SHORT = 24;

/** Writes the bytes of `text` at `at` and gives where they end. What stands before `at` stays. */
export function writeText(memory: Memory, text: string, at: number): number {
  const { length } = text;
  // As if each code unit took 3 bytes, which is quicker than to count.
  if (at + 3 * length > memory.bytes.length) makeRoom(memory, at, Buffer.byteLength(text));
  const { bytes } = memory;
  if (length > SHORT) {
    if (!text.isWellFormed()) return at + encodeWtf8(text, bytes, at);
    return at + encoder.encodeInto(text, bytes.subarray(at)).written;
  }
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return at + encodeWtf8(text, bytes, at);
    bytes[at + i] = unit;
  }
  return at + length;
}

/** The same behind a count of its bytes. */
export function writeSized(memory: Memory, text: string, at: number): number {
  const end = writeText(memory, text, at + 4);
  memory.view.setUint32(at, end - at - 4, true);
  return end;
}

/** Room for `size` bytes at `at`, with those before it kept. */
export function makeRoom(memory: Memory, at: number, size: number): void {
  if (at + size <= memory.bytes.length) return;
  memory.at = at;
  memory.grow(at + size);
}
