/** LiveKit Agents: what a turn does with results, errors and ends. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { llm, voice } from "@livekit/agents";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { guardTools, throwOnToolLoop, withLoopGuard } from "loopguard/livekit";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ScriptedCall, ScriptedResponse } from "../conformance.ts";
import { resultsIn, ScriptedLLM, turn } from "./livekit-driver.ts";

const { budget, errorStreak, repeat } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const SEARCH = { name: "search", arguments: { q: "x" } };

/** Asks for the same calls at every step, `steps` times, and then answers. */
function repeating(calls: Omit<ScriptedCall, "id">[] = [SEARCH], steps = 10) {
  const requests: string[][] = [];
  const model = new ScriptedLLM((items): ScriptedResponse => {
    requests.push(resultsIn(items));
    if (requests.length > steps) return { text: "I give up." };
    return { calls: calls.map((call, at) => ({ ...call, id: `call_${requests.length}_${at}` })) };
  });
  return { model, requests };
}

function searchTool(run: () => unknown = () => "No results.") {
  const counter = { calls: 0 };
  const execute = async (): Promise<unknown> => {
    counter.calls++;
    return run();
  };
  const parameters = z.object({ q: z.string() });
  return { search: llm.tool({ name: "search", description: "s", parameters, execute }), counter };
}

const only = async (speeches: Promise<voice.SpeechHandle[]>): Promise<void> =>
  throwOnToolLoop((await speeches)[0] as voice.SpeechHandle);

