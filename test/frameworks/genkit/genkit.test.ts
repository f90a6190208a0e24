/** The traps of Genkit's middleware. */
import { type GenerateMiddlewareDef, generateMiddleware, type MessageData, z } from "genkit";
import type { GenkitBeta as Genkit } from "genkit/beta";
import { detectors, findToolLoopError, LoopGuard } from "loopguard";
import { toolLoopMiddleware } from "loopguard/genkit";
import { expect, test } from "vitest";
import type { ScriptedCall, ScriptedResponse } from "../conformance.ts";
import { genkitOf, resultsIn, showErrors } from "./genkit-driver.ts";

const { budget, duplicate, errorStreak, repeat } = detectors;

const STUCK = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const END = "aborting to prevent a loop";

interface Stuck {
  ai: Genkit;
  requests: MessageData[][];
  /** The tool results that the model saw last. */
  results(): string[];
}

/** A Genkit whose model asks for the same calls at every step, `steps` times. */
function stuck(steps = 10, calls: (step: number) => ScriptedCall[] = one("search"), usage?: object): Stuck {
  const requests: MessageData[][] = [];
  const respond = (messages: MessageData[]): ScriptedResponse => {
    requests.push(messages);
    return requests.length > steps ? { text: "I give up." } : { calls: calls(requests.length) };
  };
  return { ai: genkitOf(respond, usage), requests, results: () => resultsIn(requests.at(-1) ?? []) };
}

function one(name: string, args: Record<string, unknown> = { q: "x" }): (step: number) => ScriptedCall[] {
  return (step) => [{ id: `call_${step}`, name, arguments: args }];
}

function toolOf(ai: Genkit, run: (args: { q: string }) => unknown = () => "No results.", name = "search") {
  let calls = 0;
  const tool = ai.defineTool({ name, description: name, inputSchema: z.object({ q: z.string() }) }, async (args) => {
    calls++;
    return run(args);
  });
  return { tool, calls: () => calls };
}

test("with onAbort: stop the response says why, and has the history", async () => {
  const { ai, requests } = stuck();
  const { tool } = toolOf(ai);
  const use = [toolLoopMiddleware(STUCK, { onAbort: "stop" })];
  const response = await ai.generate({ prompt: "Go.", tools: [tool], maxTurns: 20, use });
  expect(response.finishReason).toBe("aborted");
  expect(response.text).toContain(END);
  expect(response.messages.map(({ role }) => role)).toEqual([
    "user",
    ...Array(5).fill(["model", "tool"]).flat(),
    "model",
  ]);
  expect(findToolLoopError(response)?.detection.strikes).toBe(4);
  expect(findToolLoopError(JSON.parse(JSON.stringify(response)))?.toolName).toBe("search");
  expect(requests).toHaveLength(5);
});

test.each([
  ["no call has an id, and results are texts", false],
  ["results are content", true],
])("with onAbort: answer the last request is pruned, and usage counts: %s", async (_, multipart) => {
  const requests: MessageData[][] = [];
  const respond = (messages: MessageData[], tools: string[]): ScriptedResponse => {
    requests.push(messages);
    if (tools.length === 0) return { text: "Partly." };
    const id = multipart ? `call_${requests.length}` : (undefined as never);
    return { calls: [{ id, name: "search", arguments: { q: "x" } }] };
  };
  const ai = genkitOf(respond, { inputTokens: 3 });
  const inputSchema = z.object({ q: z.string() });
  const tool = multipart
    ? ai.defineTool({ name: "search", description: "-", inputSchema, multipart: true }, async () => ({
        output: "No results.",
        content: [{ text: "more" }],
      }))
    : toolOf(ai).tool;
  const use = [toolLoopMiddleware(STUCK, { onAbort: "answer" })];
  const response = await ai.generate({ prompt: "Go.", tools: [tool], maxTurns: 20, use });
  expect([response.text, response.finishReason, response.usage.inputTokens]).toEqual(["Partly.", "aborted", 3]);
  const returned = multipart ? { output: "No results.", content: [{ text: "more" }] } : "No results.";
  expect(findToolLoopError(response)?.results[0]).toEqual(returned);
  const results = resultsIn(requests.at(-1) ?? []);
  expect(results).toHaveLength(2);
  expect(results[0]).toBe(multipart ? 'No results.\n{"text":"more"}' : "No results.");
  expect(results[1]).toContain("These calls were left out");
});

