/** One core, two builds, one obvious oracle: equal on every value. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdentityMode } from "../lib/core/layout.gen.ts";
import { loadNative } from "../lib/core/native.ts";
import { loadWasm } from "../lib/core/wasm.ts";
import { count } from "../lib/rules/factories.ts";
import { tries } from "./effort.ts";
import { canonicalOracle, identityOracle } from "./oracles/canonical.ts";
import { CountOracle, cycleOracle } from "./oracles/count-cycle.ts";
import { json, reordered, text } from "./oracles/json-values.ts";

const VALUES = tries(50_000);
const native = loadNative();
const wasm = loadWasm();
const KEY = Uint8Array.from({ length: 16 }, (_, i) => i);

describe("native = WebAssembly = oracle", () => {
  it(`canonical text of ${VALUES} random values`, () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = JSON.stringify(value);
        const expected = canonicalOracle(value);
        // The value itself, packed here, and the text of it, which the core reads.
        for (const core of [native, wasm]) {
          const packed = core.takeValue(value);
          expect(core.canonicalize(IdentityMode.canonical, packed)).toBe(expected);
          expect(core.canonicalize(IdentityMode.verbatim, packed)).toBe(written);
        }
        expect(native.canonicalize(IdentityMode.canonical, written)).toBe(expected);
        expect(wasm.canonicalize(IdentityMode.canonical, written)).toBe(expected);
        expect(native.canonicalize(IdentityMode.verbatim, written)).toBe(written);
        expect(wasm.canonicalize(IdentityMode.verbatim, written)).toBe(written);
        // White space and escapes of a model's own writing are no part of the value.
        const spaced = JSON.stringify(reordered(value), null, 1);
        expect(native.canonicalize(IdentityMode.canonical, spaced)).toBe(expected);
      }),
      { numRuns: VALUES },
    );
  });

  it(`fingerprints of ${VALUES} random calls: equal exactly when the identities are`, () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(text, json, fc.boolean(), (name, value, canonical) => {
        const mode = canonical ? IdentityMode.canonical : IdentityMode.verbatim;
        const written = JSON.stringify(value);
        const digest = native.identify(KEY, mode, name, native.takeValue(value));
        expect(digest).toMatch(/^[0-9a-f]{32}$/);
        expect(wasm.identify(KEY, mode, name, wasm.takeValue(value))).toBe(digest);
        expect(wasm.identify(KEY, mode, name, written)).toBe(digest);
        // What a model sent has the identity of what it parses to.
        expect(native.identify(KEY, mode, name, ` ${JSON.stringify(value, null, 2)}\n`)).toBe(digest);
        if (canonical) {
          const other = reordered(value);
          expect(native.identify(KEY, mode, name, native.takeValue(other))).toBe(digest);
          expect(native.identify(KEY, mode, name, JSON.stringify(other))).toBe(digest);
        }
        const identity = `${mode}${identityOracle(name, value, canonical)}`;
        expect(seen.get(digest) ?? identity).toBe(identity);
        seen.set(digest, identity);
      }),
      { numRuns: VALUES },
    );
    expect(new Set(seen.values()).size).toBe(seen.size);
  });

  it("counts", () => {
    const calls = fc.array(
      fc.tuple(fc.constantFrom("a", "b", "a::b"), fc.constantFrom({}, { q: 1 }, { q: "1" }, [], null)),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    const configuration = { ladder: { hint: 1 }, detectors: [count({ maxRepeats: 2 })] };
    fc.assert(
      fc.property(calls, (history) => {
        const runs = [native, wasm].map((core) => {
          const guard = core.guard(KEY, configuration);
          return { guard, run: guard.run() };
        });
        const oracle = new CountOracle();
        for (const [name, args] of history) {
          const repeats = oracle.count(name, args);
          for (const { run } of runs) {
            const packed = run.before(name, args, undefined, undefined, 0, 0);
            expect((packed & 7) === 2).toBe(repeats > 2);
            if (repeats > 2) expect(run.report().repeats).toBe(repeats);
          }
        }
        for (const { guard, run } of runs) {
          run.close();
          guard.close();
        }
      }),
      { numRuns: tries(1000) },
    );
  });

  it("cycles", () => {
    const options = fc
      .record({
        minCycleLen: fc.integer({ min: 1, max: 3 }),
        extra: fc.integer({ min: 0, max: 5 }),
        repeats: fc.integer({ min: 2, max: 4 }),
        room: fc.integer({ min: 0, max: 20 }),
      })
      .map(({ minCycleLen, extra, repeats, room }) => ({
        minCycleLen,
        maxCycleLen: minCycleLen + extra,
        repeats,
        windowSize: minCycleLen * repeats + room,
      }));
    const signatures = fc.array(fc.constantFrom("a", "b", "c", "\ud800", ""), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(options, signatures, (o, stream) => {
        const detectors = [native, wasm].map((b) =>
          b.detector(KEY, o.windowSize, o.minCycleLen, o.maxCycleLen, o.repeats),
        );
        stream.forEach((signature, i) => {
          const expected = cycleOracle(stream.slice(0, i + 1), o);
          const packed = expected.detected ? expected.cycleLength * 2 ** 20 + expected.repeats : 0;
          for (const detector of detectors) expect(detector.push(signature)).toBe(packed);
        });
        const [a, b] = detectors.map((detector) => detector.snapshot());
        expect(a).toEqual(b);
        for (const detector of detectors) detector.close();
      }),
      { numRuns: tries(1000) },
    );
  });
});