describe("livekit", () => {
  test("after an abort the session goes on: the next turn is a new run", async () => {
    const { model, requests } = repeating([SEARCH], 20);
    const { search } = searchTool();
    const session = new voice.AgentSession({ llm: model, maxToolSteps: 20, turnDetection: "manual" });
    await session.start({ agent: new voice.Agent({ instructions: "", tools: guardTools([search], STUCK) }) });
    for (const userInput of ["Go.", "Go on."])
      await expect(throwOnToolLoop(session.generateReply({ userInput }))).rejects.toThrow("aborting to prevent a loop");
    expect(requests).toHaveLength(10);
    void session.close();
  });

  test("turns leave no run open, but that of the last reply", async () => {
    const guard = new LoopGuard(STUCK);
    const model = new ScriptedLLM((items) =>
      items.at(-1)?.type === "function_call_output" ? { text: "Done." } : { calls: [{ ...SEARCH, id: "call" }] },
    );
    const { search } = searchTool();
    const session = new voice.AgentSession({ llm: model, maxToolSteps: 20, turnDetection: "manual" });
    const agent = new voice.Agent({ instructions: "", tools: guardTools([search], guard) });
    await session.start({ agent: withLoopGuard(agent, guard) });
    const before = guard.stats().runs;
    for (const userInput of ["Go.", "Go on.", "And again."])
      await throwOnToolLoop(session.generateReply({ userInput }));
    expect([guard.stats().runs - before, guard.stats().calls]).toEqual([1, 3]);
    void session.close();
  });

  test("of a run that is kept, each thing that the user says is one turn, for replies and calls together", async () => {
    const guard = new LoopGuard(STUCK);
    const run = guard.run("caller");
    let turns = 0;
    const counted = new Proxy(run, {
      get(target, name) {
        if (name === "beginTurn") turns++;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    let asked = 0;
    const model = new ScriptedLLM((items): ScriptedResponse => {
      if (items.at(-1)?.type === "function_call_output") return { text: "Done." };
      return { calls: [{ ...SEARCH, id: `call_${asked++}` }] };
    });
    const { search, counter } = searchTool(() => `Result ${asked}`);
    const session = new voice.AgentSession({ llm: model, maxToolSteps: 20, turnDetection: "manual" });
    const agent = new voice.Agent({ instructions: "", tools: guardTools([search], counted) });
    await session.start({ agent: withLoopGuard(agent, counted) });
    for (const userInput of ["Go.", "Go on.", "And again."])
      await throwOnToolLoop(session.generateReply({ userInput }));
    expect([counter.calls, turns]).toEqual([3, 3]);
    void session.close();
  });

  test("with onAbort: answer the model speaks once more, and a call of that response ends the turn", async () => {
    const { search, counter } = searchTool();
    const talks = new ScriptedLLM((items) => {
      const results = resultsIn(items);
      const told = results.at(-1)?.includes("Answer with what you have") === true;
      return told
        ? { text: "I found nothing." }
        : { calls: [SEARCH, SEARCH].map((call, at) => ({ ...call, id: `${results.length}_${at}` })) };
    });
    const [speech] = await turn(talks, guardTools([search], STUCK, { onAbort: "answer" }));
    expect(JSON.stringify(speech?.chatItems.at(-1))).toContain("I found nothing.");
    expect(findToolLoopError(speech)?.results).toEqual(["No results."]);
    expect(counter.calls).toBe(4);
    const { model, requests } = repeating([SEARCH], 20);
    await turn(model, guardTools([searchTool().search], STUCK, { onAbort: "answer" }));
    expect(requests).toHaveLength(6);
  });

  test("a sibling's result is answered once more, and no call of that answer runs", async () => {
    const { search, counter } = searchTool();
    let written = 0;
    const execute = async (): Promise<string> => `Written ${++written}.`;
    const write = llm.tool({ name: "write", description: "w", parameters: z.object({ q: z.string() }), execute });
    let step = 0;
    const model = new ScriptedLLM(() => ({
      calls: [
        { id: `s${++step}`, ...SEARCH },
        ...(step >= 5 ? [{ id: `w${step}`, name: "write", arguments: { q: "x" } }] : []),
      ],
    }));
    await expect(only(turn(model, guardTools([write, search], STUCK)))).rejects.toThrow("loop");
    expect([counter.calls, written]).toEqual([2, 0]);
  });

  test.each([
    ["an error", () => new Error("secret"), "An internal error occurred\n\nTool 'search'"],
    ["a ToolError", () => new llm.ToolError("The index is down."), "The index is down.\n\nTool 'search'"],
  ])("a warning is added to %s, and nothing else is shown of it", async (_, make, expected) => {
    const { search } = searchTool(() => {
      throw make();
    });
    const { model, requests } = repeating([SEARCH], 2);
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1 } };
    await only(turn(model, guardTools([search], guard)));
    expect(requests.at(-1)?.[1]).toContain(expected);
    expect(requests.at(-1)?.join()).not.toContain("secret");
  });

  test("a guard around a guarded tool lets an end be one", async () => {
    const [stop] = Object.getOwnPropertySymbols(new voice.StopResponse());
    const inner = guardTools([searchTool().search], { detectors: [repeat({ threshold: 2 })], action: "abort" });
    const [tool] = guardTools(inner, { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1 } });
    const speechHandle = { id: "s", numSteps: 0 };
    for (; speechHandle.numSteps < 5; speechHandle.numSteps++) {
      const ran: unknown = tool?.execute({ q: "x" }, { ctx: { speechHandle, session: {} } } as never);
      const ended: unknown = await Promise.resolve(ran).catch((error: unknown) => error);
      if (speechHandle.numSteps > 1)
        expect([speechHandle.numSteps, stop && stop in (ended as object)]).toEqual([speechHandle.numSteps, true]);
    }
  });

  test("a warning is added to a number", async () => {
    const { search } = searchTool(() => 0);
    const { model, requests } = repeating([SEARCH], 2);
    await only(turn(model, guardTools([search], STUCK)));
    expect(requests.at(-1)?.[1]).toMatch(/^0\n\nTool 'search' called 2 times/);
  });

  test("a tool that ends the turn itself, or returns nothing, does so", async () => {
    for (const run of [() => undefined, () => Promise.reject(new voice.StopResponse())]) {
      const { search } = searchTool(run);
      const { model, requests } = repeating();
      await only(turn(model, guardTools([search])));
      expect(requests).toHaveLength(1);
    }
  });

  test("a handoff is compared by what it returns", async () => {
    const { search } = searchTool();
    const billing = new voice.Agent({ instructions: "Billing.", tools: [search] });
    const [tool] = guardTools([searchTool(() => llm.handoff({ agent: billing, returns: "Moved." })).search], {});
    const speechHandle = { id: "s", numSteps: 0 };
    const results: unknown[] = [];
    for (; speechHandle.numSteps < 3; speechHandle.numSteps++)
      results.push(await tool?.execute({ q: "x" }, { ctx: { speechHandle, session: {} } } as never));
    expect(results).toMatchObject([
      { agent: billing },
      { agent: billing },
      expect.stringContaining("was not run again"),
    ]);
  });

  test("a handoff with a warning is still one", async () => {
    const { model, requests } = repeating([SEARCH], 2);
    const billing = new voice.Agent({ instructions: "Billing." });
    let calls = 0;
    const { search } = searchTool(() => (++calls === 1 ? "None." : llm.handoff({ agent: billing, returns: "Moved." })));
    const session = new voice.AgentSession({ llm: model, turnDetection: "manual" });
    await session.start({ agent: new voice.Agent({ instructions: "", tools: guardTools([search], STUCK) }) });
    await session.generateReply({ userInput: "Go." }).waitForPlayout();
    expect(session.currentAgent).toBe(billing);
    expect(requests.at(-1)?.[1]).toMatch(/^Moved\.\n\nTool 'search' called 2 times/);
    void session.close();
  });

  test("tools are given by name, or in toolsets", async () => {
    const execute = async (): Promise<string> => "No results.";
    const named = { search: llm.tool({ description: "s", parameters: z.object({ q: z.string() }), execute }) };
    const { search } = searchTool();
    for (const tools of [named, [llm.Toolset.create({ id: "web", tools: [search] })]]) {
      const { model, requests } = repeating();
      await expect(only(turn(model, guardTools(tools, STUCK)))).rejects.toThrow("loop");
      expect(requests).toHaveLength(5);
    }
  });

  test("the tokens of the session count for its budgets", async () => {
    const { model, requests } = repeating([{ name: "search", arguments: { q: "x" } }]);
    const { search, counter } = searchTool();
    const guard = { detectors: [budget({ tokens: 6 })] };
    await expect(only(turn(model, guardTools([search], guard)))).rejects.toThrow();
    expect([requests.length, counter.calls]).toEqual([3, 2]);
  });

  test.each(["before", "during"])("with a guard that was closed %s a turn it goes on as without one", async (when) => {
    const guard = new LoopGuard(STUCK);
    const { model, requests } = repeating([SEARCH], 6);
    const { search, counter } = searchTool(() => {
      if (when === "during") guard.close();
      return "No results.";
    });
    const tools = guardTools([search], guard);
    if (when === "before") guard.close();
    await only(turn(model, tools));
    // The call in which it is closed has nobody to tell its result to.
    expect([counter.calls, requests.at(-1)?.slice(1)]).toEqual([6, Array(5).fill("No results.")]);
  });

  test("findToolLoopError finds the reason in the turn, and a tool can be called directly", async () => {
    const { model } = repeating();
    const { search, counter } = searchTool();
    const [guarded] = guardTools([search], STUCK);
    const [speech] = await turn(model, [guarded as typeof search]);
    expect(findToolLoopError(speech)?.detection.strikes).toBe(4);
    expect(await guarded?.execute({ q: "x" }, undefined as never)).toBe("No results.");
    expect(counter.calls).toBe(3);
  });
});

