/** The traps of TanStack AI's middleware. */
import {
  chat,
  type ModelMessage,
  maxIterations,
  type ServerTool,
  type StreamChunk,
  toolDefinition,
} from "@tanstack/ai";
import { toolCacheMiddleware } from "@tanstack/ai/middlewares";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import {
  guardAdapter,
  type TanstackGuardOptions,
  type ToolLoopMiddleware,
  toolLoopMiddleware,
} from "loopguard/tanstack-ai";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ScriptedCall, ScriptedResponse } from "./conformance.ts";
import { adapterOf, chunksOf, resultsIn } from "./tanstack-ai-driver.ts";

const { budget, duplicate, repeat } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const END = "aborting to prevent a loop";
const GO: ModelMessage[] = [{ role: "user", content: "Go." }];

/** Asks for the same calls at every step, `steps` times. */
function stuck(steps = 10, calls: (step: number) => ScriptedCall[] = one("search"), usage?: object) {
  const requests: (readonly ModelMessage[])[] = [];
  const respond = (messages: readonly ModelMessage[]): ScriptedResponse => {
    requests.push(messages);
    return requests.length > steps ? { text: "I give up." } : { calls: calls(requests.length) };
  };
  const options = { adapter: adapterOf(respond, usage), messages: GO, agentLoopStrategy: maxIterations(20) };
  return {
    options: { ...options, debug: false as const },
    requests,
    results: () => resultsIn(requests.at(-1) ?? []),
  };
}

function one(name: string): (step: number) => ScriptedCall[] {
  return (step) => [{ id: `call_${step}`, name, arguments: { q: "x" } }];
}

function fail(): never {
  throw new Error("503");
}

function toolOf(run: () => unknown = () => "No results.", name = "search", more: object = {}) {
  let calls = 0;
  const inputSchema = z.object({ q: z.string() });
  const tool = toolDefinition({ name, description: name, inputSchema, ...more }).server(async () => {
    calls++;
    return run() as string;
  });
  return { tool: tool as unknown as ServerTool, calls: () => calls };
}

const ours = (guard: LoopGuard | LoopGuardOptions, options?: TanstackGuardOptions): [ToolLoopMiddleware] => [
  toolLoopMiddleware(guard, options),
];

test("an abort in the last step that the strategy allows is an abort, and every call has a result", async () => {
  const { options } = stuck();
  const { tool } = toolOf();
  const chunks: StreamChunk[] = [];
  const read = async () => {
    const agentLoopStrategy = maxIterations(5);
    for await (const chunk of chat({ ...options, agentLoopStrategy, tools: [tool], middleware: ours(STUCK) }))
      chunks.push(chunk);
  };
  const error = await read().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ToolLoopError);
  expect(chunks.filter(({ type }) => type === "TOOL_CALL_RESULT")).toHaveLength(5);
});

test("with onAbort: stop the stream ends with RUN_FINISHED, after an event that says why", async () => {
  const { options, requests } = stuck();
  const { tool } = toolOf();
  const middleware = ours(STUCK, { onAbort: "stop" });
  const chunks = await chunksOf(chat({ ...options, tools: [tool], middleware }));
  expect(requests).toHaveLength(5);
  expect(chunks.find(({ type }) => type === "CUSTOM")).toMatchObject({ name: "loopguard" });
  expect(findToolLoopError(chunks)?.detection.strikes).toBe(4);
  expect(findToolLoopError(JSON.parse(JSON.stringify(chunks)))?.toolName).toBe("search");
  expect(chunks.filter(({ type }) => type === "RUN_ERROR")).toEqual([]);
  expect(chunks.some(({ type }) => type === "RUN_FINISHED")).toBe(true);
});

test.each([
  ["answers", (): ScriptedResponse => ({ text: "Partly." }), "Partly."],
  ["calls", one("search"), "The task was not finished"],
  ["fails", () => fail(), "The task was not finished"],
] as const)("with onAbort: answer the stream is whole: the model %s", async (_, respond, text) => {
  let requests = 0;
  const usage = { promptTokens: 3, completionTokens: 1 };
  const guard = new LoopGuard(STUCK);
  const adapter = guardAdapter(
    adapterOf((_, tools) => {
      requests++;
      if (tools.length > 0) return { calls: one("search")(requests) };
      const given = respond(requests);
      return Array.isArray(given) ? { calls: given } : (given as ScriptedResponse);
    }, usage),
  );
  const middleware = ours(guard, { onAbort: "answer" });
  const chunks = await chunksOf(chat({ ...stuck().options, adapter, tools: [toolOf().tool], middleware }));
  expect(requests).toBe(6);
  const last = chunks.slice(chunks.findLastIndex(({ type }) => type === "TOOL_CALL_RESULT") + 1);
  const types = last.map(({ type }) => type).filter((type) => !["RUN_STARTED", "TOOL_CALL_END"].includes(type));
  const message = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"];
  expect(types.filter((type) => type !== "CUSTOM")).toEqual([...message, "RUN_FINISHED"]);
  expect(last.map((chunk) => (chunk.type === "TEXT_MESSAGE_CONTENT" ? chunk.delta : "")).join("")).toContain(text);
  expect(findToolLoopError(chunks)?.results).toEqual(["No results."]);
});

