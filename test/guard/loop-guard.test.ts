/** Verdicts: how calls are paired, struck, refused and stopped. */
import { describe, expect, it, vi } from "vitest";
import type { LoopCall, LoopOutcome, LoopRun, Verdict, VerdictAction } from "../../lib/base/types.ts";
import type { LoopGuardOptions } from "../../lib/config/guard-options.ts";
import { count, duplicate, limit, noProgress, repeat, unknownTool } from "../../lib/detectors/factories.ts";
import { LoopGuard, withToolPolicies } from "../../lib/guard/loop-guard.ts";
import { ToolLoopError } from "../../lib/report/tool-loop-error.ts";
import { ALLOW } from "../../lib/report/verdict.ts";

type Guardish = Pick<LoopRun, "before" | "after" | "beginRound">;

/** One call in a round of its own; runs unless it is refused. */
function step(
  guard: Guardish,
  name: string,
  args: unknown,
  outcome: LoopOutcome = { result: "same" },
): [Verdict, Verdict | undefined] {
  guard.beginRound();
  const call = { name, arguments: args };
  const before = guard.before(call);
  const runs = before.action === "allow" || before.action === "warn";
  return [before, runs ? guard.after(call, outcome) : undefined];
}

const actions = (guard: Guardish, times: number, args: unknown = { q: "x" }) =>
  Array.from({ length: times }, () => {
    const [before, after] = step(guard, "search", args);
    return after === undefined || after === ALLOW ? before.action : `${before.action}/${after.action}`;
  });

describe("an untroubled call", () => {
  it("gets one frozen verdict, the same every time", () => {
    using guard = new LoopGuard({ detectors: [count(), repeat(), noProgress(), duplicate()] });
    const verdicts = Array.from({ length: 100 }, (_, i) =>
      step(guard, "read", { path: `/f${i}` }, { result: `text ${i}` }),
    ).flat();
    expect(new Set(verdicts)).toEqual(new Set([ALLOW]));
    expect(Object.isFrozen(ALLOW)).toBe(true);
    expect(ALLOW).toEqual({ action: "allow", run: true, message: "", detection: null });
  });
});

describe("the shorthand", () => {
  it("hints at first, and stops in the end", () => {
    using guard = new LoopGuard({ maxRepeats: 2 });
    expect(actions(guard, 7)).toEqual(["allow", "allow", "hint", "hint", "hint", "abort", "abort"]);
    expect(guard.tripped).toMatchObject({ detector: "count", repeats: 7, strikes: 5 });
  });

  it("says exactly what the seed says", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    step(guard, "fetchData", {});
    expect(step(guard, "fetchData", {})[0].message).toBe(
      '[loop-detected] Tool "fetchData" has now been called 2 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.',
    );
    using strict = new LoopGuard({ maxRepeats: 1, action: "abort" });
    step(strict, "fetchData", {});
    const [{ detection, action }] = step(strict, "fetchData", {});
    expect(action).toBe("abort");
    const error = new ToolLoopError(detection as NonNullable<typeof detection>);
    expect(error.message).toBe(
      'Tool "fetchData" was called 2 times with identical arguments - aborting to prevent a loop',
    );
  });

  it("counts siblings of a round and refused calls too, by verbatim identity", () => {
    using guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
    guard.beginRound();
    const twins = [1, 2, 3, 4].map(() => guard.before({ name: "t", arguments: { a: 1, b: 2 } }));
    expect(twins.map(({ action }) => action)).toEqual(["allow", "allow", "hint", "hint"]);
    expect(twins[3]?.detection?.repeats).toBe(4);
    expect(guard.before({ name: "t", arguments: { b: 2, a: 1 } })).toBe(ALLOW);
  });

  it("goes on over turns", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    step(guard, "t", {});
    guard.beginTurn();
    expect(step(guard, "t", {})[0].action).toBe("hint");
    guard.reset();
    expect(step(guard, "t", {})[0]).toBe(ALLOW);
  });
});

describe("a ladder", () => {
  const make = () => new LoopGuard({ detectors: [noProgress()], ladder: { warn: 1, hint: 2, abort: 5 } });

  it("warns, refuses and stops a stuck call", () => {
    using guard = make();
    expect(actions(guard, 8)).toEqual(["allow", "allow", "allow/warn", "hint", "hint", "hint", "abort", "abort"]);
  });

  it("says which refusal is the last", () => {
    using guard = make();
    const refusals = Array.from({ length: 7 }, () => step(guard, "search", {})[0]).filter(
      ({ action }) => action === "hint",
    );
    expect(refusals.map(({ message }) => message.includes("This is the last refusal"))).toEqual([false, false, true]);
  });

  it("adds a warning to the detector's text, and advice to a refusal", () => {
    using guard = make();
    const warning = [1, 2, 3].map(() => step(guard, "search", {})[1]).at(-1);
    expect(warning?.message).toBe(
      "Tool 'search' was called with identical arguments and returned the same result 3 times. You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.",
    );
    const [hint] = step(guard, "search", {});
    expect(hint.message).toMatch(/^Tool 'search' was called .* This call was not run: .*one blocking wait/);
    expect(hint.detection).toMatchObject({
      detector: "no_progress",
      strikes: 2,
      evidence: "strong",
      toolName: "search",
      cycleLength: 1,
    });
  });
});

