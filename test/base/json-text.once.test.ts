import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText } from "../../lib/base/json-text.ts";
import { core } from "../../lib/core/backend.ts";
import { ArgsKind, ResultKind } from "../../lib/core/layout.gen.ts";
import { tries } from "../effort.ts";
import { json, nest } from "../oracles/json-values.ts";

const DEEP = 20_000;
const open = (depth: number) =>
  Array.from({ length: depth }, (_, i) => ((depth - 1 - i) % 2 === 0 ? "[" : '{"k":')).join("");
const close = (depth: number) => Array.from({ length: depth }, (_, i) => (i % 2 === 0 ? "]" : "}")).join("");

const BEFORE = open(DEEP).length;
const AFTER = close(DEEP).length;

/** What `jsonText` makes of a value that lies too deep for `JSON.stringify`. */
function farDown(value: unknown): string | undefined {
  return jsonText(nest([value], DEEP))?.slice(BEFORE, -AFTER);
}

describe("jsonText", () => {
  it("is JSON.stringify", () => {
    expect(jsonText({ b: 1, a: [undefined, () => 1] })).toBe('{"b":1,"a":[null,null]}');
    expect(jsonText(undefined)).toBeUndefined();
  });

  it("is JSON.stringify far down, too", () => {
    const values: unknown[] = [
      null,
      true,
      'te"xt\ud800',
      -0,
      1e21,
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      [],
      {},
      [undefined, Symbol("s"), () => 1],
      { a: undefined, b: Symbol("s"), c: () => 1, d: 1 },
      { a: undefined },
      new Date(0),
      new Map([[1, 2]]),
      [new Number(5), new String("s"), new Boolean(false)],
      { toJSON: (key: string) => `key ${key}` },
      { nested: { toJSON: () => ({ toJSON: 1, x: [2] }) } },
      { gone: { toJSON: () => undefined }, kept: 1 },
      [{ toJSON: () => undefined }],
      Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } }),
      new Proxy([1, 2], {}),
      { 10: "a", 9: "b", __proto__x: 1 },
      Object.assign(() => 1, { toJSON: () => "function" }),
      new (class Point {
        x = 1;
        get y() {
          return 2;
        }
      })(),
    ];
    // Node.js 26 writes plain data at any depth; what is not plain overflows its stack, too.
    expect(() => JSON.stringify(nest(new Date(0), DEEP))).toThrow(RangeError);
    for (const value of values) expect(farDown(value)).toBe(JSON.stringify([value]));
    fc.assert(
      fc.property(json, (value) => {
        expect(farDown(value)).toBe(JSON.stringify([value]));
      }),
      { numRuns: tries(30) },
    );
  });

  it("asks getters and toJSON once, in order", () => {
    const log: string[] = [];
    const value = {
      get a() {
        log.push("a");
        return 1;
      },
      b: {
        toJSON(key: string) {
          log.push(`toJSON ${key}`);
          return {};
        },
      },
    };
    jsonText(value);
    const asked = [...log];
    log.length = 0;
    farDown(value);
    // The attempt of JSON.stringify comes first, and gives up on the way down: the value is asked by the second only.
    expect(log).toEqual(asked);
  });

  it("throws for cycles and BigInt at any depth, and not for what is merely there twice", () => {
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    expect(() => jsonText(cycle)).toThrow(TypeError);
    expect(() => jsonText(nest(cycle, DEEP))).toThrow(/circular/);
    expect(() => jsonText(nest(1n, DEEP))).toThrow(TypeError);
    const shared = { x: 1 };
    expect(farDown([shared, shared])).toBe('[[{"x":1},{"x":1}]]');
  });
});

describe("arguments and results", () => {
  const fail = (error: unknown): never => {
    throw error;
  };
  const textOf = (value: unknown) => (typeof value === "string" ? value : jsonText(value));
  const text = (args: unknown) => [textOf(args), core.takeArguments(args).kind];
  const result = (value: unknown) => [textOf(value), core.takeResult(value, fail).kind];

  it("pass raw text as it is, write values, and know when there is nothing", () => {
    expect(text('{"a": 1}')).toEqual(['{"a": 1}', ArgsKind.raw]);
    expect(text({ a: 1 })).toEqual(['{"a":1}', ArgsKind.packed]);
    expect(text(null)).toEqual(["null", ArgsKind.packed]);
    expect(text(undefined)).toEqual([undefined, ArgsKind.none]);
    expect(text(() => 1)).toEqual([undefined, ArgsKind.none]);
    expect(text(Symbol("s"))).toEqual([undefined, ArgsKind.none]);
    expect(result("text")).toEqual(["text", ResultKind.text]);
    expect(result({ a: 1 })).toEqual(['{"a":1}', ResultKind.packed]);
    expect(result(undefined)).toEqual([undefined, ResultKind.none]);
  });
});
