/** The verdict `ask` by the frameworks' own means, with the packages themselves. */
import { Command, MemorySaver } from "@langchain/langgraph";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Agent, RunState, run, tool } from "@openai/agents";
import { createAgent, tool as langchainTool } from "langchain";
import { detectors, LoopGuard } from "loopguard";
import { guardTools, withLoopGuard } from "loopguard/ai-sdk";
import { toolLoopMiddleware } from "loopguard/langchain";
import { withLoopGuard as guardMastra } from "loopguard/mastra";
import { guardServer } from "loopguard/mcp";
import { withLoopGuard as guardAgent } from "loopguard/openai-agents";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { AI6, AI7, guarded, repeating } from "./ai-sdk-driver.ts";
import type { ScriptedResponse } from "./conformance.ts";
import { modelOf as langchainModel, resultsIn as langchainResults } from "./langchain-driver.ts";
import { mock } from "./mastra-driver.ts";
import { connect, textOf, textResult, VERSIONS } from "./mcp-driver.ts";
import { inputSchema, params } from "./mcp-stuck.ts";
import { modelOf, OPTIONS } from "./openai-agents-driver.ts";

/** The third call is asked about. */
const ASKS = { detectors: [detectors.count({ maxRepeats: 2 })], ladder: { ask: 1, abort: 3 } };

/** A model that makes the same call until it has made so many. */
function stuck(times: number): () => ScriptedResponse {
  let calls = 0;
  return () =>
    calls < times ? { calls: [{ id: `call_${++calls}`, name: "search", arguments: { q: "a" } }] } : { text: "Done." };
}

/** What `toolApproval` decides is recorded as a request, too. */
const isAsked = ({ type, isAutomatic }: { type: string; isAutomatic?: boolean }): boolean =>
  type === "tool-approval-request" && isAutomatic !== true;

/** A stuck agent of the AI SDK. */
function setOf({ sdk, mock: model }: typeof AI7) {
  function set(times: number, options?: object, more: object = {}) {
    const execute = vi.fn(async () => "found");
    const loopRun = new LoopGuard(ASKS).run("a");
    const tools = { search: sdk.tool({ inputSchema: z.object({ q: z.string() }), execute }) };
    const settings = withLoopGuard(
      { model: model(stuck(times)), tools, stopWhen: sdk.stepCountIs(20), ...more } as never,
      loopRun,
      options,
    ) as object;
    const messages: unknown[] = [{ role: "user", content: "Go." }];
    const go = async () => {
      const result = (await sdk.generateText({ ...settings, messages })) as never as {
        text: string;
        content: { type: string; approvalId: string; isAutomatic?: boolean }[];
        response: { messages: unknown[] };
        responseMessages?: unknown[];
      };
      messages.push(...(result.responseMessages ?? result.response.messages));
      return { text: result.text, asked: result.content.filter(isAsked) };
    };
    const answer = (approvalId: string, approved: boolean, reason?: string) =>
      messages.push({
        role: "tool",
        content: [{ type: "tool-approval-response", approvalId, approved, ...(reason && { reason }) }],
      });
    return { execute, go, answer, messages, settings, loopRun };
  }
  return set;
}

/** Two of four calls run, the third is asked about, and with its approval the task is done. */
async function expectOneApproval({ execute, go, answer }: ReturnType<ReturnType<typeof setOf>>): Promise<void> {
  const { asked } = await go();
  expect(execute).toHaveBeenCalledTimes(2);
  expect(asked).toHaveLength(1);
  answer(asked[0]!.approvalId, true);
  expect(await go()).toMatchObject({ text: "Done.", asked: [] });
  expect(execute).toHaveBeenCalledTimes(4);
}

describe.each([AI6, AI7])("$name", (version) => {
  const { sdk } = version;
  const set = setOf(version);

  test("a call that is asked about needs approval, and runs with it", async () => {
    await expectOneApproval(set(4, { more: 9 }));
  });

  test("without `more` each further call is asked about", async () => {
    const { execute, go, answer } = set(5);
    for (let ran = 2; ran < 5; ran++) {
      const { asked } = await go();
      expect(execute).toHaveBeenCalledTimes(ran);
      answer(asked[0]!.approvalId, true);
    }
    expect((await go()).text).toBe("Done.");
  });

  test("no is told in the human's words", async () => {
    const { execute, go, answer, messages } = set(3);
    const { asked } = await go();
    answer(asked[0]!.approvalId, false, "The index is down.");
    expect((await go()).text).toBe("Done.");
    expect(execute).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(messages)).toContain("The index is down.");
  });

  test("a tool that needs approval anyway is asked about once", async () => {
    const execute = vi.fn(async () => "found");
    const search = { inputSchema: z.object({ q: z.string() }), execute, needsApproval: () => true };
    const { search: guarded } = guardTools({ search: sdk.tool(search) }, ASKS);
    const { needsApproval } = guarded as never as { needsApproval(input: unknown, options: object): Promise<boolean> };
    expect(await needsApproval({ q: "a" }, { toolCallId: "1", messages: [] })).toBe(true);
  });
});

