import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalize, canonicalText, fingerprint } from "../../lib/core/identity.ts";
import { tries } from "../effort.ts";
import { canonicalOracle, identityOracle } from "../oracles/canonical.ts";
import { json, nest, reordered, text } from "../oracles/json-values.ts";

const PAIRS = tries(20_000);

describe("fingerprint", () => {
  it("is 32 hex digits, the same in every process and on both builds", () => {
    expect(fingerprint("search", { q: "x" })).toMatch(/^[0-9a-f]{32}$/);
    // Pinned: a change of these is a change of a published format.
    expect(fingerprint("search", { q: "x", n: 1 })).toBe("3a5aa314e24ac338f6acd053ecfc0228");
    expect(fingerprint("search", { q: "x", n: 1 }, { canonical: false })).toBe("ed533f38635cd292cbe3b6614b15b588");
    expect(fingerprint("search")).toBe("fccf335650682b1cf09ff65da9012dad");
  });

  it("does not depend on key order, unless asked to", () => {
    const [one, other] = [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1 },
    ];
    expect(fingerprint("t", one)).toBe(fingerprint("t", other));
    expect(fingerprint("t", one, { canonical: false })).not.toBe(fingerprint("t", other, { canonical: false }));
  });

  it("is the same for raw text and for the value it parses to, in both modes", () => {
    for (const canonical of [true, false]) {
      const raw = ' {"b": [1.0, 2e0, "\\u0041"],\n"a": null} ';
      expect(fingerprint("t", raw, { canonical })).toBe(fingerprint("t", JSON.parse(raw), { canonical }));
    }
  });

  it(`is equal exactly when the canonical texts are (${PAIRS} random pairs)`, () => {
    fc.assert(
      fc.property(text, json, text, json, (nameA, a, nameB, b) => {
        const equal = identityOracle(nameA, a, true) === identityOracle(nameB, b, true);
        const args = (value: unknown) => (typeof value === "string" ? JSON.stringify(value) : value);
        expect(fingerprint(nameA, args(a)) === fingerprint(nameB, args(b))).toBe(equal);
        expect(fingerprint(nameA, args(reordered(a)))).toBe(fingerprint(nameA, args(a)));
      }),
      { numRuns: PAIRS },
    );
  });

  it("takes a key of 16 bytes or 32 hex digits", () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 16 + i);
    const hex = Buffer.from(bytes).toString("hex");
    expect(fingerprint("t", {}, { key: bytes })).toBe(fingerprint("t", {}, { key: hex.toUpperCase() }));
    expect(fingerprint("t", {}, { key: bytes })).not.toBe(fingerprint("t", {}));
    for (const key of [new Uint8Array(15), "00", 5, null])
      expect(() => fingerprint("t", {}, { key: key as string })).toThrow(/"key" must be 16 bytes or 32 hex digits/);
  });

  it("tells calls apart that differ in the least", () => {
    const different: [string, unknown][] = [
      ["a", undefined],
      ["a", null],
      ["a", {}],
      ["a", []],
      ["a", "not json"],
      ["a", '"x"'],
      ["a", ""],
      ["a::{}", undefined],
      ["a::", {}],
      ["", undefined],
      ["", {}],
      ['a"', {}],
      ["a\n", {}],
      ["\ud800", {}],
      ["\udfff", {}],
      ["\ufffd", {}],
      ["a", { x: 0.1 + 0.2 }],
      ["a", { x: 0.3 }],
      ["a", { x: "1" }],
      ["a", { x: 1 }],
      ["a", { x: "a\u0000b" }],
      ["a", { x: "a\u0000c" }],
      ["a", { x: "a" }],
      ["a", { x: "\ud800" }],
      ["a", { x: "\udbff" }],
      ["a", '{"x":9007199254740992}'],
      ["a", '{"x":9007199254740993}'],
      ["a", '{"x":1e400}'],
      ["a", '{"x":1e401}'],
    ];
    const prints = different.map(([name, args]) => fingerprint(name, args));
    expect(new Set(prints).size).toBe(different.length);
  });

  it("throws for a name or arguments that cannot be identified", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    expect(() => fingerprint("t", cycle)).toThrow(TypeError);
    expect(() => fingerprint("t", { n: 1n })).toThrow(TypeError);
    expect(() => fingerprint(5 as unknown as string)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
    );
    expect(() => fingerprint("t", {}, { canonicle: true } as object)).toThrow(/did you mean "canonical"/);
  });
});

describe("canonicalize", () => {
  it("writes values and JSON text as RFC 8785 does", () => {
    expect(canonicalize({ b: 1, a: [true, null, "é\n"] })).toBe('{"a":[true,null,"é\\n"],"b":1}');
    expect(canonicalize(' { "b" : 1.0 , "a" : 1E2 } ')).toBe('{"a":100,"b":1}');
    expect(canonicalize('"text"')).toBe('"text"');
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalText(value)).toBe(canonicalOracle(value));
        expect(canonicalize(canonicalText(value))).toBe(canonicalText(value));
      }),
      { numRuns: tries(5000) },
    );
  });

  it("takes a string for text, where canonicalText takes it for a value", () => {
    expect(canonicalize("[1, 2]")).toBe("[1,2]");
    expect(canonicalText("[1, 2]")).toBe('"[1, 2]"');
  });

  it("names the place where text is not JSON", () => {
    for (const wrong of ["", "{", "{'a':1}", "[1,]", "01", "1 2", "nul", '"\u0001"', "NaN"])
      expect(() => canonicalize(wrong)).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_JSON", name: "SyntaxError" }),
      );
    expect(() => canonicalize("[1,]")).toThrow(/The text is not JSON: .*\]/);
    expect(() => canonicalize(undefined)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_JSON" }));
  });

  it("says of each value without a JSON text that it has none, and why", () => {
    const cycle: Record<string, unknown> = {};
    cycle["a"] = cycle;
    const mine = Object.assign(new Error("mine"), { code: "EMINE" });
    const hostile = Object.defineProperty({}, "a", {
      enumerable: true,
      get() {
        throw mine;
      },
    });
    for (const value of [cycle, { n: 1n }, hostile])
      for (const write of [() => canonicalize(value), () => fingerprint("t", value)])
        expect(write).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_JSON", name: "TypeError" }));
    expect(() => canonicalize(hostile)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/mine$/), cause: mine }),
    );
    expect(mine.code).toBe("EMINE");
  });

  it("goes deeper than any stack, and a text deeper than a value may be", () => {
    const depth = 60_000;
    const expected = `${'{"k":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;
    expect(canonicalize(nest(1, depth)) === expected).toBe(true);
    expect(canonicalize(expected) === expected).toBe(true);
  });
});
