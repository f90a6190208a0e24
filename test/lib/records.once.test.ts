/** Records of both builds of the core are the same bytes, and each applies those of the other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ArgsKind,
  type NativeBinding,
  type NativeProfile,
  type NativeRun,
  ResultKind,
  Step,
} from "../../lib/binding.ts";
import { DETECTOR_TYPES } from "../../lib/core/layout.gen.ts";
import { loadNative } from "../../lib/native.ts";
import { loadWasm } from "../../lib/wasm.ts";
import { enough, tries } from "../effort.ts";

const KEY = new Uint8Array(16).fill(7);
const LADDER = [1, 2, 0, 6] as const;
const PROFILE: NativeProfile = {
  exempt: false,
  mutates: false,
  poll: false,
  similar: true,
  pollMinIntervalMs: 0,
  pollMaxWaitMs: 0,
  maxRepeats: 0,
  limit: 0,
  volatileClasses: 0x103,
  failureClasses: 0,
  ladder: [0, 0, 0, 0],
  keep: [],
  ignore: ["at"],
};

function runOf(binding: NativeBinding, key: Uint8Array = KEY): NativeRun {
  const guard = binding.guard(key, 100, LADDER, false);
  for (const type of ["count", "similar_query", "no_progress", "cycle", "error_streak", "unknown_tool", "custom"]) {
    guard.addDetector({
      type: DETECTOR_TYPES.indexOf(type as (typeof DETECTOR_TYPES)[number]),
      threshold: 3,
      minCycleLen: 1,
      maxCycleLen: 4,
      windowSize: 16,
      transientThreshold: 4,
      errorThreshold: 2,
      ackThreshold: 6,
      pollAfterMs: 4000,
      maxWaitMs: 600_000,
      similarity: 0.75,
      canonical: true,
      settled: false,
      strongOnly: false,
      failuresOnly: false,
      ladder: [0, 0, 0, 0],
    });
  }
  guard.addProfile(PROFILE, false);
  return guard.run();
}

/** One event, as a record of the run that it is given. */
type Event = (run: NativeRun) => string;

const text = fc.constantFrom("a", "größe", "\ud800", '{"a":1,"at":2}', '{"at":3,"a":1}', '{"a":', "");
const id = fc.constantFrom("1", "2", "3", "ü");
const small = fc.integer({ min: 0, max: 1 });
const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(text, text, id, small).map(
      ([name, args, of, profile]): Event =>
        (run) =>
          run.recordBefore(name, args, ArgsKind.raw, of, `\n${name} ${args}`, profile, 5),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(id, small, text, fc.constantFrom(0, 1, 3)).map(
      ([of, profile, result, flags]): Event =>
        (run) =>
          run.recordAfter(of, profile, ResultKind.text, result, flags, flags === 0 ? undefined : "e", 6),
    ),
  },
  fc.tuple(text, id).map(
    ([name, of]): Event =>
      (run) =>
        run.recordInvalid(name, undefined, ArgsKind.none, of, 0, "no such tool", 7),
  ),
  fc.tuple(id, fc.integer({ min: 0, max: 4 })).map(
    ([of, action]): Event =>
      (run) =>
        run.recordResolve(of, action),
  ),
  fc.tuple(text, text).map(
    ([name, key]): Event =>
      (run) =>
        run.recordDetect(6, 1, name, key, 4),
  ),
  fc.constantFrom(Step.beginRound, Step.beginTurn, Step.reset).map(
    (step): Event =>
      (run) =>
        run.recordStep(step),
  ),
);

describe("records of both builds", () => {
  const bindings = [loadNative(), loadWasm()];

  it("are the same text, name the same tool, and have the same effect", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (stream) => {
        const [native, wasm] = bindings.map((binding) => runOf(binding)) as [NativeRun, NativeRun];
        for (const event of stream) {
          const record = event(native);
          expect(event(wasm)).toEqual(record);
          expect(wasm.recordName(record)).toBe(native.recordName(record));
          const packed = native.apply(record);
          expect(wasm.apply(record)).toBe(packed);
          if ((packed & 8) === 0) continue;
          found++;
          expect(wasm.report()).toEqual(native.report());
        }
        expect(wasm.snapshot()).toEqual(native.snapshot());
        const report = native.restore(wasm.snapshot());
        expect(wasm.restore(native.snapshot())).toEqual(report);
        native.close();
        wasm.close();
      }),
      { numRuns: tries(300) },
    );
    expect(found).toBeGreaterThan(enough(30));
  });

  it("agree on what a record is, however its text was changed", () => {
    const [native, wasm] = bindings.map((binding) => runOf(binding)) as [NativeRun, NativeRun];
    const records = events.map((event) => event(native));
    const digit = fc.constantFrom(..."ABQgw/+=-_ \n\0ü");
    const changed = fc
      .tuple(records, fc.nat(), fc.nat(3), fc.array(digit, { maxLength: 3 }))
      .map(([record, place, gone, put]) => {
        const at = place % 2 === 0 ? Math.max(0, record.length - (place % 5)) : place % record.length;
        return record.slice(0, at) + put.join("") + record.slice(at + gone);
      });
    const named = (run: NativeRun, record: string): string => {
      try {
        return run.recordName(record);
      } catch (error) {
        return String((error as { code?: unknown }).code);
      }
    };
    let refused = 0;
    fc.assert(
      fc.property(fc.oneof(records, changed), (record) => {
        const packed = native.apply(record);
        expect(wasm.apply(record)).toBe(packed);
        expect(named(wasm, record)).toBe(named(native, record));
        // One text for the same bytes.
        if (Buffer.from(record, "base64").toString("base64") !== record) expect(packed).toBe(-6);
        if (packed === -6) refused++;
      }),
      { numRuns: tries(2000) },
    );
    expect(refused / tries(2000)).toBeGreaterThan(0.15);
    expect(refused / tries(2000)).toBeLessThan(0.85);
  });

  it.each([
    ["native", 0],
    ["wasm", 1],
  ])("%s refuses what is none, and another key's", (_, which) => {
    const binding = bindings[which] as NativeBinding;
    const run = runOf(binding);
    const record = run.recordStep(Step.reset);
    const other = runOf(binding, new Uint8Array(16));
    expect(record).toHaveLength(16); // ten bytes: version, step, check; the last digit holds two bits more
    const [more, wrong] = [`${record.slice(0, 13)}B==`, `${record.slice(0, 14)}A=`];
    const none = [
      "",
      record.slice(4),
      `B${record.slice(1)}`,
      record.slice(0, -1),
      more,
      wrong,
      `${record}\n`,
      "====",
      "=",
      "ü",
    ];
    const url = ["-", "_"].map((digit) => digit + record.slice(1));
    for (const bad of [...none, ...url, record.replace("=", "A"), record + record, other.recordStep(Step.reset)]) {
      expect(run.apply(bad)).toBe(-6);
      expect(() => run.recordName(bad)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_ERECORD" }));
    }
    expect(() => run.apply(new Uint8Array(10) as never)).toThrow(TypeError);
    expect(() => run.recordStep(9 as never)).toThrow(TypeError);
    expect(() => run.recordResolve(7 as never, 0)).toThrow(TypeError);
    expect(() => run.recordAfter("1", 9, ResultKind.none, undefined, 0, undefined, 0)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_EINVAL" }),
    );
    run.close();
    expect(() => run.apply(record)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
    expect(() => run.recordStep(Step.reset)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });
});