describe("ai 7: toolApproval", () => {
  test.each([
    ["a function", () => "approved"],
    ["a function that says nothing", () => undefined],
    ["by name", { search: "approved" }],
    ["by name, a function", { search: async () => ({ type: "not-applicable" }) }],
  ])("%s that lets a call run is asked, and the guard then", async (_what, toolApproval) => {
    await expectOneApproval(setOf(AI7)(4, { more: 9 }, { toolApproval }));
  });

  test("one that denies or asks is obeyed", async () => {
    const denied = setOf(AI7)(1, {}, { toolApproval: () => "denied" });
    expect(await denied.go()).toMatchObject({ text: "Done.", asked: [] });
    expect(denied.execute).not.toHaveBeenCalled();
    const asking = setOf(AI7)(1, {}, { toolApproval: { search: "user-approval" } });
    expect((await asking.go()).asked).toHaveLength(1);
    expect(asking.execute).not.toHaveBeenCalled();
  });

  test("a call that it denies again and again is a loop", async () => {
    const { model, prompts } = repeating(AI7, 20);
    const tools = { search: AI7.sdk.tool({ inputSchema: z.object({ q: z.string() }), execute: async () => "found" }) };
    const settings = { model, tools, stopWhen: AI7.sdk.stepCountIs(20), toolApproval: () => "denied", prompt: "Go." };
    await expect(AI7.sdk.generateText(guarded(settings, ASKS))).rejects.toThrow("aborting to prevent a loop");
    expect(prompts).toHaveLength(5);
    const told = JSON.stringify(prompts.at(-1)).match(/"execution-denied","reason":"[^"]*"/g);
    expect(told).toHaveLength(2);
    expect(told?.[1]).toContain("Tool execution denied.\\n\\n[loop-detected] Tool");
  });
});

describe("OpenAI Agents", () => {
  function set(times: number, options?: object) {
    const execute = vi.fn(async () => "found");
    const search = tool({ name: "search", description: "search", parameters: z.object({ q: z.string() }), execute });
    const requests: unknown[] = [];
    const script = stuck(times);
    const model = modelOf((request) => {
      requests.push(request.results);
      return script();
    });
    const guard = new LoopGuard(ASKS);
    return {
      agent: guardAgent(new Agent({ name: "A", model, tools: [search] }), guard.run("a"), options),
      execute,
      requests,
    };
  }

  test("the run is interrupted, and goes on when it is approved", async () => {
    const { agent, execute } = set(4, { more: 9 });
    const first = await run(agent, "Go.", OPTIONS);
    expect(first.interruptions).toHaveLength(1);
    expect(execute).toHaveBeenCalledTimes(2);
    first.state.approve(first.interruptions[0]!);
    const second = await run(agent, first.state, OPTIONS);
    expect(second.finalOutput).toBe("Done.");
    expect(execute).toHaveBeenCalledTimes(4);
  });

  test("no is told in the human's words", async () => {
    const { agent, execute, requests } = set(3);
    const first = await run(agent, "Go.", OPTIONS);
    first.state.reject(first.interruptions[0]!, { message: "The index is down." });
    expect((await run(agent, first.state, OPTIONS)).finalOutput).toBe("Done.");
    expect(execute).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(requests.at(-1))).toContain("The index is down.");
  });

  test("a state that was stored goes on", async () => {
    const { agent, execute } = set(3);
    const first = await run(agent, "Go.", OPTIONS);
    const state = await RunState.fromString(agent, first.state.toString());
    state.approve(state.getInterruptions()[0]!);
    expect(((await run(agent, state as never, OPTIONS)) as { finalOutput?: unknown }).finalOutput).toBe("Done.");
    expect(execute).toHaveBeenCalledTimes(3);
  });
});

