/** Mastra: the traps of its hooks and processors. */
import { Agent } from "@mastra/core/agent";
import { RequestContext } from "@mastra/core/request-context";
import { createTool } from "@mastra/core/tools";
import { detectors, findToolLoopError, LoopGuard } from "loopguard";
import { ToolLoopProcessor, toolLoopHooks, withLoopGuard } from "loopguard/mastra";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ScriptedResponse } from "./conformance.ts";
import { agentOf, type Config, configOf, mock, scripted, streamed } from "./mastra-driver.ts";

const { duplicate, errorStreak, repeat, unknownTool } = detectors;

const STUCK = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

/** Asks for the same search at every step, `steps` times. Counts its own steps. */
function stuck(steps = 10, name = "search", args: Record<string, unknown> | string = { q: "x" }) {
  const requests: string[][] = [];
  const script = ({ results }: { results: string[] }): ScriptedResponse => {
    requests.push(results);
    if (requests.length > steps) return { text: "I give up." };
    return { calls: [{ id: `call_${requests.length}`, name, arguments: args }] };
  };
  return { script, requests };
}

/** A tool that gives `result` as it is, and counts its calls. */
function toolOf(id: string, result: (args: { q: string }) => unknown = () => "No results.", more: object = {}) {
  const counter = { calls: 0 };
  const execute = async (args: { q: string }): Promise<unknown> => {
    counter.calls++;
    return result(args);
  };
  const tool = createTool({ id, description: id, inputSchema: z.object({ q: z.string() }), execute, ...more });
  return { counter, tool };
}

const generate = (config: Config) => agentOf(config).generate("Go.", { maxSteps: 20 });