test("a stream has a text of ours if the model fails in the last request", async () => {
  const ai = genkitOf((messages, tools) => {
    if (tools.length === 0) throw new Error("503 overloaded");
    return { calls: one("search")(messages.length) };
  });
  const use = [toolLoopMiddleware(STUCK, { onAbort: "answer" })];
  const { stream, response } = ai.generateStream({ prompt: "Go.", tools: [toolOf(ai).tool], maxTurns: 20, use });
  let shown = "";
  for await (const { role, text } of stream) if (role === "model") shown += text;
  expect(shown).toMatch(/^The task was not finished.*No results\.$/s);
  expect((await response).text).toBe(shown);
});

test("who aborts during the last request gets an abort, and no answer of ours", async () => {
  const controller = new AbortController();
  const outcomes: string[] = [];
  const ai = genkitOf((messages, tools) => {
    if (tools.length > 0) return { calls: one("search")(messages.length) };
    controller.abort();
    throw controller.signal.reason;
  });
  const guard = { ...STUCK, onRecovery: ({ outcome }: { outcome: string }) => void outcomes.push(outcome) };
  const use = [toolLoopMiddleware(guard, { onAbort: "answer" })];
  const { signal: abortSignal } = controller;
  const options = { prompt: "Go.", tools: [toolOf(ai).tool], maxTurns: 20, use, abortSignal };
  await expect(ai.generate(options)).rejects.toThrow(/abort/i);
  expect(outcomes).toEqual(["tried", "failed"]);
});

test("an abort in the last turn that maxTurns allows is an abort", async () => {
  const { ai } = stuck();
  const { tool } = toolOf(ai);
  const use = [toolLoopMiddleware(STUCK)];
  await expect(ai.generate({ prompt: "Go.", tools: [tool], maxTurns: 5, use })).rejects.toThrow(END);
});

test("a middleware that shows errors to the model does not swallow the end", async () => {
  const { ai, requests } = stuck();
  const { tool } = toolOf(ai);
  const use = [toolLoopMiddleware(STUCK), showErrors()];
  await expect(ai.generate({ prompt: "Go.", tools: [tool], maxTurns: 20, use })).rejects.toThrow(END);
  expect(requests).toHaveLength(5);
});

test("a stream rejects, and shows the warning with the tool's output", async () => {
  const { ai } = stuck();
  const { tool } = toolOf(ai);
  const use = [toolLoopMiddleware(STUCK)];
  const { stream, response } = ai.generateStream({ prompt: "Go.", tools: [tool], maxTurns: 20, use });
  const outputs: unknown[] = [];
  const read = async () => {
    for await (const { role, content } of stream)
      if (role === "tool") outputs.push(...content.map(({ toolResponse }) => toolResponse?.output));
  };
  await expect(read()).rejects.toThrow(END);
  await expect(response).rejects.toThrow(END);
  expect(outputs).toHaveLength(5);
  expect(outputs[1]).toContain("repetitive pattern");
});

test("a prompt and an agent as a tool: each generation is a run", async () => {
  const inner = stuck();
  const search = toolOf(inner.ai);
  const guard = new LoopGuard(STUCK);
  const prompt = inner.ai.definePrompt({
    name: "researcher",
    prompt: "Go.",
    tools: [search.tool],
    maxTurns: 20,
    use: [toolLoopMiddleware(guard)],
  });
  await expect(prompt()).rejects.toThrow(END);
  expect([search.calls(), inner.requests.length]).toEqual([2, 5]);

  const outer = stuck(1, one("research"));
  inner.requests.length = 0;
  const research = toolOf(outer.ai, () => prompt(), "research");
  const use = [showErrors(), toolLoopMiddleware(guard)];
  const { text } = await outer.ai.generate({ prompt: "Go.", tools: [research.tool], use });
  expect(text).toBe("I give up.");
  expect(outer.results()[0]).toContain(END);
  expect([search.calls(), inner.requests.length]).toEqual([4, 5]);
  expect(guard.stats().runs).toBe(new LoopGuard().stats().runs);
});

test.each([
  ["an object gets a field", { hits: 0 }, { hits: 0, loopguard: expect.stringContaining("repetitive") }],
  ["a number becomes a text", 7, expect.stringMatching(/^7\n\nTool 'search' called 2 times/)],
  ["nothing becomes a text", undefined, expect.stringMatching(/^Tool 'search' called 2 times/)],
])("a warning: %s", async (_, output, expected) => {
  const { ai, requests } = stuck(2);
  const { tool } = toolOf(ai, () => output);
  await ai.generate({ prompt: "Go.", tools: [tool], use: [toolLoopMiddleware(STUCK)] });
  const answers = requests.at(-1)?.flatMap(({ content }) => content.flatMap((part) => part.toolResponse ?? []));
  expect(answers?.map((answer) => answer.output)).toEqual([output, expected]);
});

