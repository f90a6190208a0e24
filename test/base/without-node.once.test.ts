/** What stands for Node.js's modules where there are none does what they do. */
import { Buffer } from "node:buffer";
import { types as nodeTypes } from "node:util";
import { createContext, runInContext } from "node:vm";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  hasReplacement,
  murmurHash3,
  PlainBuffer,
  plainFromBase64,
  plainHasReplacement,
  plainHex,
  plainToBase64,
} from "../../lib/base/text-bytes.ts";
import { comparableText } from "../../lib/base/value-text.ts";
import { plainTypes } from "../../lib/base/value-types.ts";
import { tries } from "../effort.ts";

/** Values of many kinds, some of them in disguise. */
function values(): unknown[] {
  const other = createContext({});
  const foreign = ["new Map()", "new Set()", "/a/g", "new Number(1)", "new Error('x')", "new ArrayBuffer(2)", "({})"];
  const own = [
    new Number(1),
    new String("a"),
    new Boolean(false),
    Object(1n),
    Object(Symbol("s")),
    new Map(),
    new WeakMap(),
    new Set(),
    new WeakSet(),
    /a/,
    /(?:)/,
    RegExp.prototype,
    new Error("x"),
    new ArrayBuffer(1),
    new SharedArrayBuffer(1),
    new Uint8Array(1),
    new DataView(new ArrayBuffer(1)),
    {},
    [],
    Object.create(null),
    Object.create(Map.prototype),
    Object.create(Number.prototype),
    Object.setPrototypeOf(new Map(), null),
    Object.setPrototypeOf(new Number(2), Array.prototype),
    { [Symbol.toStringTag]: "Map" },
    new Proxy(new Map(), {}),
    new Proxy(Object(1), {}),
    () => {},
    1,
    "a",
    null,
    undefined,
    1n,
  ];
  return [...own, ...foreign.map((code) => runInContext(code, other) as unknown)];
}

describe("types of values", () => {
  const names = Object.keys(plainTypes).filter((name) => name !== "isNativeError") as (keyof typeof plainTypes)[];
  it.each(names)("%s", (name) => {
    for (const value of values())
      expect(plainTypes[name](value)).toBe((nodeTypes as unknown as typeof plainTypes)[name](value));
  });

  it("isNativeError, of this realm", () => {
    expect(plainTypes.isNativeError(new TypeError("x"))).toBe(true);
    expect(plainTypes.isNativeError({ message: "x" })).toBe(false);
  });
});

const texts = fc.string({ unit: fc.constantFrom("a", "é", "天", "😀", "\ud800", "\udc00", "\ufffd", "\u0000") });

describe("texts and bytes", () => {
  it("are written as Buffer writes them, and cut where it cuts them", () => {
    fc.assert(
      fc.property(texts, fc.nat(20), fc.nat(4), (text, size, at) => {
        const [plain, expected] = [new Uint8Array(size + at), Buffer.alloc(size + at)];
        const written = expected.write(text, at, "utf8");
        expect(new PlainBuffer(plain).write(text, at)).toBe(written);
        expect(Buffer.from(plain.subarray(0, at + written))).toEqual(expected.subarray(0, at + written));
      }),
      { numRuns: tries(2000) },
    );
  });

  it("in hex and in base64 are Buffer's, there and back", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(plainHex(bytes)).toBe(buffer.toString("hex"));
        expect(plainToBase64(bytes)).toBe(buffer.toString("base64"));
        expect(plainFromBase64(buffer.toString("base64"))).toEqual(bytes);
        expect(plainHasReplacement(bytes)).toBe(buffer.includes("\ufffd"));
        expect(hasReplacement(bytes)).toBe(buffer.includes("\ufffd"));
      }),
      { numRuns: tries(500) },
    );
  });

  it("have U+FFFD, or bytes like it", () => {
    for (const hex of ["efbfbd", "00efbfbd", "efefbfbd", "efbf", "efbfbc", "ef", ""]) {
      const bytes = Buffer.from(hex, "hex");
      expect(plainHasReplacement(bytes)).toBe(bytes.includes("\ufffd"));
      expect(hasReplacement(new Uint8Array(bytes))).toBe(bytes.includes("\ufffd"));
    }
  });

  it("are no base64", () => expect(plainFromBase64("*")).toBeUndefined());
});

describe("MurmurHash3_x86_128", () => {
  /** Bytes that begin at any place of their buffer. */
  const placed = (bytes: Uint8Array, at: number) => {
    const room = new Uint8Array(at + bytes.length + 3).fill(0xff);
    room.set(bytes, at);
    return room.subarray(at, at + bytes.length);
  };

  // main.cpp and KeysetTest.cpp of SMHasher: of the digests of 0, 1, 2, … with the seeds 256, 255, … the digest.
  it.each([0, 1, 2, 3])("gives SMHasher's verification value, at offset %i", (at) => {
    const digests = new Uint8Array(256 * 16);
    const words = (hex: string) => [0, 8, 16, 24].map((from) => Number.parseInt(hex.slice(from, from + 8), 16));
    for (let size = 0; size < 256; size++) {
      const hex = murmurHash3(
        placed(
          Uint8Array.from({ length: size }, (_, i) => i),
          at,
        ),
        256 - size,
      );
      for (const [i, word] of words(hex).entries())
        new DataView(digests.buffer).setUint32(16 * size + 4 * i, word, true);
    }
    expect(words(murmurHash3(placed(digests, at)))[0]).toBe(0xb3ece62a);
  });

  it("is 0 of nothing", () => expect(murmurHash3(new Uint8Array())).toBe("0".repeat(32)));
});

describe("results of bytes", () => {
  afterEach(() => vi.restoreAllMocks());
  const bytes = (...bytes: number[]) => Uint8Array.from(bytes);

  it("have the same digest where there is no node:crypto", () => {
    const some = [bytes(), bytes(0x12, 0xaf), new Uint8Array(100_000).fill(7), bytes(1, 2, 3).buffer];
    const texts = some.map((one) => comparableText(one));
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    expect(some.map((one) => comparableText(one))).toEqual(texts);
    for (const text of texts) expect(text).toMatch(/"[g-v]{32}"$/); // letters that no class of volatile parts takes for a number
  });

  it("have another one where any of them differs", () => {
    const seen = new Set<unknown>();
    let count = 0;
    const see = (...one: number[]) => count++ < seen.add(comparableText(bytes(...one))).size;
    for (let i = 0; i < 1 << 16; i++) expect(see(i >> 8, i & 255)).toBe(true);
    for (let size = 0; size < 40; size++) if (size !== 2) expect(see(...Array<number>(size).fill(0))).toBe(true);
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 3, maxLength: 64 }),
        fc.uint8Array({ minLength: 3, maxLength: 64 }),
        (a, b) => {
          expect(comparableText(a) === comparableText(b)).toBe(Buffer.compare(a, b) === 0);
        },
      ),
      { numRuns: tries(20_000) },
    );
  });
});
