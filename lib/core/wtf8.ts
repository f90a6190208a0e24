/** Generalised UTF-8 (WTF-8), the core's text: UTF-8 in which a lone surrogate is three bytes. */
import { Decoder } from "../base/text-coders.ts";

const decoder = new Decoder("utf-8", { fatal: true, ignoreBOM: true });

/** Writes `text` at `bytes[at]` and gives the number of bytes; there must be room for as many as `Buffer.byteLength` says. */
export function encodeWtf8(text: string, bytes: Uint8Array, at: number): number {
  let to = at;
  for (let i = 0; i < text.length; i++) {
    let point = text.charCodeAt(i);
    if (point < 0x80) {
      bytes[to++] = point;
      continue;
    }
    if (point < 0x800) {
      bytes[to++] = 0xc0 | (point >> 6);
      bytes[to++] = 0x80 | (point & 0x3f);
      continue;
    }
    const next = (point & 0xfc00) === 0xd800 && i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
    if ((next & 0xfc00) === 0xdc00) {
      point = 0x10000 + ((point & 0x3ff) << 10) + (next & 0x3ff);
      i++;
      bytes[to++] = 0xf0 | (point >> 18);
      bytes[to++] = 0x80 | ((point >> 12) & 0x3f);
    } else {
      bytes[to++] = 0xe0 | (point >> 12);
    }
    bytes[to++] = 0x80 | ((point >> 6) & 0x3f);
    bytes[to++] = 0x80 | (point & 0x3f);
  }
  return to - at;
}

/** The string for WTF-8 bytes. */
export function decodeWtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return decodeWithSurrogates(bytes);
  }
}

/** A surrogate is ED A0..BF xx, which UTF-8 never contains; everything between such triples is UTF-8. */
function decodeWithSurrogates(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  for (let i = 0; i + 2 < bytes.length; i++) {
    if (bytes[i] !== 0xed || (bytes[i + 1] as number) < 0xa0) continue;
    const unit = 0xd000 | (((bytes[i + 1] as number) & 0x3f) << 6) | ((bytes[i + 2] as number) & 0x3f);
    text += decoder.decode(bytes.subarray(from, i)) + String.fromCharCode(unit);
    from = i + 3;
    i += 2;
  }
  return text + decoder.decode(bytes.subarray(from));
}
