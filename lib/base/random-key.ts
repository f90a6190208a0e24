import { randomBytes } from "node:crypto";

/** The key of one guard or detector: random, so that nobody can aim at collisions of its digests. */
export function randomKey(): Uint8Array {
  return new Uint8Array(randomBytes(16));
}

/** A name that nobody else has: `bytes` random bytes as hex digits. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
