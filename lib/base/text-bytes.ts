/** UTF-8, hex and base64, by Node.js's `Buffer` where there is one; random keys. */

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
