import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "../effort.ts";
import { json, nest, text } from "../oracles/json-values.ts";
import { packedJson, packedOracle } from "../oracles/packed.ts";
import { HOSTILE, type Log } from "./hostile-values.ts";
import { packed, testMemory } from "./packing.ts";

/** What comes of it: bytes, nothing, or what was thrown. */
function outcome(act: () => Buffer | undefined): unknown {
  try {
    return act()?.toString("hex");
  } catch (error) {
    return error instanceof Error ? { name: error.constructor.name, message: error.message } : { thrown: error };
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

describe("pack", () => {
  it("writes what JSON.stringify would have said", () => {
    const memory = testMemory();
    fc.assert(
      fc.property(json, (value) => {
        const bytes = packed(value, memory) as Buffer;
        if (!bytes.equals(packedOracle(value) as Buffer)) expect(bytes).toEqual(packedOracle(value));
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
});
