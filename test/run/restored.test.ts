/** Runs that go on from a snapshot go on as the originals do. */
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { cycle, noNews } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { found } from "./drive.ts";

/** The guard itself, and one made from its snapshot. */
function goOn(options: LoopGuardOptions, live: (guard: LoopGuard) => void): LoopGuard[] {
  const guard = new LoopGuard(options);
  live(guard);
  return [guard, LoopGuard.restore(guard.snapshot(), options)];
}

describe("a call that comes back after the user has spoken", () => {
  it("was asked for without knowing that: the next is a fresh look", () => {
    using guard = new LoopGuard({ detectors: [noNews()], ladder: { hint: 1 } });
    const call = (id: number) => ({ name: "read", id: `call_${id}` });
    for (const id of [1, 2]) {
      guard.beginRound();
      guard.before(call(id));
      if (id === 1) guard.after(call(id), { result: "r" });
    }
    guard.beginTurn();
    guard.after(call(2), { result: "r" });
    guard.beginRound();
    for (const id of [3, 4]) {
      expect(guard.before(call(id)).action).toBe("allow");
      guard.after(call(id), { result: "r" });
      guard.beginRound();
    }
    expect(guard.before(call(5)).action).toBe("hint");
  });
});

describe("a restored run", () => {
  it("takes a late outcome for the call that waits, though an id of its round is through", () => {
    const call = { name: "read", id: "call_1" };
    const after = goOn({ detectors: [cycle({ repeats: 2 })] }, (guard) => {
      guard.before(call);
      guard.before({ name: "other" });
      guard.after({ name: "other" }, { result: "r" });
      guard.beginRound();
      guard.before(call); // the id again, in a later round: another call
      guard.after(call, { result: "r" });
    }).map((side) => found(side.after(call, { result: "r" })));
    expect(after).toEqual(["cycle", "cycle"]);
  });
});
