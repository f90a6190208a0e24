/** The traps of VoltAgent's hooks. */
import { Agent, createTool, type Tool, ToolDeniedError } from "@voltagent/core";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/voltagent";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ScriptedCall, ScriptedResponse } from "../conformance.ts";
import { modelOf, optionsOf, resultsIn, streamed } from "./voltagent-driver.ts";

const { budget, duplicate, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const END = "aborting to prevent a loop";

/** Asks for the same calls at every step, `steps` times. */
function stuck(steps = 10, calls: (step: number) => ScriptedCall[] = one("search"), tokens = 1) {
  const requests: string[][] = [];
  const respond = (prompt: Parameters<typeof resultsIn>[0]): ScriptedResponse => {
    requests.push(resultsIn(prompt));
    return requests.length > steps ? { text: "I give up." } : { calls: calls(requests.length) };
  };
  return { model: modelOf(respond, tokens), requests };
}

function one(name: string, args: Record<string, unknown> = { q: "x" }): (step: number) => ScriptedCall[] {
  return (step) => [{ id: `call_${step}`, name, arguments: args }];
}

function toolOf(run: () => unknown = () => "No results.", name = "search", more: object = {}) {
  let calls = 0;
  const execute = async () => {
    calls++;
    return run();
  };
  const tool = createTool({ name, description: name, parameters: z.object({ q: z.string() }), execute, ...more });
  return { tool: tool as unknown as Tool, calls: () => calls };
}

test("of a stream fullStream has an error part, and onError gets the error", async () => {
  const { model, requests } = stuck();
  const errors: unknown[] = [];
  const hooks = { onError: ({ error }: { error: unknown }) => void errors.push(error) };
  const agent = new Agent(withLoopGuard(optionsOf(model, [toolOf().tool], { hooks }), STUCK));
  await expect(streamed(agent)).rejects.toBeInstanceOf(ToolLoopError);
  expect(requests).toHaveLength(5);
  expect(findToolLoopError(errors)?.toolName).toBe("search");
});

test("with onAbort: stop the text is the reason, and findToolLoopError gets the error from the result", async () => {
  const { model, requests } = stuck();
  const agent = new Agent(withLoopGuard(optionsOf(model, [toolOf().tool]), STUCK, { onAbort: "stop" }));
  const result = await agent.generateText("Go.");
  expect(result.text).toContain(END);
  expect(findToolLoopError(result)?.detection.strikes).toBe(4);
  expect(requests).toHaveLength(5);
});

test("with onAbort: answer the last response is the result, and its usage counts", async () => {
  const again = (): ScriptedResponse => ({ calls: one("search")(answering.doGenerateCalls.length) });
  const answering = modelOf((_, tools) => (tools.length > 0 ? again() : { text: "Partly." }));
  const agent = new Agent(withLoopGuard(optionsOf(answering, [toolOf().tool]), STUCK, { onAbort: "answer" }));
  const result = await agent.generateText("Go.");
  expect([result.text, result.finishReason]).toEqual(["Partly.", "stop"]);
  expect([answering.doGenerateCalls.length, result.totalUsage.inputTokens]).toEqual([6, 6]);
  expect(findToolLoopError(result)?.results).toEqual(["No results."]);
});

test("the operation is not tried again, and no fallback model is asked", async () => {
  const [first, second] = [stuck(), stuck()];
  const { tool, calls } = toolOf();
  const models = [first, second].map(({ model }, at) => ({ id: `${at}`, model, maxRetries: 2 }));
  const agent = new Agent(withLoopGuard(optionsOf(models as never, [tool]), STUCK));
  await expect(agent.generateText("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect([calls(), first.requests.length, second.requests.length]).toEqual([2, 5, 0]);
});

test("a prepareStep of the call, which replaces ours, delays the end by a step", async () => {
  const { model, requests } = stuck();
  const { tool, calls } = toolOf();
  const agent = new Agent(withLoopGuard(optionsOf(model, [tool]), STUCK));
  await expect(agent.generateText("Go.", { prepareStep: () => ({}) })).rejects.toBeInstanceOf(ToolLoopError);
  expect([calls(), requests.length]).toEqual([2, 6]);
});

test("hooks and prepareStep of the agent work: hooks see the calls that run, and their outputs get the warning", async () => {
  const { model, requests } = stuck();
  const seen: string[] = [];
  const hooks = {
    onToolStart: () => void seen.push("start"),
    onToolEnd: ({ output }: { output?: unknown }) => ({ output: `${output} (edited)` }),
    onStepFinish: () => void seen.push("step"),
  };
  const prepareStep = () => {
    seen.push("prepare");
    return {};
  };
  const agent = new Agent(withLoopGuard(optionsOf(model, [toolOf().tool], { hooks, prepareStep }), STUCK));
  await expect(agent.generateText("Go.")).rejects.toThrow(END);
  expect(seen.filter((what) => what === "start")).toHaveLength(2);
  expect(seen.filter((what) => what === "step")).toHaveLength(5);
  expect(seen.filter((what) => what === "prepare")).toHaveLength(5);
  expect(requests.at(-1)?.[0]).toBe("No results. (edited)");
  expect(requests.at(-1)?.[1]).toMatch(/^No results. \(edited\)\n\nTool 'search' called 2 times/);
});

test("a refusal is a failed call without a stack", async () => {
  const { model, requests } = stuck(3);
  const agent = new Agent(withLoopGuard(optionsOf(model, [toolOf().tool]), STUCK));
  await agent.generateText("Go.");
  const refusal = JSON.parse(requests.at(-1)?.[2] ?? "{}");
  expect(refusal).toEqual({ error: true, message: expect.stringContaining("was not run") });
});

test.each([
  ["a tool", { search: "x" }],
  ["a tool's error", undefined],
])("a warning about %s is in its output", async (_, output) => {
  const { model, requests } = stuck(2);
  const { tool } = toolOf(() => {
    if (output === undefined) throw new Error("The index is being rebuilt.");
    return output;
  });
  await new Agent(withLoopGuard(optionsOf(model, [tool]), STUCK)).generateText("Go.");
  const warned = JSON.parse(requests.at(-1)?.[1] ?? "{}");
  if (output === undefined)
    expect(warned).toMatchObject({
      error: true,
      message: expect.stringMatching(/rebuilt\.\n\nTool 'search' called 2/),
    });
  else expect(warned).toEqual({ ...output, loopguard: expect.stringContaining("called 2 times") });
});

test("with replay the model gets the earlier output", async () => {
  const { model, requests } = stuck(2);
  const { tool, calls } = toolOf(() => ({ page: 1 }));
  await new Agent(withLoopGuard(optionsOf(model, [tool]), { detectors: [duplicate({ replay: true })] })).generateText(
    "Go.",
  );
  expect(requests.at(-1)).toEqual(['{"page":1}', '{"page":1}']);
  expect(calls()).toBe(1);
});

test("a loop of a sub-agent ends the sub-agent, and is an answer to its supervisor", async () => {
  const inner = stuck();
  const { tool, calls } = toolOf();
  const researcher = new Agent(
    withLoopGuard({ ...optionsOf(inner.model, [tool]), name: "researcher", purpose: "r" }, STUCK),
  );
  const outer = stuck(1, one("delegate_task", { task: "Look it up.", targetAgents: ["researcher"], context: {} }));
  const supervisor = new Agent(withLoopGuard(optionsOf(outer.model, [], { subAgents: [researcher] }), STUCK));
  const { text } = await supervisor.generateText("Go.");
  expect(text).toBe("I give up.");
  expect([calls(), inner.requests.length, outer.requests.length]).toEqual([2, 5, 2]);
  expect(outer.requests.at(-1)?.[0]).toContain("The task was not finished: Tool 'search'");
});

test("a ToolDeniedError of your hook cancels the operation as without a guard", async () => {
  const { model, requests } = stuck();
  const onToolStart = () => {
    throw new ToolDeniedError({ toolName: "search", message: "no", code: "TOOL_FORBIDDEN", httpStatus: 403 });
  };
  const agent = new Agent(withLoopGuard(optionsOf(model, [toolOf().tool], { hooks: { onToolStart } }), STUCK));
  await expect(agent.generateText("Go.")).rejects.toBeInstanceOf(ToolDeniedError);
  expect(requests.length).toBeLessThanOrEqual(2);
});

test("calls of an unknown tool: the warning is added to the error that the model reads", async () => {
  const { model, requests } = stuck(3, one("serach"));
  const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1 } };
  await new Agent(withLoopGuard(optionsOf(model, [toolOf().tool]), guard)).generateText("Go.");
  const told = requests.at(-1)?.map((result) => result.includes("but there is no such tool"));
  expect(told).toEqual([false, true, true]);
});

test("what the model has used is counted", async () => {
  const { model, requests } = stuck(10, one("search"), 2);
  const guard = { detectors: [budget({ tokens: 12 })] };
  const error = await new Agent(withLoopGuard(optionsOf(model, [toolOf().tool]), guard))
    .generateText("Go.")
    .catch((e: unknown) => e);
  expect(findToolLoopError(error)?.detection.detector).toBe("budget");
  expect(requests).toHaveLength(3);
});

test("an operation that VoltAgent tries again begins anew", async () => {
  let attempts = 0;
  const failing = stuck(2);
  const generate = failing.model.doGenerate.bind(failing.model);
  failing.model.doGenerate = async (options) => {
    if (failing.requests.length === 1 && attempts++ === 0) throw new Error("overloaded");
    return generate(options);
  };
  const { tool, calls } = toolOf();
  const options = optionsOf(failing.model, [tool], { maxRetries: 1 });
  const agent = new Agent(withLoopGuard(options, { detectors: [duplicate()] }));
  await agent.generateText("Go.");
  expect(calls()).toBe(2);
  expect(failing.requests.at(-1)).toEqual(["No results."]);
});

test.each(["before", "during"])(
  "with a guard that was closed %s the operation it goes on as without one",
  async (when) => {
    const guard = new LoopGuard(STUCK);
    const { model, requests } = stuck(6);
    const { tool, calls } = toolOf(() => {
      if (when === "during") guard.close();
      return "No results.";
    });
    const agent = new Agent(withLoopGuard(optionsOf(model, [tool]), guard));
    if (when === "before") guard.close();
    expect((await agent.generateText("Go.")).text).toBe("I give up.");
    expect([calls(), requests.at(-1)]).toEqual([6, Array(6).fill("No results.")]);
  },
);

test("a host that runs the tools by itself: the model is told before it is ended", async () => {
  let now = 0;
  const { model, requests } = stuck(20);
  const search = createTool({ name: "search", description: "s", parameters: z.object({ q: z.string() }) }) as never;
  const agent = new Agent(withLoopGuard(optionsOf(model, [search]), new LoopGuard({ now: () => now })));
  const messages: object[] = [{ role: "user", content: "Go." }];
  for (let step = 1; step < 8; step++) {
    now += 8_000;
    await agent.generateText(messages as never);
    const call = { toolCallId: `call_${step}`, toolName: "search" };
    messages.push({ role: "assistant", content: [{ type: "tool-call", ...call, input: { q: "x" } }] });
    const output = { type: "text", value: "found" };
    messages.push({ role: "tool", content: [{ type: "tool-result", ...call, output }] });
  }
  expect(requests.at(-1)?.join()).toContain("returned the same result");
  await expect(agent.generateText(messages as never)).rejects.toThrow(END);
});
