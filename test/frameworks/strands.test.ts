/** The Strands Agents SDK: the conformance suite, and the traps of its hooks. */
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  AfterInvocationEvent,
  AfterToolCallEvent,
  BeforeToolCallEvent,
  type Plugin,
  Agent as StrandsAgent,
  tool,
} from "@strands-agents/sdk";
import { Graph, Swarm } from "@strands-agents/sdk/multiagent";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { ToolLoopPlugin } from "loopguard/strands";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conformance, type Scenario, type ScriptedResponse } from "./conformance.ts";
import { agentOf, driver, MockModel, resultsIn } from "./strands-driver.ts";

const { count, duplicate, errorStreak, repeat, unknownTool } = detectors;

const STUCK = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

conformance(driver, "@strands-agents/sdk");

/** Asks for the same search at every step, `steps` times. Counts its own steps. */
function stuck(steps = 10, name = "search"): { script: Scenario["script"]; requests: string[][] } {
  const requests: string[][] = [];
  const script = ({ results }: { results: string[] }): ScriptedResponse => {
    requests.push(results);
    if (requests.length > steps) return { text: "I give up." };
    return { calls: [{ id: `call_${requests.length}`, name, arguments: { q: "x" } }] };
  };
  return { script, requests };
}

function counted(
  result: (args: { q: string }) => string = () => "No results.",
): Scenario["tools"][string] & { calls: number } {
  const run = (args: { q: string }): string => {
    counter.calls++;
    return result(args);
  };
  const counter = Object.assign(run, { calls: 0 });
  return counter;
}

/** Another plugin, with a hook for one event. */
const hook = (name: string, add: (agent: Parameters<Plugin["initAgent"]>[0]) => void): Plugin => ({
  name,
  initAgent: add,
});

