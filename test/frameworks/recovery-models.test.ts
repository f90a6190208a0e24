/** `recover: { models }`: one request goes to another model of the framework's own, and the next one to the agent's again. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { InMemoryRunner, LlmAgent } from "@google/adk";
import { tool as langchainTool } from "@langchain/core/tools";
import { agent as llamaAgent } from "@llamaindex/workflow";
import { createTool } from "@mastra/core/tools";
import { Agent, tool as openAiTool, run as runAgent } from "@openai/agents";
import { type AnyTextAdapter, chat, maxIterations } from "@tanstack/ai";
import { createAgent } from "langchain";
import type { LoopGuardOptions } from "loopguard";
import { ToolLoopPlugin as AdkPlugin, findToolLoopError } from "loopguard/adk";
import { toolLoopMiddleware as langchainMiddleware } from "loopguard/langchain";
import { withLoopGuard } from "loopguard/llamaindex";
import { withLoopGuard as mastraGuarded } from "loopguard/mastra";
import { withLoopGuard as guardedAgent, guardModelProvider } from "loopguard/openai-agents";
import { guardAdapter, toolLoopMiddleware as tanstackMiddleware } from "loopguard/tanstack-ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MockModel as AdkModel, adkTools, all, eventsOf } from "./adk-driver.ts";
import { AI7, functionsDriver, guarded } from "./ai-sdk-driver.ts";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";
import { createAgentDriver, modelOf as langchainModel } from "./langchain-driver.ts";
import { driver as llamaIndex, llamaTools, ScriptedLLM } from "./llamaindex-driver.ts";
import {
  driver as mastra,
  agentOf as mastraAgentOf,
  configOf as mastraConfig,
  mock as mastraModel,
} from "./mastra-driver.ts";
import { modelOf as openAiModel, withLoopGuardDriver } from "./openai-agents-driver.ts";
import { agentOf, MockModel as StrandsModel, driver as strands } from "./strands-driver.ts";
import { adapterOf, chunksOf, driver as tanstack, toolsOf as tanstackTools } from "./tanstack-ai-driver.ts";

const tools: Scenario["tools"] = { search: () => "It is 420." };

/** Who was asked, in order. The model of the agent repeats itself; the other one makes another call, with which that one answers. */
function models() {
  const asked: string[] = [];
  const call = (q: string): ScriptedResponse => ({
    calls: [{ id: `call_${asked.length}`, name: "search", arguments: { q } }],
  });
  return {
    asked,
    own: (): ScriptedResponse => {
      asked.push("own");
      return asked.includes("other") ? { text: "Done." } : call("x");
    },
    other: (): ScriptedResponse => {
      asked.push("other");
      return call("y");
    },
  };
}

const only = (models: unknown[]) => ({ recover: { prune: false, tools: false, fresh: false, models } });
const EXPECTED = ["own", "own", "own", "other", "own"];

describe("recover: { models }", () => {
  test("Strands: a model", async () => {
    const { asked, own, other } = models();
    const guard = only([new StrandsModel(other)]);
    const result = await agentOf({ script: own, tools, guard }).invoke("Go.");
    expect(asked).toEqual(EXPECTED);
    expect(String(result)).toContain("Done.");
  });

  test("ADK: a name", async () => {
    const { asked, own, other } = models();
    const model = new AdkModel((request) => (request.model === "second" ? other() : own()));
    await run(model, only(["second"]));
    expect(asked).toEqual(EXPECTED);
  });

  test("ADK: a model", async () => {
    const { asked, own, other } = models();
    const events = await run(new AdkModel(own), only([new AdkModel(other)]));
    expect(asked).toEqual(EXPECTED);
    expect(JSON.stringify(events.at(-1))).toContain("Done.");
  });

  test("ADK: a model that throws leaves the request to the agent's own", async () => {
    const { asked, own } = models();
    const other = (): ScriptedResponse => {
      asked.push("other");
      throw new Error("The other model is down");
    };
    const events = await run(new AdkModel(own), only([new AdkModel(other)]));
    expect(asked.slice(0, 5)).toEqual(["own", "own", "own", "other", "own"]);
    expect(JSON.stringify(events.at(-1))).toContain("Done.");
  });

  test("LlamaIndex: a model", async () => {
    const { asked, own, other } = models();
    const workflow = withLoopGuard(
      llamaAgent({ llm: new ScriptedLLM(own), tools: llamaTools(tools) }),
      only([new ScriptedLLM(other)]),
    );
    const result = await workflow.run("Go.");
    expect(asked).toEqual(EXPECTED);
    expect(JSON.stringify(result)).toContain("Done.");
  });
});

