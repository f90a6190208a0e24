import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJson } from "../../lib/base/value-text.ts";
import { packResult } from "../../lib/core/packer.ts";
import { tries } from "../effort.ts";
import { json, nest } from "../oracles/json-values.ts";
import { packedJson, packedOracle } from "../oracles/packed.ts";
import { made, spec } from "../oracles/value-specs.ts";
import { HOSTILE } from "./hostile-values.ts";
import { expectBytes, packed, testMemory } from "./packing.ts";

function result(value: unknown, memory = testMemory()): Buffer | undefined {
  memory.at = 1;
  const said = packResult(memory, value);
  if (!said) expect(memory.at).toBe(1);
  return said ? Buffer.from(memory.bytes.slice(1, memory.at)) : undefined;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Whether there was something to pack or to say no to. */
function judged(value: unknown): boolean {
  try {
    return isJson(value);
  } catch {
    return false;
  }
}

describe("packResult", () => {
  it("packs what JSON says in full, and nothing else", () => {
    fc.assert(
      fc.property(json, (value) => {
        expectBytes(result(value), depthOf(value) <= 100 ? packedJson(value) : undefined);
      }),
      { numRuns: tries(5_000) },
    );
    fc.assert(
      fc.property(spec, (one) => {
        const value = made(one);
        expect(result(value)).toEqual(isJson(value) ? packedOracle(value) : undefined);
      }),
      { numRuns: tries(20_000) },
    );
  });

  it.each(Object.keys(HOSTILE))("never packs what JSON does not say: %s", (name) => {
    for (const make of [
      HOSTILE[name] as (log: string[]) => unknown,
      (log: string[]) => [{ a: HOSTILE[name]?.(log) }],
    ]) {
      let bytes: Buffer | undefined;
      try {
        bytes = result(make([]));
      } catch {
        // As `isJson` or `JSON.stringify` would have; the caller tells the user.
        expect(() => (isJson(make([])), JSON.stringify(make([])))).toThrow();
        continue;
      }
      if (bytes === undefined) continue;
      expect(judged(make([]))).toBe(true);
      expectBytes(bytes, packedOracle(make([])));
    }
  });

  it("leaves to the text what is odd or deep", () => {
    const memory = testMemory();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const odd = [undefined, Symbol("s"), () => 1, 1n, Number.NaN, [undefined], cycle, nest(1, 101)];
    expect(odd.map((value) => result(value, memory))).toEqual(odd.map(() => undefined));
    expect(result({ a: undefined, d: new Date(0) }, memory)).toEqual(packedOracle({ d: new Date(0) }));
    expect(result(nest(1, 99), memory)).toEqual(packedJson(nest(1, 99)));
  });

  it("judges a result while another is judged", () => {
    const memory = testMemory();
    for (const inner of [1, Number.NaN, "pack"]) {
      const outer = (last: unknown) => ({
        get a() {
          if (inner === "pack") expect(packed([Number.NaN], testMemory())).toEqual(packedJson([null]));
          else expect(result([inner])).toEqual(inner === 1 ? packedJson([1]) : undefined);
          return 1;
        },
        last,
      });
      expect(result(outer([2]), memory)).toEqual(packedJson({ a: 1, last: [2] }));
      expect(result(outer([Number.NaN]), memory)).toBeUndefined();
    }
    expect(result([1], memory)).toEqual(packedJson([1]));
  });

  it("throws for an endless value before it writes of it", () => {
    const endless: unknown[] = [];
    endless.length = 1 << 25;
    expect(() => result(endless)).toThrow(RangeError);
  });
});
