import { describe, expect, it } from "vitest";
import type { LoopCall, LoopDetection, LoopUsage } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { type BudgetDetector, type BudgetOptions, budget, count, noNews } from "../../lib/rules/factories.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { errors, hearErrors } from "../store/stored-workers.ts";

hearErrors();

/** Calls that no detector knows again. */
let calls = 0;
const next = (name = "read"): LoopCall => ({ id: `n${calls}`, name, arguments: { n: calls++ } });

function actions(guard: LoopGuard, times: number, name?: string): string {
  const act = (): string => {
    const call = next(name);
    const verdict = guard.before(call);
    if (verdict.allowed) guard.after(call, { result: call.arguments });
    return verdict.action;
  };
  return Array.from({ length: times }, act).join(" ");
}

function ofTools(limit: number, ...tools: string[]): BudgetDetector {
  return budget({ calls: limit, warn: 0, tools });
}

describe("a budget", () => {
  it("warns once, asks from its share on, and ends the run at the call that passes it", () => {
    using guard = new LoopGuard({ detectors: [budget({ calls: 5, warn: 0.4, ask: 0.8 })] });
    expect(actions(guard, 5)).toBe("allow warn allow allow ask");
    const call = next();
    expect(guard.before(call).action).toBe("ask");
    guard.after(call, { result: "a human agreed" });
    expect(actions(guard, 2)).toBe("abort abort");
    expect(guard.tripped?.detector).toBe("budget");
  });

  it("of seconds ends the run also where the clock was set back since it began", () => {
    let now = 5_000_000;
    using guard = new LoopGuard({ detectors: [budget({ seconds: 10, warn: 0 })], now: () => now });
    expect(actions(guard, 1)).toBe("allow");
    now = 1_000_000;
    expect(actions(guard, 1)).toBe("allow");
    now += 9_000;
    expect(actions(guard, 1)).toBe("allow");
    now += 1_000;
    expect(actions(guard, 1)).toBe("abort");
  });

  it("says what is used up, and the error says that it is no loop", () => {
    using guard = new LoopGuard({ detectors: [budget({ tokens: 200_000 })] });
    expect(guard.usage({ inputTokens: 100_000, outputTokens: 60_104 })).toMatchObject({
      action: "warn",
      message:
        "The budget of 200000 tokens for this run is used to 80 % (160104); you have 39896 left. Do what matters most with what is left, and say in the response what is done and what is not.",
    });
    const verdict = guard.usage({ outputTokens: 40_000 });
    const detection = verdict.detection as LoopDetection;
    expect(verdict).toMatchObject({ action: "abort", allowed: false });
    expect(detection).toMatchObject({
      detector: "budget",
      toolName: "",
      repeats: 200_104,
      message: "The budget of 200000 tokens for this run is used up (200104).",
      details: { of: "tokens", used: 200_104, limit: 200_000, share: 1.00052, per: "run" },
    });
    expect(new ToolLoopError(detection).message).toBe(
      "The budget of 200000 tokens for this run is used up (200104) - ending the run to keep to the budget",
    );
    expect(guard.before(next("write")).detection).toMatchObject({ toolName: "write", repeats: 200_104, strikes: 3 });
  });

  it("tells the model of a share that usage has passed, with its next call, once", () => {
    using guard = new LoopGuard({ detectors: [budget({ cost: 1 })] });
    expect([0.5, 0.35, 0.1].map((cost) => guard.usage({ cost }).action)).toEqual(["allow", "warn", "allow"]);
    expect(actions(guard, 2)).toBe("warn allow");
  });

  it("comes before every detector when it refuses, and after them when it warns", () => {
    const detectors = [count({ maxRepeats: 1, ladder: { warn: 1 } }), budget({ calls: 3, warn: 0.6 })];
    using guard = new LoopGuard({ detectors });
    const same = (): string | undefined => guard.before({ name: "read" }).detection?.detector;
    expect([same(), same(), guard.before(next()).detection?.detector, same()]).toEqual([
      undefined,
      "count",
      "budget",
      "budget",
    ]);
  });

  it("is not weakened by a ladder or an action, of the guard or of a tool", () => {
    using guard = new LoopGuard({
      detectors: [budget({ calls: 1, warn: 0 })],
      action: "warn",
      tools: { read: { ladder: { warn: 1 } } },
    });
    expect(actions(guard, 3)).toBe("allow abort abort");
  });

  it("leaves the verdict to a function, and counts what that lets through", () => {
    const seen: unknown[] = [];
    using guard = new LoopGuard({
      detectors: [budget({ calls: 1, warn: 0 })],
      action: ({ details }) => {
        seen.push(details["used"]);
        return seen.length < 3 ? "allow" : "abort";
      },
    });
    expect(actions(guard, 4)).toBe("allow allow allow abort");
    expect(seen).toEqual([1, 2, 3]);
  });

  it("leaves a warning to a function too, which may refuse", () => {
    using guard = new LoopGuard({ detectors: [budget({ calls: 4, warn: 0.5 })], action: () => "hint" });
    expect(actions(guard, 3)).toBe("allow hint allow");
  });

  it("only tells in shadow mode", () => {
    const told: string[] = [];
    using guard = new LoopGuard({
      detectors: [budget({ calls: 1, warn: 0 })],
      shadow: true,
      onDetection: (_, { action }) => told.push(action),
    });
    expect(actions(guard, 3)).toBe("allow allow allow");
    expect(told).toEqual(["abort", "abort"]);
    expect(guard.tripped).toBeNull();
  });

  it("counts calls that reach no tool, an id of a round once, and no call of an exempt tool", () => {
    using guard = new LoopGuard({ detectors: [budget({ calls: 3, warn: 0 })], tools: { free: false } });
    guard.beginRound();
    expect(guard.invalid({ name: "nowhere", id: "1" }, "no such tool").action).toBe("allow");
    for (let i = 0; i < 3; i++) expect(guard.before({ name: "read", id: "2" }).action).toBe("allow");
    expect(actions(guard, 5, "free")).toBe("allow allow allow allow allow");
    expect(actions(guard, 2)).toBe("allow abort");
  });

  it("keeps what was used when its limit is raised", () => {
    using guard = new LoopGuard({ detectors: [noNews(), budget({ tokens: 100 })] });
    guard.usage({ inputTokens: 95 });
    using raised = LoopGuard.restore(guard.snapshot(), { detectors: [budget({ tokens: 200 }), noNews()] });
    expect(raised.usage({ inputTokens: 64 }).action).toBe("allow");
    expect(raised.usage({ inputTokens: 1 }).detection?.details).toMatchObject({ used: 160, limit: 200 });
  });

  it.each<[string, readonly BudgetDetector[], string, readonly BudgetDetector[], string]>([
    [
      "the same budgets in another order",
      [ofTools(5, "read"), ofTools(5, "deploy")],
      "read",
      [ofTools(5, "deploy"), ofTools(5, "read")],
      "deploy:allow read:abort",
    ],
    [
      "a raised budget whose neighbour is gone",
      [ofTools(50), ofTools(2, "deploy")],
      "read",
      [ofTools(5, "deploy")],
      "deploy:allow",
    ],
    [
      "changed budgets in another order",
      [ofTools(50), ofTools(2, "deploy")],
      "read",
      [ofTools(3, "deploy"), ofTools(6)],
      "deploy:allow read:abort",
    ],
    ["a budget of other tools", [ofTools(5, "read")], "read", [ofTools(5, "deploy")], "deploy:allow"],
    ["the same tools in another order", [ofTools(5, "a", "read")], "read", [ofTools(5, "read", "a")], "a:abort"],
    ["budgets that could be either", [ofTools(5), ofTools(6)], "read", [ofTools(3), ofTools(4)], "read:allow"],
    ["a budget of another unit", [ofTools(5)], "read", [budget({ refusals: 0, warn: 0 })], "read:abort"],
    [
      "a tool whose name is no Unicode",
      [ofTools(5, "\ud800*", "read")],
      "read",
      [ofTools(5, "\ud800*", "read")],
      "read:abort",
    ],
  ])("restored, has what it has used itself: %s", (_, before, tool, after, want) => {
    using guard = new LoopGuard({ detectors: [...before] as never });
    actions(guard, 5, tool);
    using restored = LoopGuard.restore(guard.snapshot(), { detectors: [...after] as never });
    const asked = want.split(" ").map((part) => part.split(":")[0] as string);
    expect(asked.map((name) => `${name}:${restored.before(next(name)).action}`).join(" ")).toBe(want);
  });

  it("reaches a share though sums and products of doubles do not", () => {
    using cost = new LoopGuard({ detectors: [budget({ cost: 1 })] });
    const said = Array.from({ length: 10 }, () => cost.usage({ cost: 0.1 }));
    expect(said.map(({ action }) => action).join(" ")).toBe(
      "allow allow allow allow allow allow allow warn allow abort",
    );
    expect(said[7]?.message).toContain(
      "The budget of 1 in cost for this run is used to 80 % (0.8); you have 0.2 left.",
    );
    expect(said[9]?.message).toContain("The budget of 1 in cost for this run is used up (1).");
    using over = new LoopGuard({ detectors: [budget({ calls: 100, warn: 0, abort: 1.1 })] });
    expect(actions(over, 111).split(" ").indexOf("abort")).toBe(110);
    for (const percent of [7, 14, 28, 29, 55, 56, 57, 58]) {
      using guard = new LoopGuard({ detectors: [budget({ calls: 100, warn: percent / 100 })] });
      expect(actions(guard, percent - 1)).not.toContain("warn");
      expect(guard.before(next()).message).toContain(
        `is used to ${percent} % (${percent}); you have ${100 - percent} left.`,
      );
    }
  });

  it("counts bad amounts as nothing, and says so", () => {
    using guard = new LoopGuard({ detectors: [budget({ tokens: 10 })] });
    const bad = [Number.NaN, -1, "7", Number.POSITIVE_INFINITY, {}, 1n].map((inputTokens): unknown => ({
      inputTokens,
    }));
    const getter = {
      get cost() {
        throw new Error("no");
      },
    };
    for (const usage of [...bad, 5, "7", [7], getter]) {
      errors.length = 0;
      expect(guard.usage(usage as LoopUsage).action).toBe("allow");
      expect(new Set(errors.map(({ where }) => where))).toEqual(new Set(["usage"]));
    }
    errors.length = 0;
    expect(guard.usage({ inputTokens: 0, outputTokens: "7" } as unknown as LoopUsage).action).toBe("allow");
    for (const usage of [undefined, null, {}, { cost: undefined }])
      expect(guard.usage(usage as LoopUsage).action).toBe("allow");
    expect(errors).toHaveLength(1);
    expect(guard.usage({ inputTokens: 10 }).action).toBe("abort");
  });

  it("costs a guard without one nothing", () => {
    using guard = new LoopGuard();
    expect(guard.usage({ inputTokens: 1e9 })).toEqual({ action: "allow", allowed: true, message: "", detection: null });
    guard.close();
    expect(() => guard.usage({})).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });

  it.each([
    [{}, "a budget with a limit"],
    [{ calls: -1 }, "an integer from 0 to 9,007,199,254,740,991"],
    [{ tokens: 1.5 }, "an integer from 0 to"],
    [{ cost: Number.NaN }, "a number from 0 to 1,000,000,000"],
    [{ tokens: 5, tools: ["read"] }, "absent where tokens or cost are limited"],
    [{ calls: 5, per: "day" }, "one of run, turn, key"],
    [{ calls: 5, ask: 0.5 }, "at least warn (0.8)"],
    [{ calls: 5, ask: 2 }, "at least ask (2)"],
    [{ calls: 5, ladder: { abort: 3 } }, "absent: the rungs of a budget"],
    [{ calls: 5, action: "warn" }, "absent: the rungs of a budget"],
  ])("is not made of %j", (options, expected) => {
    const make = (): unknown => budget(options as BudgetOptions);
    expect(make).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    expect(make).toThrow(expected);
  });
});