/** As those of providers fail. */
function tellingAdapter(respond: () => ScriptedResponse): AnyTextAdapter {
  const adapter = adapterOf(respond);
  async function* chatStream(asked: never): AsyncGenerator<object> {
    try {
      yield* adapter.chatStream(asked);
    } catch (error) {
      yield { type: "RUN_STARTED", threadId: "t", runId: "r" };
      yield { type: "RUN_ERROR", message: String(error) };
    }
  }
  return { ...adapter, chatStream } as unknown as AnyTextAdapter;
}

describe("recover: { models } of TanStack AI", () => {
  const start = (adapter: AnyTextAdapter, other: AnyTextAdapter) => {
    const middleware = [tanstackMiddleware(only([other]))];
    const messages = [{ role: "user" as const, content: "Go." }];
    return chunksOf(chat({ adapter, messages, tools: tanstackTools(tools), middleware, debug: false }));
  };

  test("an adapter that is guarded itself is asked once", async () => {
    const { asked, own, other } = models();
    const chunks = await start(guardAdapter(adapterOf(own)), guardAdapter(adapterOf(other)));
    expect(asked).toEqual(EXPECTED);
    expect(JSON.stringify(chunks)).toContain("Done.");
  });

  test.each(["as it is", "guarded"])(
    "the agent's own adapter, %s, that fails is asked again, and then its error is told",
    async (form) => {
      let asked = 0;
      const own = tellingAdapter(() => {
        if (++asked > 3) throw new Error("Down");
        return { calls: [{ id: `c${asked}`, name: "search", arguments: { q: "x" } }] };
      });
      const adapter = guardAdapter(own);
      const chunks = await start(adapter, form === "guarded" ? adapter : own);
      expect(asked).toBe(5);
      expect(chunks.at(-1)).toMatchObject({ type: "RUN_ERROR", message: "Error: Down" });
    },
  );
});

test("recover: { models } of OpenAI Agents: a model of a guarded provider is asked once", async () => {
  const { asked, own, other } = models();
  const errors: unknown[] = [];
  const listen = (message: unknown): void => void errors.push(message);
  subscribe("loopguard:error", listen);
  const provider = guardModelProvider({ getModel: async () => openAiModel(other) });
  const parameters = z.object({ q: z.string() });
  const search = openAiTool({ name: "search", description: "-", parameters, execute: () => "It is 420." });
  const agent = new Agent({ name: "agent", model: openAiModel(own), tools: [search] });
  const result = await runAgent(guardedAgent(agent, only([await provider.getModel()])), "Go.");
  unsubscribe("loopguard:error", listen);
  expect(asked).toEqual(EXPECTED);
  expect(result.finalOutput).toBe("Done.");
  expect(errors).toEqual([]);
});

/** A model that fails must leave nobody worse off than without it. */
describe("recover: { models }: one that fails leaves the request to the agent's own", () => {
  const failing = (asked: string[]) => (): never => {
    asked.push("other");
    throw new Error("The other model is down");
  };

  test.each<[string, Driver, (respond: () => ScriptedResponse) => unknown]>([
    ["AI SDK", functionsDriver(AI7), AI7.mock],
    ["OpenAI Agents", withLoopGuardDriver, openAiModel],
    ["LangChain", createAgentDriver, langchainModel],
    ["Mastra", mastra, mastraModel],
    ["TanStack AI", tanstack, adapterOf],
    ["TanStack AI, which tells it with a chunk", tanstack, tellingAdapter],
    ["Strands", strands, (respond) => new StrandsModel(respond)],
    ["LlamaIndex", llamaIndex, (respond) => new ScriptedLLM(respond)],
  ])("%s", async (_, driver, modelOf) => {
    for (const mode of ["generate", "stream"] as const) {
      const { asked, own } = models();
      const agent = driver.makeAgent({ script: own, tools, guard: only([modelOf(failing(asked))]) });
      if (agent[mode] === undefined) continue;
      expect(JSON.stringify(await agent[mode]())).toContain("Done.");
      expect(asked.filter((who, at) => who !== asked[at - 1])).toEqual(["own", "other", "own"]);
    }
  });
});

