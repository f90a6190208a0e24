/** `inflated` against zlib, which it stands in for where there is none. */
import { readFileSync } from "node:fs";
import { constants, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inflated, unpacked } from "../../lib/core/inflate.ts";
import { tries } from "../effort.ts";

const same = (bytes: Uint8Array, options: object) => {
  const packed = deflateRawSync(bytes, options);
  expect(Buffer.from(inflated(packed, bytes.length)).equals(bytes)).toBe(true);
};

test("unpacks the WebAssembly build, as zlib does", () => {
  const wasm = readFileSync(new URL("../../native/wasm/loopguard.wasm", import.meta.url));
  for (const level of [0, 1, 9]) same(wasm, { level });
  const base64 = deflateRawSync(wasm, { level: 9 }).toString("base64");
  expect(Buffer.from(unpacked(base64, wasm.length)).equals(wasm)).toBe(true);
});

test("unpacks whatever zlib packs: stored, with fixed codes, with codes of its own", () => {
  const text = fc.array(fc.tuple(fc.string(), fc.integer({ min: 1, max: 300 })), { maxLength: 20 });
  const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE];
  const property = fc.property(text, fc.constantFrom(...strategies), fc.nat(9), (parts, strategy, level) => {
    same(Buffer.from(parts.map(([part, times]) => part.repeat(times)).join("")), { strategy, level });
  });
  fc.assert(property, { numRuns: tries(2000) });
});

test("a damaged text is an error, not an endless loop", () => {
  expect(() => inflated(Uint8Array.of(0xfd, 0xff, 0xff, 0xff), 10)).toThrow(RangeError);
});