describe("the recommended preset", () => {
  it("refuses a stuck call, and stops it in the end", () => {
    using guard = new LoopGuard();
    const seen = actions(guard, 12);
    const first = seen.findIndex((action) => action !== "allow");
    expect(seen[first]).toBe("hint");
    expect(seen.slice(0, seen.indexOf("abort")).filter((action) => action === "hint").length).toBeGreaterThan(1);
    expect(seen.at(-1)).toBe("abort");
  });

  it("lets work be", () => {
    using guard = new LoopGuard();
    for (let i = 0; i < 30; i++) {
      const words = `${"abcdefghij"[i % 10]}${"klmnop"[i % 6]}`;
      expect(step(guard, "read", { path: `/src/${i}.ts` }, { result: `text of ${words} ${i}` })).toEqual([
        ALLOW,
        ALLOW,
      ]);
      expect(step(guard, "edit", { path: `/src/${i}.ts`, text: words }, { result: `changed ${words}` })).toEqual([
        ALLOW,
        ALLOW,
      ]);
      expect(step(guard, "test", {}, { result: `${words} failed` })).toEqual([ALLOW, ALLOW]);
    }
  });
});

describe("pairing `after` with `before`", () => {
  const make = () => new LoopGuard({ detectors: [repeat({ threshold: 3 })], action: "hint" });
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

describe("idempotence", () => {
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
});

describe("action as a function", () => {
  it("has the last word, and the core hears of it", () => {
    const asked: number[] = [];
    using guard = new LoopGuard({
      detectors: [limit({ default: 1 })],
      action: ({ strikes }) => {
        asked.push(strikes);
        return strikes === 1 ? "allow" : strikes === 2 ? "warn" : strikes === 3 ? "ask" : "abort";
      },
    });
    expect(actions(guard, 5)).toEqual(["allow", "allow", "warn", "ask", "abort"]);
    expect(asked).toEqual([1, 2, 3, 4]);
    expect(guard.stats()).toMatchObject({ calls: 5, refused: 2, warned: 1 });
  });

  it("that throws, or says nothing of use, lets the call pass", () => {
    for (const action of [() => "stop", () => undefined, () => ({}), vi.fn().mockRejectedValue("x")] as never[]) {
      using guard = new LoopGuard({ maxRepeats: 1, action });
      expect(actions(guard, 3)).toEqual(["allow", "allow", "allow"]);
    }
    using guard = new LoopGuard({
      maxRepeats: 1,
      action: () => {
        throw new Error("no");
      },
    });
    expect(actions(guard, 3)).toEqual(["allow", "allow", "allow"]);
  });

  it("may belong to a detector or a tool", () => {
    using guard = new LoopGuard({
      detectors: [count({ maxRepeats: 1, action: () => "warn" })],
      action: "abort",
      tools: { search: { action: "hint" } },
    });
    expect(actions(guard, 2)).toEqual(["allow", "hint"]);
    expect([step(guard, "x", {}), step(guard, "x", {})].map(([{ action }]) => action)).toEqual(["allow", "warn"]);
  });
});

describe("run", () => {
  const RUNS = { allow: true, warn: true, hint: false, ask: false, abort: false };
  it.each(Object.entries(RUNS))("a call with %s runs: %s", (action, run) => {
    using guard = new LoopGuard({ maxRepeats: 1, action: () => action as VerdictAction });
    step(guard, "search", {});
    expect(step(guard, "search", {})[0]).toMatchObject({ action, run, detection: { repeats: 2 } });
  });

  it("says of the pattern that a call has completed whether the agent may go on", () => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })], ladder: { hint: 1, abort: 2 } });
    step(guard, "search", {});
    expect(step(guard, "search", {})[1]).toMatchObject({ action: "hint", run: false });
    expect(step(guard, "search", {})[0]).toMatchObject({ action: "abort", run: false });
  });

  it("is true of all calls in shadow mode", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "abort", shadow: true });
    step(guard, "search", {});
    expect(step(guard, "search", {})[0]).toMatchObject({ action: "allow", run: true, detection: { repeats: 2 } });
  });
});

describe("ask", () => {
  it("is a refusal, until the host says that the call ran", () => {
    using guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, ask: 2 } });
    const call = (i: number): LoopCall => ({ id: `c${i}`, name: "a", arguments: {} });
    for (const i of [1, 2]) {
      guard.beginRound();
      guard.before(call(i));
      guard.after(call(i), { result: "r" });
    }
    guard.beginRound();
    expect(guard.before(call(3)).action).toBe("ask");
    expect(guard.after(call(3), { result: "new" }).action).not.toBe("abort");
    guard.beginRound();
    const { detection } = guard.before(call(4));
    expect(detection).toMatchObject({ repeats: 4, strikes: 3 });
  });
});

