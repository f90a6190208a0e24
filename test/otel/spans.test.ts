/** Detections on spans: which span, which attributes, and never an argument or a result. */
import { setTimeout as sleep } from "node:timers/promises";
import { SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { detectors, guardFunction, LoopGuard, RunContext, ToolExecutor } from "../../lib/index.ts";
import { instrumentLoopGuard, type LoopGuardInstrumentation } from "../../lib/otel.ts";
import { inSpan, type Sdk, startSdk } from "./sdk.ts";

const { count, custom, noProgress } = detectors;

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

const attributesOf = (name: string) => sdk.spans(name).map(({ attributes }) => attributes);
const call = (id: string, name = "search") => ({ id, name, arguments: { query: "hunter2" } });

describe("a plain guard", () => {
  it("writes the detection to the span that is active at before", () => {
    using guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
    const run = guard.run("run-7");
    const verdicts = ["a", "b", "c"].map((id) => inSpan("execute_tool search", () => run.before(call(id))));
    const [first, second, third] = attributesOf("execute_tool search");
    expect([first, second]).toEqual([{}, {}]);
    expect(third).toEqual({
      "tool_loop.detected": true,
      "tool_loop.action": "hint",
      "tool_loop.detector": "count",
      "tool_loop.repeats": 3,
      "tool_loop.cycle_length": 1,
      "tool_loop.evidence": "weak",
      "tool_loop.strikes": 1,
      "tool_loop.fingerprint": verdicts[2]?.detection?.fingerprint,
      "tool_loop.shadow": false,
      "gen_ai.tool.name": "search",
      "gen_ai.tool.call.id": "c",
      "gen_ai.conversation.id": "run-7",
    });
    expect(sdk.spans("execute_tool search")[2]?.status.code).toBe(SpanStatusCode.UNSET);
  });

  it("writes a detection of after to the span that is active then", () => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })], ladder: { warn: 1, abort: 9 } });
    for (const id of ["a", "b"]) {
      inSpan("before", () => guard.before(call(id)));
      inSpan("after", () => guard.after(call(id), { result: "nothing" }));
    }
    expect(attributesOf("before")).toEqual([{}, {}]);
    expect(attributesOf("after")[1]).toMatchObject({ "tool_loop.detector": "no_progress", "tool_loop.action": "warn" });
  });

  it("marks the span as failed on an abort, and only then", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "abort" });
    for (const id of ["a", "b"]) inSpan("tool", () => guard.before(call(id)));
    const [, stopped] = sdk.spans("tool");
    expect(stopped?.attributes["error.type"]).toBe("ERR_TOOL_LOOP");
    expect(stopped?.status).toEqual({ code: SpanStatusCode.ERROR, message: "Tool loop: count" });
  });

  it("writes what a guard in shadow mode would have done, and fails no span", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "abort", shadow: true });
    for (const id of ["a", "b"]) inSpan("tool", () => guard.before(call(id)));
    const [, watched] = sdk.spans("tool");
    expect(watched?.attributes).toMatchObject({ "tool_loop.shadow": true, "tool_loop.action": "abort" });
    expect(watched?.attributes).not.toHaveProperty("error.type");
    expect(watched?.status.code).toBe(SpanStatusCode.UNSET);
  });

  it("keeps the span's own tool name and conversation", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    const own = { "gen_ai.conversation.id": "thread-1", "gen_ai.tool.name": "mcp__search" };
    for (const id of ["a", "b"]) inSpan("tool", () => guard.run("run-7").before(call(id)), own);
    expect(attributesOf("tool")[1]).toMatchObject({ ...own, "gen_ai.tool.call.id": "b", "tool_loop.detected": true });
  });

  it("does not change a span that has ended, and works without one", async () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    const late = inSpan("tool", async () => {
      const span = trace.getActiveSpan();
      span?.end();
      guard.before(call("a"));
      return guard.before(call("b"));
    });
    expect((await late).action).toBe("hint");
    expect(attributesOf("tool")[0]).toEqual({});
    expect(guard.before(call("c")).action).toBe("hint");
  });

  it("writes each detection to its own span when tools run in parallel", async () => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })], ladder: { warn: 1, abort: 9 } });
    const names = Array.from({ length: 20 }, (_, i) => `tool_${i}`);
    const tools = names.map((name, i) =>
      guardFunction(name, () => sleep((i * 7) % 10, i % 2 ? "same" : `${Math.random()}`), guard),
    );
    for (let round = 0; round < 2; round++)
      await Promise.all(tools.map((tool, i) => inSpan(`execute_tool ${names[i]}`, () => tool())));
    for (const [i, name] of names.entries()) {
      const [first, second] = attributesOf(`execute_tool ${name}`);
      expect(first).toEqual({});
      if (i % 2 === 0) expect(second).toEqual({});
      else expect(second).toMatchObject({ "gen_ai.tool.name": name, "tool_loop.detector": "no_progress" });
    }
  });
});

