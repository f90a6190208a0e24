/** What bad input does to a guard, which is never to break a run. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoopCall } from "../../lib/base/types.ts";
import { fingerprint } from "../../lib/core/identity.ts";
import { LoopDetector } from "../../lib/guard/loop-detector.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { count, noProgress } from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { size } from "../effort.ts";
import { nest } from "../oracles/json-values.ts";

const MEGABYTES = size(16);

let errors: ErrorMessage[] = [];
const listen = (message: unknown) => {
  errors.push(message as ErrorMessage);
};
beforeEach(() => {
  errors = [];
  subscribe("loopguard:error", listen);
});
afterEach(() => {
  unsubscribe("loopguard:error", listen);
});

const strict = () => new LoopGuard({ maxRepeats: 1, action: "hint" });

/** How often a call may come before it is refused. */
function allowed(guard: LoopGuard, call: () => LoopCall): number {
  for (let i = 0; i < 5; i++) if (guard.before(call()).action !== "allow") return i;
  return 5;
}

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

describe("arguments that have no JSON text", () => {
  const rows: [string, unknown][] = [
    ["BigInt", { n: 1n }],
    ["a cycle", cycle],
    [
      "a throwing getter",
      {
        get q() {
          throw new Error("no");
        },
      },
    ],
    [
      "a throwing toJSON",
      {
        toJSON() {
          throw new Error("no");
        },
      },
    ],
    ["a cycle far down", nest({ cycle }, 20_000)],
  ];

  it.each(rows)("%s: allowed, untracked, reported", (_what, args) => {
    using guard = strict();
    const call = { name: "search", arguments: args };
    expect(allowed(guard, () => call)).toBe(5);
    expect(guard.after(call, { result: "r" })).toBe(ALLOW);
    expect(errors).toHaveLength(5);
    expect(errors[0]).toMatchObject({ where: "arguments", toolName: "search", error: expect.any(Error) });
    expect(guard.stats().calls).toBe(0);
    expect(guard.before({ name: "search", arguments: { q: 1 } })).toBe(ALLOW);
  });

  it("is not announced by `after` alone either", () => {
    using guard = strict();
    expect(guard.after({ name: "search", arguments: { n: 1n } }, { result: "r" })).toBe(ALLOW);
    expect(errors).toMatchObject([{ where: "after" }]);
  });
});

describe("results and errors that cannot be read", () => {
  it("counts a call whose result throws when it is looked at, without evidence of its result", () => {
    const result = {
      get n(): never {
        throw new Error("no");
      },
    };
    using guard = new LoopGuard({ detectors: [noProgress()], action: "hint" });
    for (let i = 0; i < 5; i++) {
      const call = { name: "search", arguments: {} };
      expect(guard.before(call)).toBe(ALLOW);
      expect(guard.after(call, { result })).toBe(ALLOW);
    }
    expect(errors).toHaveLength(5);
    expect(errors[0]).toMatchObject({ where: "result", toolName: "search" });
    expect(guard.stats().calls).toBe(5);
  });

  it("lets a call pass whose outcome throws when it is looked at", () => {
    using guard = new LoopGuard();
    const call = { name: "search", arguments: {} };
    guard.before(call);
    const outcome = {
      get error(): never {
        throw new Error("no");
      },
    };
    expect(guard.after(call, outcome)).toBe(ALLOW);
    expect(errors).toMatchObject([{ where: "after", toolName: "search" }]);
  });

  it("takes no outcome at all for an empty one", () => {
    using guard = new LoopGuard();
    const call = { name: "search", arguments: {} };
    guard.before(call);
    expect(guard.after(call, undefined as never)).toBe(ALLOW);
    expect(errors).toEqual([]);
  });
});

