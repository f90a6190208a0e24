/** Which outcome belongs to which call, and calls that are announced twice. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, vi } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { duplicate, limit, noProgress, repeat, unknownTool } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";

const make = () => new LoopGuard({ detectors: [repeat({ threshold: 3 })], action: "hint" });

describe("pairing `after` with `before`", () => {
  const stuck = (guard: LoopGuard) => guard.before({ name: "a", arguments: "{}" }).action === "hint";

  it("goes by id", () => {
    using guard = make();
    for (let i = 0; i < 3; i++) {
      guard.beginRound();
      guard.before({ id: `c${i}`, name: "a", arguments: {} });
      guard.after({ id: `c${i}`, name: "a", arguments: { other: "object" } }, { result: i });
    }
    expect(stuck(guard)).toBe(true);
  });

  it("goes by the call object, else by name and the very same arguments", () => {
    using guard = make();
    for (let i = 0; i < 3; i++) {
      guard.beginRound();
      const args = {};
      const call = { name: "a", arguments: args };
      guard.before(call);
      guard.after(i === 0 ? call : { name: "a", arguments: args }, { result: i });
    }
    expect(guard.stats().calls).toBe(3);
    expect(stuck(guard)).toBe(true);
  });

  it("else by equal arguments, if they are those of one call alone that was let run", async () => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 3 })], action: "hint" });
    const args = { page: 1, of: "a" };
    for (const run of [guard.run("m"), guard.storedRun("s", memoryStore())]) {
      const actions: string[] = [];
      for (let i = 0; i < 4; i++) {
        await run.beginRound();
        await run.before({ name: "a", arguments: { page: 2 } });
        actions.push((await run.before({ name: "a", arguments: args })).action);
        await run.after({ name: "a", arguments: { ...args } }, { result: "r" });
      }
      expect(actions).toEqual(["allow", "allow", "allow", "hint"]);
      // The last was refused, so an outcome of such a call is of another one, which nobody announced.
      expect(run.stats().calls).toBe(9);
      for (const _ of "ab") await run.before({ name: "b", arguments: { ...args } });
      await run.after({ name: "b", arguments: { ...args } }, { result: "r" });
      expect(run.stats().calls).toBe(12); // one of two: which is not known
    }
  });

  it("judges what a host tells of calls whose arguments it has changed, however many there were", () => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 3 })], action: "hint" });
    const call = (q: string) => {
      guard.beginRound();
      guard.before({ name: "a", arguments: { q } });
      return guard.after({ name: "a", arguments: { q, limit: 10 } }, { result: "r" }).detection?.repeats;
    };
    for (let i = 0; i < 300; i++) call(`other ${i}`);
    expect(["again", "again", "again"].map(call)).toEqual([undefined, undefined, 3]);
  });

  it("finds equal arguments without a text of each open call", () => {
    using guard = make();
    const large = (page: number) => ({ list: [{ text: "x".repeat(1 << 20), page, at: undefined }], on: new Date(0) });
    for (let page = 0; page < 100; page++) guard.before({ name: "a", arguments: large(page) });
    const made = JSON.parse(JSON.stringify(large(3))) as unknown;
    const write = vi.spyOn(JSON, "stringify");
    guard.after({ name: "a", arguments: made }, { result: "r" });
    expect(write.mock.calls.length).toBeLessThan(20);
    write.mockRestore();
    expect(guard.stats().calls).toBe(100);
  });

  it.each([true, false])(
    "takes a result without an id for that of the sibling that was allowed; the same object: %s",
    (same) => {
      using guard = new LoopGuard({ detectors: [duplicate({ replay: true })] });
      const call = { name: "a", arguments: "{}" };
      expect([guard.before(call).allowed, guard.before({ ...call }).allowed]).toEqual([true, false]);
      if (same) expect(guard.before(call).allowed).toBe(false);
      guard.after(same ? call : { ...call }, { result: "r" });
      expect(guard.before({ ...call })).toMatchObject({ replay: "r" });
    },
  );

  it("takes late results, in any order", () => {
    using guard = make();
    const calls = [1, 2, 3].map((i) => ({ id: `c${i}`, name: "a", arguments: {} }));
    for (const call of calls) {
      guard.beginRound();
      guard.before(call);
    }
    for (const call of [...calls].reverse()) guard.after(call, { result: "r" });
    expect(guard.stats().calls).toBe(3);
    expect(stuck(guard)).toBe(true);
  });

  it("counts a call that nobody announced, and says what it would have said", () => {
    using guard = make();
    const seen = [1, 2, 3, 4].map(() => guard.after({ name: "a", arguments: {} }, { result: "r" }).action);
    expect(seen).toEqual(["allow", "allow", "hint", "hint"]);
    using counting = new LoopGuard({ maxRepeats: 2, action: "hint" });
    const counted = [1, 2, 3, 4].map(() => counting.after({ name: "a", arguments: {} }, { result: "r" }).action);
    expect(counted).toEqual(["allow", "allow", "hint", "hint"]);
    expect(counting.stats()).toMatchObject({ calls: 4, refused: 0 });
  });

  it("remembers 64 open calls, and asks the core for older ones", () => {
    using guard = make();
    const old = { id: "old", name: "a", arguments: {} };
    guard.before(old);
    for (let i = 0; i < 100; i++) guard.before({ id: `n${i}`, name: "b", arguments: { i } });
    guard.after(old, { result: "r" });
    expect(guard.stats().calls).toBe(101);
  });

  it.each([true, false])("counts each of 300 calls that are open at once once; with ids: %s", (named) => {
    using guard = make();
    const calls = Array.from({ length: 300 }, (_, i) => ({
      ...(named && { id: `c${i}` }),
      name: "a",
      arguments: { i },
    }));
    for (const call of calls) guard.before(call);
    for (const call of calls) guard.after({ ...call, arguments: { ...call.arguments } }, { result: "r" });
    expect(guard.stats().calls).toBe(300);
    guard.after({ id: "n", name: "a", arguments: {} }, { result: "r" }); // nobody announced it
    expect(guard.stats().calls).toBe(301);
  });

  it("judges what nobody announced after many refused calls, of which nothing comes", () => {
    using guard = make();
    const ask = (name: string) => {
      guard.beginRound();
      const call = { name, arguments: {} };
      const { allowed } = guard.before(call);
      if (allowed) guard.after(call, { result: "r" });
      return allowed;
    };
    expect(Array.from({ length: 200 }, () => ask("a")).filter((allowed) => !allowed)).toHaveLength(197);
    const said = Array.from({ length: 3 }, () => {
      guard.beginRound();
      return guard.after({ name: "b", arguments: {} }, { result: "r" }).detection?.toolName;
    });
    expect(guard.stats().calls).toBe(203);
    expect(said).toEqual([undefined, undefined, "b"]);
  });

  it("does not take a host's word for the result of a call that was refused", () => {
    using guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], action: "hint" });
    const call = (i: number) => ({ id: `c${i}`, name: "a", arguments: {} });
    for (const i of [1, 2]) {
      guard.beginRound();
      guard.before(call(i));
      guard.after(call(i), { result: i });
    }
    for (const i of [3, 4, 5]) {
      guard.beginRound();
      const { action, detection, message } = guard.before(call(i));
      expect([action, detection?.strikes, detection?.repeats]).toEqual(["hint", i - 1, i]);
      expect(guard.after(call(i), { result: message })).toBe(ALLOW);
      expect(guard.after(call(i), { error: message })).toBe(ALLOW);
    }
    expect(guard.stats()).toMatchObject({ calls: 5, refused: 3 });
  });
});

describe("arguments that are equal", () => {
  it("are not those with one more name, which is empty", () => {
    using guard = make();
    guard.before({ name: "a", arguments: {} });
    guard.after({ name: "a", arguments: { "": 1 } }, { result: "r" });
    expect(guard.stats().calls).toBe(2);
  });
});

describe("idempotence", () => {
  it("takes no outcome for one of another call where more are open than it knows", () => {
    using guard = new LoopGuard();
    const call = { name: "a", arguments: {} };
    for (let i = 0; i < 200; i++) guard.before(call);
    for (let i = 0; i < 200; i++) guard.after(call, { result: "r" });
    for (let i = 0; i < 5; i++) guard.after({ name: "b", arguments: { i } }, { result: "r" });
    expect(guard.stats().calls).toBe(205);
  });

  it.each(["onDetection", "action"])("judges a call that %s asks about again once, and says so", async (option) => {
    let asked = 0;
    const errors: unknown[] = [];
    const listener = (message: unknown) => errors.push((message as { error: Error }).error);
    subscribe("loopguard:error", listener);
    for (const kind of ["memory", "stored"]) {
      let nested: unknown;
      const again = () => {
        asked++;
        nested = run.before(call);
        return "hint" as const;
      };
      using guard = new LoopGuard({ maxRepeats: 1, action: "hint", [option]: again });
      const run = kind === "memory" ? guard.run("r") : guard.storedRun("r", memoryStore());
      const call = { id: "2", name: "a", arguments: {} };
      await run.before({ ...call, id: "1" });
      await run.beginRound();
      expect(await run.before(call)).toMatchObject({ action: "hint", allowed: false });
      await nested;
      expect(run.stats()).toMatchObject({ calls: 2, refused: 1 });
    }
    unsubscribe("loopguard:error", listener);
    expect(asked).toBe(2);
    expect(errors.map(String)).toEqual([expect.stringContaining("called by its callback")]);
  });

  it("ends where a callback asks about another call each time, and judges the next call again", () => {
    const errors: unknown[] = [];
    const listener = (message: unknown) => errors.push((message as { error: Error }).error);
    subscribe("loopguard:error", listener);
    let asked = 0;
    const call = () => ({ id: `${asked}`, name: "a", arguments: {} });
    using guard = new LoopGuard({
      maxRepeats: 1,
      action: "hint",
      onDetection() {
        asked++;
        guard.beginRound();
        guard.before(call());
      },
    });
    guard.before(call());
    guard.beginRound();
    expect(guard.before({ ...call(), id: "x" }).action).toBe("hint");
    guard.beginRound();
    expect(guard.before({ ...call(), id: "y" }).allowed).toBe(false);
    unsubscribe("loopguard:error", listener);
    expect([asked, errors.length]).toEqual([2, 2]);
  });

  it("ends where a callback reports a call that is found afterwards each time", () => {
    let asked = 0;
    const told = () => {
      guard.beginRound();
      const call = { id: `${asked}`, name: "a", arguments: {} };
      guard.before(call);
      guard.after(call, { result: "same" });
    };
    using guard = new LoopGuard({
      detectors: [repeat({ threshold: 2 })],
      onDetection() {
        asked++;
        told();
      },
    });
    for (let i = 0; i < 3; i++) told();
    expect(asked).toBe(2);
  });

  it("takes the same id twice in one round for one call", () => {
    const onDetection = vi.fn();
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint", onDetection });
    for (const round of [1, 2, 3]) {
      guard.beginRound();
      const call = { id: "call_0", name: "a", arguments: {} };
      const first = guard.before(call);
      expect(guard.before({ ...call })).toBe(first);
      expect(first.action).toBe(round === 1 ? "allow" : "hint");
    }
    expect(guard.stats()).toMatchObject({ calls: 3, refused: 2 });
    expect(onDetection).toHaveBeenCalledTimes(2);
  });

  it("holds for unknown tools", () => {
    using guard = new LoopGuard({ detectors: [unknownTool({ threshold: 2 })], action: "hint" });
    const seen = [1, 2, 3].map((round) => {
      guard.beginRound();
      const call = { id: `c${round}`, name: "nope", arguments: {} };
      const first = guard.invalid(call, "no such tool");
      expect(guard.invalid(call, "no such tool")).toBe(first);
      return first.action;
    });
    expect(seen).toEqual(["allow", "hint", "hint"]);
  });

  it("counts a call that before let run, and that is then invalid, once", async () => {
    using guard = new LoopGuard({ detectors: [unknownTool({ threshold: 3 })], action: "hint" });
    const stored = guard.storedRun("s", memoryStore());
    const seen: string[] = [];
    for (let round = 1; round <= 4; round++)
      for (const run of [guard.run("m"), stored]) {
        await run.beginRound();
        const call = { id: "call_0", name: "nope", arguments: { round } };
        const asked = await run.before(call);
        const verdict = await run.invalid(call, "no such tool");
        if (verdict.allowed) await run.after(call, { error: "no such tool" }); // it is over
        seen.push(`${asked.action} ${verdict.action}`);
      }
    expect(seen).toEqual([..."1122"].map(() => "allow allow").concat([..."3344"].map(() => "allow hint")));
    for (const run of [guard.run("m"), stored]) expect(run.stats()).toMatchObject({ calls: 4, refused: 2 });
    expect(guard.stats()).toMatchObject({ calls: 8, refused: 4 });
  });

  it("counts an invalid call that a human let run, and that is invalid again in a later round, twice", async () => {
    using guard = new LoopGuard({ detectors: [unknownTool({ threshold: 1 })], ladder: { ask: 1 } });
    for (const run of [guard.run("m"), guard.storedRun("s", memoryStore())]) {
      const call = { id: "call_0", name: "nope", arguments: { a: "some text" } };
      for (let round = 1; round <= 3; round++) {
        await run.beginRound();
        expect(await run.invalid(call, "no such tool")).toMatchObject({ action: "ask" });
        expect(await run.decide(call, { allow: true })).toMatchObject({ action: "allow" });
      }
      expect(run.stats()).toMatchObject({ calls: 3, refused: 0, refusedByTool: {}, charactersSaved: 0 });
    }
  });

  it("is over also after a restart, where a human was asked about it", async () => {
    const options: LoopGuardOptions = { detectors: [unknownTool({ threshold: 1 })], ladder: { ask: 1 } };
    using guard = new LoopGuard(options);
    const call = { id: "call_0", name: "nope" };
    const store = memoryStore();
    for (const run of [guard.run("r"), guard.storedRun("r", store)])
      expect(await run.invalid(call, "no such tool")).toMatchObject({ action: "ask" });
    using later = LoopGuard.restore(guard.snapshot(), options);
    for (const run of [later.run("r"), later.storedRun("r", store)]) {
      await run.beginRound();
      await run.after(call, { error: "nobody was there to ask" });
      expect(run.stats().calls).toBe(0);
    }
  });

  it("of an earlier turn takes nothing off the count of this one", () => {
    using guard = new LoopGuard({ detectors: [limit({ default: 1 })], action: "hint" });
    const early = { id: "1", name: "a" };
    guard.before(early);
    guard.beginTurn();
    guard.after({ id: "2", name: "a" }, { result: 1 });
    expect(guard.invalid(early, "no such tool")).toMatchObject({ action: "hint", detection: { repeats: 2 } });
  });

  it("is told of a loop that before has found, and invalid finds again, once", () => {
    const onDetection = vi.fn();
    using guard = new LoopGuard({ detectors: [limit({ default: 1 })], action: "warn", onDetection });
    guard.after({ id: "1", name: "a" }, { result: 1 });
    guard.beginRound();
    expect(guard.before({ id: "2", name: "a" }).action).toBe("warn");
    expect(guard.invalid({ id: "2", name: "a" }, "no such tool").action).toBe("warn");
    expect(guard.stats()).toMatchObject({ calls: 2, warned: 1, loops: { total: 1 } });
    expect(onDetection).toHaveBeenCalledTimes(1);
  });
});
