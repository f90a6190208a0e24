/** Checks whether a JSON text would take far more memory than its bytes. */
import { BACKSLASH, COLON, COMMA, LIST, OBJECT, QUOTE } from "./json-bytes.ts";
import { KEYS_MAX, VALUES_MAX } from "./limits.ts";

/** Size of the bit set of key hashes: among a hundred thousand keys, few collide. */
const BITS = 1 << 22;
/** Bytes of a key that are hashed. */
const KEY_MAX = 64;

/** Whether a text contains more than `VALUES_MAX` values or `KEYS_MAX` different keys. Skips strings quickly. */
export function hasTooMuch(text: Uint8Array): boolean {
  let values = 0;
  const keys = new Keys();
  for (let i = 0; i < text.length; i++) {
    const byte = text[i];
    if (byte === QUOTE) {
      const end = endOfString(text, i);
      if (text[end + 1] === COLON) keys.add(text, i + 1, end);
      i = end;
    } else if (byte === COMMA || byte === OBJECT || byte === LIST) {
      values++;
    }
    if (values > VALUES_MAX || keys.different > KEYS_MAX) return true;
  }
  return false;
}

/** The end of the string that begins at `start`. */
function endOfString(text: Uint8Array, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); end >= 0; end = text.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (text[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Counts different keys by their hashes. */
class Keys {
  readonly #seen = new Uint32Array(BITS / 32);
  different = 0;

  add(text: Uint8Array, start: number, end: number): void {
    let hash = end - start;
    for (let i = Math.max(start, end - KEY_MAX); i < end; i++) hash = Math.imul(hash ^ (text[i] as number), 0x01000193);
    const bit = (hash ^ (hash >>> 15)) & (BITS - 1);
    const before = this.#seen[bit >>> 5] as number;
    const after = before | (1 << (bit & 31));
    if (after >>> 0 === before) return;
    this.#seen[bit >>> 5] = after;
    this.different++;
  }
}
