/** Which results are the same: for a guard, for a guarded function, and on both builds of the core. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopOutcome } from "../../lib/base/types.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { duplicate, noProgress } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { tries } from "../effort.ts";
import { made, sameSpec, spec } from "../oracles/value-specs.ts";
import { hearing } from "./callbacks.ts";
import { DIFFERENT, EQUAL, OPAQUE, THROWING } from "./value-pairs.ts";

const heard = hearing();

/** Two calls with one result are a loop. */
const TWICE: LoopGuardOptions = { detectors: [noProgress({ threshold: 2 })], action: "hint" };

/** Whether a guard takes the outcomes of two equal calls for the same. */
function same(a: LoopOutcome, b: LoopOutcome, options = TWICE): boolean {
  using guard = new LoopGuard(options);
  const call = { name: "t", arguments: {} };
  guard.before(call);
  guard.after(call, a);
  guard.before(call);
  return guard.after(call, b).detection !== null;
}

/** Where in a result the value stands. */
const PLACES: readonly (readonly [where: string, place: (value: unknown) => unknown])[] = [
  ["alone", (value) => value],
  ["in an object", (value) => ({ ok: true, rows: [1, { value }] })],
  ["in a map", (value) => new Map([["k", [value]]])],
  ["as a cause", (value) => new Error("outer", { cause: { value } })],
];

it("nothing is an empty result; no result at all is unknown", () => {
  expect(same({ result: undefined }, { result: undefined })).toBe(true);
  expect(same({ result: undefined }, { result: "" })).toBe(true);
  expect(same({}, {})).toBe(false);
});

describe.each(PLACES)("%s", (where, place) => {
  it.each(DIFFERENT)("different: %s", (_what, a, b) => {
    expect(same({ result: place(a()) }, { result: place(b()) })).toBe(false);
    expect(same({ result: place(b()) }, { result: place(a()) })).toBe(false);
    expect(heard.errors).toEqual([]);
  });

  it.each(EQUAL)("equal: %s", (_what, a, b) => {
    expect(same({ result: place(a()) }, { result: place(b()) })).toBe(true);
    expect(heard.errors).toEqual([]);
  });

  // A symbol inside of something is nothing in particular.
  it.each(OPAQUE.filter(([what]) => where === "alone" || what !== "a symbol"))("opaque: %s", (_what, make) => {
    expect(same({ result: place(make()) }, { result: place(make()) })).toBe(false);
    expect(heard.errors).toEqual([]);
  });
});

it.each(THROWING)("told, and never the same: %s", (_what, make) => {
  expect(same({ result: make() }, { result: [make()] })).toBe(false);
  expect(same({ result: make() }, { result: make() })).toBe(false);
  expect(heard.errors).toHaveLength(4);
  expect(heard.errors[0]).toMatchObject({ where: "result", toolName: "t", error: expect.any(Error) });
});

describe("a value that never ends, or nearly", () => {
  const endlessList = () =>
    new Proxy([], {
      get: (target, key) => (key === "length" ? 2 ** 32 - 1 : key === "toJSON" ? undefined : target.length),
    });

  it("is told, and no other", () => {
    using guard = new LoopGuard(TWICE);
    const call = { name: "t", arguments: {} };
    guard.before(call);
    guard.after(call, { result: endlessList() });
    expect(heard.errors).toMatchObject([{ where: "result", error: expect.any(RangeError) }]);
  });

  it("is compared where it leads back to itself at many places", () => {
    const chain = (last: number) => {
      const head: Record<string, unknown> = { i: 0 };
      let node = head;
      for (let i = 1; i < 20_000; i++) node = (node["next"] = { i, previous: node }) as Record<string, unknown>;
      node["last"] = last;
      return head;
    };
    expect(same({ result: chain(1) }, { result: chain(1) })).toBe(true);
    expect(same({ result: chain(1) }, { result: chain(2) })).toBe(false);
    expect(heard.errors).toEqual([]);
  });
});

describe("values that are thrown", () => {
  it("have the same difference, where they have no message", () => {
    expect(same({ error: new Map([[1, 1]]) }, { error: new Map([[1, 2]]) })).toBe(false);
    expect(same({ error: new Map([[1, 1]]) }, { error: new Map([[1, 1]]) })).toBe(true);
    expect(same({ error: new WeakMap() }, { error: new WeakMap() })).toBe(false);
    expect(same({ error: { n: 1n } }, { error: { n: 1n } })).toBe(true);
    expect(same({ error: new Error("a") }, { error: new Error("a") })).toBe(true);
    expect(heard.errors).toEqual([]);
  });
});