describe("calls that are none", () => {
  it.each([[null], [undefined], [5], [{}], [{ name: 5 }], [{ name: null, arguments: {} }]])(
    "%j is let pass and reported",
    (call) => {
      using guard = strict();
      for (let i = 0; i < 3; i++) expect(guard.before(call as never)).toBe(ALLOW);
      expect(guard.after(call as never, { result: 1 })).toBe(ALLOW);
      expect(guard.invalid(call as never, "why")).toBe(ALLOW);
      expect(errors.map(({ where }) => where)).toEqual(["before", "before", "before", "after", "invalid"]);
    },
  );

  it("takes ids that are no strings", () => {
    using guard = strict();
    guard.beginRound();
    const call = { id: 7 as unknown as string, name: "a", arguments: {} };
    expect(guard.before(call)).toBe(ALLOW);
    expect(guard.before({ ...call })).toBe(ALLOW); // the same call again
    expect(guard.before({ id: null as unknown as string, name: "b" })).toBe(ALLOW);
    expect(errors).toEqual([]);
  });
});

describe("raw text", () => {
  it("that does not parse is counted by its bytes", () => {
    using guard = strict();
    expect(allowed(guard, () => ({ name: "t", arguments: '{"q": ' }))).toBe(1);
    expect(allowed(guard, () => ({ name: "t", arguments: '{"q":' }))).toBe(1);
    expect(allowed(guard, () => ({ name: "t", arguments: "" }))).toBe(1);
    expect(allowed(guard, () => ({ name: "t" }))).toBe(1);
    expect(errors).toEqual([]);
  });

  it("has the identity of what it parses to; of duplicate keys the last counts", () => {
    using guard = strict();
    expect(guard.before({ name: "t", arguments: { a: 1, b: "A" } })).toBe(ALLOW);
    expect(guard.before({ name: "t", arguments: '{ "a": 0, "a": 1.0, "b": "\\u0041" }' }).action).toBe("hint");
  });

  it("keeps integers beyond 2^53 and 1e400 apart from their neighbours", () => {
    using guard = strict();
    const texts = ["9007199254740992", "9007199254740993", "9007199254740994", "1e400", "1e401", "-1e400"];
    for (const text of texts) expect(guard.before({ name: "t", arguments: `{"n":${text}}` })).toBe(ALLOW);
    for (const text of texts) expect(guard.before({ name: "t", arguments: `{"n":${text}}` }).action).toBe("hint");
    expect(guard.before({ name: "t", arguments: '{"n":9007199254740993.0}' }).action).toBe("hint");
  });
});

describe("odd values", () => {
  it("stay different, and equal ones equal", () => {
    using guard = strict();
    const values = [
      "\ud800",
      "\udbff",
      "\udc00",
      "\ufffd",
      "a\u0000b",
      "a\u0000c",
      "a",
      0,
      "0",
      null,
      2 ** 53,
      2 ** 53 - 1,
    ];
    for (const q of values) expect(allowed(guard, () => ({ name: "t", arguments: { q } }))).toBe(1);
    expect(guard.before({ name: "t", arguments: { q: -0 } }).action).toBe("hint"); // JSON has no -0
  });

  it(`may be 10,000 and ${size(60_000)} deep`, () => {
    for (const depth of [10_000, size(60_000)]) {
      using guard = new LoopGuard({ detectors: [count({ maxRepeats: 1, canonical: true })], action: "hint" });
      expect(allowed(guard, () => ({ name: "t", arguments: nest(1, depth) }))).toBe(1);
      expect(guard.before({ name: "t", arguments: nest(2, depth) })).toBe(ALLOW);
      const raw = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      expect(allowed(guard, () => ({ name: "t", arguments: raw }))).toBe(1);
    }
    expect(errors).toEqual([]);
  });

  it(`may be ${MEGABYTES} MB long, to the last character`, () => {
    using guard = strict();
    const long = "x".repeat(MEGABYTES << 20);
    expect(guard.before({ name: "t", arguments: { q: `${long}a` } })).toBe(ALLOW);
    expect(guard.before({ name: "t", arguments: { q: `${long}b` } })).toBe(ALLOW);
    expect(guard.before({ name: "t", arguments: { q: `${long}a` } }).action).toBe("hint");
  });

  it("never make one name and its arguments look like another", () => {
    using guard = strict();
    const names = ["", "a", "a::{}", 'a"', "a\n", "a::b", '{"', "\ud800", "\u0000", "a\u0000"];
    for (const name of names)
      for (const args of [{}, "a::{}", undefined, { "a::": 1 }])
        expect([name, args, allowed(guard, () => ({ name, arguments: args }))]).toEqual([name, args, 1]);
    expect(fingerprint("a::b", {})).not.toBe(fingerprint("a", "::b{}"));
  });
});

