/** As `differential.test.ts`, with more values, a million with LOOPGUARD_EFFORT=17: what a value packs to is what the core reads of its text, byte for byte. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreClient } from "../lib/core/client.ts";
import { IdentityMode } from "../lib/core/layout.gen.ts";
import { loadNative } from "../lib/core/native.ts";
import { loadWasm } from "../lib/core/wasm.ts";
import { tries } from "./effort.ts";
import { canonicalOracle } from "./oracles/canonical.ts";
import { json, text } from "./oracles/json-values.ts";
import { oddText, randomNumbers } from "./oracles/odd-texts.ts";
import { packedJson, packedOracle, wtf8 } from "./oracles/packed.ts";
import { digestOracle } from "./oracles/siphash.ts";

const VALUES = tries(60_000);
/** What the oracles, which are slow, look at. */
const SAMPLE = tries(3_000);
const LONG = 1_800_000;
const native = loadNative();
const wasm = loadWasm();
const cores: CoreClient[] = [native, wasm];
const KEY = Uint8Array.from({ length: 16 }, (_, i) => 0xf0 - i);

/** Of what a call with these arguments is; a string is text that a model sent. */
const verbatim = (core: CoreClient, name: string, args: unknown): string =>
  core.identify(KEY, IdentityMode.verbatim, name, args);
const canonical = (core: CoreClient, name: string, args: unknown): string =>
  core.identify(KEY, IdentityMode.canonical, name, args);

/** One of few differences is worth its time in `expect`. */
function same(seen: string, expected: string, what: unknown): void {
  if (seen !== expected) expect({ what, seen }).toEqual({ what, seen: expected });
}

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const odd = fc.tuple(json, seed).map(([value, start]) => oddText(value, randomNumbers(start)));

describe("the packer and the reader", () => {
  it(
    `give ${VALUES} values and their texts one digest, on both builds`,
    () => {
      fc.assert(
        fc.property(json, (value) => {
          const written = JSON.stringify(value);
          const digest = verbatim(native, "a", native.takeValue(value));
          same(verbatim(native, "a", written), digest, value);
          same(verbatim(wasm, "a", wasm.takeValue(value)), digest, value);
          same(verbatim(wasm, "a", written), digest, value);
        }),
        { numRuns: VALUES },
      );
    },
    LONG,
  );

  it(
    `take ${VALUES} texts for what JSON.parse reads of them`,
    () => {
      fc.assert(
        fc.property(odd, (written) => {
          const value = JSON.parse(written);
          const digest = verbatim(native, "a", native.takeValue(value));
          same(verbatim(native, "a", written), digest, written);
          same(verbatim(wasm, "a", written), digest, written);
          const sorted = canonical(native, "a", native.takeValue(value));
          same(canonical(native, "a", written), sorted, written);
          same(canonical(wasm, "a", written), sorted, written);
        }),
        { numRuns: VALUES },
      );
    },
    LONG,
  );
});

describe("the oracles", () => {
  it(
    `pack ${SAMPLE} values to the same bytes: the digests are those of docs/identity.md`,
    () => {
      fc.assert(
        fc.property(text, json, odd, (name, value, written) => {
          const packed = packedOracle(value) as Buffer;
          const read = packedJson(JSON.parse(written));
          for (const core of cores) {
            same(verbatim(core, name, core.takeValue(value)), digestOracle(KEY, "v", wtf8(name), packed), value);
            same(verbatim(core, name, written), digestOracle(KEY, "v", wtf8(name), read), written);
          }
        }),
        { numRuns: SAMPLE },
      );
    },
    LONG,
  );

  it(
    `write the canonical text of ${SAMPLE} odd texts`,
    () => {
      fc.assert(
        fc.property(odd, (written) => {
          const value: unknown = JSON.parse(written);
          for (const core of cores) {
            same(core.canonicalize(IdentityMode.canonical, written) as string, canonicalOracle(value), written);
            same(core.canonicalize(IdentityMode.verbatim, written) as string, JSON.stringify(value), written);
          }
        }),
        { numRuns: SAMPLE },
      );
    },
    LONG,
  );

  it(
    `refuse which of ${SAMPLE} damaged texts JSON.parse refuses`,
    () => {
      const damage = fc.constantFrom(
        "",
        "0",
        "-",
        ".",
        "e",
        '"',
        "\\",
        ",",
        "]",
        "}",
        "{",
        "\u0000",
        "\ufeff",
        "\u00a0",
        "/",
      );
      const refused = (read: () => unknown): boolean => {
        try {
          read();
          return false;
        } catch {
          return true;
        }
      };
      fc.assert(
        fc.property(odd, seed, damage, fc.boolean(), (written, place, by, instead) => {
          const at = place % (written.length + 1);
          const damaged = written.slice(0, at) + by + written.slice(at + (instead ? 1 : 0));
          const expected = refused(() => JSON.parse(damaged));
          for (const core of cores)
            same(String(refused(() => core.canonicalize(IdentityMode.verbatim, damaged))), String(expected), damaged);
        }),
        { numRuns: SAMPLE },
      );
    },
    LONG,
  );
});
