/** What the one client of both builds promises of the block that it shares with the core. */
import { describe, expect, it } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import { UnpackableError, writeOutcome } from "../../lib/core/event.ts";
import { EventFlag, IdentityMode, NO_TICKET } from "../../lib/core/layout.gen.ts";
import { loadNative } from "../../lib/core/native.ts";
import type { CoreRun } from "../../lib/core/run.ts";
import { loadWasm } from "../../lib/core/wasm.ts";

const KEY = new Uint8Array(16).fill(7);
const MEGABYTE = 1 << 20;
const never = (error: unknown): never => {
  throw error;
};
const counting = (maxRepeats: number) => ({
  ladder: { hint: 1 },
  detectors: [{ type: "count", maxRepeats }, { type: "no_progress" }],
});
const before = (run: CoreRun, args: unknown): number => run.before("tool", args, undefined, undefined, 0, 0) & 15;

const builds: [string, CoreClient][] = [
  ["native", loadNative()],
  ["wasm", loadWasm()],
];

describe.each(builds)("%s", (_name, core) => {
  it("takes a value for what its JSON says", () => {
    const run = core.guard(KEY, counting(1)).run();
    const same = [{ a: [1, "x"], b: undefined }, '{ "a": [1.0, "\\u0078"] }', { a: [1, "x"] }];
    expect(same.map((args) => before(run, args))).toEqual([0, 10, 10]);
    expect(before(run, undefined)).toBe(0);
    expect([() => 1, Symbol("s")].map((args) => before(run, args))).toEqual([10, 10]);
  });

  it("tells how long the text of a value is, and whether a result can be compared", () => {
    const run = core.guard(KEY, counting(9)).run();
    const characters = (args: unknown): number => {
      before(run, args);
      return run.characters;
    };
    expect([characters("raw text"), characters({ q: "ab" }), characters(undefined)]).toEqual([8, 10, 0]);
    const comparable = (result: unknown): boolean => {
      const ticket = run.before("tool", {}, undefined, undefined, 0, 0) >> 4;
      run.after(ticket, result, true, 0, undefined, 0);
      return run.comparable;
    };
    expect([comparable("r"), comparable([1]), comparable(new Map([[1, 2]]))]).toEqual([true, true, true]);
    expect([comparable(undefined), comparable(Promise.resolve())]).toEqual([false, false]);
  });

  it("makes a guard where the program has given all lists or objects a toJSON", () => {
    const lists = Array.prototype as { toJSON?: unknown };
    const objects = Object.prototype as { toJSON?: unknown };
    try {
      lists.toJSON = () => "a list";
      objects.toJSON = () => "an object";
      const guard = core.guard(KEY, { ...counting(1), shadow: undefined, maxEntries: 9 });
      guard.addTool({ f: { maxRepeats: 2, volatile: ["digits"] } });
      expect(guard.tool("f").profile).toBe(1);
      const run = guard.run();
      expect([1, 2].map(() => before(run, { a: [1] }))).toEqual([0, 10]);
    } finally {
      delete lists.toJSON;
      delete objects.toJSON;
    }
  });

  it("lets code of the user's use the same run while a value is written", () => {
    const run = core.guard(KEY, counting(1)).run();
    const inner = { inner: "x".repeat(500) };
    let seen = 0;
    const args = {
      first: "before",
      get second() {
        seen = before(run, inner);
        core.identify(KEY, IdentityMode.canonical, "other", { big: "y".repeat(MEGABYTE) });

        return "between";
      },
      last: { toJSON: () => `${before(run, inner)} after` },
    };
    expect(before(run, args)).toBe(0);
    expect(seen).toBe(0);
    // What was written around it is whole: this is the same call.
    expect(before(run, { first: "before", second: "between", last: "10 after" })).toBe(10);
  });

  it("lets code of the user's close what is in use", () => {
    const run = core.guard(KEY, counting(1)).run();
    const args = {
      get closes() {
        run.close();
        return 1;
      },
    };
    expect(() => before(run, args)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });

  it("goes on after a value that cannot be written", () => {
    const run = core.guard(KEY, counting(1)).run();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const throwing = {
      a: "x".repeat(1000),
      get b() {
        throw new RangeError("mine");
      },
    };
    for (const args of [cycle, { n: 1n }, throwing]) expect(() => before(run, args)).toThrow(UnpackableError);
    const ticket = run.before("tool", {}, undefined, undefined, 0, 0) >> 4;
    expect(run.after(ticket, throwing, true, 0, undefined, 0) & 8).toBe(0);
    expect(run.comparable).toBe(false);
    expect(run.takeFault()).toEqual({ error: new RangeError("mine") });
    expect(run.takeFault()).toBeUndefined();
    expect([before(run, { a: 1 }), before(run, { a: 1 })]).toEqual([0, 10]);
    expect(() => core.identify(KEY, 0, "t", cycle)).toThrow(TypeError);
  });

  it("grows with a message, and for an answer that is larger than the block", () => {
    const run = core.guard(KEY, counting(1)).run();
    const large = (last: string) => ({ text: "é".repeat(3 * MEGABYTE), last });
    expect([before(run, large("a")), before(run, large("b")), before(run, large("a"))]).toEqual([0, 0, 10]);
    // A snapshot of many calls is larger than a new block.
    const many = core.guard(KEY, { detectors: [{ type: "count", maxRepeats: 9 }] });
    const [one, other] = [many.run(), many.run()];
    for (let i = 0; i < 5000; i++) before(one, { i });
    const snapshot = one.snapshot();
    expect(snapshot.length).toBeGreaterThan(64 * 1024);
    other.restore(snapshot);
    expect(other.snapshot()).toEqual(snapshot);
  });

  it("takes down what may change until it is told", () => {
    const run = core.guard(KEY, counting(1)).run();
    const args = { a: [1] };
    const taken = core.takeArguments(args);
    args.a.push(2);
    expect(before(run, taken)).toBe(0);
    expect([before(run, { a: [1] }), before(run, { a: [1, 2] })]).toEqual([10, 0]);
    expect(core.takeArguments(taken)).toBe(taken);
    expect(core.takeWrapped(undefined)).toBeUndefined();
    expect(before(run, core.takeWrapped("x"))).toBe(0);
    expect(before(run, '["x"]')).toBe(10);
    const recordOf = (result: unknown): string =>
      run.record((one) => writeOutcome(one, NO_TICKET, "id", 0, result, true, EventFlag.failed, "e", 0));
    const record = recordOf(core.takeResult({ r: 1 }, never));
    expect(recordOf({ r: 1 })).toBe(record);
  });

  it("does not touch a proxy but as JSON.stringify does", () => {
    const traps: string[] = [];
    const handler = new Proxy(
      {},
      {
        get: (_, trap: string) => {
          traps.push(trap);
          return undefined;
        },
      },
    );
    const run = core.guard(KEY, counting(1)).run();
    before(run, new Proxy({ a: 1, b: [2] }, handler));
    const own = traps.splice(0);
    JSON.stringify(new Proxy({ a: 1, b: [2] }, handler));
    expect(own).toEqual(traps);
  });
});

it("two clients of one addon write to one block, each after the other", () => {
  const [one, other] = [loadNative(), loadNative()];
  const run = one.guard(KEY, counting(1)).run();
  let digest = "";
  const args = {
    get a() {
      digest = other.identify(KEY, 0, "t", { big: "x".repeat(MEGABYTE) });
      return "between";
    },
  };
  expect(before(run, args)).toBe(0);
  expect(before(run, { a: "between" })).toBe(10);
  expect(one.identify(KEY, 0, "t", { big: "x".repeat(MEGABYTE) })).toBe(digest);
});