it("no volatile class takes what stands for bytes, functions and opaque errors", () => {
  const volatile = [
    "timestamps",
    "durations",
    "uuids",
    "hexIds",
    "counters",
    "pids",
    "tempPaths",
    "ansi",
    "digits",
    "space",
  ] as const;
  const options: LoopGuardOptions = { ...TWICE, volatile: [...volatile] };
  for (let i = 0; i < tries(200); i++) {
    expect(same({ result: Uint8Array.of(i) }, { result: Uint8Array.of(i + 1) }, options)).toBe(false);
    expect(same({ result: { f: () => i } }, { result: { f: () => i } }, options)).toBe(false);
    expect(same({ error: new WeakMap() }, { error: new WeakMap() }, options)).toBe(false);
  }
  expect(same({ result: new Map([["at", 1]]) }, { result: new Map([["at", 2]]) }, options)).toBe(true);
});

describe("the preset", () => {
  /** At which call it refuses. */
  const refusedAt = (make: (i: number) => unknown): number | undefined => {
    using guard = new LoopGuard();
    const call = { name: "look_up", arguments: { q: 1 } };
    for (let i = 0; i < 12; i++) {
      guard.beginRound();
      const before = guard.before(call);
      if (before.action !== "allow" && before.action !== "warn") return i;
      guard.after(call, { result: make(i) });
    }
    return undefined;
  };

  it("does not refuse what gives another error each time", () => {
    expect(refusedAt((i) => new Error(`different ${"x".repeat(i)}`))).toBeUndefined();
  });

  it("refuses what gives the same error each time, as it does the same text", () => {
    const text = refusedAt(() => "no such page");
    expect(text).toBeTypeOf("number");
    expect(refusedAt(() => new Error("no such page"))).toBe(text);
  });
});

describe("guardFunction", () => {
  const calls = (make: () => unknown): unknown[] => {
    const guarded = guardFunction("t", (_: string) => make(), TWICE);
    return [1, 2, 3].map(() => guarded("x"));
  };

  // What such a proxy throws, JavaScript itself throws to whoever asks for the result.
  const asked = THROWING.filter(([what]) => what !== "a revoked proxy");
  it.each([...OPAQUE, ...asked])("does not refuse: %s", (_what, make) => {
    for (const result of calls(make)) expect(typeof result).not.toBe("string");
  });

  it("refuses a map like any other result", () => {
    const [first, second, third] = calls(() => new Map([["k", 1]]));
    expect(first).toEqual(new Map([["k", 1]]));
    expect(second).toEqual(new Map([["k", 1]]));
    expect(third).toMatch(/returned the same result/);
  });
});

describe("replay", () => {
  const second = (result: unknown) => {
    using guard = new LoopGuard({ detectors: [duplicate({ replay: true })] });
    const call = { name: "t", arguments: {} };
    guard.before(call);
    guard.after(call, { result });
    return guard.before(call);
  };

  it.each([
    ["map", new Map([["k", 1]])],
    ["error", new Error("a")],
    ["bytes", Uint8Array.of(1)],
    ["big number", 1n],
  ])("gives the earlier %s itself", (_what, result) => {
    expect(second(result)).toHaveProperty("replay", result);
  });

  it("does not give a stream again, which was read", () => {
    expect(second(new ReadableStream())).not.toHaveProperty("replay");
  });
});

it(`is the same exactly when all that can be said is (${tries(3_000)} random pairs)`, () => {
  let equal = 0;
  fc.assert(
    fc.property(spec, spec, fc.boolean(), (a, other, again) => {
      const b = again ? a : other;
      const expected = sameSpec(a, b);
      if (expected) equal++;
      expect(same({ result: made(a) }, { result: made(b) })).toBe(expected);
    }),
    { numRuns: tries(3_000) },
  );
  expect(equal).toBeGreaterThan(0);
});

// AI SDK's MCP client and the MCP SDK's return it; a loop of them must be found beside successful calls of other tools.
it("a result that MCP calls a failure is a failure", () => {
  const outcome = (i: number): LoopOutcome => ({
    result: { content: [{ type: "text", text: `No match for "${i}"` }], isError: true },
  });
  const told: string[] = [];
  using guard = new LoopGuard({ onDetection: ({ detector }, { action }) => told.push(`${action} ${detector}`) });
  for (let i = 0; i < 8; i++)
    for (const [name, came] of [["read", { result: "const a = 1;" }] as const, ["edit", outcome(i)] as const]) {
      const call = { name, arguments: { old: name === "edit" ? i : 0 } };
      guard.beginRound();
      if (guard.before(call).allowed) guard.after(call, came);
    }
  expect(told[0]).toBe("warn error_streak");
  expect(same(outcome(1), { error: 'No match for "1"' })).toBe(true);
  expect(same({ result: { isError: true } }, { error: "No" })).toBe(false); // no result of MCP
});
