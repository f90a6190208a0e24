/** SipHash-1-3 with 128 bits, as its paper has it, and the digest of a call as docs/identity.md has it. */

const MASK = (1n << 64n) - 1n;

const rotate = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;

function round(v: bigint[]): void {
  let [a, b, c, d] = v as [bigint, bigint, bigint, bigint];
  a = (a + b) & MASK;
  b = rotate(b, 13n) ^ a;
  a = rotate(a, 32n);
  c = (c + d) & MASK;
  d = rotate(d, 16n) ^ c;
  a = (a + d) & MASK;
  d = rotate(d, 21n) ^ a;
  c = (c + b) & MASK;
  b = rotate(b, 17n) ^ c;
  c = rotate(c, 32n);
  v.splice(0, 4, a, b, c, d);
}

export function sipHash(key: Uint8Array, message: Uint8Array): Buffer {
  const [k0, k1] = [0, 8].map((at) => Buffer.from(key).readBigUInt64LE(at)) as [bigint, bigint];
  const v = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn ^ 0xeen,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ];
  const padded = Buffer.alloc(message.length + 8 - (message.length % 8));
  padded.set(message);
  padded[padded.length - 1] = message.length & 0xff;
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at);
    v[3] = (v[3] as bigint) ^ word;
    round(v);
    v[0] = (v[0] as bigint) ^ word;
  }
  const digest = Buffer.alloc(16);
  const end = (xor: number, into: number): void => {
    v[into] = (v[into] as bigint) ^ BigInt(xor);
    for (let i = 0; i < 3; i++) round(v);
    digest.writeBigUInt64LE(
      v.reduce((a, b) => a ^ b),
      into === 2 ? 0 : 8,
    );
  };
  end(0xee, 2);
  end(0xdd, 1);
  return digest;
}

/** `name`: its bytes; `packed`: the arguments in the order that `tag` says. */
export function digestOracle(key: Uint8Array, tag: "v" | "c", name: Uint8Array, packed: Uint8Array): string {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(name.length));
  return sipHash(key, Buffer.concat([Buffer.from(tag), length, name, sipHash(key, packed)])).toString("hex");
}