test.each(["ours", "the tool's own"])("turns of another copy of LiveKit end: %s", async (whose) => {
  const other = createRequire(import.meta.url)("@livekit/agents") as typeof import("@livekit/agents");
  expect(other.voice.StopResponse).not.toBe(voice.StopResponse);
  other.initializeLogger({ pretty: false, level: "silent" });
  let asked = 0;
  class Stream extends other.llm.LLMStream {
    protected async run(): Promise<void> {
      const call = other.llm.FunctionCall.create({ callId: `c${++asked}`, name: "search", args: '{"q":"x"}' });
      this.queue.put({ id: "1", delta: { role: "assistant", toolCalls: [call] } });
    }
  }
  class Model extends other.llm.LLM {
    label(): string {
      return "stuck";
    }
    chat({ chatCtx, toolCtx }: Parameters<llm.LLM["chat"]>[0]): llm.LLMStream {
      const connOptions = { maxRetry: 0, retryIntervalMs: 1, timeoutMs: 10_000 };
      return new Stream(this as never, { chatCtx, toolCtx, connOptions } as never) as never;
    }
  }
  const search = other.llm.tool({
    name: "search",
    description: "s",
    parameters: z.object({ q: z.string() }),
    execute: async () => {
      if (whose === "ours" || asked < 2) return "No results.";
      throw new other.voice.StopResponse();
    },
  });
  const session = new other.voice.AgentSession({
    llm: new Model() as never,
    maxToolSteps: 20,
    turnDetection: "manual",
  });
  await session.start({ agent: new other.voice.Agent({ instructions: "", tools: guardTools([search], STUCK) }) });
  const ended = throwOnToolLoop(session.generateReply({ userInput: "Go." }));
  if (whose === "ours") await expect(ended).rejects.toThrow("aborting to prevent a loop");
  else await ended;
  expect(asked).toBe(whose === "ours" ? 5 : 2);
  void session.close();
});

test("the example runs to its end by itself", () => {
  const example = join(import.meta.dirname, "examples", "livekit.mjs");
  const { status, stdout } = spawnSync(process.execPath, [example], { encoding: "utf8", timeout: 30_000 });
  expect([status, stdout]).toEqual([0, expect.stringContaining("ToolLoopError")]);
});
