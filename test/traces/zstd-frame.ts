/** A frame of Zstandard (RFC 8878) with blocks that are not compressed: enough to have the format, in any Node.js. */

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** No checksum, no size, a window of 128 KiB. */
const HEADER = [0x00, 0x38];
const BLOCK = 1 << 10;

export function zstdFrame(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.from([...MAGIC, ...HEADER])];
  for (let start = 0; start === 0 || start < bytes.length; start += BLOCK) {
    const block = bytes.subarray(start, start + BLOCK);
    const last = start + BLOCK >= bytes.length ? 1 : 0;
    const head = last | (block.length << 3);
    parts.push(Uint8Array.from([head & 0xff, (head >> 8) & 0xff, head >> 16]), block);
  }
  return Buffer.concat(parts);
}
