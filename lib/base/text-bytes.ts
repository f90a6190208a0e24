/** UTF-8, hex and base64, by Node.js's `Buffer` where there is one; digests of bytes; random keys. */

import { builtin } from "./platform.ts";
import { orElse } from "./property.ts";

export const Encoder: typeof TextEncoder =
  globalThis.TextEncoder ?? (builtin("node:util")?.TextEncoder as typeof TextEncoder);
export const Decoder: typeof TextDecoder =
  globalThis.TextDecoder ?? (builtin("node:util")?.TextDecoder as typeof TextDecoder);

export interface TextBuffer {
  /** Writes as many characters of `text` as fit at `at`, in UTF-8, and gives the number of bytes. */
  write(text: string, at: number): number;
  toString(encoding: "hex", from: number, to: number): string;
}

const NodeBuffer: typeof Buffer | undefined = globalThis.Buffer;
const encoder = new Encoder();

/** What it writes of a lone surrogate: U+FFFD. */
const REPLACEMENT: Uint8Array = encoder.encode("\ufffd");

/** `bytes`, for their texts. Of the ways to write a text into bytes, `Buffer`'s alone allocates nothing. */
export function textBufferOf(bytes: Uint8Array): TextBuffer {
  if (NodeBuffer === undefined) return new PlainBuffer(bytes);
  return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

export class PlainBuffer implements TextBuffer {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  write(text: string, at: number): number {
    return encoder.encodeInto(text, this.#bytes.subarray(at)).written;
  }

  toString(_encoding: string, from: number, to: number): string {
    return plainHex(this.#bytes.subarray(from, to));
  }
}

export function plainHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

const turned = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
const scrambled = (word: number, by: number, bits: number, next: number): number =>
  Math.imul(turned(Math.imul(word, by), bits), next);
const mixed = (word: number, bits: number, next: number, more: number): number =>
  (Math.imul(turned(word, bits) + next, 5) + more) | 0;
function finished(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

/**
 * The digest MurmurHash3_x86_128 of https://github.com/aappleby/smhasher, in hex. It is the same on every platform, which SHA-256
 * would not be: only Node.js has one that need not be waited for. Who chooses the bytes can make two that share a digest.
 */
export function murmurHash3(bytes: Uint8Array, seed = 0): string {
  const [A, B, C, D] = [0x239b961b, 0xab0e9789 | 0, 0x38b34ae5, 0xa1e38b93 | 0]; // in here, V8 knows that they are constant
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  let [a, b, c, d] = [seed, seed, seed, seed];
  const end = length & ~15;
  for (let at = 0; at < end; at += 16) {
    a = mixed(a ^ scrambled(view.getInt32(at, true), A, 15, B), 19, b, 0x561ccd1b);
    b = mixed(b ^ scrambled(view.getInt32(at + 4, true), B, 16, C), 17, c, 0x0bcaa747);
    c = mixed(c ^ scrambled(view.getInt32(at + 8, true), C, 17, D), 15, d, 0x96cd1c35);
    d = mixed(d ^ scrambled(view.getInt32(at + 12, true), D, 18, A), 13, a, 0x32ac3b17);
  }
  const rest: [number, number, number, number] = [0, 0, 0, 0];
  for (let at = end; at < length; at++) rest[((at - end) >> 2) as 0] |= (bytes[at] as number) << (8 * at); // modulo 32
  a ^= scrambled(rest[0], A, 15, B) ^ length;
  b ^= scrambled(rest[1], B, 16, C) ^ length;
  c ^= scrambled(rest[2], C, 17, D) ^ length;
  d ^= scrambled(rest[3], D, 18, A) ^ length;
  const sum = a + b + c + d;
  [a, b, c, d] = [sum, b + sum, c + sum, d + sum].map(finished) as [number, number, number, number];
  const all = a + b + c + d;
  return [all, b + all, c + all, d + all].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** How many bytes the text has in UTF-8. */
export function byteLength(text: string): number {
  return NodeBuffer === undefined ? encoder.encode(text).length : NodeBuffer.byteLength(text);
}

/** Whether there is a U+FFFD in the bytes, as UTF-8. */
export function hasReplacement(bytes: Uint8Array): boolean {
  if (NodeBuffer === undefined) return plainHasReplacement(bytes);
  return NodeBuffer.prototype.indexOf.call(bytes, REPLACEMENT) >= 0; // `includes` would ask the indexOf of Uint8Array
}

export function plainHasReplacement(bytes: Uint8Array): boolean {
  const [first, ...rest] = REPLACEMENT as unknown as [number, number, number];
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (rest.every((byte, i) => bytes[at + 1 + i] === byte)) return true;
  return false;
}

export function toBase64(bytes: Uint8Array): string {
  if (NodeBuffer === undefined) return plainToBase64(bytes);
  return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

export function plainToBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes of a text as `toBase64` writes it; `undefined` for any other. */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = NodeBuffer === undefined ? plainFromBase64(text) : NodeBuffer.from(text, "base64");
  return bytes !== undefined && toBase64(bytes) === text ? bytes : undefined;
}

/** The same without Node.js; some texts that are no base64 have bytes too. */
export function plainFromBase64(text: string): Uint8Array | undefined {
  return orElse(() => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)), undefined);
}

/** A random key for the digests of one guard or detector, so that nobody can construct collisions. */
export function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

/** A unique name: `bytes` random bytes as hex digits. */
export function randomHex(bytes: number): string {
  return plainHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

const tagOf = Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get;

/** Whether it is a `Uint8Array`, of another realm too: under jsdom in Jest a `Buffer` is of Node's. */
export function isBytes(value: unknown): value is Uint8Array {
  return tagOf?.call(value) === "Uint8Array";
}
