/** instrumentLoopGuard: once, twice, before the SDK, without an SDK, with invalid options. */
import { channel } from "node:diagnostics_channel";
import { DiagLogLevel, diag, metrics, type Span, trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LoopGuard } from "../../lib/index.ts";
import { type InstrumentLoopGuardOptions, instrumentLoopGuard } from "../../lib/otel.ts";
import { inSpan, startSdk, sum } from "./sdk.ts";

afterEach(() => diag.disable());

const listened = () => ["loopguard:detection", "loopguard:error"].map((name) => channel(name).hasSubscribers);
const loop = (calls = 3) => {
  using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
  for (let i = 0; i < calls; i++) guard.before({ name: "read", arguments: {} });
};
const warnings = () => {
  const warn = vi.fn();
  const error = vi.fn();
  const none = () => {};
  diag.setLogger({ warn, error, info: none, debug: none, verbose: none }, DiagLogLevel.ALL);
  return { warn, error };
};

describe("instrumentLoopGuard", () => {
  it("called several times, counts once, and listens until the last one is disposed", async () => {
    await using sdk = await startSdk();
    const first = instrumentLoopGuard();
    {
      using _second = instrumentLoopGuard();
      loop();
      expect(sum(await sdk.scrape(), "tool_loop_detections_total")).toBe(2);
    }
    loop();
    expect(sum(await sdk.scrape(), "tool_loop_detections_total")).toBe(4);
    expect(listened()).toEqual([true, true]);
    first.dispose();
    first.dispose();
    expect(listened()).toEqual([false, false]);
    loop();
    expect(sum(await sdk.scrape(), "tool_loop_detections_total")).toBe(4);
  });

  it("disposed twice, keeps the listeners of another call", () => {
    const first = instrumentLoopGuard();
    using _second = instrumentLoopGuard();
    first.dispose();
    first.dispose();
    expect(listened()).toEqual([true, true]);
  });

  it("exports the guards of each call until it is disposed", async () => {
    await using sdk = await startSdk();
    using guard = new LoopGuard();
    using _first = instrumentLoopGuard({ guards: { one: guard } });
    const second = instrumentLoopGuard({ guards: { two: guard } });
    const openRuns = async () => {
      const samples = await sdk.scrape();
      return ["one", "two", "three"].map((name) => sum(samples, "tool_loop_open_runs", { tool_loop_guard: name }));
    };
    expect(await openRuns()).toEqual([1, 1, 0]);
    second.dispose();
    second.observe("three", guard);
    expect(await openRuns()).toEqual([1, 0, 0]);
  });

  it("keeps a guard that replaced another call's of the same name", async () => {
    await using sdk = await startSdk();
    using guard = new LoopGuard();
    using other = new LoopGuard();
    const first = instrumentLoopGuard({ guards: { it: guard } });
    using _second = instrumentLoopGuard({ guards: { it: other } });
    first.dispose();
    expect(sum(await sdk.scrape(), "tool_loop_open_runs", { tool_loop_guard: "it" })).toBe(1);
  });

  it("warns that other options of a later call have no effect", () => {
    const { warn } = warnings();
    using _first = instrumentLoopGuard({ toolNames: 5 });
    using _second = instrumentLoopGuard({ guards: {} });
    expect(warn).not.toHaveBeenCalled();
    using _third = instrumentLoopGuard({ toolNames: 7 });
    expect(warn).toHaveBeenCalledOnce();
  });

  it("may be called before the SDK: metrics start when it is registered", async () => {
    using guard = new LoopGuard();
    using _instrumentation = instrumentLoopGuard({ guards: { early: guard } });
    loop();
    await using sdk = await startSdk();
    loop();
    const samples = await sdk.scrape();
    expect(sum(samples, "tool_loop_detections_total")).toBe(2);
    expect(sum(samples, "tool_loop_open_runs", { tool_loop_guard: "early" })).toBe(1);
  });

  it("switches to a second SDK, and no longer uses the first", async () => {
    using guard = new LoopGuard();
    const first = await startSdk();
    using _instrumentation = instrumentLoopGuard({ guards: { it: guard } });
    loop();
    metrics.disable();
    trace.disable();
    await using second = await startSdk();
    loop(5);
    expect(sum(await first.scrape(), "tool_loop_detections_total")).toBe(2);
    expect(sum(await first.scrape(), "tool_loop_open_runs")).toBe(0);
    expect(sum(await second.scrape(), "tool_loop_detections_total")).toBe(4);
    expect(sum(await second.scrape(), "tool_loop_open_runs")).toBe(1);
    await first[Symbol.asyncDispose]();
  });

  it("accepts a provider that is not registered", async () => {
    await using sdk = await startSdk({ global: false });
    using _instrumentation = instrumentLoopGuard({ meterProvider: sdk.meterProvider });
    loop();
    expect(sum(await sdk.scrape(), "tool_loop_detections_total")).toBe(2);
  });

  it("without an SDK, changes nothing", () => {
    const { warn, error } = warnings();
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    using _instrumentation = instrumentLoopGuard({ guards: { it: guard } });
    const actions = Array.from({ length: 3 }, () => guard.before({ name: "read", arguments: {} }).action);
    expect(actions).toEqual(["allow", "hint", "hint"]);
    expect(warn).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
  });

  it("an error in telemetry never reaches the run", async () => {
    await using sdk = await startSdk();
    const { error } = warnings();
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    using _instrumentation = instrumentLoopGuard();
    const verdict = inSpan("tool", (span: Span) => {
      span.setAttributes = () => {
        throw new Error("broken span");
      };
      guard.before({ name: "read", arguments: {} });
      return guard.before({ name: "read", arguments: {} });
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(verdict.action).toBe("hint");
    expect(error).toHaveBeenCalledExactlyOnceWith("loopguard/otel could not mark the active span", expect.any(Error));
    expect(sum(await sdk.scrape(), "tool_loop_detections_total")).toBe(1);
  });

  it("stays off when the provider is broken", () => {
    const getMeter = () => {
      throw new Error("broken provider");
    };
    expect(() => instrumentLoopGuard({ meterProvider: { getMeter } })).toThrow("broken provider");
    expect(listened()).toEqual([false, false]);
  });

  it.each<[string, unknown, string]>([
    ["an unknown option", { tracerProvider: {} }, 'Option "tracerProvider" must be a known option'],
    ["a list of guards", { guards: [] }, 'Option "guards" must be an object from names to guards, got an array of 0'],
    ["no guard", { guards: { a: 1 } }, 'Option "guards.a" must be a LoopGuard, or a run of one, got 1 (number)'],
    ["a negative number", { toolNames: -1 }, 'Option "toolNames" must be an integer from 0 to 10,000'],
    ["half a name", { toolNames: ["read", ""] }, 'Option "toolNames[1]" must be a non-empty string'],
    ["no provider", { meterProvider: {} }, 'Option "meterProvider" must be a MeterProvider, got an object'],
    ["no object", 7, 'Option "options" must be an object'],
  ])("refuses %s and stays off", (_, options, message) => {
    const start = () => instrumentLoopGuard(options as InstrumentLoopGuardOptions);
    expect(start).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    expect(start).toThrow(message);
    expect(listened()).toEqual([false, false]);
  });
});
