import { plainHex } from "./text-bytes.ts";

/** The key of one guard or detector: random, so that nobody can aim at collisions of its digests. */
export function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

/** A name that nobody else has: `bytes` random bytes as hex digits. */
export function randomHex(bytes: number): string {
  return plainHex(crypto.getRandomValues(new Uint8Array(bytes)));
}