test("a tool with content: a warning is one more part, and a replay is the whole answer", async () => {
  const define = (ai: Genkit) =>
    ai.defineTool(
      { name: "search", description: "s", inputSchema: z.object({ q: z.string() }), multipart: true },
      async () => ({ output: "Found.", content: [{ media: { url: "data:,x" } }] }),
    );
  const warned = stuck(2);
  await warned.ai.generate({ prompt: "Go.", tools: [define(warned.ai)], use: [toolLoopMiddleware(STUCK)] });
  const own = 'Found.\n{"media":{"url":"data:,x"}}';
  expect(warned.results()).toEqual([own, expect.stringMatching(/^Found\.\n.*\n\{"text":"Tool 'search' called 2/)]);

  const replayed = stuck(2);
  const use = [toolLoopMiddleware({ detectors: [duplicate({ replay: true })] })];
  await replayed.ai.generate({ prompt: "Go.", tools: [define(replayed.ai)], use });
  expect(replayed.results()).toEqual([own, own]);
});

test("with replay the model gets the earlier output", async () => {
  const { ai, results } = stuck(2);
  const { tool, calls } = toolOf(ai, () => ({ page: 1 }));
  await ai.generate({
    prompt: "Go.",
    tools: [tool],
    use: [toolLoopMiddleware({ detectors: [duplicate({ replay: true })] })],
  });
  expect(results()).toEqual(['{"page":1}', '{"page":1}']);
  expect(calls()).toBe(1);
});

test("a tool's error, and a call of an unknown tool, end the generation as they do without a guard", async () => {
  const failure = new Error("The index is being rebuilt.");
  const { ai } = stuck();
  const { tool } = toolOf(ai, () => {
    throw failure;
  });
  const use = [toolLoopMiddleware(STUCK)];
  await expect(ai.generate({ prompt: "Go.", tools: [tool], use })).rejects.toBe(failure);

  const unknown = stuck(10, one("serach"));
  const { tool: search } = toolOf(unknown.ai);
  const run = unknown.ai.generate({ prompt: "Go.", tools: [search], use });
  await expect(run).rejects.toThrow("NOT_FOUND: Tool serach not found");
  expect(unknown.requests).toHaveLength(1);
});

test.each([
  ["arguments that do not fit the schema", { query: "x" }, "Found.", [showErrors()]],
  ["errors as tools of MCP servers report them", { q: "x" }, { error: "no such index" }, []],
])("%s are failed calls", async (_, args, output, before) => {
  const { ai, requests } = stuck(10, one("search", args));
  const { tool } = toolOf(ai, () => output);
  const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
  const use = [...before, toolLoopMiddleware(guard)];
  await expect(ai.generate({ prompt: "Go.", tools: [tool], maxTurns: 20, use })).rejects.toThrow("same error");
  expect(requests).toHaveLength(3);
});

test("a middleware that calls a tool again makes one call of it", async () => {
  let attempts = 0;
  const again: GenerateMiddlewareDef["tool"] = (part, context, next) =>
    next(part, context).catch(() => next(part, context));
  const twice = generateMiddleware({ name: "twice" }, () => ({ tool: again }));
  const run = (): string => {
    if (attempts++ % 2 === 0) throw new Error("busy");
    return `Found ${attempts}.`;
  };
  const guard = new LoopGuard({ maxRepeats: 3, action: "abort" });
  for (const own of [(ours: object) => [twice(), ours], (ours: object) => [ours, twice()]]) {
    const { ai, results } = stuck(3);
    const { tool } = toolOf(ai, run);
    await ai.generate({ prompt: "Go.", tools: [tool], use: own(toolLoopMiddleware(guard)) });
    expect(results()).toHaveLength(3);
  }
  expect(guard.stats()).toMatchObject({ loops: { total: 0 } });
});

test("a middleware that begins a failed generation again makes another run of it", async () => {
  const again: GenerateMiddlewareDef["generate"] = (envelope, context, next) =>
    next(envelope, context).catch((error) => {
      if (envelope.currentTurn > 0) throw error;
      return next(envelope, context);
    });
  const whole = generateMiddleware({ name: "again" }, () => ({ generate: again }));
  const { ai, requests } = stuck(3);
  let attempts = 0;
  const { tool } = toolOf(ai, () => {
    if (++attempts === 2) throw new Error("busy");
    return "No results.";
  });
  const use = [whole(), toolLoopMiddleware({ detectors: [repeat({ threshold: 3 })], action: "abort" })];
  const { text } = await ai.generate({ prompt: "Go.", tools: [tool], use });
  expect([text, attempts, requests.length]).toEqual(["I give up.", 3, 4]);
});

test("an interrupt is no outcome, and its answer is a run that goes on from the messages", async () => {
  const { ai, results } = stuck(4);
  let asked = 0;
  const tool = ai.defineTool(
    { name: "search", description: "s", inputSchema: z.object({ q: z.string() }) },
    async (_, { interrupt, resumed }) => {
      if (resumed === undefined && ++asked === 2) interrupt({ why: "really?" });
      return "No results.";
    },
  );
  const guard = new LoopGuard({ detectors: [repeat({ threshold: 3 })] });
  const use = [toolLoopMiddleware(guard)];
  const paused = await ai.generate({ prompt: "Go.", tools: [tool], use });
  expect(paused.finishReason).toBe("interrupted");
  const restart = paused.interrupts.map((part) => tool.restart(part, true));
  const done = await ai.generate({ messages: paused.messages, tools: [tool], resume: { restart }, use });
  expect(done.text).toBe("I give up.");
  expect(results().slice(0, 2)).toEqual(["No results.", "No results."]);
  expect(results()[2]).toContain("called 3 times");
  expect(guard.stats()).toMatchObject({ calls: 5, loops: { total: 1 } });
});

test("interrupts that are answered the same again and again are found in a run that is given in place of a guard", async () => {
  const { ai, results } = stuck(20);
  const tool = ai.defineInterrupt({ name: "search", description: "s", inputSchema: z.object({ q: z.string() }) });
  const guard = new LoopGuard(STUCK);
  const use = [toolLoopMiddleware(guard.run("chat"))];
  const answerAll = async (): Promise<void> => {
    let paused = await ai.generate({ prompt: "Go.", tools: [tool], use });
    while (paused.interrupts.length > 0) {
      const respond = paused.interrupts.map((part) => tool.respond(part, "No."));
      paused = await ai.generate({ messages: paused.messages, tools: [tool], resume: { respond }, use });
    }
  };
  await expect(answerAll()).rejects.toThrow(END);
  expect(guard.stats()).toMatchObject({ calls: 5, refused: 3 });
  expect(results()[1]).toContain("called 2 times");
});

test.each([
  ["is counted", { inputTokens: 3, outputTokens: 1, thoughtsTokens: 1 }, "budget", 3],
  ["of another kind is left out", { custom: { requests: 1 } }, "repeat", 5],
])("what the model has used %s", async (_, usage, detector, requests) => {
  const searches = stuck(10, one("search"), usage);
  const { tool } = toolOf(searches.ai);
  const guard = { ...STUCK, detectors: [...STUCK.detectors, budget({ tokens: 15 })] };
  const use = [toolLoopMiddleware(guard)];
  const error = await searches.ai.generate({ prompt: "Go.", tools: [tool], maxTurns: 20, use }).catch((e) => e);
  expect(findToolLoopError(error)?.detection.detector).toBe(detector);
  expect(searches.requests).toHaveLength(requests);
});

test("options that cannot work are refused at once", () => {
  expect(() => toolLoopMiddleware({ maxRepeats: -1 })).toThrow("maxRepeats");
});

test("a generation goes on from the calls that its messages have since the user spoke", async () => {
  const { ai } = stuck(1);
  const { tool, calls } = toolOf(ai);
  const user: MessageData = { role: "user", content: [{ text: "Go." }] };
  const messages: MessageData[] = [user];
  for (const ref of ["call_7", "call_8"])
    messages.push(
      { role: "model", content: [{ toolRequest: { ref, name: "search", input: { q: "x" } } }] },
      { role: "tool", content: [{ toolResponse: { ref, name: "search", output: "No results." } }] },
    );
  const ran = async (given: MessageData[]): Promise<number> => {
    await ai.generate({ messages: given, tools: [tool], use: [toolLoopMiddleware()] });
    return calls();
  };
  expect(await ran(messages)).toBe(0);
});

test("a host that runs the tools by itself: the model is told before it is ended", async () => {
  let now = 0;
  const guard = new LoopGuard({ now: () => now });
  const { ai, results } = stuck(20);
  const { tool } = toolOf(ai);
  const use = [toolLoopMiddleware(guard)];
  let messages: MessageData[] = [{ role: "user", content: [{ text: "Go." }] }];
  const step = async (): Promise<void> => {
    now += 8_000;
    const response = await ai.generate({ messages, tools: [tool], returnToolRequests: true, use });
    const content = response.toolRequests.map(({ toolRequest: { name, ref } }) => {
      return { toolResponse: { name, ...(ref === undefined ? {} : { ref }), output: "found" } };
    });
    messages = [...response.messages, { role: "tool", content }];
  };
  for (let steps = 0; steps < 7; steps++) await step();
  expect(results().join()).toContain("returned the same result 3 times");
  await expect(step()).rejects.toThrow(END);
});