describe("LangChain", () => {
  function set(times: number, checkpointer?: MemorySaver, guard: object = new LoopGuard(ASKS)) {
    const execute = vi.fn(async () => "found");
    const search = langchainTool(execute, {
      name: "search",
      description: "search",
      schema: z.object({ q: z.string() }),
    });
    const agent = createAgent({
      model: langchainModel(stuck(times)),
      tools: [search],
      middleware: [toolLoopMiddleware(guard as LoopGuard)],
      ...(checkpointer && { checkpointer }),
    });
    const config = { configurable: { thread_id: "1" }, recursionLimit: 100 };
    // biome-ignore lint/suspicious/noExplicitAny: what an agent answers, of any version
    const go = (input: unknown) => agent.invoke(input as never, config) as Promise<any>;
    return { go, execute };
  }
  const begin = { messages: [{ role: "user", content: "Go." }] };

  test("the graph is interrupted as by the human-in-the-loop middleware, and goes on", async () => {
    const { go, execute } = set(5, new MemorySaver());
    const first = await go(begin);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(first.__interrupt__[0].value).toMatchObject({
      actionRequests: [{ name: "search", args: { q: "a" } }],
      reviewConfigs: [{ allowedDecisions: ["approve", "reject"] }],
    });
    const second = await go(new Command({ resume: { decisions: [{ type: "approve", more: 9 }] } }));
    expect(second.messages.at(-1).content).toBe("Done.");
    expect(execute).toHaveBeenCalledTimes(5);
  });

  test("no is told in the human's words", async () => {
    const { go, execute } = set(3, new MemorySaver());
    await go(begin);
    const second = await go(
      new Command({ resume: { decisions: [{ type: "reject", message: "The index is down." }] } }),
    );
    expect(execute).toHaveBeenCalledTimes(2);
    expect(langchainResults(second.messages)).toEqual(["found", "found", "The index is down."]);
  });

  test("another process goes on from a snapshot", async () => {
    const saver = new MemorySaver();
    const guard = new LoopGuard(ASKS);
    await set(3, saver, guard.run("1")).go(begin);
    const restored = LoopGuard.restore(guard.snapshot(), ASKS);
    const other = set(0, saver, restored.run("1"));
    const second = await other.go(
      new Command({ resume: { decisions: [{ type: "reject", message: "The index is down." }] } }),
    );
    expect(other.execute).not.toHaveBeenCalled();
    expect(langchainResults(second.messages).at(-1)).toBe("The index is down.");
  });

  test("without a checkpointer it is a hint", async () => {
    const { go, execute } = set(3);
    const { messages } = await go(begin);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(langchainResults(messages).at(-1)).toContain("called 3 times");
  });
});

describe("Mastra", () => {
  function set(times: number) {
    const execute = vi.fn(async () => "found");
    const search = createTool({
      id: "search",
      description: "search",
      inputSchema: z.object({ q: z.string() }),
      execute,
    });
    const prompts: unknown[] = [];
    const script = stuck(times);
    const model = mock((prompt) => {
      prompts.push(prompt);
      return script();
    });
    const config = { id: "a", name: "a", instructions: "Help.", model, tools: { search } };
    const agent = new MastraAgent(guardMastra(config as never, new LoopGuard(ASKS)));
    const mastra = new Mastra({ agents: { a: agent }, storage: new InMemoryStore(), logger: false });
    return { agent: mastra.getAgent("a"), execute, prompts };
  }

  test.each([
    ["approved", { allow: true, more: 9 }, 4],
    ["told no", { allow: false, words: "The index is down." }, 2],
  ])("the run is suspended, and goes on when it is %s", async (_, said, ran) => {
    const { agent, execute, prompts } = set(said.allow ? 4 : 3);
    const first = await agent.generate("Go.", { maxSteps: 20 });
    expect(first.finishReason).toBe("suspended");
    expect(first.suspendPayload).toMatchObject({ suspendPayload: { reason: "loop" } });
    const second = await agent.resumeGenerate(said, { runId: first.runId as string, maxSteps: 20 } as never);
    expect((second as { text: string }).text).toBe("Done.");
    expect(execute).toHaveBeenCalledTimes(ran);
    if (!said.allow) expect(JSON.stringify(prompts.at(-1))).toContain("The index is down.");
  });
});

describe.each(VERSIONS)("$name", (version) => {
  async function set(answer: object, capabilities: object = { elicitation: {} }) {
    const server = version.newServer();
    const search = vi.fn(() => textResult("found"));
    server.registerTool("search", { inputSchema }, search);
    guardServer(server, ASKS);
    const client = version.newClient({ capabilities });
    const asked: unknown[] = [];
    const handler = async (request: { params: unknown }) => {
      asked.push(request.params);
      return answer;
    };
    const { setRequestHandler } = client as never as { setRequestHandler(method: unknown, handler: unknown): void };
    if ("elicitation" in capabilities)
      setRequestHandler.call(client, version.name.includes("2") ? "elicitation/create" : ElicitRequestSchema, handler);
    await connect(version, client, server);
    const results: string[] = [];
    for (let i = 0; i < 5; i++) results.push(textOf(await client.callTool(params)));
    return { results, search, asked };
  }

  test("a server asks by elicitation", async () => {
    const decision = "Run it, and do not ask again in this loop";
    const { search, asked } = await set({ action: "accept", content: { decision } });
    expect(search).toHaveBeenCalledTimes(5);
    expect(asked).toHaveLength(1);
  });

  test("no is told in the user's words", async () => {
    const content = { decision: "Do not run it", words: "The index is down." };
    const { search, results } = await set({ action: "accept", content });
    expect(search).toHaveBeenCalledTimes(2);
    expect(results[2]).toContain("The index is down.");
  });

  test("a client that cannot ask gets a hint", async () => {
    const { search, results } = await set({}, {});
    expect(search).toHaveBeenCalledTimes(2);
    expect(results[2]).toContain("called 3 times");
  });
});
