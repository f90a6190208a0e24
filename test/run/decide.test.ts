/** What a human said where the verdict was `ask`. */
import { describe, expect, it } from "vitest";
import type { LoopDecision, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { budget, count, delegation } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";

import { dice } from "../dice.ts";
import { tries } from "../effort.ts";

const LADDER = { hint: 1, ask: 2, abort: 4 };
const options = { detectors: [count({ maxRepeats: 1 })], ladder: LADDER };

let ids = 0;
const search = () => ({ id: `${++ids}`, name: "search", arguments: { q: "a" } });

/** Calls until the verdict is `ask`; gives that call. */
function asked(run: ReturnType<LoopGuard["run"]>) {
  for (;;) {
    run.beginRound();
    const call = search();
    const { action } = run.before(call);
    if (action === "ask") return call;
    if (action === "allow") run.after(call, { result: "b" });
  }
}

function next(run: ReturnType<LoopGuard["run"]>): Verdict {
  run.beginRound();
  return run.before(search());
}

describe("decide", () => {
  it("lets the call run, and counts no strike", () => {
    const run = new LoopGuard(options).run("a");
    for (let i = 0; i < 5; i++) {
      const call = asked(run);
      expect(run.decide(call, { allow: true })).toMatchObject({ action: "allow", allowed: true });
      expect(run.before(call)).toMatchObject({ action: "allow" }); // the same call comes again when a host goes on
      run.after(call, { result: "b" });
    }
    expect(next(run).action).toBe("ask");
    expect(next(run).action).toBe("ask");
    expect(next(run).action).toBe("abort");
  });

  it("is about a call that starts an agent, too", () => {
    for (const allow of [true, false]) {
      const guard = new LoopGuard({ detectors: [delegation({ threshold: 2 })], ladder: { ask: 1 } });
      guard.startsAgents("ask_writer", (task) => ({ agent: "writer", task }));
      const run = guard.run("a");
      const call = () => ({ id: `${++ids}`, name: "ask_writer", arguments: { q: "a" } });
      run.beginRound();
      expect(run.before(call()).action).toBe("allow");
      run.beginRound();
      const again = call();
      expect(run.before(again).action).toBe("ask");
      const decided = run.decide(again, { allow }).action;
      expect(decided).toBe(allow ? "allow" : "hint");
      expect(run.before(again).action).toBe(decided);
      expect(run.after(again, { result: "b" }).action).toBe("allow");
    }
  });

  it("lets an agent take over, who then is the one that works, and whose handoff counts", () => {
    const guard = new LoopGuard({ detectors: [delegation({ threshold: 2 })], ladder: { ask: 1 } });
    guard.startsAgents("to", (agent) => ({ agent: String(agent), handoff: true }));
    const run = guard.run("a");
    const lineages = ["b", "a", "b", "a", "b"].map((agent) => {
      run.beginRound();
      const call = { id: `${++ids}`, name: "to", arguments: agent };
      const verdict = run.before(call);
      expect(run.decide(call, { allow: true }).action).toBe("allow");
      return verdict.action === "ask" && verdict.detection.details?.["lineage"];
    });
    expect(lineages).toEqual([false, false, false, ["b"], ["a"]]);
  });

  it("lets an agent start whose answer is no news, so that the next round of handoffs is found", async () => {
    const guard = new LoopGuard({
      detectors: [delegation({ threshold: 2 }), count({ maxRepeats: 2 })],
      ladder: { ask: 1 },
    });
    guard.startsAgents("to", (agent) => ({ agent: String(agent), handoff: true }));
    for (const run of [guard.run("a"), guard.storedRun("a", memoryStore())]) {
      const actions: string[] = [];
      for (const agent of ["b", "a", "b", "a", "b", "a", "b", "a"]) {
        run.beginRound();
        const call = { id: `${++ids}`, name: "to", arguments: agent };
        actions.push((await run.before(call)).action);
        expect(await run.decide(call, { allow: true })).toMatchObject({ action: "allow", allowed: true });
        await run.after(call, { result: `it is ${agent}'s turn, ${ids}` });
      }
      expect(actions).toEqual([...Array(3).fill("allow"), ...Array(5).fill("ask")]);
      expect(run.stats().calls).toBe(8);
    }
  });

  it("keeps what was allowed beyond it, also in a snapshot", () => {
    const guard = new LoopGuard(options);
    const run = guard.run("a");
    run.decide(asked(run), { allow: true, more: 3 });
    expect(next(run)).toMatchObject({ action: "allow", detection: { strikes: 0 } });
    const other = LoopGuard.restore(guard.snapshot(), options).run("a");
    for (const one of [run, other]) {
      expect([next(one), next(one)].map(({ action }) => action)).toEqual(["allow", "allow"]);
      expect(next(one).action).toBe("hint");
    }
  });

  it("asks about this loop no more, but about others, and about this one again after a turn", () => {
    const run = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], ladder: { ask: 1, abort: 2 } }).run("a");
    run.decide(asked(run), { allow: true, more: Number.POSITIVE_INFINITY });
    for (let i = 0; i < 200; i++) expect(next(run).action).toBe("allow");
    run.before({ id: "x", name: "search", arguments: { q: "other" } });
    run.beginRound();
    expect(run.before({ id: "y", name: "search", arguments: { q: "other" } }).action).toBe("ask");
    run.beginTurn();
    expect(next(run).action).toBe("ask");
  });

  it.each<[string, boolean | undefined]>([
    ["decide says so", true],
    ["after says so", undefined],
    ["decide says no", false],
  ])("is no refusal of a call that ran, which then saves nothing: %s", async (_, allow) => {
    const guard = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], ladder: { ask: 1 } });
    for (const run of [guard.run("a"), guard.storedRun("a", memoryStore())]) {
      for (let i = 0; i < 4; i++) {
        await run.beginRound();
        const call = search();
        if ((await run.before(call)).action === "ask" && allow !== undefined) await run.decide(call, { allow });
        await run.after(call, { result: "b" });
      }
      const { calls, refused, refusedByTool, charactersSaved } = run.stats();
      const saved = 3 * ('{"q":"a"}'.length + 1);
      const expected = allow === false ? [4, 3, { search: 3 }, saved] : [4, 0, {}, 0];
      expect([calls, refused, refusedByTool, charactersSaved]).toEqual(expected);
    }
  });

  it("and is invalid after all, is judged once and saves nothing", () => {
    const run = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], ladder: { ask: 1 } }).run("a");
    const call = asked(run);
    run.decide(call, { allow: true });
    run.invalid({ ...call, arguments: { q: "a longer one" } }, "no such tool");
    expect(run.stats()).toMatchObject({ calls: 2, refused: 0, charactersSaved: 0 });
    run.beginRound();
    expect(run.before(search()).action).toBe("ask");
    expect(run.stats()).toMatchObject({ calls: 3, refused: 1, charactersSaved: Math.round((9 + 20) / 2 + 1) });
  });

  it("refuses with the human's words", () => {
    const run = new LoopGuard(options).run("a");
    const call = asked(run);
    const verdict = run.decide(call, { allow: false, words: "The index is down. Answer without it." });
    expect(verdict).toMatchObject({ action: "hint", allowed: false, message: "The index is down. Answer without it." });
    expect(run.before(call)).toBe(verdict);
    expect(run.after(call, { result: "b" }).action).toBe("allow"); // it did not run
    const again = asked(run);
    expect(run.decide(again, { allow: false }).message).toContain("called 4 times");
  });

  it("changes no verdict that was not ask, and is one that was decided", () => {
    const run = new LoopGuard(options).run("a");
    const first = search();
    run.before(first);
    expect(run.decide(first, { allow: false }).action).toBe("allow");
    const call = asked(run);
    const no = run.decide(call, { allow: false });
    expect(run.decide(call, { allow: true, more: 9 })).toBe(no);
    expect(run.decide(asked(run), {} as LoopDecision).allowed).toBe(false); // nobody said yes
  });

  it("does not ask the user's function about what was allowed", () => {
    let told = 0;
    const action = () => {
      told++;
      return "ask" as const;
    };
    const run = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], action }).run("a");
    run.decide(asked(run), { allow: true, more: 2 });
    expect([next(run), next(run)].map((verdict) => verdict.action)).toEqual(["allow", "allow"]);
    expect(told).toBe(1);
    expect(next(run).action).toBe("ask");
  });

  it("goes on past the share of a budget that asks, and not past its end", () => {
    const run = new LoopGuard({ detectors: [budget({ calls: 4, warn: 0, ask: 0.5 })] }).run("a");
    const call = () => run.before({ id: `${++ids}`, name: "f", arguments: { ids } });
    call();
    call();
    const third = { id: "third", name: "f", arguments: {} };
    expect(run.before(third).action).toBe("ask");
    run.decide(third, { allow: true, more: 9 });
    expect(call().action).toBe("allow");
    expect(call().action).toBe("abort");
  });

  it("is seen by all who share a run in a store", async () => {
    const store = memoryStore();
    const one = new LoopGuard(options).storedRun("a", { store });
    const call = async (run = one) => {
      run.beginRound();
      const made = search();
      return { made, verdict: await run.before(made) };
    };
    await call();
    await call();
    const { made } = await call();
    expect((await one.decide(made, { allow: true, more: 2 })).action).toBe("allow");
    expect((await one.before(made)).action).toBe("allow");
    await one.flush();
    const two = new LoopGuard(options).storedRun("a", { store });
    expect((await call(two)).verdict.action).toBe("allow");
    expect((await call()).verdict.action).toBe("allow");
    expect((await call(two)).verdict.action).toBe("hint");
    const { made: last, verdict } = await call(two);
    expect(verdict.action).toBe("ask");
    const no = await two.decide(last, { allow: false, words: "Stop." });
    expect(no.message).toBe("Stop.");
    expect(await two.before(last)).toMatchObject({ action: "hint", message: "Stop." });
  });

  it("is what a slow count says, in random runs", () => {
    for (let i = 0; i < tries(300); i++) {
      const roll = dice(i + 1);
      const below = (n: number) => Math.floor(roll() * n);
      const ladder = { hint: 1 + below(2), ask: 3 + below(2), abort: 6 + below(3) };
      const given = { detectors: [count({ maxRepeats: 1 })], ladder };
      let guard = new LoopGuard(given);
      let run = guard.run("a");
      let [calls, strikes, granted] = [0, 0, 0];
      for (let step = 0; step < 60; step++) {
        run.beginRound();
        const call = search();
        const { action } = run.before(call);
        calls++;
        let want = "allow";
        if (calls > 1 && granted > 0) granted--;
        else if (calls > 1) {
          strikes++;
          want =
            strikes >= ladder.abort ? "abort" : strikes >= ladder.ask ? "ask" : strikes >= ladder.hint ? "hint" : want;
        }
        expect(action).toBe(want);
        if (action === "ask" && below(3) > 0) {
          granted = below(4);
          run.decide(call, { allow: true, more: granted });
          strikes = granted > 0 ? 0 : strikes - 1;
        }
        if (below(8) > 0) continue;
        guard = LoopGuard.restore(guard.snapshot(), given);
        run = guard.run("a");
      }
    }
  });
});
