import { plainHex } from "./text-bytes.ts";

/** A random key for the digests of one guard or detector, so that nobody can construct collisions. */
export function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

/** A unique name: `bytes` random bytes as hex digits. */
export function randomHex(bytes: number): string {
  return plainHex(crypto.getRandomValues(new Uint8Array(bytes)));
}