describe("a closed guard, run or detector", () => {
  const closed = expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" });

  it("throws, but closes twice", () => {
    const guard = new LoopGuard();
    const run = guard.run("r");
    guard.close();
    guard.close();
    const call = { name: "a" };
    const uses = [
      () => guard.before(call),
      () => guard.after(call, {}),
      () => guard.invalid(call, "x"),
      () => guard.beginRound(),
      () => guard.beginTurn(),
      () => guard.reset(),
      () => guard.run(),
      () => guard.check([call]),
      () => guard.snapshot(),
      () => guard.stats(),
      () => run.before(call),
      () => run.after(call, {}),
      () => run.invalid(call, "x"),
      () => run.beginRound(),
      () => run.beginTurn(),
      () => run.reset(),
      () => run.snapshot(),
      () => run.stats(),
    ];
    for (const use of uses) expect(use).toThrow(closed);
    run.close();
  });

  it("a run alone", () => {
    using guard = new LoopGuard();
    const run = guard.run("r");
    run.close();
    run.close();
    expect(() => run.before({ name: "a" })).toThrow(closed);
    expect(guard.run("r").before({ name: "a" })).toBe(ALLOW);
    expect(guard.before({ name: "a" })).toBe(ALLOW);
  });

  it("a detector", () => {
    const detector = new LoopDetector();
    detector.close();
    detector.close();
    for (const use of [
      () => detector.push("a"),
      () => detector.push(1 as never),
      () => detector.rehydrate([]),
      () => detector.reset(),
      () => detector.snapshot(),
    ])
      expect(use).toThrow(closed);
  });
});

it("takes bytes of another realm for what they are", () => {
  const foreign = (bytes: Uint8Array): Uint8Array => runInNewContext("Uint8Array.from(bytes)", { bytes });
  const bytes = foreign(new LoopGuard().snapshot());
  expect(LoopGuard.restore(bytes, {}).snapshot()).toEqual(Uint8Array.from(bytes));
  const detector = foreign(new LoopDetector().snapshot());
  expect(LoopDetector.restore(detector).snapshot()).toEqual(Uint8Array.from(detector));
  const key = Uint8Array.from({ length: 16 }, (_, i) => i);
  expect(fingerprint("a", {}, { key: foreign(key) })).toBe(fingerprint("a", {}, { key }));
});

describe("bytes that are no snapshot", () => {
  it("throws ERR_LOOPGUARD_SNAPSHOT", () => {
    const refused = expect.objectContaining({ code: "ERR_LOOPGUARD_SNAPSHOT" });
    using guard = new LoopGuard();
    using detector = new LoopDetector();
    const good = guard.snapshot();
    const rows: unknown[] = [
      null,
      "text",
      [1, 2],
      new Uint8Array(0),
      new Uint8Array(100),
      good.subarray(0, -1),
      detector.snapshot(),
    ];
    for (const bytes of rows) expect(() => LoopGuard.restore(bytes as Uint8Array, {})).toThrow(refused);
    for (const bytes of [null, "text", new Uint8Array(0), good])
      expect(() => LoopDetector.restore(bytes as Uint8Array)).toThrow(refused);
    // Every single byte matters.
    for (let i = 0; i < good.length; i++) {
      const damaged = good.slice();
      damaged[i] = (damaged[i] as number) ^ 0x40;
      expect(() => LoopGuard.restore(damaged, {}), `byte ${i}`).toThrow(refused);
    }
  });
});
