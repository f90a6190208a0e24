/** LlamaIndex: what its workflows do with tools, handoffs and answers. */
import { tool } from "@llamaindex/core/tools";
import { agent, FunctionAgent, multiAgent } from "@llamaindex/workflow";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { withLoopGuard } from "loopguard/llamaindex";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Scenario, ScriptedCall } from "./conformance.ts";
import { llamaTools, resultsIn, ScriptedLLM, scripted } from "./llamaindex-driver.ts";

const { delegation, duplicate, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

/** Asks for the same calls at every step, `steps` times, and then answers. */
function repeating(
  calls: Omit<ScriptedCall, "id">[],
  steps = 10,
): { script: Scenario["script"]; requests: string[][] } {
  const requests: string[][] = [];
  const script: Scenario["script"] = ({ results }) => {
    requests.push(results);
    if (requests.length > steps) return { text: "I give up." };
    return { calls: calls.map((call, at) => ({ ...call, id: `call_${requests.length}_${at}` })) };
  };
  return { script, requests };
}

const SEARCH = { name: "search", arguments: { q: "x" } };

function counted(result = "No results."): Scenario["tools"][string] & { calls: number } {
  const run = (): string => {
    counter.calls++;
    return result;
  };
  const counter = Object.assign(run, { calls: 0 });
  return counter;
}

describe("llamaindex", () => {
  test("with onAbort: stop the reason is the answer, and the workflow can run again", async () => {
    const { script, requests } = repeating([SEARCH], 20);
    const own = agent({ llm: scripted(script), tools: llamaTools({ search: counted() }) });
    const workflow = withLoopGuard(own, STUCK, { onAbort: "stop" });
    expect(workflow).toBe(own);
    const result = await workflow.run("Go.");
    expect(result.data.result).toContain("aborting to prevent a loop");
    expect(findToolLoopError(result)?.detection.strikes).toBe(4);
    await workflow.run("Go on.");
    expect(requests).toHaveLength(10);
  });

  test("a workflow that has ended leaves no run open", async () => {
    const guard = new LoopGuard(STUCK);
    for (const steps of [1, 20]) {
      const own = agent({ llm: scripted(repeating([SEARCH], steps).script), tools: llamaTools({ search: counted() }) });
      await withLoopGuard(own, guard, { onAbort: "stop" }).run("Go.");
    }
    expect(guard.stats()).toMatchObject({ calls: 6, runs: 1 }); // the default run
  });

  test("an abort does not ask the model for a structured answer", async () => {
    const { script, requests } = repeating([SEARCH]);
    const own = agent({ llm: scripted(script), tools: llamaTools({ search: counted() }) });
    const responseFormat = z.object({ answer: z.string() });
    const { data } = await withLoopGuard(own, STUCK, { onAbort: "stop" }).run("Go.", { responseFormat });
    expect([requests.length, data.object]).toEqual([5, undefined]);
  });

  test("one arguments object in every call is a call each time", async () => {
    const search = counted();
    const { script } = repeating([SEARCH, SEARCH], 1);
    const guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    await withLoopGuard(agent({ llm: scripted(script), tools: llamaTools({ search }) }), guard).run("Go.");
    expect(search.calls).toBe(1);
  });

  test("with a guard that was closed the agent runs as without one", async () => {
    const search = counted();
    const { script } = repeating([SEARCH], 6);
    const guard = new LoopGuard(STUCK);
    const workflow = withLoopGuard(agent({ llm: scripted(script), tools: llamaTools({ search }) }), guard);
    guard.close();
    expect((await workflow.run("Go.")).data.result).toBe("I give up.");
    expect(search.calls).toBe(6);
  });

  test("a guard that is closed in the step that asks for a call that is none ends nothing", async () => {
    const guard = new LoopGuard(STUCK);
    const { script } = repeating([{ name: "search", arguments: "null" }], 2);
    const closing: Scenario["script"] = (request) => {
      guard.close();
      return script(request);
    };
    const search = { metadata: { name: "search", description: "s" }, call: () => "Found." };
    const workflow = withLoopGuard(agent({ llm: scripted(closing), tools: [search] }), guard);
    expect((await workflow.run("Go.")).data.result).toBe("I give up.");
  });

  test("arguments that are no object are reported to the guard", async () => {
    const { script } = repeating([{ name: "search", arguments: "null" }]);
    const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    const search = { metadata: { name: "search", description: "s" }, call: () => "Found." };
    await expect(withLoopGuard(agent({ llm: scripted(script), tools: [search] }), guard).run("Go.")).rejects.toThrow(
      "loop",
    );
  });

  test.each([
    ["a number", 0, "0\\n\\nTool 'search' called 2 times"],
    ["an object", { hits: 0 }, "loopguard: Tool 'search' called 2 times"],
  ])("a warning is added to %s", async (_, value, expected) => {
    const { script, requests } = repeating([SEARCH], 2);
    const search = tool({
      name: "search",
      description: "s",
      parameters: z.object({ q: z.string() }),
      execute: () => value,
    });
    await withLoopGuard(agent({ llm: scripted(script), tools: [search] }), STUCK).run("Go.");
    expect(requests.at(-1)?.[1]).toContain(expected);
  });

  test("with replay the model gets the earlier result", async () => {
    const search = counted("Found.");
    const { script, requests } = repeating([SEARCH], 2);
    const guard = { detectors: [duplicate({ replay: true })] };
    await withLoopGuard(agent({ llm: scripted(script), tools: llamaTools({ search }) }), guard).run("Go.");
    expect([search.calls, requests.at(-1)]).toEqual([1, ["Found.", "Found."]]);
  });

  test("a run in place of a guard is one for all, and each run of the workflow is a turn of it", async () => {
    using guard = new LoopGuard(STUCK);
    const run = guard.run({});
    const search = counted();
    for (let turn = 1; turn <= 2; turn++) {
      const own = agent({ llm: scripted(repeating([SEARCH]).script), tools: llamaTools({ search }) });
      await expect(withLoopGuard(own, run).run("Go.")).rejects.toThrow("aborting to prevent a loop");
      expect([search.calls, run.tripped !== null]).toEqual([2 * turn, true]);
    }
  });

  test("frozen tools, and agents with private fields, work", async () => {
    class OwnAgent extends FunctionAgent {
      readonly #llm: ScriptedLLM;

      constructor(llm: ScriptedLLM, tools: ConstructorParameters<typeof FunctionAgent>[0]["tools"]) {
        super({ name: "own", llm, tools });
        this.#llm = llm;
      }

      override takeStep(...args: Parameters<FunctionAgent["takeStep"]>): ReturnType<FunctionAgent["takeStep"]> {
        if (this.#llm === undefined) throw new Error("not reached");
        return super.takeStep(...args);
      }
    }
    let calls = 0;
    const search = Object.freeze({
      metadata: { name: "search", description: "s" },
      call: () => `${calls++ && ""}None.`,
    });
    const { script, requests } = repeating([SEARCH]);
    const own = new OwnAgent(scripted(script), [search]);
    const workflow = withLoopGuard(multiAgent({ agents: [own], rootAgent: own }), STUCK);
    await expect(workflow.run("Go.")).rejects.toThrow("aborting to prevent a loop");
    expect([calls, requests.length]).toEqual([2, 5]);
  });

  test("agents that are added later are guarded, and none is guarded twice", async () => {
    const guard = new LoopGuard(STUCK);
    const { script, requests } = repeating([SEARCH]);
    const search = counted();
    const first = agent({ name: "first", llm: scripted(() => ({ text: "Done." })) });
    const workflow = withLoopGuard(withLoopGuard(first, guard), guard);
    const later = new FunctionAgent({ name: "first", llm: scripted(script), tools: llamaTools({ search }) });
    workflow.addAgent(later);
    await expect(workflow.run("Go.")).rejects.toThrow("aborting to prevent a loop");
    expect([search.calls, requests.length, guard.stats().calls]).toEqual([2, 5, 5]);
  });
});

describe("handoffs", () => {
  /** Two agents that hand the same task to each other, `steps` times. */
  function handing(guard?: LoopGuardOptions, steps = 12, reason = (_step: number) => "Find the invoice.") {
    const seen: string[] = [];
    const llm = (to: string) =>
      new ScriptedLLM((messages) => {
        seen.push(`${resultsIn(messages).at(-1) ?? ""}`);
        if (seen.length > steps) return { text: "I give up." };
        const input = { toAgent: to, reason: reason(seen.length) };
        return { calls: [{ id: `h${seen.length}`, name: "handOff", arguments: input }] };
      });
    const billing = agent({ name: "billing", llm: llm("support"), canHandoffTo: ["support"] });
    const support = agent({ name: "support", llm: llm("billing"), canHandoffTo: ["billing"] });
    const workflow = multiAgent({ agents: [billing, support], rootAgent: billing });
    return { run: () => withLoopGuard(workflow, guard).run("Go."), seen };
  }

  test("are one run, and the same task handed over again ends it", async () => {
    const { run, seen } = handing({ detectors: [delegation()] });
    await expect(run()).rejects.toThrow();
    expect(seen.length).toBeLessThan(12);
  });

  test("without `delegation` one is a call like any other, and in circles ends the run", async () => {
    const { run, seen } = handing(undefined, 20);
    await expect(run()).rejects.toThrow("Tool 'handOff' was called again with the same arguments");
    expect(seen.length).toBe(10);
  });

  test("with other reasons each time and nothing else in between are not warned of, and end at last", async () => {
    const { run, seen } = handing(
      { preset: "recommended", tools: { handOff: { ladder: { warn: 1, abort: 2 } } } },
      40,
      (step) => `${"abcdefghijk"[step % 11]}: reason ${step}.`,
    );
    await expect(run()).rejects.toThrow("Tool 'handOff'");
    expect([seen.findIndex((result) => result.includes("repetitive")), seen.length]).toEqual([-1, 15]);
  });

  test("one that would be replayed is refused: a result would be the agent's answer", async () => {
    const { run, seen } = handing({ detectors: [duplicate({ replay: true })] }, 3);
    expect((await run()).data.result).toBe("I give up.");
    expect(seen.at(-1)).toContain("The same handoff was made before");
  });

  test("one that is refused does not end the run: its agent reads why", async () => {
    const { run, seen } = handing({ detectors: [delegation()], ladder: { hint: 1 } });
    const { data } = await run();
    expect(data.result).toBe("I give up.");
    expect(seen.at(-1)).toContain("The agent was not started");
    expect(seen.length).toBe(13);
  });
});
