/**
 * Runs that were interrupted for a human, and go on in the run that the user gave in a guard's place, as from a store: nobody has
 * begun a turn, and a call that waited is one call.
 */
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { createTool } from "@mastra/core/tools";
import { Agent, RunState, run, tool } from "@openai/agents";
import { createAgent, humanInTheLoopMiddleware, tool as langchainTool } from "langchain";
import { detectors, findToolLoopError, LoopGuard } from "loopguard";
import { toolLoopMiddleware } from "loopguard/langchain";
import { withLoopGuard as guardMastra } from "loopguard/mastra";
import { memoryStore } from "loopguard/memory";
import { guardTools, withLoopGuard } from "loopguard/openai-agents";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { ScriptedResponse } from "./conformance.ts";
import { modelOf as langchainModel } from "./langchain-driver.ts";
import { agentOf, configOf } from "./mastra-driver.ts";
import { modelOf, OPTIONS } from "./openai-agents-driver.ts";

const parameters = z.object({ q: z.string() });
const SEGMENTS_MAX = 12;

/** Two calls run, two are refused, and the fifth ends the run. */
const STUCK = { detectors: [detectors.noNews()], ladder: { hint: 1, abort: 3 } };

/** A model that makes the same call for ever. */
function stuck(): () => ScriptedResponse {
  let calls = 0;
  return () => ({
    calls: [{ id: `call_${++calls}`, name: "search", arguments: { q: "a" } }],
    usage: { inputTokens: 10, outputTokens: 0 },
  });
}

/** A run in memory, or in a store: each process has its own object of the same run. */
const KEPT = {
  "in memory": (options: object) => {
    const kept = new LoopGuard(options).run("a");
    return () => kept;
  },
  "in a store": (options: object) => {
    const store = memoryStore();
    return () => new LoopGuard(options).storedRun("a", store);
  },
};

describe.each(Object.entries(KEPT))("a run %s that goes on after each interrupt", (name, keptBy) => {
  /** OpenAI Agents: each process restores the state from a text. */
  async function openai(options: object, how: "withLoopGuard" | "guardTools" = "withLoopGuard") {
    const execute = vi.fn(async () => "nothing");
    const [kept, script] = [keptBy(options), stuck()];
    const make = () => {
      const search = tool({ name: "search", description: "s", parameters, execute, needsApproval: true });
      const config = { name: "A", model: modelOf(script) };
      if (how === "guardTools") return new Agent({ ...config, tools: guardTools([search], kept()) });
      return withLoopGuard(new Agent({ ...config, tools: [search] }), kept(), { onAbort: "stop" });
    };
    let result = await run(make(), "Go.", OPTIONS);
    let segments = 1;
    for (; result.interruptions.length > 0 && segments < SEGMENTS_MAX; segments++) {
      const agent = make();
      const state = await RunState.fromString(agent, result.state.toString());
      for (const interruption of state.getInterruptions()) state.approve(interruption);
      result = await run(agent, state as never, OPTIONS);
    }
    return { result, segments, executed: execute.mock.calls.length };
  }

  test("is stopped when it is stuck: OpenAI Agents", async () => {
    const { result, executed } = await openai(STUCK);
    expect(findToolLoopError(result)?.detection.strikes).toBe(3);
    expect(executed).toBe(2);
  });

  test("is stopped when it is stuck: OpenAI Agents, by its tools alone", async () => {
    const error = await openai(STUCK, "guardTools").catch((thrown: unknown) => thrown);
    expect(findToolLoopError(error)?.detection.strikes).toBe(3);
  });

  test("counts what was used once: OpenAI Agents", async () => {
    const { result, segments } = await openai({
      detectors: [detectors.count({ maxRepeats: 99 })],
      budget: { tokens: 55 },
    });
    expect(findToolLoopError(result)?.detection.detector).toBe("budget");
    expect(segments).toBe(7); // the sixth response is past it
  });

  test.each(["by middleware", "in the tool"])(
    "is stopped when it is stuck: LangChain, interrupted %s",
    async (where) => {
      const execute = vi.fn(async () => "nothing");
      const [kept, script, checkpointer] = [keptBy(STUCK), stuck(), new MemorySaver()];
      const inTool = where === "in the tool";
      const go = (input: unknown) => {
        const waiting = async () => {
          if (inTool) interrupt("Really?");
          return execute();
        };
        const search = langchainTool(waiting, { name: "search", description: "s", schema: parameters });
        const human = humanInTheLoopMiddleware({ interruptOn: { search: true } });
        const middleware = [toolLoopMiddleware(kept(), { onAbort: "stop" }), ...(inTool ? [] : [human])];
        const agent = createAgent({ model: langchainModel(script), tools: [search], middleware, checkpointer });
        const config = { configurable: { thread_id: "1" }, recursionLimit: 100 };
        // biome-ignore lint/suspicious/noExplicitAny: what an agent answers
        return agent.invoke(input as never, config) as Promise<any>;
      };
      let result = await go({ messages: [{ role: "user", content: "Go." }] });
      const resume = inTool ? true : { decisions: [{ type: "approve" }] };
      for (let segments = 1; result.__interrupt__ && segments < SEGMENTS_MAX; segments++)
        result = await go(new Command({ resume }));
      expect(findToolLoopError(result)?.detection.strikes).toBe(3);
      expect(execute).toHaveBeenCalledTimes(2);
      // In a store nobody asks whether a call that waited was judged before.
      if (name === "in memory") expect(kept().stats()).toMatchObject({ calls: 5 });
    },
  );

  test.each(["for approval", "by the tool"])("is stopped when it is stuck: Mastra, suspended %s", async (how) => {
    const execute = vi.fn(async () => "nothing");
    const approval = how === "for approval";
    const results: unknown[] = [];
    const search = createTool({
      id: "search",
      description: "s",
      inputSchema: parameters,
      suspendSchema: z.object({ why: z.string() }),
      resumeSchema: z.object({ yes: z.boolean() }),
      // biome-ignore lint/suspicious/noExplicitAny: a tool of any schema
      execute: async (_input: unknown, { agent }: any) =>
        approval || agent.resumeData ? execute() : agent.suspend({ why: "Really?" }),
    });
    const after = { ...detectors.custom("results", ({ outcomes }) => (results.push(outcomes.at(-1)), null)) };
    const kept = keptBy({ ...STUCK, detectors: [...STUCK.detectors, after] });
    const script = stuck();
    let id = "";
    const seen = () => {
      const response = script();
      id = response.calls?.[0]?.id ?? "";
      return response;
    };
    // biome-ignore lint/suspicious/noExplicitAny: methods that not every type of an agent has
    const agent = agentOf(guardMastra(configOf(seen, { search }), kept(), { onAbort: "stop" })) as any;
    let result = await agent.generate("Go.", { maxSteps: 20, requireToolApproval: approval });
    for (let segments = 1; result.finishReason === "suspended" && segments < SEGMENTS_MAX; segments++) {
      const of = { runId: result.runId, toolCallId: id, maxSteps: 20 };
      result = approval ? await agent.approveToolCallGenerate(of) : await agent.resumeGenerate({ yes: true }, of);
    }
    expect(findToolLoopError(result)?.detection.strikes).toBe(3);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(results).toEqual([{ result: "nothing" }, { result: "nothing" }]);
  });
});
