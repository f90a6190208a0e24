/**
 * Unpacks DEFLATE (RFC 1951), for the WebAssembly build as text, which is a third of its size when packed. Platforms that have
 * node:zlib use that; browsers can unpack streams only, which is no way to load a module.
 */
import { builtin } from "../base/platform.ts";

/** What a text of base64 unpacks to, which has `size` bytes. It is one of our own: damage is found, but not by a sum. */
export function unpacked(base64: string, size: number): Uint8Array {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return builtin("node:zlib")?.inflateRawSync(packed) ?? inflated(packed, size);
}

/** How many codes there are of each length, and the symbols in the order of their codes. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const BITS_MAX = 15;
const END = 256;
/** The symbol of the longest length, which has no bits more. */
const LONGEST = 285;
/** The order in which the lengths of the codes for lengths stand. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Exported for the test, which holds it against zlib's. */
export function inflated(from: Uint8Array, size: number): Uint8Array {
  const to = new Uint8Array(size);
  let end = 0;
  let at = 0;
  let bits = 0;
  let bitCount = 0;

  function take(count: number): number {
    for (; bitCount < count; bitCount += 8) {
      if (at === from.length) throw damaged();
      bits |= (from[at++] as number) << bitCount;
    }
    const value = bits & ((1 << count) - 1);
    bits >>>= count;
    bitCount -= count;
    return value;
  }

  /** One symbol: the codes of a length follow each other, and those of the next begin where they end. */
  function symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= BITS_MAX; length++) {
      code |= take(1);
      const count = counts[length] as number;
      if (code - count < first) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw damaged();
  }

  /** A length or a distance: from the second group of `2^step` symbols on, each group has one bit more. */
  function amount(symbol: number, step: number, least: number): number {
    const group = 1 << step;
    if (symbol < 2 * group) return symbol + least;
    const extra = (symbol >> step) - 1;
    return ((group + (symbol % group)) << extra) + least + take(extra);
  }

  function stored(): void {
    bits = bitCount = 0;
    const length = (from[at] as number) | ((from[at + 1] as number) << 8);
    at += 4; // the length, and its complement
    to.set(from.subarray(at, at + length), end);
    at += length;
    end += length;
  }

  function block(literals: Codes, distances: Codes): void {
    for (let code = symbol(literals); code !== END; code = symbol(literals)) {
      if (code < END) {
        to[end++] = code;
        continue;
      }
      const length = code === LONGEST ? 258 : amount(code - END - 1, 2, 3);
      const distance = amount(symbol(distances), 1, 1);
      // Byte by byte: what is copied may reach into what it gives.
      for (const stop = end + length; end < stop; end++) to[end] = to[end - distance] as number;
    }
  }

  /** A block with codes of its own. */
  function dynamic(): void {
    const literals = take(5) + 257;
    const distances = take(5) + 1;
    const lengths = new Uint8Array(19);
    for (let i = 0, count = take(4) + 4; i < count; i++) lengths[ORDER[i] as number] = take(3);
    const codes = codesOf(lengths);
    const all = new Uint8Array(literals + distances);
    for (let i = 0; i < all.length; ) {
      const code = symbol(codes);
      if (code < 16) all[i++] = code;
      else {
        const repeated = code === 16 ? (all[i - 1] as number) : 0;
        const times = code === 16 ? 3 + take(2) : code === 17 ? 3 + take(3) : 11 + take(7);
        all.fill(repeated, i, i + times);
        i += times;
      }
    }
    block(codesOf(all.subarray(0, literals)), codesOf(all.subarray(literals)));
  }

  for (let isLast = false; !isLast; ) {
    isLast = take(1) === 1;
    const kind = take(2);
    if (kind === 0) stored();
    else if (kind === 1) block(codesOf(FIXED), codesOf(new Uint8Array(30).fill(5)));
    else dynamic();
  }
  return to;
}

function damaged(): Error {
  return new RangeError("The packed WebAssembly build is damaged");
}

const FIXED = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));

function codesOf(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(BITS_MAX + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  const next = new Uint16Array(BITS_MAX + 2);
  for (let length = 1; length <= BITS_MAX; length++)
    next[length + 1] = (next[length] as number) + (counts[length] as number);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    symbols[next[length] as number] = symbol;
    next[length] = (next[length] as number) + 1;
  }
  return { counts, symbols };
}
