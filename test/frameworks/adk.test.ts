/** Google's ADK: the traps of its callbacks. */
import { createRequire } from "node:module";
import {
  AgentTool,
  BasePlugin,
  type Event,
  InMemoryRunner,
  LlmAgent,
  LongRunningFunctionTool,
  LoopAgent,
  ParallelAgent,
  SequentialAgent,
} from "@google/adk";
import { detectors, findToolLoopError, LoopGuard } from "loopguard";
import { ToolLoopPlugin } from "loopguard/adk";
import { describe, expect, test } from "vitest";
import { adkTools, all, eventsOf, MockModel, runnerOf, scripted, toolOf } from "./adk-driver.ts";
import type { Scenario, ScriptedResponse } from "./conformance.ts";

const { duplicate, errorStreak, repeat, unknownTool } = detectors;

const STUCK = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

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

describe("adk", () => {
  test("the last event of a stopped run has the reason, and is plain JSON", async () => {
    const { script, requests } = stuck();
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [toolOf("search")] });
    const events = await all(eventsOf(runnerOf(agent, STUCK)));
    const last = events.at(-1);
    expect(requests).toHaveLength(5);
    expect(last).toMatchObject({
      author: "agent",
      errorCode: "ERR_TOOL_LOOP",
      errorMessage: expect.stringContaining("aborting to prevent"),
    });
    expect(findToolLoopError(JSON.parse(JSON.stringify(last)))?.toolName).toBe("search");
  });

  test("a run that throws passes on every event before", async () => {
    const { script } = stuck();
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [toolOf("search")] });
    const seen: Event[] = [];
    await expect(async () => {
      for await (const event of eventsOf(runnerOf(agent, STUCK, [], "throw"))) seen.push(event);
    }).rejects.toMatchObject({ name: "ToolLoopError", code: "ERR_TOOL_LOOP", toolName: "search" });
    expect(seen.at(-1)?.errorCode).toBe("ERR_TOOL_LOOP");
  });

  test("a run throws when one of its parallel agents was ended", async () => {
    const { script } = stuck(30);
    const ends = new LlmAgent({ name: "a", model: scripted(script), tools: [toolOf("search")] });
    const other = new LlmAgent({ name: "b", model: scripted(() => ({ text: "Done." })) });
    const both = new ParallelAgent({ name: "both", subAgents: [ends, other] });
    await expect(all(eventsOf(runnerOf(both, STUCK, [], "throw")))).rejects.toMatchObject({ toolName: "search" });
  });

  test("an invocation leaves no run behind, of its parallel agents either", async () => {
    const guard = new LoopGuard();
    const subAgents = ["a", "b"].map((name) => new LlmAgent({ name, model: scripted(() => ({ text: "Done." })) }));
    const before = guard.stats().runs;
    const runner = runnerOf(new ParallelAgent({ name: "both", subAgents }), guard);
    for (let at = 0; at < 3; at++) await all(eventsOf(runner));
    expect(guard.stats().runs).toBe(before);
  });

  test("two plugins of one runner have a guard each", async () => {
    const { script, requests } = stuck();
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [toolOf("search")] });
    const watching = new LoopGuard({ ...STUCK, shadow: true });
    const plugins = [new ToolLoopPlugin(watching), new ToolLoopPlugin(STUCK)];
    const runner = new InMemoryRunner({ agent, appName: "test", plugins });
    await expect(all(eventsOf(runner))).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
    expect([requests.length, watching.stats().calls]).toEqual([5, 5]);
  });

  test("agents of another copy of ADK are guarded, too", async () => {
    const other = createRequire(import.meta.url)("@google/adk") as typeof import("@google/adk");
    expect(other.LlmAgent).not.toBe(LlmAgent);
    const { script, requests } = stuck();
    const execute = (): string => "No results.";
    const search = new other.FunctionTool({ name: "search", description: "search", execute });
    const agent = new other.LlmAgent({ name: "agent", model: scripted(script) as never, tools: [search] });
    const runner = new other.InMemoryRunner({ agent, appName: "test", plugins: [new ToolLoopPlugin(STUCK) as never] });
    await expect(all(eventsOf(runner as never))).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
    expect(requests).toHaveLength(5);
  });

  test("a LoopAgent without a limit ends, too", async () => {
    const { script, requests } = stuck(30);
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [toolOf("search")] });
    await all(eventsOf(runnerOf(new LoopAgent({ name: "loop", subAgents: [agent] }), STUCK)));
    expect(requests).toHaveLength(5);
  });

  test("later agents of the same run do not call their models", async () => {
    const first = stuck();
    const second = stuck();
    const agents = [first, second].map(
      ({ script }, i) => new LlmAgent({ name: `agent${i}`, model: scripted(script), tools: [toolOf("search")] }),
    );
    const events = await all(eventsOf(runnerOf(new SequentialAgent({ name: "both", subAgents: agents }), STUCK)));
    expect([first.requests.length, second.requests.length]).toEqual([5, 0]);
    expect(events.filter(({ errorCode }) => errorCode === "ERR_TOOL_LOOP")).toHaveLength(2);
  });

  test("parallel agents are separate runs", async () => {
    const tools = [toolOf("search"), toolOf("search")];
    const subAgents = tools.map((search, i) => {
      const calls = [{ id: `call_${i}`, name: "search", arguments: { q: "x" } }];
      const script = (): ScriptedResponse => (search.calls === 0 ? { calls } : { text: "Done." });
      return new LlmAgent({ name: `agent${i}`, model: scripted(script), tools: [search] });
    });
    const guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    await all(eventsOf(runnerOf(new ParallelAgent({ name: "both", subAgents }), guard)));
    expect(tools.map(({ calls }) => calls)).toEqual([1, 1]);
    expect(guard.stats().loops.total).toBe(0);
  });

  test("the state of an invocation is released at its end", async () => {
    const { script } = stuck(1);
    const guard = new LoopGuard();
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [toolOf("search")] });
    await all(eventsOf(runnerOf(agent, guard)));
    expect(guard.stats()).toMatchObject({ calls: 1, runs: 1 }); // the default run
  });

  test.each([
    ["an object", { hits: 0 }, { hits: 0, loopguard: /called 2 times/ }],
    ["a list", [], { results: [], loopguard: /called 2 times/ }],
    ["a number", 7, { result: 7, loopguard: /called 2 times/ }],
    [
      "an instance",
      new (class Row {
        readonly id = 1;
      })(),
      { result: { id: 1 }, loopguard: /called 2 times/ },
    ],
    ["nothing", undefined, { loopguard: /called 2 times/ }],
    ["content", { content: [{ type: "text", text: "a" }] }, { content: [{ text: "a" }, { text: /called 2 times/ }] }],
  ])("a warning goes with a result that is %s", async (_, result, expected) => {
    const { script, requests } = stuck(2);
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [toolOf("search", () => result)] });
    await all(eventsOf(runnerOf(agent, STUCK)));
    const [first, second] = requests.at(-1) ?? [];
    expect(first).not.toContain("loopguard");
    expect(JSON.parse(second ?? "")).toMatchObject(matching(expected));
  });

  test.each([
    ["thrown", () => Promise.reject(new Error("The index is being rebuilt."))],
    ["returned", () => ({ error: "The index is being rebuilt." })],
    ["an MCP server's", () => ({ content: [{ type: "text", text: "The index is being rebuilt." }], isError: true })],
  ])("errors that are %s are failures, and warnings go with them", async (_, result) => {
    const { script, requests } = stuck(10);
    const search = toolOf("search", result);
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [search] });
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    await all(eventsOf(runnerOf(agent, guard)));
    expect([search.calls, requests.length]).toEqual([2, 3]);
    expect(requests.at(-1)?.[1]).toMatch(/The index is being rebuilt.*failed 2 times in a row/);
  });

  test("arguments that do not fit the schema are failed calls", async () => {
    let step = 0;
    const script = (): ScriptedResponse => ({
      calls: [{ id: `c${++step}`, name: "search", arguments: { query: "x" } }],
    });
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: adkTools({ search: () => "" }) });
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    await all(eventsOf(runnerOf(agent, guard)));
    expect(step).toBe(3);
  });

  test("a refused call of an unknown tool gets a response, and its siblings stay as they are", async () => {
    const requests: string[][] = [];
    const script = ({ results }: { results: string[] }): ScriptedResponse => {
      const step = requests.push(results);
      if (step > 3) return { text: "I give up." };
      // ADK runs the first, fails at the second, and never comes to the third.
      const names = ["search", "serach", "read"];
      return { calls: names.map((name) => ({ id: `${name}${step}`, name, arguments: { q: `${step}` } })) };
    };
    const search = toolOf("search");
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [search, toolOf("read")] });
    await all(eventsOf(runnerOf(agent, { detectors: [unknownTool({ threshold: 2 })], action: "hint" })));
    expect(search.calls).toBe(3);
    expect(requests.at(-1)?.map((text) => JSON.parse(text))).toEqual([
      { error: expect.stringContaining("'serach' was called 2 times, but there is no such tool") },
      { error: expect.stringContaining("'serach' was called 3 times, but there is no such tool") },
    ]);
  });

  test("a warning from before a tool threw appears once", async () => {
    const { script, requests } = stuck(2);
    const search = toolOf("search", () => Promise.reject(new Error("The index is being rebuilt.")));
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [search] });
    await all(eventsOf(runnerOf(agent, { maxRepeats: 1, ladder: { warn: 1 } })));
    expect(requests.at(-1)?.[1]?.split("has now been called 2 times")).toHaveLength(2);
  });

  test("an error of the model is the same as without a guard", async () => {
    const model = new MockModel(() => {
      throw new Error("no quota");
    });
    const agent = new LlmAgent({ name: "agent", model, tools: [toolOf("search")] });
    const events = await all(eventsOf(runnerOf(agent, {})));
    expect(events).toMatchObject([{ errorCode: "UNKNOWN_ERROR", errorMessage: "no quota" }]);
  });

  test("with replay the model gets the earlier result", async () => {
    const { script, requests } = stuck(2);
    const search = toolOf("search", () => "Found.");
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [search] });
    await all(eventsOf(runnerOf(agent, { detectors: [duplicate({ replay: true })] })));
    expect(search.calls).toBe(1);
    expect(requests.at(-1)).toEqual(["Found.", "Found."]);
  });

  test("tools that have not answered yet still have no response", async () => {
    const script = (): ScriptedResponse => ({
      calls: ["a", "b"].map((id) => ({ id, name: "search", arguments: { q: "x" } })),
    });
    const execute = (): undefined => undefined;
    const search = new LongRunningFunctionTool({ name: "search", description: "s", execute });
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [search] });
    const guard = new LoopGuard({ maxRepeats: 1, ladder: { warn: 1 } });
    const events = await all(eventsOf(runnerOf(agent, guard)));
    // A warning waits for the result, which is still to come.
    expect(guard.stats().warned).toBe(0);
    expect(JSON.stringify(events)).not.toContain("functionResponse");
  });

  test("another plugin's response in place of a call counts as a result", async () => {
    class Cache extends BasePlugin {
      override async beforeToolCallback(): Promise<Record<string, unknown>> {
        return { cached: true };
      }
    }
    const { script, requests } = stuck();
    const search = toolOf("search");
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: [search] });
    await all(eventsOf(runnerOf(agent, STUCK, [new Cache("cache")])));
    expect([search.calls, requests.length]).toEqual([0, 5]);
    const { script: again, requests: asked } = stuck();
    const other = new LlmAgent({ name: "agent", model: scripted(again), tools: [search] });
    const plugins = [new Cache("cache"), new ToolLoopPlugin(STUCK, { onAbort: "stop" })];
    await all(eventsOf(new InMemoryRunner({ agent: other, appName: "test", plugins })));
    // After a plugin that answers, the guard sees only the response, and cannot refuse.
    expect(asked.at(-1)?.[1]).toContain("called 2 times");
  });

  test("an agent as a tool is one call; the runner that ADK makes for it has no plugins", async () => {
    const inner = stuck(8);
    const search = toolOf("search");
    const researcher = new LlmAgent({
      name: "researcher",
      description: "r",
      model: scripted(inner.script),
      tools: [search],
    });
    const outer = stuck(1, "researcher");
    const agent = new LlmAgent({
      name: "agent",
      model: scripted(outer.script),
      tools: [new AgentTool({ agent: researcher })],
    });
    await all(eventsOf(runnerOf(agent, STUCK)));
    expect(search.calls).toBe(8);
  });
});

/** The same with what contains a regular expression in place of each. */
function matching(expected: unknown): Record<string, unknown> {
  if (expected instanceof RegExp) return expect.stringMatching(expected);
  if (Array.isArray(expected)) return expected.map(matching) as never;
  if (typeof expected !== "object" || expected === null) return expected as never;
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, matching(value)]));
}
