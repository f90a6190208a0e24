/**
 * Unpacks DEFLATE (RFC 1951), for the WebAssembly build as text, which is a third of its size when packed. Platforms that have
 * node:zlib use that; browsers can unpack streams only, which is no way to load a module.
 */
import { builtin } from "../base/platform.ts";

/** What a text of base64 unpacks to, which has `size` bytes. It is one of our own: damage is found, but not by a sum. */
export function unpacked(base64: string, size: number): Uint8Array {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return builtin("node:zlib")?.inflateRawSync(packed) ?? new Inflater(packed, size).all();
}

/** How many codes there are of each length, and the symbols in the order of their codes. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const BITS_MAX = 15;
const END = 256;
/** The order in which the lengths of the codes for lengths stand. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Exported for the test, which holds it against zlib's. */
export class Inflater {
  readonly #from: Uint8Array;
  readonly #to: Uint8Array;
  #at = 0;
  #bits = 0;
  #bitCount = 0;
  #size = 0;

  constructor(packed: Uint8Array, size: number) {
    this.#from = packed;
    this.#to = new Uint8Array(size);
  }

  all(): Uint8Array {
    for (let isLast = false; !isLast; ) {
      isLast = this.#take(1) === 1;
      const kind = this.#take(2);
      if (kind === 0) this.#stored();
      else if (kind === 1) this.#block(codesOf(FIXED), codesOf(new Uint8Array(30).fill(5)));
      else this.#dynamic();
    }
    return this.#to;
  }

  #take(count: number): number {
    for (; this.#bitCount < count; this.#bitCount += 8) {
      if (this.#at === this.#from.length) throw damaged();
      this.#bits |= (this.#from[this.#at++] as number) << this.#bitCount;
    }
    const value = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#bitCount -= count;
    return value;
  }

  /** One symbol: the codes of a length follow each other, and those of the next begin where they end. */
  #symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= BITS_MAX; length++) {
      code |= this.#take(1);
      const count = counts[length] as number;
      if (code - count < first) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw damaged();
  }

  #stored(): void {
    this.#bits = this.#bitCount = 0;
    const length = (this.#from[this.#at] as number) | ((this.#from[this.#at + 1] as number) << 8);
    this.#at += 4; // the length, and its complement
    this.#to.set(this.#from.subarray(this.#at, this.#at + length), this.#size);
    this.#at += length;
    this.#size += length;
  }

  #dynamic(): void {
    const literals = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    const lengths = new Uint8Array(19);
    for (let i = 0, count = this.#take(4) + 4; i < count; i++) lengths[ORDER[i] as number] = this.#take(3);
    const codes = codesOf(lengths);
    const all = new Uint8Array(literals + distances);
    for (let i = 0; i < all.length; ) {
      const symbol = this.#symbol(codes);
      if (symbol < 16) all[i++] = symbol;
      else {
        const repeated = symbol === 16 ? (all[i - 1] as number) : 0;
        const times = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
        all.fill(repeated, i, i + times);
        i += times;
      }
    }
    this.#block(codesOf(all.subarray(0, literals)), codesOf(all.subarray(literals)));
  }

  #block(literals: Codes, distances: Codes): void {
    for (let symbol = this.#symbol(literals); symbol !== END; symbol = this.#symbol(literals)) {
      if (symbol < END) this.#to[this.#size++] = symbol;
      else this.#copy(this.#length(symbol - 257), this.#distance(this.#symbol(distances)));
    }
  }

  #length(symbol: number): number {
    if (symbol === 28) return 258;
    if (symbol < 8) return symbol + 3;
    const extra = (symbol >> 2) - 1;
    return (((symbol & 3) + 4) << extra) + 3 + this.#take(extra);
  }

  #distance(symbol: number): number {
    if (symbol < 4) return symbol + 1;
    const extra = (symbol >> 1) - 1;
    return (((symbol & 1) + 2) << extra) + 1 + this.#take(extra);
  }

  /** Byte by byte: what is copied may reach into what it gives. */
  #copy(length: number, distance: number): void {
    for (let i = 0; i < length; i++, this.#size++) this.#to[this.#size] = this.#to[this.#size - distance] as number;
  }
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
