/** Bytes and their texts, in Node.js and in browsers. */
const NodeBuffer: typeof Buffer | undefined = globalThis.Buffer;
const quick: ((bytes: Uint8Array) => Buffer) | undefined =
  NodeBuffer &&
  ((bytes) => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of UTF-8; what is none becomes U+FFFD, and a byte order mark stays. */
export function utf8Text(bytes: Uint8Array, length: number = bytes.length): string {
  return quick?.(bytes).toString("utf8", 0, length) ?? decoder.decode(bytes.subarray(0, length));
}

/** The same bytes, as what finds one of them fastest. */
export function quickBytes(bytes: Uint8Array): Uint8Array {
  return quick?.(bytes) ?? bytes;
}

/** All of them in one; a single one is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  if (NodeBuffer !== undefined) return NodeBuffer.concat(parts);
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