describe("replay", () => {
  const make = (options: LoopGuardOptions = {}) =>
    new LoopGuard({ detectors: [duplicate({ replay: true })], ...options });

  it("carries the earlier result instead of refusing", () => {
    using guard = make();
    const result = { rows: [1, 2] };
    expect(step(guard, "query", { a: 1, b: 2 }, { result })).toEqual([ALLOW, ALLOW]);
    const [verdict] = step(guard, "query", '{"b":2,"a":1}');
    expect(verdict).toMatchObject({
      action: "hint",
      message: "Tool 'query' was already executed with identical parameters",
    });
    expect("replay" in verdict && verdict.replay).toBe(result);
  });

  it("ends all the same", () => {
    using guard = make();
    expect(actions(guard, 7)).toEqual(["allow", "hint", "hint", "hint", "hint", "abort", "abort"]);
    using asked = make({ action: "hint" });
    expect(actions(asked, 7).at(-1)).toBe("hint");
  });

  it("has nothing to give for a call that failed, is still running, or ran in an earlier turn", () => {
    using guard = make();
    step(guard, "a", {}, { error: "boom" });
    expect(step(guard, "a", {})[0]).not.toHaveProperty("replay");
    guard.beginRound();
    guard.before({ name: "b", arguments: {} });
    expect(step(guard, "b", {})[0]).not.toHaveProperty("replay");
    step(guard, "c", {}, { result: "old" });
    guard.beginTurn();
    expect(step(guard, "c", {})[0]).toBe(ALLOW);
  });

  it("is off unless asked for", () => {
    using guard = new LoopGuard({ detectors: [duplicate()], action: "hint" });
    step(guard, "a", {}, { result: "r" });
    const [verdict] = step(guard, "a", {});
    expect(verdict.action).toBe("hint");
    expect(verdict).not.toHaveProperty("replay");
  });
});

describe("shadow", () => {
  it("detects and reports, and never acts", () => {
    const seen: [string, number][] = [];
    using guard = new LoopGuard({
      detectors: [noProgress()],
      ladder: { warn: 1, hint: 2, abort: 5 },
      shadow: true,
      onDetection: (detection, verdict) => seen.push([verdict.action, detection.strikes]),
    });
    for (let i = 0; i < 8; i++) {
      const [before, after] = step(guard, "search", {});
      expect([before.action, after?.action]).toEqual(["allow", "allow"]);
      expect([before.message, after?.message]).toEqual(["", ""]);
    }
    expect(seen).toEqual([
      ["warn", 1],
      ["hint", 2],
      ["hint", 3],
      ["hint", 4],
      ["abort", 5],
      ["abort", 6],
    ]);
    expect(guard.tripped).toBeNull();
    expect(guard.stats()).toMatchObject({ calls: 8, refused: 0, warned: 0, loops: { total: 1 } });
  });

  it("tells its host what was found", () => {
    using guard = new LoopGuard({ maxRepeats: 1, shadow: true, action: "abort" });
    step(guard, "a", {});
    expect(step(guard, "a", {})[0]).toMatchObject({ action: "allow", detection: { detector: "count", repeats: 2 } });
  });
});

describe("message", () => {
  it("replaces the texts, as a string or a function", () => {
    using fixed = new LoopGuard({ maxRepeats: 1, action: "hint", message: "Stop." });
    step(fixed, "a", {});
    expect(step(fixed, "a", {})[0].message).toBe("Stop.");
    using made = new LoopGuard({
      detectors: [noProgress()],
      action: "warn",
      message: (d) => `${d.toolName} ${d.repeats}`,
    });
    const [, after] = [1, 2, 3].map(() => step(made, "a", {})).at(-1) as [Verdict, Verdict];
    expect(after).toMatchObject({
      action: "warn",
      message: "a 3",
      detection: { message: expect.stringContaining("Tool 'a'") },
    });
  });

  it("falls back to the usual text when the function throws", () => {
    using guard = new LoopGuard({
      maxRepeats: 1,
      action: "hint",
      message: () => {
        throw new Error("no");
      },
    });
    step(guard, "a", {});
    expect(step(guard, "a", {})[0].message).toMatch(/^\[loop-detected\]/);
  });
});

describe("policies of tools themselves", () => {
  it("are added where the guard's own options say nothing", () => {
    const guard = new LoopGuard({ maxRepeats: 1, action: "hint", tools: { mine: { maxRepeats: 3 } } });
    expect(withToolPolicies(guard, { mine: false, poll: { poll: true }, exempt: false })).toBe(guard);
    expect([1, 2, 3, 4].map(() => step(guard, "mine", {})[0].action)).toEqual(["allow", "allow", "allow", "hint"]);
    expect([1, 2, 3].map(() => step(guard, "poll", {})[0].action)).toEqual(["allow", "allow", "allow"]);
    expect([1, 2, 3].map(() => step(guard, "exempt", {})[0].action)).toEqual(["allow", "allow", "allow"]);
    expect(() => withToolPolicies(guard, { a: { limt: 1 } as object })).toThrow(/policies\["a"\]\.limt/);
    guard.close();
  });
});
