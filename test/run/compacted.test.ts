/** What a compaction of the context changes. test/run/model.test.ts holds it against an oracle, with all else in between. */
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { duplicate, noNews, noProgress, stall } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { found, guardOf, step, steps } from "./drive.ts";

const FILES = "read_a read_b read_c";

describe("a compaction", () => {
  it("lets each call be repeated once", () => {
    using guard = new LoopGuard();
    expect(steps(guard, `${FILES} read_a read_b`)).toEqual([null, null, null, null, null]);
    guard.compacted();
    expect(steps(guard, `${FILES} read_a`)).toEqual([null, null, null, "no_news"]);
  });

  it("is no excuse for the run that compacts, reads everything again, and compacts again", () => {
    using guard = new LoopGuard();
    steps(guard, FILES);
    guard.compacted();
    expect(steps(guard, FILES)).toEqual([null, null, null]);
    guard.compacted();
    expect(steps(guard, FILES)).toEqual(["no_news", "no_news", "no_news"]);
    guard.compacted();
    expect(steps(guard, FILES)).toEqual(["no_news", "no_news", "no_news"]);
  });

  it("counts again once there was news, also where it was told twice", () => {
    using guard = new LoopGuard();
    for (let lap = 0; lap < 10; lap++) {
      expect(steps(guard, FILES)).toEqual([null, null, null]);
      expect(found(step(guard, "search", { lap }, { result: `hit ${lap}` }))).toBeNull();
      guard.compacted();
      guard.compacted();
    }
  });

  it("does not make the same result news", () => {
    using guard = new LoopGuard();
    steps(guard, "list list read_a"); // read_a is the last news
    guard.compacted();
    expect(steps(guard, "read_a list read_a list")).toEqual([null, null, "no_news", "no_news"]);
  });

  it("counts if it is the first, though nothing was news", () => {
    using guard = guardOf(noNews({ times: 1 }), { action: "warn" });
    expect(steps(guard, "think")).toEqual([null]);
    guard.compacted();
    expect(steps(guard, "think think")).toEqual([null, "no_news"]);
  });

  it("takes nothing away of what is asked for after it, however late that comes back", () => {
    using guard = guardOf(noNews({ times: 1 }), { action: "warn" });
    const late = () => {
      const call = { name: "read", arguments: {} };
      const verdict = guard.before(call);
      guard.beginRound();
      guard.after(call, { result: "text" });
      return found(verdict);
    };
    expect(late()).toBeNull();
    guard.compacted();
    guard.beginRound();
    expect([late(), late(), late()]).toEqual([null, "no_news", "no_news"]);
  });

  it("takes nothing away where it comes before all calls", () => {
    using guard = guardOf([stall({ threshold: 2 }), noNews({ times: 1 })], { ladder: { abort: 2 } });
    const call = () => ({ name: "read", arguments: {} });
    const [first, second, third] = [call(), call(), call()];
    guard.compacted();
    guard.before(first);
    guard.beginRound();
    guard.before(second);
    guard.after(first, { result: "ok" }); // of the first round, which began when the context was compacted
    guard.beginRound();
    guard.before(third);
    expect(found(guard.after(second, { result: "ok" }))).toBe("stall");
    guard.beginRound();
    expect(guard.after(third, { result: "ok" })).toMatchObject({
      action: "abort",
      detection: { strikes: 2, repeats: 3 },
    });
  });

  it("is not a turn: strikes stay", () => {
    using guard = guardOf(noNews(), { ladder: { hint: 1, abort: 3 } });
    expect(steps(guard, "read read read read")).toEqual([null, null, "no_news", "no_news"]);
    guard.compacted();
    expect(found(step(guard, "read"))).toBeNull();
    expect(step(guard, "read")).toMatchObject({ action: "abort", detection: { strikes: 3 } });
  });

  it("holds for the other detectors of a guard with noNews: what is read again is no step of their loops", () => {
    using guard = guardOf([noNews(), noProgress(), duplicate()], { action: "warn" });
    steps(guard, "read list");
    guard.compacted();
    expect(steps(guard, "read list read")).toEqual([null, null, "no_news"]);
  });

  it("does nothing where nobody knows what is news", () => {
    using guard = guardOf(duplicate());
    steps(guard, "read");
    guard.compacted();
    expect(steps(guard, "read")).toEqual(["duplicate"]);
  });

  it("does not allow a change to be made twice", () => {
    using guard = guardOf([noNews(), duplicate()], { tools: { send: { mutates: true } } });
    steps(guard, "send read");
    guard.compacted();
    expect(steps(guard, "read send")).toEqual([null, "duplicate"]);
  });

  it("is in snapshots", () => {
    using guard = new LoopGuard();
    steps(guard, "read read");
    guard.compacted();
    using restored = LoopGuard.restore(guard.snapshot());
    expect(steps(restored, "read read")).toEqual([null, "no_news"]);
    restored.compacted();
    using again = LoopGuard.restore(restored.snapshot());
    expect(steps(again, "read")).toEqual(["no_news"]);
  });

  it("reaches those who share a run in a store", async () => {
    using one = new LoopGuard();
    using other = new LoopGuard();
    const store = memoryStore();
    const runs = [one.storedRun("r", store), other.storedRun("r", store)] as const;
    const reads = async (run: (typeof runs)[number]) => {
      const call = { name: "read", arguments: {} };
      run.beginRound();
      const verdict = await run.before(call);
      if (verdict.allowed) await run.after(call, { result: "text" });
      return verdict.action;
    };
    expect([await reads(runs[0]), await reads(runs[1])]).toEqual(["allow", "allow"]);
    runs[0].compacted();
    await runs[0].flush();
    expect([await reads(runs[1]), await reads(runs[0])]).toEqual(["allow", "hint"]);
    for (const run of runs) await run.close();
  });
});