const run = (model: AdkModel, guard: object, onAbort?: "answer", more: object = {}) => {
  const agent = new LlmAgent({ name: "agent", model, tools: adkTools(tools), ...more });
  const plugins = [new AdkPlugin(guard, { onAbort })];
  return all(eventsOf(new InMemoryRunner({ agent, appName: "test", plugins })));
};

describe('ADK with outputSchema, onAbort: "answer"', () => {
  const outputSchema = z.object({ price: z.number(), found: z.boolean() });
  const again = (at: number): ScriptedResponse => ({
    calls: [{ id: `c${at}`, name: "search", arguments: { q: "x" } }],
  });
  const object = { price: 420, found: true };

  test.each([
    ["gives the object", { calls: [{ id: "s", name: "set_model_response", arguments: object }] }, object],
    ["says a text", { text: "I do not know." }, "I do not know."],
    ["goes on", again(99), expect.stringMatching(/^The task was not finished: .*It is 420\.$/s)],
  ] satisfies [string, ScriptedResponse, unknown][])("the model %s", async (_, last, output) => {
    const offered: string[] = [];
    const model = new AdkModel(({ config }) => {
      offered.push(JSON.stringify(config?.tools));
      return offered.at(-1)?.includes('"search"') ? again(offered.length) : last;
    });
    const events = await run(model, {}, "answer", { outputSchema, outputKey: "output" });
    expect(offered.at(-1)).toContain("set_model_response");
    expect(events.at(-1)?.actions.stateDelta["output"]).toEqual(output);
    expect(findToolLoopError(events.at(-1))?.toolName).toBe("search");
  });
});

