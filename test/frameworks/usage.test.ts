/** Budgets of tokens in the real frameworks: a scripted model reports what it uses, and never stops by itself. */
import {
  BaseLlm,
  type BaseLlmConnection,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  type LlmResponse,
  LogLevel,
  setLogLevel,
} from "@google/adk";
import { AIMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { tool as llamaTool } from "@llamaindex/core/tools";
import { OpenAI as LlamaOpenAI } from "@llamaindex/openai";
import { agent as llamaAgent } from "@llamaindex/workflow";
import { Agent, tool as openaiTool, run, Usage } from "@openai/agents";
import { functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { Model, type ModelStreamEvent, Agent as StrandsAgent, tool as strandsTool } from "@strands-agents/sdk";
import { createAgent, fakeModel } from "langchain";
import { detectors, findToolLoopError, LoopGuard, ToolExecutor } from "loopguard";
import { ToolLoopPlugin as AdkPlugin } from "loopguard/adk";
import { toolLoopMiddleware } from "loopguard/langchain";
import { withLoopGuard as guardLlamaAgent } from "loopguard/llamaindex";
import { withLoopGuard as guardOpenAi } from "loopguard/openai-agents";
import { ToolLoopPlugin as StrandsPlugin } from "loopguard/strands";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { functionsDriver, guarded, repeating, VERSIONS } from "./ai-sdk-driver.ts";
import type { Agent as DrivenAgent, Scenario } from "./conformance.ts";
import { driver as mastraDriver } from "./mastra-driver.ts";
import { OPTIONS, stream as streamOpenAi } from "./openai-agents-driver.ts";

const { budget } = detectors;

setLogLevel((LogLevel.ERROR + 1) as LogLevel);

/** Each response uses two tokens, so three of them use this up. */
const TOKENS = 6;
const guardOf = (): LoopGuard => new LoopGuard({ detectors: [budget({ tokens: TOKENS, warn: 0 })] });
const STEPS = 12;

/** What an agent has done when it ended. */
interface Seen {
  models: number;
  tools: number;
}

/** `answer`: the next question of the model, or nothing when it gives up. */
function counted(): Seen & { next(): { id: string; q: string } | undefined; search(): string } {
  const seen = {
    models: 0,
    tools: 0,
    next: () => (++seen.models > STEPS ? undefined : { id: `call_${seen.models}`, q: `${seen.models}` }),
    search: () => `result ${++seen.tools}`,
  };
  return seen;
}

async function endOf(agent: (() => Promise<unknown>) | undefined): Promise<unknown> {
  try {
    await agent?.();
  } catch (error) {
    return findToolLoopError(error)?.detection;
  }
  return undefined;
}

type MakeAgent = (seen: ReturnType<typeof counted>, guard: LoopGuard) => DrivenAgent;

const ofDriver =
  (makeAgent: (scenario: Scenario) => DrivenAgent): MakeAgent =>
  (seen, guard) =>
    makeAgent({
      script: () => {
        const asked = seen.next();
        return asked === undefined
          ? { text: "Done." }
          : { calls: [{ id: asked.id, name: "search", arguments: { q: asked.q } }] };
      },
      tools: { search: seen.search },
      guard,
    });

const openAi: MakeAgent = (seen, guard) => {
  const responder = modelResponder(() => {
    const { id, q } = seen.next() ?? { id: "last", q: "" };
    const usage = new Usage({ requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 });
    return { usage, output: [functionCall("search", { q }, { callId: id })] };
  });
  const model = new ScriptedModel(Array.from({ length: STEPS }, () => responder));
  const parameters = z.object({ q: z.string() });
  const search = openaiTool({ name: "search", description: "search", parameters, execute: async () => seen.search() });
  const agent = guardOpenAi(new Agent({ name: "Agent", model, tools: [search] }), guard);
  return { generate: () => run(agent, "Go.", OPTIONS), stream: () => streamOpenAi(agent) };
};

const langchain: MakeAgent = (seen, guard) => {
  const model = fakeModel();
  for (let i = 0; i < STEPS; i++)
    model.respond(() => {
      const { id, q } = seen.next() ?? { id: "last", q: "" };
      const usage_metadata = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      return new AIMessage({ content: "", tool_calls: [{ id, name: "search", args: { q } }], usage_metadata });
    });
  const search = langchainTool(async () => seen.search(), { name: "search", schema: z.object({ q: z.string() }) });
  const agent = createAgent({ model, tools: [search], middleware: [toolLoopMiddleware(guard)] });
  const input = { messages: [{ role: "user", content: "Go." }] };
  return {
    generate: () => agent.invoke(input, { recursionLimit: 100 }),
    async stream() {
      for await (const _ of await agent.stream(input, { recursionLimit: 100 }));
    },
  };
};

class StrandsModel extends Model<Record<string, never>> {
  readonly #seen: ReturnType<typeof counted>;

  constructor(seen: ReturnType<typeof counted>) {
    super();
    this.#seen = seen;
  }

  updateConfig(): void {}

  getConfig(): Record<string, never> {
    return {};
  }

  async *stream(): AsyncIterable<ModelStreamEvent> {
    const { id, q } = this.#seen.next() ?? { id: "last", q: "" };
    yield { type: "modelMessageStartEvent", role: "assistant" };
    yield { type: "modelContentBlockStartEvent", start: { type: "toolUseStart", name: "search", toolUseId: id } };
    yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input: JSON.stringify({ q }) } };
    yield { type: "modelContentBlockStopEvent" };
    yield { type: "modelMessageStopEvent", stopReason: "toolUse" };
    yield { type: "modelMetadataEvent", usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } };
  }
}

