/** `recover: { models }`: one request goes to another model of the framework's own, and the next one to the agent's again. */
import { InMemoryRunner, LlmAgent } from "@google/adk";
import { agent as llamaAgent } from "@llamaindex/workflow";
import { ToolLoopPlugin as AdkPlugin, findToolLoopError } from "loopguard/adk";
import { withLoopGuard } from "loopguard/llamaindex";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MockModel as AdkModel, adkTools, all, eventsOf } from "./adk-driver.ts";
import { AI7, functionsDriver, guarded } from "./ai-sdk-driver.ts";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";
import { createAgentDriver, modelOf as langchainModel } from "./langchain-driver.ts";
import { driver as llamaIndex, llamaTools, ScriptedLLM } from "./llamaindex-driver.ts";
import { driver as mastra, mock as mastraModel } from "./mastra-driver.ts";
import { modelOf as openAiModel, withLoopGuardDriver } from "./openai-agents-driver.ts";
import { agentOf, MockModel as StrandsModel, driver as strands } from "./strands-driver.ts";
import { adapterOf, driver as tanstack } from "./tanstack-ai-driver.ts";

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
function tellingAdapter(respond: () => ScriptedResponse): object {
  async function* chatStream(): AsyncGenerator<object> {
    yield { type: "RUN_STARTED", threadId: "t", runId: "r" };
    try {
      respond();
    } catch (error) {
      yield { type: "RUN_ERROR", message: String(error) };
    }
  }
  return { ...adapterOf(respond), chatStream };
}

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

test("who aborts during the last request gets an abort, and no answer of ours", async () => {
  const controller = new AbortController();
  const model = AI7.mock((_, offered = []) => {
    if (offered.length > 0) return { calls: [{ id: `${Math.random()}`, name: "search", arguments: { q: "x" } }] };
    controller.abort();
    throw controller.signal.reason;
  });
  const search = AI7.sdk.tool({ inputSchema: z.object({ q: z.string() }), execute: () => "It is 420." });
  const settings = guarded({ model, tools: { search }, stopWhen: AI7.sdk.stepCountIs(20) }, {}, { onAbort: "answer" });
  const { signal: abortSignal } = controller;
  await expect(AI7.sdk.generateText({ ...settings, prompt: "Go.", abortSignal })).rejects.toThrow(/abort/i);
});