describe("who aborts during a request of ours gets the abort", () => {
  type Respond = (request: unknown, offered: readonly string[]) => ScriptedResponse;
  let outcomes: string[];
  let guard: LoopGuardOptions;
  const search = () => "It is 420.";
  const inputSchema = z.object({ q: z.string() });
  const answer = { onAbort: "answer" } as const;
  const openAiOf = (respond: Respond) => openAiModel((request) => respond(request, request.tools ?? []));
  const langchainOf = (respond: Respond) => langchainModel((request) => respond(request, request.tools ?? []));
  const openAi = (respond: Respond) => {
    const parameters = inputSchema;
    const own = openAiTool({ name: "search", description: "-", parameters, execute: search });
    return guardedAgent(new Agent({ name: "agent", model: openAiOf(respond), tools: [own] }), guard, answer);
  };
  const tanstackChat = (respond: Respond, abortController: AbortController) => ({
    adapter: guardAdapter(adapterOf(respond)),
    messages: [{ role: "user" as const, content: "Go." }],
    tools: tanstackTools({ search }),
    agentLoopStrategy: maxIterations(20),
    middleware: [tanstackMiddleware(guard, answer)],
    abortController,
    debug: false as const,
  });

  type Start = (respond: Respond, controller: AbortController) => Promise<unknown>;
  const FRAMEWORKS: [string, (respond: Respond) => unknown, Start][] = [
    [
      "AI SDK",
      (respond) => AI7.mock((request, offered = []) => respond(request, offered)),
      (respond, { signal: abortSignal }) => {
        const tools = { search: AI7.sdk.tool({ inputSchema, execute: search }) };
        const settings = {
          model: AI7.mock((request, offered = []) => respond(request, offered)),
          tools,
          stopWhen: AI7.sdk.stepCountIs(20),
        };
        return AI7.sdk.generateText({ ...guarded(settings, guard, answer), prompt: "Go.", abortSignal });
      },
    ],
    ["OpenAI Agents", openAiOf, (respond, { signal }) => runAgent(openAi(respond), "Go.", { signal, maxTurns: 20 })],
    [
      "OpenAI Agents, streamed",
      openAiOf,
      async (respond, { signal }) => {
        const result = await runAgent(openAi(respond), "Go.", { signal, maxTurns: 20, stream: true });
        for await (const _ of result);
        await result.completed;
        // The SDK ends such a stream without an error.
        if (result.newItems.every(({ type }) => type !== "message_output_item")) throw new Error("aborted");
      },
    ],
    [
      "LangChain",
      langchainOf,
      (respond, { signal }) => {
        const model = langchainOf(respond);
        const tools = [langchainTool(search, { name: "search", description: "-", schema: inputSchema })];
        const agent = createAgent({ model, tools, middleware: [langchainMiddleware(guard, answer)] });
        return agent.invoke({ messages: [{ role: "user", content: "Go." }] }, { signal, recursionLimit: 100 });
      },
    ],
    [
      "TanStack AI",
      adapterOf,
      async (respond, controller) => chat({ ...tanstackChat(respond, controller), stream: false }),
    ],
    ["TanStack AI, streamed", adapterOf, (respond, controller) => chunksOf(chat(tanstackChat(respond, controller)))],
    [
      "Mastra",
      (respond) => mastraModel((prompt, offered) => respond(prompt, offered ?? [])),
      async (respond, { signal: abortSignal }) => {
        const script: Scenario["script"] = ({ raw, tools: offered = [] }) => respond(raw, offered);
        const tool = createTool({ id: "search", description: "-", inputSchema, execute: async () => search() });
        const agent = mastraAgentOf(mastraGuarded(mastraConfig(script, { search: tool }), guard, answer));
        quiet(await agent.generate("Go.", { maxSteps: 20, abortSignal }));
      },
    ],
    [
      "Strands",
      (respond) => new StrandsModel((messages, offered = []) => respond(messages, offered)),
      async (respond, { signal: cancelSignal }) => {
        const script: Scenario["script"] = ({ raw, tools: offered = [] }) => respond(raw, offered);
        const agent = agentOf({ script, tools: { search }, guard, ...answer });
        quiet(await agent.invoke("Go.", { cancelSignal }));
      },
    ],
    [
      "ADK",
      (respond) => new AdkModel((request) => respond(request, request.config?.tools?.length ? ["search"] : [])),
      async (respond, { signal: abortSignal }) => {
        const model = new AdkModel((request) => respond(request, request.config?.tools?.length ? ["search"] : []));
        const agent = new LlmAgent({ name: "agent", model, tools: adkTools({ search }) });
        const runner = new InMemoryRunner({ agent, appName: "test", plugins: [new AdkPlugin(guard, answer)] });
        const { id: sessionId } = await runner.sessionService.createSession({ appName: "test", userId: "u" });
        const newMessage = { role: "user", parts: [{ text: "Go." }] };
        quiet(await all(runner.runAsync({ userId: "u", sessionId, newMessage, abortSignal })));
      },
    ],
  ];
  /** These end an aborted run without an error. */
  function quiet(result: unknown): void {
    if (!JSON.stringify(result).includes("The task was not finished")) throw new Error("aborted");
  }
  const again = (): ScriptedResponse => ({
    calls: [{ id: `${Math.random()}`, name: "search", arguments: { q: "x" } }],
  });

  test.each(FRAMEWORKS)("%s: the last one, which has no answer of ours", async (_, _modelOf, start) => {
    const controller = new AbortController();
    let last = 0;
    outcomes = [];
    guard = { onRecovery: ({ outcome }) => void outcomes.push(outcome) };
    const respond: Respond = (_request, offered) => {
      if (offered.length > 0) return again();
      last++;
      controller.abort();
      throw controller.signal.reason;
    };
    await expect(start(respond, controller)).rejects.toThrow(/abort/i);
    expect([last, ...outcomes]).toEqual([1, "tried", ...outcomes.slice(1)]);
    expect(outcomes).not.toContain("ended");
  });

  test.each(FRAMEWORKS)(
    "%s: one to another model, after which the agent's own is not asked",
    async (_, modelOf, start) => {
      const controller = new AbortController();
      const asked: string[] = [];
      const other = modelOf(() => {
        asked.push("other");
        controller.abort();
        throw controller.signal.reason;
      });
      guard = only([other]);
      const own: Respond = () => {
        asked.push("own");
        return again();
      };
      await start(own, controller).catch((error: unknown) => expect(String(error)).toMatch(/abort/i));
      expect(asked).toEqual(["own", "own", "own", "other"]);
    },
  );
});
