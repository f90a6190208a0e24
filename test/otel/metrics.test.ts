/** The metrics, as Prometheus scrapes them over a socket from OpenTelemetry's own exporter. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { desk, refusalText } from "../../lib/adapter.ts";
import { detectors, LoopGuard, type LoopGuardOptions, RunContext, ToolExecutor } from "../../lib/index.ts";
import { instrumentLoopGuard, type LoopGuardInstrumentation } from "../../lib/otel.ts";
import { publishError } from "../../lib/rules/diagnostics.ts";
import { MISBEHAVIOURS } from "../guard/callbacks.ts";
import { type Sdk, startSdk, sum } from "./sdk.ts";

const { count, custom, noProgress, unknownTool } = detectors;

let sdk: Sdk;
let instrumentation: LoopGuardInstrumentation;
beforeEach(async () => {
  sdk = await startSdk();
  instrumentation = instrumentLoopGuard();
});
afterEach(async () => {
  instrumentation.dispose();
  await sdk[Symbol.asyncDispose]();
});

const call = (name: string, id?: string) => ({ ...(id === undefined ? {} : { id }), name, arguments: { q: 1 } });

describe("what is counted", () => {
  it("has the names, types and units of the documentation", async () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    instrumentation.observe("docs", guard);
    for (let i = 0; i < 3; i++) guard.before(call("search"));
    const text = await sdk.scrapeText();
    const types = [...text.matchAll(/^# TYPE (tool_loop_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    expect(types.sort()).toEqual([
      "tool_loop_calls_total counter",
      "tool_loop_detections_total counter",
      "tool_loop_loops_total counter",
      "tool_loop_open_runs gauge",
      "tool_loop_refused_calls_total counter",
      "tool_loop_repeats histogram",
      "tool_loop_saved_tokens gauge",
    ]);
    const [sample] = (await sdk.scrape()).filter(({ name }) => name === "tool_loop_refused_calls_total");
    expect(sample?.value).toBe(2);
    expect(sample?.labels).toMatchObject({
      tool_loop_action: "hint",
      tool_loop_detector: "count",
      gen_ai_tool_name: "search",
      tool_loop_shadow: "false",
    });
  });

  it("counts every strike, with its repetitions in the histogram", async () => {
    using guard = new LoopGuard({ detectors: [count({ maxRepeats: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } });
    for (let i = 0; i < 6; i++) guard.before(call("search"));
    const samples = await sdk.scrape();
    const byAction = ["warn", "hint", "abort"].map((tool_loop_action) =>
      sum(samples, "tool_loop_detections_total", { tool_loop_action }),
    );
    expect(byAction).toEqual([1, 2, 1]);
    expect(sum(samples, "tool_loop_repeats_sum")).toBe(3 + 4 + 5 + 6);
    expect(sum(samples, "tool_loop_repeats_bucket", { le: "4", tool_loop_detector: "count" })).toBe(2);
  });

  it("counts what was tried to end a loop, and what became of it", async () => {
    const run = desk({ maxRepeats: 1, action: "hint", recover: true }).run();
    const once = (name: string): unknown => {
      run.round();
      return run.call({ name, arguments: {} }, () => "none", { refused: refusalText });
    };
    for (let i = 0; i < 3; i++) {
      once("search");
      run.next();
    }
    once("read");
    run.next();
    const samples = await sdk.scrape();
    const told = (tool_loop_rung: string, tool_loop_outcome: string): number =>
      sum(samples, "tool_loop_recoveries_total", { tool_loop_rung, tool_loop_outcome, gen_ai_tool_name: "search" });
    expect([told("prune", "tried"), told("prune", "failed"), told("prune", "ended")]).toEqual([1, 1, 0]);
    expect([told("tools", "tried"), told("tools", "failed"), told("tools", "ended")]).toEqual([1, 0, 1]);
    expect(sum(samples, "tool_loop_recoveries_total")).toBe(4);
  });

  it("counts no refusal for a call that has run, nor in shadow mode", async () => {
    const options: LoopGuardOptions = { detectors: [noProgress({ threshold: 2 })], action: "hint" };
    using guard = new LoopGuard(options);
    using shadow = new LoopGuard({ ...options, shadow: true });
    for (let i = 0; i < 4; i++)
      for (const each of [guard, shadow])
        if (each.before(call("read", `${i}`)).action === "allow") each.after(call("read", `${i}`), { result: "same" });
    const samples = await sdk.scrape();
    expect(guard.stats().refused).toBe(2);
    expect(sum(samples, "tool_loop_refused_calls_total")).toBe(2);
    expect(sum(samples, "tool_loop_detections_total", { tool_loop_shadow: "false" })).toBe(3);
    expect(sum(samples, "tool_loop_detections_total", { tool_loop_shadow: "true" })).toBeGreaterThan(0);
  });

  it("agrees with stats() over any traffic", async () => {
    using guard = new LoopGuard({
      detectors: [count({ maxRepeats: 4 }), noProgress({ threshold: 2 }), unknownTool({ threshold: 2 })],
      action: ({ strikes, toolName }) => (["warn", "hint", "ask", "abort"] as const)[(strikes + toolName.length) % 4]!,
    });
    let state = 1;
    const random = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    for (let i = 0; i < 500; i++) {
      const next = call("x".repeat(1 + random(3)), `call-${random(400)}`);
      if (random(8) === 0) guard.beginRound();
      if (random(60) === 0) guard.beginTurn();
      if (random(5) === 0) guard.invalid(next, "no such tool");
      else {
        const { action } = guard.before(next);
        if (action === "allow" || action === "warn") guard.after(next, { result: `${random(2)}` });
      }
    }
    const { refused, loops } = guard.stats();
    const samples = await sdk.scrape();
    expect(refused).toBeGreaterThan(20);
    expect(sum(samples, "tool_loop_refused_calls_total")).toBe(refused);
    expect(sum(samples, "tool_loop_detections_total")).toBeGreaterThan(loops.total);
  });

  it("counts the same for an executor as for a guard", async () => {
    const tool = {
      name: "search",
      description: "d",
      parameters: { safeParse: (data: unknown) => ({ success: true as const, data }) },
      execute: async () => "x",
    };
    const executor = new ToolExecutor([tool], { loopDetection: { maxRepeats: 2, action: "hint" } });
    const ctx = new RunContext({ sessionId: "s" });
    const step = Array.from({ length: 5 }, (_, i) => ({ id: `c${i}`, name: "search", arguments: {} }));
    const results = await executor.executeAll(step, ctx);
    const refused = results.filter(({ error }) => error === "loop-detected").length;
    expect(refused).toBe(3);
    expect(sum(await sdk.scrape(), "tool_loop_refused_calls_total", { gen_ai_tool_name: "search" })).toBe(refused);
    executor.loopGuard?.close();
  });
});

describe("faults", () => {
  it("are counted by place and type", async () => {
    const fails = () => {
      throw new RangeError("secret");
    };
    using guard = new LoopGuard({ detectors: [count({ maxRepeats: 1 }), custom("mine", fails)], onDetection: fails });
    for (let i = 0; i < 2; i++) {
      guard.before(call("read", `${i}`));
      guard.after(call("read", `${i}`), { result: "x" });
    }
    publishError(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "store");
    publishError("no error at all", "store");
    const samples = (await sdk.scrape()).filter(({ name }) => name === "tool_loop_errors_total");
    const labels = samples.map(({ labels }) => [labels["tool_loop_where"], labels["error_type"]]);
    expect(labels.sort()).toEqual([
      ["detector mine", "RangeError"],
      ["onDetection", "RangeError"],
      ["store", "ECONNREFUSED"],
      ["store", "_OTHER"],
    ]);
    expect(JSON.stringify(samples)).not.toContain("secret");
  });
});

describe("an object with invalid stats", () => {
  it.each(Object.entries(MISBEHAVIOURS))("%s: the others are observed", async (_, stats) => {
    const unhandled: unknown[] = [];
    const hear = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", hear);
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    instrumentation.observe("broken", { stats: stats as never });
    instrumentation.observe("fine", guard);
    guard.before(call("search"));
    expect(sum(await sdk.scrape(), "tool_loop_calls_total", { tool_loop_guard: "fine" })).toBe(1);
    process.off("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
  });
});

describe("tool names", () => {
  const flood = (guard: LoopGuard, names: readonly string[]) => {
    for (const name of names) for (let i = 0; i < 3; i++) guard.before(call(name));
  };
  const madeUp = Array.from({ length: 1000 }, (_, i) => `made_up_${i}`);
  const namesIn = async (metric: string) =>
    (await sdk.scrape()).filter(({ name }) => name === metric).map(({ labels }) => labels["gen_ai_tool_name"]);

  it("that a model invents do not become new series without limit", async () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    flood(guard, ["search"]);
    flood(guard, madeUp);
    for (const metric of ["tool_loop_detections_total", "tool_loop_refused_calls_total"]) {
      const names = await namesIn(metric);
      expect(names).toHaveLength(101);
      expect(names).toContain("search");
      expect(names).toContain("_OTHER");
    }
    const samples = await sdk.scrape();
    expect(samples.length).toBeLessThan(250);
    expect(sum(samples, "tool_loop_detections_total")).toBe(2 * 1001);
    expect(sum(samples, "tool_loop_detections_total", { gen_ai_tool_name: "_OTHER" })).toBe(2 * 901);
  });

  it("that are very long become _OTHER", async () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    for (const name of ["n".repeat(256), "n".repeat(257)]) for (let i = 0; i < 2; i++) guard.before(call(name));
    expect((await namesIn("tool_loop_detections_total")).sort()).toEqual(["_OTHER", "n".repeat(256)]);
  });

  it.each([
    ["a list: those", ["search", "read"], ["search", "_OTHER"]],
    ["a number: the first so many", 2, ["made_up_0", "made_up_1", "_OTHER"]],
    ["none", 0, ["_OTHER"]],
  ])("toolNames as %s", async (_, toolNames, expected) => {
    instrumentation.dispose();
    instrumentation = instrumentLoopGuard({ toolNames });
    using guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
    flood(guard, [...madeUp.slice(0, 50), "search"]);
    expect((await namesIn("tool_loop_detections_total")).sort()).toEqual([...expected].sort());
  });
});

describe("guards that are observed", () => {
  it("export their stats by name until they are closed", async () => {
    using support = new LoopGuard({ maxRepeats: 2, action: "hint" });
    const sales = new LoopGuard();
    instrumentation.observe("support", support);
    instrumentation.observe("sales", sales);
    for (let i = 0; i < 5; i++) {
      const run = support.run(`run-${i % 3}`);
      run.before(call("read", `${i}`));
      run.after(call("read", `${i}`), { result: "x".repeat(400) });
    }
    for (let i = 0; i < 4; i++) support.before(call("read"));
    const samples = await sdk.scrape();
    const of = (metric: string, tool_loop_guard: string) => sum(samples, metric, { tool_loop_guard });
    const stats = support.stats();
    expect([stats.calls, stats.runs]).toEqual([9, 4]);
    expect(stats.tokensSaved).toBeGreaterThan(0);
    expect(of("tool_loop_calls_total", "support")).toBe(stats.calls);
    expect(of("tool_loop_loops_total", "support")).toBe(stats.loops.total);
    expect(of("tool_loop_open_runs", "support")).toBe(stats.runs);
    expect(of("tool_loop_saved_tokens", "support")).toBe(stats.tokensSaved);
    expect(of("tool_loop_open_runs", "sales")).toBe(1);

    sales.close();
    const later = await sdk.scrape();
    expect(sum(later, "tool_loop_open_runs", { tool_loop_guard: "sales" })).toBe(0);
    expect(sum(later, "tool_loop_open_runs", { tool_loop_guard: "support" })).toBe(4);
  });

  it("are released when they are closed", async () => {
    const guard = new LoopGuard();
    guard.close();
    const stats = vi.spyOn(guard, "stats");
    instrumentation.observe("closed", guard);
    await sdk.scrape();
    await sdk.scrape();
    expect(stats).toHaveBeenCalledOnce();
  });

  it("may be runs; the last one with a name is exported", async () => {
    using guard = new LoopGuard();
    guard.before(call("read"));
    const run = guard.run("r");
    instrumentation.observe("it", guard);
    instrumentation.observe("it", run);
    const samples = await sdk.scrape();
    expect(samples.filter(({ name }) => name === "tool_loop_calls_total")).toMatchObject([{ value: 0 }]);
  });
});
