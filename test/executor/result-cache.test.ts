import { describe, expect, test, vi } from "vitest";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { ResultCache } from "../../lib/executor/tool-pipeline.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

const result = (text: string) => ({ full: text, output: text });

describe("ResultCache", () => {
  test("forgets after the ttl", () => {
    let now = 0;
    const cache = new ResultCache(() => now);
    cache.set("k", result("v"), 100);
    now = 99;
    expect(cache.get("k")).toMatchObject(result("v"));
    now = 100;
    expect(cache.get("k")).toBeUndefined();
  });

  test("keeps the newest 1,000", () => {
    const cache = new ResultCache();
    for (let i = 0; i < 1_000; i++) cache.set(`k${i}`, result(`${i}`), 60_000);
    cache.set("k0", result("again"), 60_000);
    cache.set("k1000", result("1000"), 60_000);
    expect(cache.get("k0")).toMatchObject(result("again"));
    expect(cache.get("k1")).toBeUndefined();
    expect(cache.get("k2")).toMatchObject(result("2"));
  });

  test("the order of keys makes no difference, at any depth", () => {
    expect(ResultCache.key("t", { a: 1, b: { c: [{ d: 1, e: 2 }] } })).toBe(
      ResultCache.key("t", { b: { c: [{ e: 2, d: 1 }] }, a: 1 }),
    );
    expect(ResultCache.key("t", { a: [1, 2] })).not.toBe(ResultCache.key("t", { a: [2, 1] }));
    expect(ResultCache.key("t", { a: 1 })).not.toBe(ResultCache.key("u", { a: 1 }));
  });

  test("arguments without a JSON text have no key", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(ResultCache.key("t", cyclic)).toBeUndefined();
    expect(ResultCache.key("t", { n: 1n })).toBeUndefined();
  });
});

describe("in the executor", () => {
  const cached = (execute: () => Promise<string>) => makeTool("t", execute, { cache: { ttl: 60_000 } });

  test("the second call does not run, and its event has the prefix [cached]", async () => {
    const execute = vi.fn(async () => "fresh");
    const executor = new ToolExecutor([cached(execute)]);
    const { ctx, resultTexts, events } = recorded();
    await executor.executeAll([makeCall("t", { a: 1, b: 2 })], ctx);
    const [second] = await executor.executeAll([makeCall("t", { b: 2, a: 1 })], ctx);
    expect(second?.result).toBe("fresh");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(resultTexts()).toEqual(["fresh", "[cached] fresh"]);
    expect(events.filter(([name]) => name === "tool.call")).toHaveLength(2);
    executor.clearCache();
    await executor.executeAll([makeCall("t", { a: 1, b: 2 })], ctx);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test("failures are not cached", async () => {
    const execute = vi.fn(async () => "fine").mockRejectedValueOnce(new Error("once"));
    const executor = new ToolExecutor([cached(execute)]);
    const { ctx } = recorded();
    const [first] = await executor.executeAll([makeCall("t")], ctx);
    const [second] = await executor.executeAll([makeCall("t")], ctx);
    expect([first?.result, second?.result]).toEqual(["Error: once", "fine"]);
  });

  test("without a ttl nothing is cached", async () => {
    const execute = vi.fn(async () => "fresh");
    const executor = new ToolExecutor([makeTool("t", execute)]);
    await executor.executeAll([makeCall("t")], recorded().ctx);
    await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(execute).toHaveBeenCalledTimes(2);
  });
});