const strands: MakeAgent = (seen, guard) => {
  const inputSchema = z.object({ q: z.string() });
  const search = strandsTool({ name: "search", description: "search", inputSchema, callback: () => seen.search() });
  const model = new StrandsModel(seen);
  const agent = new StrandsAgent({ model, tools: [search], plugins: [new StrandsPlugin(guard)], printer: false });
  return { generate: () => agent.invoke("Go.") };
};

class AdkModel extends BaseLlm {
  readonly #seen: ReturnType<typeof counted>;

  constructor(seen: ReturnType<typeof counted>) {
    super({ model: "mock" });
    this.#seen = seen;
  }

  async *generateContentAsync(): AsyncGenerator<LlmResponse, void> {
    const { id, q } = this.#seen.next() ?? { id: "last", q: "" };
    const usageMetadata = { promptTokenCount: 1, thoughtsTokenCount: 1 };
    // Each chunk of a stream has the counts up to then.
    yield { partial: true, content: { role: "model", parts: [{ text: "Hm." }] }, usageMetadata };
    yield { content: { role: "model", parts: [{ functionCall: { id, name: "search", args: { q } } }] }, usageMetadata };
  }

  connect(): Promise<BaseLlmConnection> {
    throw new Error("not used");
  }
}

const adk: MakeAgent = (seen, guard) => {
  const parameters = z.object({ q: z.string() });
  const search = new FunctionTool({ name: "search", description: "search", parameters, execute: () => seen.search() });
  const agent = new LlmAgent({ name: "agent", model: new AdkModel(seen), tools: [search] });
  const runner = new InMemoryRunner({ agent, appName: "test", plugins: [new AdkPlugin(guard)] });
  return {
    async generate() {
      const { id } = await runner.sessionService.createSession({ appName: "test", userId: "u" });
      const newMessage = { role: "user", parts: [{ text: "Go." }] };
      for await (const _ of runner.runAsync({ userId: "u", sessionId: id, newMessage }));
    },
  };
};

/** The real class for OpenAI's API, which answers as the API does. */
const llamaIndex: MakeAgent = (seen, guard) => {
  const fetch = async (_: unknown, { body }: { body?: unknown } = {}): Promise<Response> => {
    const { id, q } = seen.next() ?? { id: "last", q: "" };
    const call = { index: 0, id, type: "function", function: { name: "search", arguments: JSON.stringify({ q }) } };
    const asked = JSON.parse(String(body)) as { stream_options?: { include_usage?: boolean } };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const chunks = [
      { choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      ...(asked.stream_options?.include_usage ? [{ choices: [], usage }] : []),
    ];
    const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
    return new Response(`${text}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
  };
  const llm = new LlamaOpenAI({
    model: "gpt-4o",
    apiKey: "none",
    additionalSessionOptions: { fetch: fetch as never },
    additionalChatOptions: { stream_options: { include_usage: true } },
  });
  const parameters = z.object({ q: z.string() });
  const search = llamaTool({ name: "search", description: "search", parameters, execute: () => seen.search() });
  const workflow = guardLlamaAgent(llamaAgent({ llm, tools: [search] }), guard);
  return {
    generate: () => workflow.run("Go."),
    async stream() {
      for await (const _ of workflow.runStream("Go."));
    },
  };
};

/** `tools`: where the usage of a response is known before its calls run, the last of them does not run. */
const AGENTS: readonly (readonly [name: string, make: MakeAgent, tools: number])[] = [
  ...VERSIONS.map((version) => [version.name, ofDriver(functionsDriver(version).makeAgent), 3] as const),
  ["mastra", ofDriver(mastraDriver.makeAgent), 3],
  ["openai-agents", openAi, 2],
  ["langchain", langchain, 2],
  ["strands", strands, 2],
  ["adk", adk, 2],
  ["llamaindex", llamaIndex, 2],
];

describe.each(AGENTS)("%s", (_, make, tools) => {
  test.each(["generate", "stream"] as const)("%s ends when its tokens are used up, each counted once", async (way) => {
    const seen = counted();
    const agent = make(seen, guardOf());
    if (agent[way] === undefined) return;
    const details = { of: "tokens", used: TOKENS, limit: TOKENS };
    expect(await endOf(agent[way])).toMatchObject({ detector: "budget", details });
    expect([seen.models, seen.tools]).toEqual([3, tools]);
  });
});

test.each(VERSIONS)(
  "$name: the last step of a call is counted when the next call of its run begins",
  async (version) => {
    const shared = guardOf().run("chat");
    const { model } = repeating(version, 0);
    const settings = guarded({ model, onError: () => {} }, shared);
    for (let call = 0; call < 3; call++) await version.sdk.generateText({ ...settings, prompt: "Go." });
    expect(shared.usage({}).action).toBe("allow");
    expect(shared.usage({ inputTokens: 2 }).detection?.details["used"]).toBe(2 + 2 + 2);
  },
);

test("an executor's host tells it what the model has used", async () => {
  const executor = new ToolExecutor([], { loopDetection: { detectors: [budget({ tokens: 10 })] } });
  expect(executor.loopGuard?.usage({ inputTokens: 10 }).action).toBe("abort");
});