test("with onAbort: answer and an adapter that is not guarded the chat ends as under stop", async () => {
  const { options, requests } = stuck();
  const middleware = ours(STUCK, { onAbort: "answer" });
  const chunks = await chunksOf(chat({ ...options, tools: [toolOf().tool], middleware }));
  expect(requests).toHaveLength(5);
  expect(findToolLoopError(chunks)?.toolName).toBe("search");
});

test("with onAbort: answer an abort in the last step that the strategy allows is told, once", async () => {
  const { options } = stuck();
  for (const steps of [5, 20]) {
    const adapter = guardAdapter(options.adapter);
    const middleware = ours(STUCK, { onAbort: "answer" });
    const agentLoopStrategy = maxIterations(steps);
    const chunks = await chunksOf(chat({ ...options, adapter, agentLoopStrategy, tools: [toolOf().tool], middleware }));
    expect(chunks.filter(({ type }) => type === "CUSTOM")).toMatchObject([{ name: "loopguard" }]);
    expect(findToolLoopError(chunks)?.toolName).toBe("search");
  }
});

test("a warning is for the model: the stream has the tool's own result, also of a tool with an output schema", async () => {
  const { options, results } = stuck(3);
  const { tool } = toolOf(() => ({ hits: 0 }), "search", { outputSchema: z.strictObject({ hits: z.number() }) });
  const middleware = ours({ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1 } });
  const chunks = await chunksOf(chat({ ...options, tools: [tool], middleware }));
  const shown = chunks.flatMap((chunk) => (chunk.type === "TOOL_CALL_RESULT" ? chunk.content : []));
  expect(shown).toEqual(Array(3).fill('{"hits":0}'));
  expect(results()[0]).toBe('{"hits":0}');
  expect(results()[1]).toMatch(/^\{"hits":0\}\n\nTool 'search' called 2 times/);
  expect(results()[2]).toMatch(/^\{"hits":0\}\n\nTool 'search' called /);
});

test("a result of content parts gets one more text part", async () => {
  const { options, requests } = stuck(2);
  const picture = { type: "image", source: { type: "url", value: "https://example.org/a.png" } };
  const { tool } = toolOf(() => [picture]);
  await chunksOf(chat({ ...options, tools: [tool], middleware: ours(STUCK) }));
  const contents = requests
    .at(-1)
    ?.filter(({ role }) => role === "tool")
    .map(({ content }) => content);
  const note = { type: "text", content: expect.stringContaining("called 2 times") };
  expect(contents).toEqual([[picture], [picture, note]]);
});

test("a cache does not hide a loop, and keeps no refusal", async () => {
  const cache = toolCacheMiddleware();
  const { tool, calls } = toolOf();
  const first = stuck();
  const looped = chunksOf(chat({ ...first.options, tools: [tool], middleware: [...ours(STUCK), cache] }));
  await expect(looped).rejects.toThrow(END);
  expect([calls(), first.requests.length]).toEqual([1, 5]);
  const second = stuck(1);
  await chunksOf(chat({ ...second.options, tools: [tool], middleware: [...ours(STUCK), cache] }));
  expect(second.results()).toEqual(["No results."]);
});

test("a cache that comes first answers before the guard is asked, which sees the results", async () => {
  const { options, requests } = stuck();
  const { tool, calls } = toolOf();
  const run = chat({ ...options, tools: [tool], middleware: [toolCacheMiddleware(), ...ours(STUCK)] });
  await expect(chunksOf(run)).rejects.toThrow(END);
  expect([calls(), requests.length]).toEqual([1, 5]);
});

test("with replay the model gets the earlier result", async () => {
  const { options, results } = stuck(2);
  const { tool, calls } = toolOf(() => ({ page: 1 }));
  const middleware = ours({ detectors: [duplicate({ replay: true })] });
  await chunksOf(chat({ ...options, tools: [tool], middleware }));
  expect(results()).toEqual(['{"page":1}', '{"page":1}']);
  expect(calls()).toBe(1);
});

test("with replay content parts stay what they are", async () => {
  const { options, requests } = stuck(2);
  const picture = { type: "image", source: { type: "data", value: "AQI=", mimeType: "image/png" } };
  const { tool, calls } = toolOf(() => [picture]);
  await chunksOf(chat({ ...options, tools: [tool], middleware: ours({ detectors: [duplicate({ replay: true })] }) }));
  const results = requests.at(-1)?.filter(({ role }) => role === "tool");
  expect(results?.map(({ content }) => content)).toEqual([[picture], [picture]]);
  expect(calls()).toBe(1);
});

