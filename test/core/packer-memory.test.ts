import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MEMORY_MAX, Memory, writeText } from "../../lib/core/memory.ts";
import { pack, packResult } from "../../lib/core/packer.ts";
import { EFFORT, tries } from "../effort.ts";
import { json, nest, text } from "../oracles/json-values.ts";
import { packedJson, packedOracle, wtf8 } from "../oracles/packed.ts";
import { expectBytes, packed, TestHost, testMemory } from "./packing.ts";

describe("a block that is too small", () => {
  it("grows wherever the value meets its end", () => {
    const value = {
      a: [1, true, null, "short", "long é".repeat(20), "\ud800", {}],
      "longer key": { "": [[]] },
      z: undefined,
    };
    const expected = packedOracle(value) as Buffer;
    for (let size = 1; size <= expected.length + 300; size++) {
      const host = new TestHost(size);
      expectBytes(packed(value, new Memory(host)), expected);
      if (size < expected.length) expect(host.grown).toBeGreaterThan(0);
    }
    const deep = packedOracle(nest([value], 103));
    for (let size = 1; size <= 1500; size += EFFORT < 0.1 ? 7 : 1)
      expectBytes(packed(nest([value], 103), testMemory(size)), deep);
  });

  it("keeps what stands before the value", () => {
    fc.assert(
      fc.property(text, json, fc.nat({ max: 40 }), (before, value, size) => {
        const memory = testMemory(size);
        memory.enter();
        memory.at = writeText(memory, before, memory.at);
        expect(pack(memory, value)).toBe(true);
        const bytes = Buffer.from(memory.bytes.subarray(0, memory.at));
        expectBytes(bytes, Buffer.concat([wtf8(before), packedJson(value)]));
      }),
      { numRuns: tries(5_000) },
    );
  });

  it("tells what is larger than any message may be, and what the host has no room for", () => {
    const memory = testMemory(64);
    for (const value of ["text", "é", 1, true, null, [], {}, nest(1, 200)]) {
      memory.at = MEMORY_MAX;
      expect(() => pack(memory, value)).toThrow(new RangeError("The value is too large"));
      expect(memory.at).toBe(MEMORY_MAX);
    }
    expect(memory.bytes.length).toBe(64);
    const full = new Memory({
      block: () => FULL,
      grow() {
        throw new RangeError("no room");
      },
    });
    expect(() => pack(full, [1, 2, 3])).toThrow("no room");
    expect(pack(full, "abc")).toBe(true);
    expect(Buffer.from(FULL.subarray(0, 8))).toEqual(packedJson("abc"));
  });
});

const FULL = new Uint8Array(16);

describe("code of the user's that runs meanwhile", () => {
  /** Values in which some member packs another value with the same memory, at any depth. */
  it("may use the same memory", () => {
    const memory = testMemory(64);
    const seen: (Buffer | undefined)[] = [];
    const wanted: Buffer[] = [];
    const interrupted = (inner: unknown, seenAs: unknown) => ({
      get first() {
        wanted.push(packedOracle(inner) as Buffer);
        seen.push(packed(inner, memory));
        return seenAs;
      },
      second: {
        toJSON() {
          expect(() => packed([1n, inner], memory)).toThrow(TypeError);
          return "from toJSON";
        },
      },
    });
    fc.assert(
      fc.property(json, json, json, fc.nat({ max: 110 }), (before, inner, after, depth) => {
        const value = () => nest([before, interrupted(inner, after), { x: [interrupted([after], before)] }], depth);
        const bytes = packed(value(), memory);
        expect(seen).toEqual(wanted);
        expectBytes(bytes, packedOracle(value()));
        seen.length = 0;
        wanted.length = 0;
      }),
      { numRuns: tries(2_000) },
    );
  });

  it("may do so within each other", () => {
    const memory = testMemory(16);
    const inOneAnother = (levels: number): unknown => ({
      before: "é".repeat(levels),
      get inner() {
        if (levels === 0) return "end";
        const bytes = packed(inOneAnother(levels - 1), memory) as Buffer;
        return bytes.toString("hex");
      },
      after: [levels],
    });
    expect(packed(inOneAnother(5), memory)).toEqual(packedOracle(inOneAnother(5)));
  });

  it("does not make a cycle of what it packs itself", () => {
    const memory = testMemory();
    let asked = 0;
    const value: Record<string, unknown> = {
      get again() {
        return asked++ === 0 ? packed(value, memory)?.length : asked;
      },
    };
    expect(packed([value], memory)).toEqual(packedJson([{ again: (packedJson({ again: 2 }) as Buffer).length }]));
    const parent: Record<string, unknown> = { value };
    const once = {
      get in() {
        return packed([[[1]]], memory)?.length;
      },
    };
    parent["list"] = [once, { parent }];
    expect(() => packed([parent], memory)).toThrow('property "parent" closes');
  });

  it("ends where it never would have", () => {
    const memory = testMemory();
    let asked = 0;
    const value = {
      get again() {
        asked++;
        return packed(value, memory);
      },
    };
    expect(() => packed(value, memory)).toThrow(RangeError);
    expect(asked).toBeLessThan(100_000);
    asked = 0;
    const result = {
      get again() {
        asked++;
        return packResult(testMemory(64), result);
      },
    };
    expect(packResult(memory, result)).toBe(false);
    expect(asked).toBeLessThan(100_000);
    expect(packed([1], memory)).toEqual(packedJson([1]));
  });

  it("may pack many of them without a trace", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const memory = testMemory();
    const refs: WeakRef<object>[] = [];
    const written = (value: object) => {
      refs.push(new WeakRef(value));
      try {
        packed([{ in: value }], memory);
      } catch {}
    };
    written({ a: 1 });
    written({ a: { toJSON: () => packed({}, memory) && 1 } });
    written([{ deep: nest({ a: 1 }, 150) }]);
    written({ a: 1n });
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    expect(refs.map((ref) => ref.deref())).toEqual(refs.map(() => undefined));
  });

  it("leaves the count of characters", () => {
    const memory = testMemory();
    memory.enter();
    pack(memory, { a: { toJSON: () => packed(["inner", "value"], memory) && "x" }, b: true });
    expect(memory.characters).toBe('{"a":"x","b":true}'.length);
  });
});
