/** SHA-256, in one step and at once: Node.js's, and where there is none this one. Web Crypto's makes one wait. */
import { builtin } from "./platform.ts";
import { plainHex } from "./text-bytes.ts";

let chosen: ((bytes: Uint8Array) => string) | undefined;

/** 64 hex digits. Node.js's crypto is loaded when this is first used; it takes a tenth of the time that this package does. */
export function sha256(bytes: Uint8Array): string {
  chosen ??= nodeSha256() ?? plainSha256;
  return chosen(bytes);
}

function nodeSha256(): typeof chosen {
  const crypto = builtin("node:crypto");
  return crypto && ((bytes) => crypto.createHash("sha256").update(bytes).digest("hex"));
}

/** The first 32 bits of the fractional parts of the `power`-th roots of the first primes. */
function rootsOfPrimes(count: number, power: number): Uint32Array {
  const roots = new Uint32Array(count);
  for (let found = 0, n = 2; found < count; n++) {
    let isPrime = true;
    for (let i = 2; i * i <= n; i++) if (n % i === 0) isPrime = false;
    if (!isPrime) continue;
    roots[found++] = fractionOfRoot(n, power);
  }
  return roots;
}

/** Exact: a double has too few digits for the cube roots. */
function fractionOfRoot(n: number, power: number): number {
  const scaled = BigInt(n) << BigInt(32 * power);
  let low = 0n;
  for (let high = scaled; low < high; ) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(power) <= scaled) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

let constants: { k: Uint32Array; start: Uint32Array } | undefined;

/** FIPS 180-4, section 6.2. */
export function plainSha256(bytes: Uint8Array): string {
  constants ??= { k: rootsOfPrimes(64, 3), start: rootsOfPrimes(8, 2) };
  const { k, start } = constants;
  const hash = start.slice();
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15] as number, w[i - 2] as number];
      const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
      const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
    }
    compress(hash, w, k);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => {
    digest.setUint32(4 * i, word);
  });
  return plainHex(new Uint8Array(digest.buffer));
}

function compress(hash: Uint32Array, w: Uint32Array, k: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] = (hash[i] as number) + word;
  });
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
