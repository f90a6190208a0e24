/** Records of both builds of the core are the same bytes, and each applies those of the other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import {
  type Event as CoreEvent,
  detectEvent,
  resolveEvent,
  stepEvent,
  writeCall,
  writeOutcome,
} from "../../lib/core/event.ts";
import { EventFlag, EventTag, NO_TICKET, Step } from "../../lib/core/layout.gen.ts";
import { loadNative } from "../../lib/core/native.ts";
import type { CoreRun } from "../../lib/core/run.ts";
import { loadWasm } from "../../lib/core/wasm.ts";
import { enough, tries } from "../effort.ts";

const KEY = new Uint8Array(16).fill(7);
const POLICY = { volatile: ["timestamps", "durations", "digits"], ignore: ["at"] };
const CONFIGURATION = {
  maxEntries: 100,
  ladder: { warn: 1, hint: 2, abort: 6 },
  detectors: [
    { type: "count", maxRepeats: 3, canonical: true },
    { type: "similar_query", tools: ["similar"] },
    { type: "no_progress", threshold: 3, errorThreshold: 2, windowSize: 16 },
    { type: "cycle", minCycleLen: 1, maxCycleLen: 4, windowSize: 16 },
    { type: "error_streak", threshold: 3, transientThreshold: 4 },
    { type: "unknown_tool" },
    { type: "custom", name: "own" },
  ],
  tools: { similar: POLICY },
};

function outcomeEvent(id: string, profile: number, result: unknown, flags: number): CoreEvent {
  const error = flags === 0 ? undefined : "e";
  return (core) => writeOutcome(core, NO_TICKET, id, profile, result, true, flags, error, 6);
}

function runOf(core: CoreClient, key: Uint8Array = KEY): CoreRun {
  const guard = core.guard(key, CONFIGURATION);
  return guard.run();
}

/** One event, as a record of the run that it is given. */
type Event = (run: CoreRun) => string;

const text = fc.constantFrom("a", "größe", "\ud800", '{"a":1,"at":2}', '{"at":3,"a":1}', '{"a":', "");
const value = fc.oneof(text, fc.constantFrom({ a: 1, at: 2 }, { at: 3, a: 1 }, [], null, undefined));
const id = fc.constantFrom("1", "2", "3", "ü");
const small = fc.integer({ min: 0, max: 1 });
const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(text, value, id, small).map(
      ([name, args, of, profile]): Event =>
        (run) =>
          run.record((core) =>
            writeCall(core, EventTag.before, name, args, of, `\n${name} ${JSON.stringify(args)}`, profile, 5),
          ),
    ),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(id, small, value, fc.constantFrom(0, EventFlag.failed, EventFlag.failed | EventFlag.transient))
      .map(
        ([of, profile, result, flags]): Event =>
          (run) =>
            run.record(outcomeEvent(of, profile, result, flags)),
      ),
  },
  fc.tuple(text, id).map(
    ([name, of]): Event =>
      (run) =>
        run.record((core) => writeCall(core, EventTag.invalid, name, undefined, of, "no such tool", 0, 7)),
  ),
  fc.tuple(id, fc.integer({ min: 0, max: 4 })).map(
    ([of, action]): Event =>
      (run) =>
        run.record(resolveEvent(NO_TICKET, of, action)),
  ),
  fc.tuple(text, text).map(
    ([name, key]): Event =>
      (run) =>
        run.record(detectEvent(6, 1, name, key, 4)),
  ),
  fc.constantFrom(Step.beginRound, Step.beginTurn, Step.reset).map(
    (step): Event =>
      (run) =>
        run.record(stepEvent(step)),
  ),
);

describe("records of both builds", () => {
  const bindings = [loadNative(), loadWasm()];

  it("are the same text, name the same tool, and have the same effect", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (stream) => {
        const [native, wasm] = bindings.map((binding) => runOf(binding)) as [CoreRun, CoreRun];
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
    const [native, wasm] = bindings.map((binding) => runOf(binding)) as [CoreRun, CoreRun];
    const records = events.map((event) => event(native));
    const digit = fc.constantFrom(..."ABQgw/+=-_ \n\0ü");
    const changed = fc
      .tuple(records, fc.nat(), fc.nat(3), fc.array(digit, { maxLength: 3 }))
      .map(([record, place, gone, put]) => {
        const at = place % 2 === 0 ? Math.max(0, record.length - (place % 5)) : place % record.length;
        return record.slice(0, at) + put.join("") + record.slice(at + gone);
      });
    const named = (run: CoreRun, record: string): string => {
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
    const binding = bindings[which] as CoreClient;
    const run = runOf(binding);
    const record = run.record(stepEvent(Step.reset));
    const other = runOf(binding, new Uint8Array(16));
    expect(record).toHaveLength(16); // ten bytes: version, step, check; the last digit holds two bits more
    const [more, wrong] = [`${record.slice(0, 13)}B==`, `${record.slice(0, 14)}A=`];
    const none = [
      "",
      record.slice(4),
      `C${record.slice(1)}`,
      record.slice(0, -1),
      more,
      wrong,
      `${record}\n`,
      "====",
      "=",
      "ü",
    ];
    const url = ["-", "_"].map((digit) => digit + record.slice(1));
    for (const bad of [
      ...none,
      ...url,
      record.replace("=", "A"),
      record + record,
      other.record(stepEvent(Step.reset)),
    ]) {
      expect(run.apply(bad)).toBe(-6);
      expect(() => run.recordName(bad)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_ERECORD" }));
    }
    expect(() => run.apply(7 as never)).toThrow(TypeError);
    const invalid = expect.objectContaining({ code: "ERR_LOOPGUARD_EINVAL" });
    expect(() => run.record(stepEvent(9))).toThrow(invalid);
    expect(() => run.record(resolveEvent(NO_TICKET, "1", 7))).toThrow(invalid);
    expect(() => run.record(outcomeEvent("1", 9, undefined, 0))).toThrow(invalid);
    run.close();
    expect(() => run.apply(record)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
    expect(() => run.record(stepEvent(Step.reset))).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });
});
