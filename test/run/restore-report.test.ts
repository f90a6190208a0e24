/** Restored under other options: what still applies is kept, and what does not is told. */
import { channel } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { RestoreMessage } from "../../lib/rules/diagnostics.ts";
import { count, cycle, type Detector, noProgress, repeat, stall } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

const ladder = { warn: 1, hint: 2, abort: 9 };
const call = (id?: string) => ({ ...(id === undefined ? {} : { id }), name: "f", arguments: { n: 1 } });

/** The snapshot of a guard that saw one call `times` times, and is at strike 2 of it. */
function looped(detectors: Detector[], times = 3, options: LoopGuardOptions = {}): Uint8Array {
  using guard = new LoopGuard({ detectors, ladder, ...options });
  for (let i = 0; i < times; i++) {
    guard.before(call());
    guard.after(call(), { result: "same" });
  }
  guard.before(call("open"));
  return guard.snapshot();
}

describe("restored under other detectors", () => {
  const was = [stall({ threshold: 9 }), repeat({ threshold: 3 }), noProgress({ threshold: 5 })];

  it("a guard that was made says nothing, one with the same options that nothing is missing", () => {
    using made = new LoopGuard();
    expect(made.restored).toBeUndefined();
    using same = LoopGuard.restore(looped(was), { detectors: was, ladder });
    expect(same.restored).toEqual({
      sameOptions: true,
      dropped: { loops: 0, armed: 0, detections: 0, observations: 0, counts: 0, policies: 0 },
    });
  });

  it("strikes of a detector that is still there go on, wherever it stands now", () => {
    using guard = LoopGuard.restore(looped(was), { detectors: [count({ maxRepeats: 50 }), repeat(), cycle()], ladder });
    expect(guard.restored).toMatchObject({ sameOptions: false, dropped: { loops: 0, armed: 0, detections: 0 } });
    expect(guard.before(call())).toMatchObject({ action: "hint", detection: { detector: "repeat", strikes: 3 } });
  });

  it("those of one that is gone, or has another threshold, are dropped; the past calls stay", () => {
    const messages: RestoreMessage[] = [];
    const listen = (message: unknown): void => void messages.push(message as RestoreMessage);
    channel("loopguard:restore").subscribe(listen);
    using guard = LoopGuard.restore(looped(was), { detectors: [repeat({ threshold: 4 })], ladder });
    channel("loopguard:restore").unsubscribe(listen);
    // The open call was refused by what is gone, so it was not refused.
    expect(guard.restored).toMatchObject({ sameOptions: false, dropped: { loops: 1, armed: 1, detections: 1 } });
    expect(messages).toEqual([{ report: guard.restored }]);
    expect(guard.before(call("open")).action).toBe("allow");
    const after = guard.after(call("open"), { result: "same" });
    expect(after).toMatchObject({ action: "warn", detection: { detector: "repeat", repeats: 4, strikes: 1 } });
  });

  it("of two that are alike, each finds its own", () => {
    const twice = [repeat({ threshold: 3, ladder: { abort: 50 } }), repeat({ threshold: 3, ladder })];
    using guard = LoopGuard.restore(looped(twice), { detectors: [stall(), ...twice], ladder });
    expect(guard.restored).toMatchObject({ sameOptions: false, dropped: { loops: 0, armed: 0 } });
    guard.beginRound();
    // The first of them fires and allows, as it did before.
    expect(guard.before(call())).toMatchObject({ action: "allow", detection: { detector: "repeat", strikes: 3 } });
  });

  it("says what a smaller guard has no room for", () => {
    using guard = new LoopGuard({ detectors: [count({ maxRepeats: 2 }), cycle({ windowSize: 64 })], action: "hint" });
    for (let n = 0; n < 60; n++) {
      guard.before({ name: "f", arguments: n });
      guard.after({ name: "f", arguments: n }, { result: n });
    }
    using small = LoopGuard.restore(guard.snapshot(), { maxRepeats: 2, action: "hint", maxEntries: 20 });
    expect(small.restored).toMatchObject({ dropped: { counts: 40, observations: 60 - 32 } });
    for (const n of [59, 59]) small.before({ name: "f", arguments: n });
    expect(small.before({ name: "f", arguments: 59 })).toMatchObject({ action: "hint", detection: { repeats: 4 } });
  });
});

describe("calls under way", () => {
  const options: LoopGuardOptions = {
    detectors: [noProgress({ threshold: 3 })],
    tools: { read: { volatile: ["digits"] }, "write_*": { mutates: true } },
    ladder,
  };

  it("keep the policy of their tool", () => {
    using guard = new LoopGuard(options);
    for (const id of ["a", "b", "c"]) guard.before({ id, name: "read", arguments: {} });
    using restored = LoopGuard.restore(guard.snapshot(), options);
    expect(restored.restored?.dropped.policies).toBe(0);
    restored.beginRound();
    for (const [i, id] of ["d", "e"].entries()) {
      restored.before({ id, name: "read", arguments: {} });
      restored.after({ id, name: "read", arguments: {} }, { result: `line ${i}` });
      restored.beginRound();
    }
    const after = restored.after({ id: "a", name: "read", arguments: {} }, { result: "line 9" });
    expect(after).toMatchObject({ action: "warn", detection: { detector: "no_progress", repeats: 3 } });
  });

  it("whose tool has another policy now go on under the default one, which is told", () => {
    using guard = new LoopGuard(options);
    guard.before({ id: "a", name: "read", arguments: {} });
    using restored = LoopGuard.restore(guard.snapshot(), { ...options, tools: {} });
    expect(restored.restored).toMatchObject({ sameOptions: true, dropped: { policies: 1 } });
  });
});
