/** A budget is told of what was used in the words of any provider, or says that it was not told. */
import { describe, expect, it } from "vitest";
import type { LoopUsage } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { hearWarnings } from "./process-warnings.ts";

const { all: warnings, codes } = hearWarnings();

/** Each says: 1,000 tokens in, 400 of them from a cache, and 50 out. */
const SHAPES: Record<string, unknown> = {
  ours: { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 50 },
  "OpenAI chat": { prompt_tokens: 1000, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 400 } },
  "OpenAI responses": { input_tokens: 1000, output_tokens: 50, input_tokens_details: { cached_tokens: 400 } },
  Anthropic: { input_tokens: 500, cache_read_input_tokens: 400, cache_creation_input_tokens: 100, output_tokens: 50 },
  Gemini: {
    promptTokenCount: 1000,
    cachedContentTokenCount: 400,
    candidatesTokenCount: 30,
    thoughtsTokenCount: 20,
    totalTokenCount: 1050,
  },
  "AI SDK 4": { promptTokens: 1000, completionTokens: 50, cachedInputTokens: 400 },
  "AI SDK 6, a step": { inputTokens: 1000, outputTokens: 50, inputTokenDetails: { cacheReadTokens: 400 } },
  "AI SDK 6, a model": {
    inputTokens: { total: 1000, noCache: 600, cacheRead: 400, cacheWrite: undefined },
    outputTokens: { total: 50, text: 50, reasoning: undefined },
  },
};

describe.each(Object.entries(SHAPES))("usage of %s", (_, usage) => {
  it("counts as many tokens", async () => {
    using enough = new LoopGuard({ budget: { tokens: 1051, warn: 0 } });
    expect(enough.usage(usage as LoopUsage).action).toBe("allow");
    using less = new LoopGuard({ budget: { tokens: 1050, warn: 0 } });
    expect(less.usage(usage as LoopUsage).action).toBe("abort");
    const stored = less.storedRun("r", memoryStore());
    expect((await stored.usage(usage as LoopUsage)).action).toBe("abort");
    await stored.close();
    expect(codes()).toEqual([]);
  });

  it("costs as much, cached tokens for less", () => {
    const price = { input: 1000, output: 10_000, cached: 100 }; // 0.6 + 0.04 + 0.5
    using enough = new LoopGuard({ budget: { cost: 1.1401, warn: 0 }, price });
    expect(enough.usage(usage as LoopUsage).action).toBe("allow");
    using less = new LoopGuard({ budget: { cost: 1.1399, warn: 0 }, price });
    expect(less.usage(usage as LoopUsage).action).toBe("abort");
  });
});

describe("it is told once", () => {
  it.each([1000, "1000", [1], { total: 5 }, { tokens: 5 }, { inputTokens: "1000" }, { inputTokens: Number.NaN }])(
    "that nothing can be read of %j",
    (usage) => {
      using guard = new LoopGuard({ budget: { tokens: 10 } });
      for (const _ of [1, 2]) expect(guard.usage(usage as LoopUsage).action).toBe("allow");
      expect(codes()).toEqual(["LOOPGUARD_USAGE"]);
      expect(warnings[0]?.text).toContain("usage({ inputTokens: 1200, outputTokens: 80 })");
    },
  );

  it.each([{ tokens: 5 }, { cost: 0.2 }])("that nobody tells what is used, where %j limits it", async (budget) => {
    using guard = new LoopGuard({ budget });
    for (let i = 1; i <= 12; i++) {
      const call = { name: "f", arguments: { i } };
      guard.before(call);
      guard.after(call, { result: i });
      expect(codes()).toEqual(i < 10 ? [] : ["LOOPGUARD_NO_USAGE"]);
    }
    expect(warnings[0]?.text).toContain("usage({ inputTokens: 1200, outputTokens: 80 })");
    using other = new LoopGuard({ budget });
    for (let i = 1; i <= 12; i++) {
      const stored = other.storedRun(`r${i}`, memoryStore());
      await stored.before({ name: "f" });
      await stored.close();
    }
    expect(codes()).toEqual(["LOOPGUARD_NO_USAGE", "LOOPGUARD_NO_USAGE"]);
  });
});

describe("nothing is told", () => {
  const call = (i: number) => ({ id: `${i}`, name: "f", arguments: { i } });

  it("without a budget of tokens, or of nothing that was used", () => {
    for (const options of [{}, { budget: { calls: 99 } }, { budget: { seconds: 99 } }]) {
      using guard = new LoopGuard(options);
      guard.usage({});
      guard.usage(undefined as never);
      for (let i = 0; i < 30; i++) guard.after(call(i), { result: guard.before(call(i)) });
    }
    expect(codes()).toEqual([]);
  });

  it("where usage is told, even late: after the calls of a first response", () => {
    using guard = new LoopGuard({ budget: { tokens: 1e6 } });
    guard.beginRound();
    for (let i = 0; i < 30; i++) guard.after(call(i), { result: guard.before(call(i)) });
    guard.usage({ inputTokens: 5, outputTokens: 0 });
    guard.beginRound();
    for (let i = 30; i < 60; i++) guard.after(call(i), { result: guard.before(call(i)) });
    expect(codes()).toEqual([]);
  });

  it("by a history that is judged", () => {
    using guard = new LoopGuard({ budget: { tokens: 1e6 } });
    guard.check(
      Array.from({ length: 30 }, (_, i) => call(i)),
      [],
    );
    guard.rehydrate(Array.from({ length: 30 }, (_, i) => ({ name: "f", arguments: { i }, result: i })));
    expect(codes()).toEqual([]);
  });
});