describe("strands", () => {
  test.each(["throw", "answer"] as const)(
    "an abort in the last turn that the SDK allows is told: %s",
    async (onAbort) => {
      const agent = agentOf({ script: stuck().script, tools: { search: counted() }, guard: STUCK, onAbort });
      const ended = await agent.invoke("Go.", { limits: { turns: 5 } }).catch((error: unknown) => error);
      expect(findToolLoopError(ended)?.detection.strikes).toBe(4);
      expect(ended instanceof Error).toBe(onAbort === "throw");
    },
  );

  test("with onAbort: stop the last message has the reason", async () => {
    const { script } = stuck();
    const agent = agentOf({ script, tools: { search: counted() }, guard: STUCK, onAbort: "stop" });
    const result = await agent.invoke("Go.");
    expect(result.stopReason).toBe("endTurn");
    expect(JSON.stringify(result.lastMessage)).toContain("aborting to prevent a loop");
    expect(findToolLoopError(result)?.detection.strikes).toBe(4);
  });

  test.each(["graph", "swarm"])("an abort of an agent in a %s is found in what that results in", async (kind) => {
    const agent = agentOf({ script: stuck().script, tools: { search: counted() }, guard: STUCK }, [], { id: "a" });
    const team = kind === "graph" ? new Graph({ nodes: [agent], edges: [] }) : new Swarm({ nodes: [agent] });
    const ended: unknown = await team.invoke("Go.").catch((error: unknown) => error);
    expect(findToolLoopError(ended)?.detection.strikes).toBe(4);
  });

  test("a stopped agent can be invoked again, as a new run", async () => {
    const { script, requests } = stuck(20);
    const guard = new LoopGuard(STUCK);
    const agent = agentOf({ script, tools: { search: counted() }, guard });
    await expect(agent.invoke("Go.")).rejects.toThrow("aborting to prevent a loop");
    expect(guard.stats().runs).toBe(1); // the default run
    const ids = agent.messages.flatMap(({ content }) =>
      content.flatMap((block) => ("toolUseId" in block && block.type === "toolResultBlock" ? block.toolUseId : [])),
    );
    expect(ids).toEqual(["call_1", "call_2", "call_3", "call_4", "call_5"]);
    await expect(agent.invoke("Go on.")).rejects.toThrow("aborting to prevent a loop");
    expect(requests).toHaveLength(10);
    const roles = agent.messages.map(({ role }) => role);
    expect(roles).toEqual(roles.map((_, at) => (at % 2 === 0 ? "user" : "assistant"))); // Bedrock refuses others
  });

  test("two invocations with one state object are two runs", async () => {
    const { script, requests } = stuck(20);
    const agent = agentOf({ script, tools: { search: counted() }, guard: STUCK, onAbort: "stop" });
    const invocationState = { user: "u" };
    await agent.invoke("Go.", { invocationState });
    await agent.invoke("Go on.", { invocationState });
    expect(requests).toHaveLength(10);
  });

  test("a call that another hook retries is one call, and its last result counts", async () => {
    let attempts = 0;
    const search = counted(() => {
      if (attempts++ % 2 === 0) throw new Error("busy");
      return `Found ${attempts}.`;
    });
    const retries = hook("retries", (agent) => {
      agent.addHook(AfterToolCallEvent, (event) => {
        event.retry = event.error !== undefined;
      });
    });
    const { script, requests } = stuck(3);
    const guard = new LoopGuard({
      detectors: [errorStreak({ threshold: 2 }), count({ maxRepeats: 3 })],
      action: "abort",
    });
    await agentOf({ script, tools: { search }, guard }, [retries]).invoke("Go.");
    expect(search.calls).toBe(6);
    expect(requests.at(-1)).toEqual(["Found 2.", "Found 4.", "Found 6."]);
    expect(guard.stats().loops.total).toBe(0);
  });

  test("a hook that makes every input different does not hide the loop", async () => {
    let nonce = 0;
    const nonces = hook("nonces", (agent) => {
      agent.addHook(BeforeToolCallEvent, (event) => {
        event.toolUse = { ...event.toolUse, input: { q: `x ${++nonce}` } };
      });
    });
    const search = counted();
    const { script, requests } = stuck();
    await expect(agentOf({ script, tools: { search }, guard: STUCK }, [nonces]).invoke("Go.")).rejects.toThrow("loop");
    expect([search.calls, requests.length]).toEqual([2, 5]);
  });

  test("a name for which another hook selects a tool is not an unknown tool", async () => {
    const search = counted();
    const aliases = hook("aliases", (agent) => {
      agent.addHook(BeforeToolCallEvent, (event) => {
        event.toolUse.name = "search";
      });
    });
    const { script } = stuck(3, "serach");
    const guard = new LoopGuard({ detectors: [unknownTool({ threshold: 2 })], action: "abort" });
    await agentOf({ script, tools: { search }, guard }, [aliases]).invoke("Go.");
    expect(search.calls).toBe(3);
    expect(guard.stats()).toMatchObject({ calls: 3, loops: { total: 0 } });
  });

  test.each([
    ["the same run", STUCK, [2, 5]],
    ["the same call", { maxRepeats: 2, action: "abort" }, [2, 3]],
  ] as const)("an interrupt and its answer are %s", async (_, guard, expected) => {
    const search = counted();
    const approvals = hook("approvals", (agent) => {
      agent.addHook(BeforeToolCallEvent, (event) => {
        if (event.toolUse.toolUseId === "call_2") event.interrupt({ name: "approval", reason: "really?" });
      });
    });
    const { script, requests } = stuck();
    const agent = agentOf({ script, tools: { search }, guard: { ...guard } as LoopGuardOptions }, [approvals]);
    const paused = await agent.invoke("Go.");
    expect(paused.stopReason).toBe("interrupt");
    const answers = (paused.interrupts ?? []).map(({ id }) => ({
      interruptResponse: { interruptId: id, response: "yes" },
    }));
    await expect(agent.invoke(answers)).rejects.toThrow("aborting to prevent a loop");
    expect([search.calls, requests.length]).toEqual(expected);
  });

  test("new input from a hook is a new turn of the same run", async () => {
    let passes = 0;
    const goals = hook("goals", (agent) => {
      agent.addHook(AfterInvocationEvent, (event) => {
        if (++passes < 3) event.resume = "Not done yet.";
      });
    });
    let step = 0;
    const script = (): ScriptedResponse =>
      step++ % 2 === 0 ? { calls: [{ id: `call_${step}`, name: "search", arguments: { q: "x" } }] } : { text: "Done." };
    const search = counted();
    const inTurns = new LoopGuard(STUCK);
    await agentOf({ script, tools: { search }, guard: inTurns }, [goals]).invoke("Go.");
    expect(search.calls).toBe(3);
    expect(inTurns.stats().loops.total).toBe(0);
    passes = step = 0;
    const inRuns = agentOf({ script, tools: { search }, guard: { maxRepeats: 2, action: "abort" } }, [goals]);
    await expect(inRuns.invoke("Go.")).rejects.toThrow('"search" was called 3 times');
  });

  test("a repeated nudge does not begin a turn", async () => {
    let passes = 0;
    const nudges = hook("nudges", (agent) => {
      agent.addHook(AfterInvocationEvent, (event) => {
        if (++passes < 9) event.resume = "Your answer had no tool call, try again.";
      });
    });
    let step = 0;
    const script = (): ScriptedResponse =>
      step++ % 2 === 0 ? { calls: [{ id: `call_${step}`, name: "search", arguments: { q: "x" } }] } : { text: "Done." };
    const search = counted();
    await expect(agentOf({ script, tools: { search }, guard: STUCK }, [nudges]).invoke("Go.")).rejects.toThrow(
      "aborting to prevent a loop",
    );
  });

  test("an agent as a tool has its own run, and its loop is a failed call", async () => {
    const guard = new LoopGuard(STUCK);
    const inner = stuck();
    const search = counted();
    const researcher = agentOf({ script: inner.script, tools: { search }, guard }, [], {
      name: "researcher",
      description: "r",
    });
    const seen: string[][] = [];
    const model = new MockModel((messages) => {
      seen.push(resultsIn(messages));
      return seen.length > 1
        ? { text: "Done." }
        : { calls: [{ id: "outer", name: "researcher", arguments: { input: "x" } }] };
    });
    const writer = new StrandsAgent({
      model,
      tools: [researcher],
      plugins: [new ToolLoopPlugin(guard)],
      printer: false,
    });
    expect((await writer.invoke("Go.")).stopReason).toBe("endTurn");
    expect([search.calls, inner.requests.length]).toEqual([2, 5]);
    expect(seen.at(-1)?.join()).toContain("aborting to prevent a loop");
  });

  test("siblings of the call that ends the run do not run", async () => {
    const search = counted();
    const write = counted();
    let step = 0;
    const script = (): ScriptedResponse => {
      const calls = [{ id: `s${++step}`, name: "search", arguments: { q: "x" } }];
      if (step === 5) calls.push({ id: "w", name: "write", arguments: { q: "x" } });
      return { calls };
    };
    const agent = agentOf({ script, tools: { search, write }, guard: STUCK }, [], { toolExecutor: "sequential" });
    await expect(agent.invoke("Go.")).rejects.toThrow("aborting to prevent a loop");
    expect([search.calls, write.calls]).toEqual([2, 0]);
  });

  test("with replay the model gets the earlier result", async () => {
    const search = counted(() => "Found.");
    const { script, requests } = stuck(2);
    await agentOf({ script, tools: { search }, guard: { detectors: [duplicate({ replay: true })] } }).invoke("Go.");
    expect(search.calls).toBe(1);
    expect(requests.at(-1)).toEqual(["Found.", "Found."]);
  });

  test("arguments that do not fit the schema are failed calls", async () => {
    const search = counted();
    let step = 0;
    const script = (): ScriptedResponse => ({
      calls: [{ id: `c${++step}`, name: "search", arguments: { query: "x" } }],
    });
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    await expect(agentOf({ script, tools: { search }, guard }).invoke("Go.")).rejects.toThrow("same error");
    expect([search.calls, step]).toEqual([0, 3]);
  });

  test("generator tools stream, and warnings keep the other parts of a result", async () => {
    const search = tool({
      name: "search",
      description: "s",
      inputSchema: z.object({ q: z.string() }),
      callback: async function* (): AsyncGenerator<string, { hits: number }, never> {
        yield "searching";
        return { hits: 0 };
      },
    });
    const { script, requests } = stuck(2);
    const model = new MockModel((messages) => script({ results: resultsIn(messages), raw: undefined }));
    const agent = new StrandsAgent({ model, tools: [search], plugins: [new ToolLoopPlugin(STUCK)], printer: false });
    const events: string[] = [];
    for await (const event of agent.stream("Go.")) events.push(event.type);
    expect(events.filter((type) => type === "toolStreamUpdateEvent")).toHaveLength(2);
    expect(requests.at(-1)?.[0]).toBe('{"json":{"hits":0}}');
    expect(requests.at(-1)?.[1]).toMatch(/^\{"json":\{"hits":0\}\}\nTool 'search' called 2 times/);
  });

  test("a cancelled invocation ends as it does without a guard", async () => {
    const { script } = stuck();
    const agent = agentOf({ script, tools: { search: counted() }, guard: {} });
    const result = await agent.invoke("Go.", { cancelSignal: AbortSignal.abort() });
    expect(result.stopReason).toBe("cancelled");
  });

  test.each(["throw", "stop", "answer"] as const)(
    "an agent of another copy of the SDK is guarded, too: %s",
    async (onAbort) => {
      const from = fileURLToPath(new URL("node_modules/@strands-agents/sdk", import.meta.url));
      const to = fileURLToPath(new URL(`node_modules/.other-strands-${onAbort}`, import.meta.url));
      try {
        cpSync(from, to, { recursive: true });
        const other = (await import(`${to}/dist/src/index.js`)) as typeof import("@strands-agents/sdk");
        expect(other.Agent).not.toBe(StrandsAgent);
        const { script, requests } = stuck();
        const search = counted();
        const callback = (args: { q: string }): string => search(args);
        const inputSchema = z.object({ q: z.string() });
        const agent = new other.Agent({
          model: new MockModel((messages) => script({ results: resultsIn(messages), raw: undefined })) as never,
          tools: [other.tool({ name: "search", description: "s", inputSchema, callback })],
          plugins: [new ToolLoopPlugin(STUCK, { onAbort }) as never],
          printer: false,
        });
        const end = await agent.invoke("Go.").catch((error: unknown) => error);
        expect(findToolLoopError(end)?.toolName).toBe("search");
        expect([search.calls, requests.length]).toEqual([2, 5]);
        expect(requests.at(-1)?.[1]).toMatch(/^No results.\nTool 'search' called 2 times/);
      } finally {
        rmSync(to, { recursive: true, force: true });
      }
    },
  );
});
