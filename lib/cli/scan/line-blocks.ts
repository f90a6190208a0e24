/** Cuts bytes into blocks of whole lines. */
import { NEWLINE } from "../../traces/json-bytes.ts";
import { TEXT_MAX } from "../../traces/limits.ts";
import { atLeast } from "../../traces/trace-bytes.ts";

/** Bytes of a block at least, except for single lines and the end of a file. */
const BLOCK = 512 << 10;

/**
 * Blocks of whole lines, in order. Instead of a line that is too long to be read comes its size in bytes. Only the line
 * between two chunks is copied: copying every byte would take a tenth of the time of parsing it.
 */
export async function* lineBlocks(
  head: Uint8Array,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array | number, void, undefined> {
  /** The unfinished last line; of one that is too long only the size is kept. */
  let rest: Uint8Array = new Uint8Array();
  let tooLong = 0;
  for (let chunk = head; chunk.length > 0; chunk = await atLeast(chunks, BLOCK)) {
    let newline = chunk.indexOf(NEWLINE);
    let start = 0;
    const size = newline < 0 ? chunk.length : newline;
    if (tooLong > 0 || rest.length + size > TEXT_MAX) {
      tooLong += rest.length + size;
      rest = new Uint8Array();
      if (newline < 0) continue;
      yield tooLong;
      tooLong = 0;
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    if (rest.length > 0 && newline >= 0) {
      yield Buffer.concat([rest, chunk.subarray(start, newline + 1)]);
      rest = new Uint8Array();
      start = newline + 1;
    }
    const end = Math.max(start, chunk.lastIndexOf(NEWLINE) + 1);
    if (start < end) yield chunk.subarray(start, end);
    rest = rest.length === 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk.subarray(end)]);
  }
  if (tooLong > 0) yield tooLong;
  if (rest.length > 0) yield rest;
}