test("a run in place of a guard is one for all chats, each of which is a turn", async () => {
  using guard = new LoopGuard(STUCK);
  const run = guard.run({});
  const { tool, calls } = toolOf();
  const middleware: [ToolLoopMiddleware] = [toolLoopMiddleware(run)];
  for (let turn = 1; turn <= 2; turn++) {
    await expect(chunksOf(chat({ ...stuck().options, tools: [tool], middleware }))).rejects.toThrow(END);
    expect([calls(), run.tripped !== null]).toEqual([2 * turn, true]);
  }
});

test("a loop of a tool of the page's is told, and ended, in the chats that go on from its results", async () => {
  const tool = toolDefinition({ name: "search", description: "s", inputSchema: z.object({ q: z.string() }) }).client();
  const { options, results } = stuck(20);
  const messages = [...GO];
  const middleware = ours(new LoopGuard());
  for (let chats = 1; chats < 8; chats++) {
    await chunksOf(chat({ ...options, messages: [...messages], tools: [tool], middleware }));
    const call = {
      id: `call_${chats}`,
      type: "function" as const,
      function: { name: "search", arguments: '{"q":"x"}' },
    };
    messages.push({ role: "assistant", content: null, toolCalls: [call] });
    messages.push({ role: "tool", toolCallId: call.id, content: "found" });
  }
  expect(results().filter((text) => text !== "found")).toEqual([
    expect.stringMatching(/^found\n\n.*same result 6 times/),
  ]);
  await expect(chunksOf(chat({ ...options, messages, tools: [tool], middleware }))).rejects.toThrow(END);
});

test("a call that waits for approval is judged when it runs, in the chat that continues", async () => {
  const { options, requests } = stuck(1);
  const { tool, calls } = toolOf(() => "Found.", "search", { needsApproval: true });
  const guard = new LoopGuard({ detectors: [duplicate()] });
  const chunks = await chunksOf(chat({ ...options, tools: [tool], middleware: ours(guard) }));
  expect([calls(), requests.length, guard.stats().calls]).toEqual([0, 1, 0]);
  expect(chunks.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "interrupt" } });
});

test("what the model has used is counted, cost too", async () => {
  const usage = { promptTokens: 3, completionTokens: 2, totalTokens: 5, cost: 0.5 };
  for (const limit of [{ tokens: 15 }, { cost: 1.5 }]) {
    const { options, requests } = stuck(10, one("search"), usage);
    const { tool } = toolOf();
    const middleware = ours({ ...STUCK, detectors: [repeat({ threshold: 9 }), budget(limit)] });
    const error = await chunksOf(chat({ ...options, tools: [tool], middleware })).catch((e: unknown) => e);
    expect(findToolLoopError(error)?.detection.detector).toBe("budget");
    expect(requests).toHaveLength(3);
  }
});

test("a budget that the last answer uses up does not spoil it", async () => {
  const usage = { promptTokens: 9, completionTokens: 9, totalTokens: 18 };
  const { options } = stuck(0, one("search"), usage);
  const middleware = ours({ detectors: [budget({ tokens: 10 })] });
  expect(await chat({ ...options, stream: false, tools: [toolOf().tool], middleware })).toBe("I give up.");
});

test("usage that is none, and results that nothing is known of, break nothing", async () => {
  const { options, results } = stuck(2, one("search"), { promptTokens: "many" });
  const { tool } = toolOf(() => undefined);
  await chunksOf(chat({ ...options, tools: [tool], middleware: ours(STUCK) }));
  expect(results()[0]).toBe("null");
  expect(results()[1]).toMatch(/^null\n\nTool 'search'/);
});

test("a chat goes on from the calls that its messages have since the user spoke", async () => {
  const messages: ModelMessage[] = [...GO];
  for (let step = 0; step < 2; step++) {
    const called = { name: "search", arguments: '{"q":"x"}' };
    messages.push(
      { role: "assistant", content: "", toolCalls: [{ id: `call_${step}`, type: "function", function: called }] },
      { role: "tool", toolCallId: `call_${step}`, content: "No results." },
    );
  }
  const ran = async (given: ModelMessage[]): Promise<number> => {
    const { tool, calls } = toolOf();
    const { options } = stuck(1, () => [{ id: "call_9", name: "search", arguments: { q: "x" } }]);
    await chat({ ...options, messages: given, tools: [tool], middleware: [toolLoopMiddleware()], stream: false });
    return calls();
  };
  expect(await ran(messages)).toBe(0);
  expect(await ran([...messages, ...GO])).toBe(1);
});
