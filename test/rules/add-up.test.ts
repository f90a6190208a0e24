/** Options add up: none that a user sets is silently without effect, or changes what another one means. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { guardFunction, ToolLoopError } from "../../lib/index.ts";
import { budget, limit, noNews } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";

const actionsOf = (options: LoopGuardOptions, calls: number, name = "x", result: (i: number) => unknown = (i) => i) => {
  using guard = new LoopGuard(options);
  return Array.from({ length: calls }, (_, i) => {
    guard.beginRound();
    const call = { name, arguments: { i: 0 } };
    const { action } = guard.before(call);
    if (action === "allow" || action === "warn") guard.after(call, { result: result(i) });
    return action;
  });
};
const same = () => "same";

afterEach(() => vi.restoreAllMocks());

describe("a preset beside detectors", () => {
  it("still refuses what it refuses", () => {
    const options: LoopGuardOptions = { preset: "recommended", detectors: [limit({ default: 50 })] };
    expect(actionsOf(options, 8, "x", same).slice(0, 3)).toEqual(["allow", "allow", "hint"]);
    expect(actionsOf({ detectors: [limit({ default: 50 })] }, 8, "x", same)).not.toContain("hint");
  });

  it("leaves a type to the detector that is given", () => {
    const options: LoopGuardOptions = { preset: "recommended", detectors: [noNews({ times: 4, ladder: { hint: 1 } })] };
    expect(actionsOf(options, 6, "x", same).indexOf("hint")).toBe(4);
  });
});

describe("budget", () => {
  it("limits beside whatever detects", () => {
    expect(actionsOf({ budget: { calls: 3 } }, 4)).toEqual(["allow", "allow", "warn", "abort"]);
    expect(actionsOf({ budget: { calls: 50 } }, 4, "x", same)[2]).toBe("hint");
    expect(actionsOf({ maxRepeats: 9, budget: { calls: 3, warn: 0 } }, 4)).toEqual([
      "allow",
      "allow",
      "allow",
      "abort",
    ]);
  });

  it("counts cost by a price", () => {
    using guard = new LoopGuard({ budget: { cost: 0.2 }, price: { input: 10, output: 100, cached: 1 } });
    expect(guard.usage({ inputTokens: 9000, outputTokens: 500 }).action).toBe("allow"); // 0.14
    expect(guard.usage({ inputTokens: 20_000, cachedInputTokens: 20_000 }).action).toBe("warn"); // 0.16
    expect(guard.usage({ cost: 0.05 }).action).toBe("abort");
  });

  it("tells once that no cost is known", () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    using guard = new LoopGuard({ budget: { cost: 0.2 } });
    guard.usage({ inputTokens: 1e6 });
    guard.usage({ inputTokens: 1e6 });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(warned.mock.calls[0]).toEqual([
      expect.stringContaining("price: { input: 3, output: 15 }"),
      expect.objectContaining({ code: "LOOPGUARD_NO_COST" }),
    ]);
  });

  it.each([
    [{ budget: 5 }, "{ calls: 5 }"],
    [{ budget: { type: "count" } }, "{ calls: 5 }"],
    [{ budget: { call: 5 } }, 'did you mean "calls"'],
    [{ budget: { ms: 5 } }, "there are: name, type, action, ladder, calls, tokens, cost, seconds"],
    [{ budget: { usd: 5 } }, "cost, seconds, refusals"],
    [{ budget: { time: 5 } }, "cost, seconds, refusals"],
    [{ price: 3 }, "{ input: 3, output: 15, cached: 0.3 }"],
    [{ price: { input: 3 } }, "price.output"],
    [{ tools: { x: { exempt: true } } }, "must be false, to exempt the tool"],
  ])("%j is refused with what would be right", (options, words) => {
    expect(() => new LoopGuard(options as never)).toThrow(words);
  });
});

describe("a policy's limit", () => {
  it("is enough by itself", () => {
    expect(actionsOf({ tools: { x: { limit: 1 } } }, 3)).toEqual(["allow", "hint", "hint"]);
    expect(actionsOf({ tools: { x: { limit: 1 } } }, 3, "y")).toEqual(["allow", "allow", "allow"]);
    const own: LoopGuardOptions = {
      detectors: [limit({ default: 2, ladder: { abort: 1 } })],
      tools: { x: { limit: 1 } },
    };
    expect(actionsOf(own, 2)).toEqual(["allow", "abort"]);
  });
});

describe("names of detectors", () => {
  it("are read as the factories and as the detectors spell them", () => {
    for (const type of ["noNews", "no_news"])
      expect(actionsOf({ detectors: [{ type } as never], action: "hint" }, 3, "x", same)[2]).toBe("hint");
    expect(() => new LoopGuard({ detectors: [{ type: "noNewz" } as never] })).toThrow("no_news");
  });
});

describe("the ladder counts where action and ladder name one rung", () => {
  it("says so in the order of verdicts", () => {
    const options: LoopGuardOptions = { detectors: [noNews()], action: "hint", ladder: { warn: 1, hint: 2, abort: 3 } };
    expect(actionsOf(options, 5, "x", same)).toEqual(["allow", "allow", "allow", "hint", "abort"]); // a warning waits for the result
  });
});

describe("the shorthand of an executor", () => {
  const repeats = async (loopDetection: LoopGuardOptions & { maxRepeats: number }) => {
    const executor = new ToolExecutor([makeTool("f", async () => "r")], { loopDetection });
    const errors: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const ctx = new RunContext({ sessionId: `${i}`, runId: `${i}` }); // another run each time
      const [answer] = await executor.executeAll([makeCall("f", { a: 1 })], ctx);
      errors.push(answer?.error);
    }
    return errors.filter((error) => error === "loop-detected").length;
  };

  it("counts as long with a third option as without", async () => {
    const plain = await repeats({ maxRepeats: 3, action: "hint" });
    expect(plain).toBe(2);
    expect(await repeats({ maxRepeats: 3, action: "hint", onDetection: () => {} })).toBe(plain);
    expect(await repeats({ maxRepeats: 3, action: "hint", maxEntries: 50 })).toBe(plain);
    expect(await repeats({ maxRepeats: 3, action: "hint", scope: "run" })).toBe(0);
  });

  it("has one ladder, whoever listens", async () => {
    const errors = async (loopDetection: LoopGuardOptions) => {
      const executor = new ToolExecutor([makeTool("f", async () => "r")], { loopDetection });
      const { ctx } = recorded();
      const heard: unknown[] = [];
      for (let i = 0; i < 12; i++) heard.push((await executor.executeAll([makeCall("f", { a: 1 })], ctx))[0]?.error);
      return heard;
    };
    expect(await errors({ maxRepeats: 3, onDetection: () => {} })).toEqual(await errors({ maxRepeats: 3 }));
  });
});

it("an action that no verdict is called is told, and the run goes on", () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const actions = actionsOf({ detectors: [noNews()], action: () => "stop" as never }, 5, "x", same);
  expect(actions).not.toContain("abort");
  expect(warned).toHaveBeenCalledTimes(1);
  expect(warned.mock.calls[0]?.[0]).toMatch(/"stop".*"allow", "warn", "hint", "ask" or "abort"|must return one of/);
});

it("budget() among the detectors and the option are two", () => {
  expect(actionsOf({ detectors: [budget({ calls: 2, warn: 0 })], budget: { calls: 9 } }, 3)[2]).toBe("abort");
});

it("a function that returns nothing gives an empty result, which is a loop as any other", () => {
  const empty = (result: unknown) => {
    const fn = vi.fn((_: object) => result);
    const guarded = guardFunction("f", fn);
    for (let i = 0; i < 60; i++)
      try {
        guarded({});
      } catch (error) {
        expect(error).toBeInstanceOf(ToolLoopError);
      }
    return fn.mock.calls.length;
  };
  expect(empty(undefined)).toBe(empty(""));
  expect(empty(undefined)).toBeLessThan(10);
});

it.each(["x", "*"])(
  "poll: false of the tool %j is never a poll, whatever it answers and however long it takes",
  (name) => {
    const looks = (options: LoopGuardOptions) => {
      let time = 1_700_000_000_000;
      const now = () => (time += 30_000);
      return actionsOf({ ...options, now }, 8, "x", () => "Status: pending").indexOf("hint");
    };
    expect(looks({})).toBe(-1);
    expect(looks({ tools: { [name]: { poll: false } } })).toBe(2);
  },
);

it("listening changes nothing, nor does any other option that does not detect", () => {
  const plain = actionsOf({ maxRepeats: 3 }, 12);
  for (const more of [{ onDetection: () => {} }, { maxEntries: 9 }, { scope: "run" }] as const)
    expect(actionsOf({ maxRepeats: 3, ...more }, 12)).toEqual(plain);
});