describe("mastra", () => {
  test("with onAbort: stop a run has a tripwire", async () => {
    const { script } = stuck();
    const config = withLoopGuard(configOf(script, { search: toolOf("search").tool }), STUCK, { onAbort: "stop" });
    const result = await generate(config);
    expect(result.tripwire).toMatchObject({ processorId: "tool-loop", retry: false });
    expect(findToolLoopError(result)?.detection.strikes).toBe(4);
    const stream = await agentOf(config).stream("Go.", { maxSteps: 20 });
    const types: string[] = [];
    for await (const { type } of stream.fullStream) types.push(type);
    expect(types).not.toContain("error");
  });

  test("with onAbort: answer the last response is the result, and its usage counts", async () => {
    const { script, requests } = stuck();
    const answering: Parameters<typeof scripted>[0] = ({ tools, ...request }) =>
      tools?.length === 0 ? { text: "Partly." } : script(request);
    const config = withLoopGuard(configOf(answering, { search: toolOf("search").tool }), STUCK, { onAbort: "answer" });
    const result = await generate(config);
    expect([result.text, result.finishReason, result.tripwire]).toEqual(["Partly.", "stop", undefined]);
    expect([requests.length, result.totalUsage.inputTokens]).toEqual([5, 6]);
    expect(findToolLoopError(result)?.results).toEqual(["No results."]);
  });

  test.each(["throw", "stop", "answer"] as const)("an abort in the last of maxSteps is told (%s)", async (onAbort) => {
    const { script, requests } = stuck(20);
    const agent = agentOf(withLoopGuard(configOf(script, { search: toolOf("search").tool }), STUCK, { onAbort }));
    const result = await agent.generate("Go.", { maxSteps: 5 });
    expect(requests).toHaveLength(5);
    expect(result.tripwire).toMatchObject({ processorId: "tool-loop", retry: false });
    expect(findToolLoopError(result)?.results).toEqual(["No results."]);
    const stream = await agent.stream("Go.", { maxSteps: 5 });
    expect(findToolLoopError(await stream.getFullOutput())?.toolName).toBe("search");
    expect((await agent.generate("Go.", { maxSteps: 4 })).tripwire).toBeUndefined();
  });

  test("a stopped stream has an error part, and its promises reject", async () => {
    const { script } = stuck();
    const agent = agentOf(withLoopGuard(configOf(script, { search: toolOf("search").tool }), STUCK));
    const stream = await agent.stream("Go.", { maxSteps: 20 });
    const errors: unknown[] = [];
    for await (const part of stream.fullStream) if (part.type === "error") errors.push(part.payload.error);
    expect(errors.map((error) => findToolLoopError(error)?.toolName)).toEqual(["search"]);
    expect(findToolLoopError(await stream.text.catch((error: unknown) => error))?.toolName).toBe("search");
    expect(findToolLoopError(stream.error)?.toolName).toBe("search");
  });

  test("fallback models are not called after an abort, and nothing is retried", async () => {
    const first = stuck();
    const second = stuck();
    const model = [first, second].map(({ script }) => ({ model: scripted(script), maxRetries: 2 }));
    const config = configOf(first.script, { search: toolOf("search").tool }, { model });
    await expect(generate(withLoopGuard(config, STUCK))).rejects.toThrow("aborting to prevent a loop");
    expect([first.requests.length, second.requests.length]).toEqual([5, 0]);
  });

  test.each(["a list", "a function"])("the agent's own processors in %s stay, and run first", async (kind) => {
    const seen: string[][] = [];
    const own = {
      id: "own",
      processInputStep: ({ tools }: { tools?: Record<string, { description?: string }> }) => {
        seen.push(Object.values(tools ?? {}).map(({ description = "" }) => description));
      },
    };
    const { script, requests } = stuck();
    const { tool, counter } = toolOf("search");
    const inputProcessors = kind === "a list" ? [own] : () => [own];
    const config = configOf(script, { search: tool }, { inputProcessors });
    await expect(generate(withLoopGuard(config, STUCK))).rejects.toThrow("aborting to prevent a loop");
    expect([counter.calls, requests.length]).toEqual([2, 5]);
    expect(seen).toHaveLength(6);
    expect(config.inputProcessors).toBe(inputProcessors);
  });

  test("the agent's own hooks, and those of a call, see the calls that run", async () => {
    const { script, requests } = stuck();
    const { tool, counter } = toolOf("search");
    const seen: string[] = [];
    const hooksOf = (name: string) => ({ beforeToolCall: () => void seen.push(name) });
    const agent = agentOf(withLoopGuard(configOf(script, { search: tool }, { hooks: hooksOf("agent") }), STUCK));
    await expect(agent.generate("Go.", { maxSteps: 20, hooks: hooksOf("call") })).rejects.toThrow("loop");
    expect([counter.calls, requests.length, seen]).toEqual([2, 5, ["call", "call"]]);
  });

  test("a tool's toModelOutput gets the warning added, and is not called for refusals", async () => {
    const asked: unknown[] = [];
    const toModelOutput = (output: { hits: number }) => {
      asked.push(output);
      return { type: "text" as const, value: `${output.hits.toFixed()} hits` };
    };
    const { tool } = toolOf("search", () => ({ hits: 0 }), { toModelOutput });
    const { script, requests } = stuck(4);
    const result = await generate(withLoopGuard(configOf(script, { search: tool }), STUCK));
    expect(requests.at(-1)?.[0]).toBe("0 hits");
    expect(requests.at(-1)?.[1]).toMatch(/^0 hits\n\nTool 'search' called 2 times/);
    expect(requests.at(-1)?.[2]).toMatch(/^Tool 'search' called 2 times.*was not run/);
    expect(asked).toEqual([{ hits: 0 }, { hits: 0 }]);
    const outputs = result.steps.flatMap(({ toolResults }) => toolResults.map(({ payload }) => payload.result));
    expect(outputs.slice(0, 2)).toEqual([{ hits: 0 }, { hits: 0 }]);
    expect(outputs[2]).toEqual({ error: true, message: expect.stringContaining("was not run") });
  });

  test.each([
    ["an object", { hits: 0 }, /^\{"hits":0\}\n\nTool 'search' called 2 times/],
    ["a list", [], /^\[\]\n\nTool 'search' called 2 times/],
    ["a number", 7, /^7\n\nTool 'search' called 2 times/],
    ["null", null, /^null\n\nTool 'search' called 2 times/],
  ])("a warning goes with an output that is %s", async (_, output, expected) => {
    const { script, requests } = stuck(2);
    const { tool } = toolOf("search", () => output);
    await generate(withLoopGuard(configOf(script, { search: tool }), STUCK));
    expect(requests.at(-1)?.[0]).toBe(JSON.stringify(output));
    expect(requests.at(-1)?.[1]).toMatch(expected);
  });

  test("a warning is added to its own call, and not to the next one with the same output", async () => {
    let step = 0;
    const requests: string[][] = [];
    const script = ({ results }: { results: string[] }): ScriptedResponse => {
      requests.push(results);
      return step === 3
        ? { text: "Done." }
        : { calls: [{ id: `c${++step}`, name: "search", arguments: { q: step < 3 ? "x" : "y" } }] };
    };
    await generate(withLoopGuard(configOf(script, { search: toolOf("search").tool }), STUCK));
    expect(requests.at(-1)).toEqual(["No results.", expect.stringContaining("called 2 times"), "No results."]);
  });

  test.each([
    ["do not fit the schema", "generate", { query: "x" }],
    ["are no JSON", "generate", '{"q": "x'],
  ] as const)("arguments that %s are failed calls: %s", async (_, __, args) => {
    const { script, requests } = stuck(10, "search", args);
    const { tool, counter } = toolOf("search");
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    await expect(generate(withLoopGuard(configOf(script, { search: tool }), guard))).rejects.toThrow("same error");
    expect([counter.calls, requests.length]).toEqual([0, 3]);
    expect(requests.at(-1)?.[1]).toMatch(/validation failed.*failed 2 times in a row/s);
  });

  test("arguments that are not JSON are invalid calls: stream", async () => {
    const { script, requests } = stuck(10, "search", '{"q": "x');
    const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    const agent = agentOf(withLoopGuard(configOf(script, { search: toolOf("search").tool }), guard));
    await expect(streamed(agent)).rejects.toThrow("aborting to prevent a loop");
    expect(requests).toHaveLength(3);
    expect(requests.at(-1)?.[1]).toMatch(/could not be parsed.*there is no such tool/s);
  });

  test("a tool that throws is not an unknown tool", async () => {
    let step = 0;
    const script = (): ScriptedResponse => {
      if (++step > 5) return { text: "I give up." };
      return { calls: [{ id: `call_${step}`, name: step < 4 ? "search" : "serach", arguments: { q: `${step}` } }] };
    };
    const { tool, counter } = toolOf("search", () => Promise.reject(new Error("The index is being rebuilt.")));
    const found: string[] = [];
    const guard = {
      detectors: [unknownTool({ threshold: 2 })],
      ladder: { warn: 1 },
      onDetection: ({ toolName }: { toolName: string }) => found.push(toolName),
    };
    await generate(withLoopGuard(configOf(script, { search: tool }), guard));
    expect(counter.calls).toBe(3);
    expect(found).toEqual(["serach"]);
  });

  test("a warning from before a tool threw appears once", async () => {
    const { script, requests } = stuck(2);
    const { tool } = toolOf("search", () => Promise.reject(new Error("The index is being rebuilt.")));
    await generate(withLoopGuard(configOf(script, { search: tool }), { maxRepeats: 1, ladder: { warn: 1 } }));
    expect(requests.at(-1)?.[1]).toMatch(/^The index is being rebuilt\.\n\n/);
    expect(requests.at(-1)?.[1]?.split("has now been called 2 times")).toHaveLength(2);
  });

  test("a step that is retried with another model is read once", async () => {
    let failed = false;
    const first = mock(() => {
      if (failed) throw new Error("no quota");
      failed = true;
      return { calls: [{ id: "a", name: "serach", arguments: { q: "x" } }] };
    });
    const model = [first, mock(() => ({ text: "Done." }))].map((each) => ({ model: each, maxRetries: 0 }));
    const config = configOf(() => ({}), { search: toolOf("search").tool }, { model });
    const guard = new LoopGuard({ detectors: [unknownTool({ threshold: 2 })], action: "abort" });
    expect((await generate(withLoopGuard(config, guard))).text).toBe("Done.");
    expect(guard.stats()).toMatchObject({ calls: 1, loops: { total: 0 } });
  });

  test("parallel calls that run one after another are still one round", async () => {
    let step = 0;
    const script = (): ScriptedResponse => {
      if (step++ > 0) return { text: "Done." };
      return { calls: [1, 2, 3].map((n) => ({ id: `c${n}`, name: "search", arguments: { q: "x" } })) };
    };
    const { tool, counter } = toolOf("search");
    const agent = agentOf(withLoopGuard(configOf(script, { search: tool }), STUCK));
    const result = await agent.generate("Go.", { maxSteps: 20, toolCallConcurrency: 1 });
    expect([result.text, counter.calls]).toEqual(["Done.", 3]);
  });

  test("two concurrent runs under one request context are two runs", async () => {
    const requestContext = new RequestContext();
    const { script, requests } = stuck(20);
    const { tool, counter } = toolOf("search");
    const agent = agentOf(withLoopGuard(configOf(script, { search: tool }), STUCK));
    const runs = [1, 2].map(() => agent.generate("Go.", { maxSteps: 20, requestContext }));
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect([counter.calls, requests.length]).toEqual([4, 10]);
  });

  test.each(["throw", "stop"] as const)(
    "a sub-agent that is stopped says so, with what it found (%s)",
    async (onAbort) => {
      const guard = new LoopGuard(STUCK);
      const inner = stuck();
      const { tool, counter } = toolOf("search");
      const own = configOf(inner.script, { search: tool }, { description: "r", defaultOptions: { maxSteps: 20 } });
      const researcher = new Agent(withLoopGuard({ ...own, id: "r", name: "r" }, guard, { onAbort }));
      const outer = stuck(1, "agent-researcher", { prompt: "x" });
      const config = configOf(outer.script, {}, { agents: { researcher } });
      const result = await generate(withLoopGuard(config, guard));
      expect(result.text).toBe("I give up.");
      expect([counter.calls, inner.requests.length]).toEqual([2, 5]);
      const told = outer.requests.at(-1)?.join();
      for (const text of ["The task was not finished: ", "No results."]) expect(told).toContain(text);
    },
  );

  test("with replay the model gets the earlier output", async () => {
    const { script, requests } = stuck(2);
    const { tool, counter } = toolOf("search", () => "Found.");
    await generate(withLoopGuard(configOf(script, { search: tool }), { detectors: [duplicate({ replay: true })] }));
    expect(counter.calls).toBe(1);
    expect(requests.at(-1)).toEqual(["Found.", "Found."]);
  });

  test("a call that waits for approval continues as without a guard", async () => {
    const outcomes = [];
    for (const guarded of [false, true]) {
      const { script, requests } = stuck(1);
      const { tool, counter } = toolOf("search");
      const config = configOf(script, { search: tool });
      const agent = agentOf(guarded ? withLoopGuard(config) : config);
      const paused = await agent.generate("Go.", { maxSteps: 20, requireToolApproval: true });
      expect([paused.finishReason, counter.calls]).toEqual(["suspended", 0]);
      const result = await agent.approveToolCallGenerate({ runId: paused.runId as string, toolCallId: "call_1" });
      outcomes.push({ text: result.text, requests, calls: counter.calls });
    }
    expect(outcomes[0]?.calls).toBe(1);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  test("a call with processors of its own is refused by hooks", async () => {
    const { script, requests } = stuck(7);
    const { tool, counter } = toolOf("search");
    const agent = agentOf(withLoopGuard(configOf(script, { search: tool }), STUCK));
    const seen: string[] = [];
    const own = { id: "own", processInputStep: () => void seen.push("own") };
    const result = await agent.generate("Go.", { maxSteps: 20, inputProcessors: [own] });
    expect([result.text, counter.calls, requests.length, seen.length]).toEqual(["I give up.", 2, 8, 8]);
    expect(requests.at(-1)?.[2]).toContain("This call was not run");
  });

  test("the agent's own hooks see the calls that run, also without our processor", async () => {
    const { script } = stuck(7);
    const { tool } = toolOf("search");
    const seen: string[] = [];
    const hooks = { beforeToolCall: () => void seen.push("before"), afterToolCall: () => void seen.push("after") };
    const agent = agentOf(withLoopGuard(configOf(script, { search: tool }, { hooks }), STUCK));
    await agent.generate("Go.", { maxSteps: 20, inputProcessors: [] });
    expect(seen).toEqual(["before", "after", "before", "after"]);
  });

  test("a run whose prepareStep sets the tools is counted, and ends", async () => {
    const { script, requests } = stuck(20);
    const { tool, counter } = toolOf("search");
    const agent = agentOf(withLoopGuard(configOf(script, {}), STUCK));
    const running = agent.generate("Go.", { maxSteps: 20, prepareStep: () => ({ tools: { search: tool } }) });
    await expect(running).rejects.toThrow("aborting to prevent a loop");
    expect([counter.calls, requests.length]).toEqual([5, 5]);
  });

  test("a wrapper that copies the state is the same run", async () => {
    const processor = new ToolLoopProcessor(STUCK);
    const copying = {
      id: "copying",
      processInputStep: (args: { state: object }) =>
        processor.processInputStep({ ...args, state: { ...args.state } } as never),
      processLLMRequest: (args: { state: object }) =>
        processor.processLLMRequest({ ...args, state: { ...args.state } } as never),
    };
    const { script, requests } = stuck();
    const { tool, counter } = toolOf("search");
    const config = configOf(script, { search: tool }, { inputProcessors: [copying] });
    await expect(generate(config)).rejects.toThrow("aborting to prevent a loop");
    expect([counter.calls, requests.length]).toEqual([2, 5]);
  });

  describe("hooks alone", () => {
    test("refuse calls, and cannot end the run", async () => {
      const { script, requests } = stuck(7);
      const { tool, counter } = toolOf("search");
      const seen: string[] = [];
      const guard = new LoopGuard({ ...STUCK, onDetection: (_, { action }) => seen.push(action) });
      const result = await generate(configOf(script, { search: tool }, { hooks: toolLoopHooks(guard) }));
      expect(result.text).toBe("I give up.");
      expect([counter.calls, requests.length]).toEqual([2, 8]);
      expect(seen).toEqual(["warn", "hint", "hint", "abort"]);
      expect(JSON.parse(requests.at(-1)?.[2] ?? "")).toEqual({
        error: true,
        message: expect.stringContaining("was not run"),
      });
    });

    test("count parallel calls as one round, and each agent with a request context as a run", async () => {
      const guard = new LoopGuard(STUCK);
      const hooks = toolLoopHooks(guard);
      const requestContext = new RequestContext();
      const { tool, counter } = toolOf("search");
      for (const id of ["a", "b"]) {
        let step = 0;
        const script = (): ScriptedResponse => {
          if (step++ > 0) return { text: "Done." };
          return { calls: [1, 2, 3].map((n) => ({ id: `c${n}`, name: "search", arguments: { q: "x" } })) };
        };
        await agentOf({ ...configOf(script, { search: tool }, { hooks }), id }).generate("Go.", {
          maxSteps: 20,
          requestContext,
        });
      }
      expect(counter.calls).toBe(6);
      expect(guard.stats().loops.total).toBe(0);
    });

    test("leave calls to the processor that has judged them", async () => {
      const guard = new LoopGuard(STUCK);
      const { script, requests } = stuck();
      const { tool, counter } = toolOf("search");
      const more = { hooks: toolLoopHooks(guard), inputProcessors: [new ToolLoopProcessor(guard)] };
      await expect(generate(configOf(script, { search: tool }, more))).rejects.toThrow("aborting to prevent a loop");
      expect([counter.calls, requests.length]).toEqual([2, 5]);
      expect(guard.stats()).toMatchObject({ calls: 5, refused: 3, warned: 1 });
    });
  });
});
