import { randomBytes } from "node:crypto";

/** A random key for the digests of one guard or detector, so that nobody can construct collisions. */
export function randomKey(): Uint8Array {
  return new Uint8Array(randomBytes(16));
}

/** A unique name: `bytes` random bytes as hex digits. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
