/** Verdicts: how calls are struck, refused and stopped. */
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../lib/base/types.ts";
import { LoopGuard, withToolPolicies } from "../../lib/guard/loop-guard.ts";
import { count, duplicate, noProgress, repeat } from "../../lib/rules/factories.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { actions, step } from "./steps.ts";

describe("an untroubled call", () => {
  it("gets one frozen verdict, the same every time", () => {
    using guard = new LoopGuard({ detectors: [count(), repeat(), noProgress(), duplicate()] });
    const verdicts = Array.from({ length: 100 }, (_, i) =>
      step(guard, "read", { path: `/f${i}` }, { result: `text ${i}` }),
    ).flat();
    expect(new Set(verdicts)).toEqual(new Set([ALLOW]));
    expect(Object.isFrozen(ALLOW)).toBe(true);
    expect(ALLOW).toEqual({ action: "allow", allowed: true, message: "", detection: null });
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
    expect(hint.message).toMatch(/^Tool 'search' was called .* was not run: .*one blocking wait/);
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

  it("changes nothing for one that the core refuses", () => {
    using guard = new LoopGuard({ detectors: [count({ maxRepeats: 2 })] });
    step(guard, "other", {});
    const globs = Array.from({ length: 257 }, (_, i) => [`g${i}_*`, {}] as const);
    expect(() => withToolPolicies(guard, Object.fromEntries(globs))).toThrow(/256 globs at most/);
    withToolPolicies(guard, { exempt: false, strict: { maxRepeats: 1 } });
    const actions = (name: string) => [1, 2, 3, 4].map(() => step(guard, name, {})[0].action);
    expect(actions("unnamed")).toEqual(["allow", "allow", "allow", "hint"]);
    expect(actions("exempt")).toEqual(["allow", "allow", "allow", "allow"]);
    expect(actions("strict")).toEqual(["allow", "allow", "hint", "hint"]);
  });
});
