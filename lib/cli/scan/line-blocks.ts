/** Cuts bytes into blocks of whole lines. */
import { NEWLINE } from "../../traces/json-bytes.ts";
import { TEXT_MAX } from "../../traces/limits.ts";

/** Bytes of a block at least, but for the last of a file and for single lines. */
const BLOCK = 512 << 10;

/**
 * Blocks of whole lines, in their order; a number instead of one stands for a line of so many bytes, more than are read at
 * once. A large chunk is a block as it is, and only the line between two is put together: to copy every byte would be a
 * tenth of the time that it takes to parse them. Small chunks are gathered.
 */
export async function* lineBlocks(
  head: Uint8Array,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array | number, void, undefined> {
  const gathered = new Gathered();
  /** Bytes of a line that is passed over. */
  let passed: number | undefined;
  for (let next: Uint8Array | undefined = head; next !== undefined; next = (await chunks.next()).value ?? undefined) {
    let chunk = next;
    let newline = chunk.indexOf(NEWLINE);
    if (passed === undefined && gathered.tail + (newline < 0 ? chunk.length : newline) > TEXT_MAX) {
      passed = gathered.tail;
      const lines = gathered.taken();
      if (lines.length > passed) yield lines.subarray(0, lines.length - passed);
    }
    if (passed !== undefined) {
      passed += newline < 0 ? chunk.length : newline;
      if (newline < 0) continue;
      yield passed;
      passed = undefined;
      chunk = chunk.subarray(newline + 1);
      newline = chunk.indexOf(NEWLINE);
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0 || gathered.size + end < BLOCK) {
      gathered.add(chunk, chunk.length - end);
      continue;
    }
    let start = 0;
    if (gathered.size > 0) {
      start = chunk.length < BLOCK ? end : newline + 1;
      gathered.add(chunk.subarray(0, start), 0);
      yield gathered.taken();
    }
    if (start < end) yield chunk.subarray(start, end);
    if (end < chunk.length) gathered.add(chunk.subarray(end), chunk.length - end);
  }
  if (passed !== undefined) yield passed;
  if (gathered.size > 0) yield gathered.taken();
}

class Gathered {
  #parts: Uint8Array[] = [];
  size = 0;
  /** Bytes behind the last newline. */
  tail = 0;

  /** `tail`: bytes of `part` behind its last newline, or all of them. */
  add(part: Uint8Array, tail: number): void {
    this.#parts.push(part);
    this.size += part.length;
    this.tail = tail === part.length ? this.tail + tail : tail;
  }

  taken(): Uint8Array {
    const all = Buffer.concat(this.#parts);
    this.#parts = [];
    this.size = 0;
    this.tail = 0;
    return all;
  }
}
