/** Bytes and their texts, in Node.js and in browsers. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of UTF-8; what is none becomes U+FFFD, and a byte order mark stays. */
export function utf8Text(bytes: Uint8Array, length: number = bytes.length): string {
  return decoder.decode(bytes.subarray(0, length));
}

/** All of them in one; a single one is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A copy of a text that was cut from another, which would stay in memory with it. */
export function copiedText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