describe("an executor", () => {
  const tool = (name: string) => ({
    name,
    description: name,
    parameters: { safeParse: (data: unknown) => ({ success: true as const, data }) },
    execute: async () => {
      await sleep(1);
      return "token sk-12345";
    },
  });
  const makeExecutor = (action: "hint" | "abort") =>
    new ToolExecutor([tool("search"), tool("read")], { loopDetection: { maxRepeats: 1, action, scope: "run" } });

  it("marks the span around executeAll, and fails it on an abort", async () => {
    const executor = makeExecutor("abort");
    const ctx = new RunContext({ sessionId: "s", runId: "run-1" });
    const step = (id: string) => inSpan("invoke_agent", () => executor.executeAll([call(id)], ctx));
    await step("a");
    await expect(step("b")).rejects.toThrow("called 2 times");
    const [fine, stopped] = sdk.spans("invoke_agent");
    expect(fine?.attributes).toEqual({});
    expect(stopped?.attributes).toMatchObject({
      "gen_ai.tool.call.id": "b",
      "gen_ai.conversation.id": "run-1",
      "error.type": "ERR_TOOL_LOOP",
    });
    executor.loopGuard?.close();
  });

  it("separates concurrent runs", async () => {
    const executor = makeExecutor("hint");
    const agent = (runId: string, tools: string[]) =>
      inSpan(`agent ${runId}`, async () => {
        const ctx = new RunContext({ sessionId: "s", runId });
        for (const [i, name] of tools.entries()) await executor.executeAll([call(`${runId}-${i}`, name)], ctx);
      });
    const stuck = Array.from({ length: 10 }, (_, i) => agent(`stuck-${i}`, ["search", "search"]));
    const healthy = Array.from({ length: 10 }, (_, i) => agent(`fine-${i}`, ["search", "read"]));
    await Promise.all([...stuck, ...healthy]);
    for (let i = 0; i < 10; i++) {
      expect(attributesOf(`agent fine-${i}`)).toEqual([{}]);
      expect(attributesOf(`agent stuck-${i}`)).toMatchObject([
        { "gen_ai.conversation.id": `stuck-${i}`, "gen_ai.tool.call.id": `stuck-${i}-1` },
      ]);
    }
    executor.loopGuard?.close();
  });
});

describe("several detections on one span", () => {
  it("the most severe stays, and of equal ones the last", () => {
    using guard = new LoopGuard({ detectors: [count({ maxRepeats: 1 })], ladder: { warn: 1, hint: 3 } });
    const steps = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]; // the tool, and its how manieth call
    const seen = inSpan("agent", (span) => {
      const { attributes } = span as unknown as ReadableSpan;
      return steps.map((id) => {
        guard.before(call(id, id.charAt(0)));
        return `${attributes["tool_loop.action"]} ${attributes["gen_ai.tool.call.id"]}`;
      });
    });
    expect(seen).toEqual([
      ...["undefined undefined", "warn a2", "warn a3", "hint a4"],
      ...["hint a4", "hint a4", "hint a4"],
    ]);
  });

  it("a detection with an action stays, whatever a guard in shadow mode would have done", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "warn" });
    using shadow = new LoopGuard({ maxRepeats: 1, action: "abort", shadow: true });
    inSpan("agent", () => {
      for (const each of [guard, shadow]) for (const id of ["a", "b"]) each.before(call(id));
    });
    expect(attributesOf("agent")[0]).toMatchObject({ "tool_loop.action": "warn", "tool_loop.shadow": false });
  });

  it("never mix the ids of two calls", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    inSpan("agent", () => {
      for (const id of ["a", "b"]) guard.run("run-1").before(call(id));
      for (let i = 0; i < 2; i++) guard.before({ name: "read", arguments: {} });
    });
    expect(attributesOf("agent")[0]).toMatchObject({
      "gen_ai.tool.name": "read",
      "gen_ai.tool.call.id": "",
      "gen_ai.conversation.id": "",
    });
  });
});

it("no argument and no result is exported, not even in a custom detector's texts", async () => {
  const nosy = custom("nosy", ({ calls, outcomes }) => {
    const message = JSON.stringify([calls.at(-1), outcomes.at(-1)]);
    return calls.length < 3 ? null : { message, pattern: [message], details: { message } };
  });
  using guard = new LoopGuard({ detectors: [nosy, noProgress()], ladder: { warn: 1, hint: 2, abort: 3 } });
  for (let i = 0; i < 8; i++)
    inSpan("tool", () => {
      if (guard.before(call(`${i}`)).action === "allow") guard.after(call(`${i}`), { result: "sk-12345" });
    });
  const spans = sdk.spans("tool").map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  expect(spans.some(({ attributes }) => attributes["tool_loop.detector"] === "nosy")).toBe(true);
  for (const text of [JSON.stringify(spans), await sdk.scrapeText()]) {
    expect(text).toContain("nosy");
    expect(text).not.toMatch(/hunter2|sk-12345/);
  }
});
