import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText } from "../../lib/base/json-text.ts";
import { pack } from "../../lib/core/packer.ts";
import { size, tries } from "../effort.ts";
import { json, nest } from "../oracles/json-values.ts";
import { packedJson, packedOracle } from "../oracles/packed.ts";
import { HOSTILE, type Log } from "./hostile-values.ts";
import { expectBytes, packed, testMemory } from "./packing.ts";

/** Bytes, nothing, or what was thrown. Of a circle, V8's message gives the whole way and ours the last step. */
function outcome(act: () => Buffer | undefined): unknown {
  try {
    return act()?.toString("hex");
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: error };
    return {
      name: error.constructor.name,
      message: error.message.replace(/(circular structure to JSON)[\s\S]*/, "$1"),
    };
  }
}

/** Both ways of a value that is made twice, with what its looking at told. */
function compare(make: (log: Log) => unknown): void {
  const expected: Log = [];
  const seen: Log = [];
  const oracle = outcome(() => packedOracle(make(expected)));
  expect(outcome(() => packed(make(seen)))).toEqual(oracle);
  expect(seen).toEqual(expected);
}

/** Calls `act` at the end of the stack, and from ever farther up until there is enough of it; and how often that failed. */
function atTheEnd<T>(act: () => T): { given: T | undefined; failed: number } {
  let given: T | undefined;
  let failed = 0;
  const descend = (): void => {
    try {
      descend();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    if (given !== undefined) return;
    try {
      given = act();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      failed++;
    }
  };
  descend();
  return { given, failed };
}

function printed(this: bigint): string {
  return `${this}`;
}

describe("pack", () => {
  it("writes what JSON.stringify would have said", () => {
    const memory = testMemory();
    fc.assert(
      fc.property(json, (value) => {
        expectBytes(packed(value, memory), packedOracle(value));
      }),
      { numRuns: tries(100_000) },
    );
  });

  it.each(Object.keys(HOSTILE))("takes the steps of JSON.stringify: %s", (name) => {
    const make = HOSTILE[name] as (log: Log) => unknown;
    compare(make);
    compare((log) => [{ in: make(log) }, 1]);
    compare((log) => nest(make(log), 98));
  });

  it("sees what has been added to prototypes", () => {
    const prototypes: [object, string, unknown][] = [
      [Object.prototype, "inherited", 1],
      [Array.prototype, "1", "one"],
      [BigInt.prototype, "toJSON", printed],
      [Array.prototype, "toJSON", () => "list"],
      [Object.prototype, "toJSON", (key: string) => `any ${key}`],
    ];
    for (const [prototype, key, value] of prototypes) {
      Object.defineProperty(prototype, key, { value, enumerable: true, configurable: true, writable: true });
      try {
        const values = [{ a: 1 }, Array(3), [new Date(0)]];
        const expected = values.map(packedOracle);
        expect(values.map((one) => packed(one))).toEqual(expected);
        if (key === "toJSON" && prototype === BigInt.prototype) expect(packed([1n])).toEqual(packedJson(["1"]));
      } finally {
        Reflect.deleteProperty(prototype, key);
      }
    }
  });

  it("knows keys by heart, and which, does not show", () => {
    const memory = testMemory(1 << 20);
    const key = fc.oneof(fc.constantFrom("", "a", "b", "key of 28 characters, this is", "é", "\0"), fc.string());
    fc.assert(
      fc.property(fc.array(fc.dictionary(key, fc.constantFrom(1, undefined, [], { a: 1 }))), (value) => {
        expectBytes(packed(value, memory), packedOracle(value));
      }),
      { numRuns: tries(2_000) },
    );
    for (let round = 0; round < size(3); round++) {
      const many = Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`k${i % 40_000} ${round}`, i]));
      expectBytes(packed([many, { k0: 1, b: 2 }], memory), packedOracle([many, { k0: 1, b: 2 }]));
    }
  });

  it("counts characters, but for escapes and numbers", () => {
    const said = fc.stringMatching(/^[a-zé日]*$/);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        said,
        fc.constantFrom(123456, true, false, null, Number.NaN),
        fc.array(fc.oneof(tie("value"), fc.constant(undefined))),
        fc.dictionary(said, fc.oneof(tie("value"), fc.constant(undefined))),
      ),
    }));
    const memory = testMemory();
    fc.assert(
      fc.property(value, (one) => {
        memory.at = 0;
        pack(memory, one);
        expect(memory.characters).toBe(JSON.stringify(one).length);
        memory.at = 0;
        pack(memory, nest(one, 102));
        expect(memory.characters).toBe(JSON.stringify(nest(one, 102)).length);
      }),
      { numRuns: tries(1_000) },
    );
  });
});

/** Of Node.js 22 and later. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => object };

it.runIf(rawJSON !== undefined)("takes what JSON.rawJSON made for the scalar that it stands for", () => {
  for (const text of ["1.50", '"a\\u0062"', "true", "null"]) {
    const raw = (rawJSON as (text: string) => object)(text);
    for (const value of [raw, [raw], { a: raw, rawJSON: raw }, nest(raw, 200)])
      expect(packed(value)).toEqual(packedJson(JSON.parse(JSON.stringify(value))));
  }
  expect(packed({ rawJSON: "1" })).toEqual(packedJson({ rawJSON: "1" }));
});

describe("pack far down", () => {
  const DEEP = size(60_000);

  it("goes deeper than any stack", () => {
    const bytes = packed(nest("x", DEEP), testMemory(1 << 24)) as Buffer;
    let at = 0;
    for (let depth = DEEP; depth > 0; depth--) {
      const isList = depth % 2 === 1;
      if (bytes[at] !== (isList ? 6 : 7) || bytes.readUInt32LE(at + 1) !== bytes.length - at - 5) expect(depth).toBe(0);
      at += isList ? 5 : 10;
    }
    expect(bytes.subarray(at)).toEqual(packedJson("x"));
  });

  it("throws for cycles and BigInt there", () => {
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    expect(() => packed(nest(cycle, 20_000))).toThrow(
      'Converting circular structure to JSON: property "cycle" closes the circle',
    );
    const long: Record<string, unknown> = {};
    long["a"] = nest(long, 20_000);
    expect(() => packed(long)).toThrow(/index 0 closes the circle$/);
    expect(() => packed(nest(1n, 20_000))).toThrow(new TypeError("Do not know how to serialize a BigInt"));
    expect(packed([{ a: 1 }])).toEqual(packedJson([{ a: 1 }]));
  });

  it("needs about as little stack as the text does", () => {
    const value = nest({ a: ["x".repeat(100), 1] }, 60);
    const memory = testMemory();
    // What was never called is compiled first, for which there is no room there.
    expect(packed(nest(value, 200), memory)).toEqual(packedJson(nest(value, 200)));
    const bytes = atTheEnd(() => packed(value, memory));
    expect(bytes.given).toEqual(packedJson(value));
    // How large a frame is depends on how far V8 has compiled the code around.
    expect(bytes.failed).toBeLessThan(2 * atTheEnd(() => jsonText(value)).failed);
  });
});
