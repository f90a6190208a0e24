/** The features of the OpenAI Agents SDK: handoffs, MCP servers, guardrails, approvals, output schemas. */
import {
  Agent,
  handoff,
  type Model,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  RunState,
  run,
  ToolCallError,
  tool,
  Usage,
  webSearchTool,
} from "@openai/agents";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { guardTools, withLoopGuard } from "loopguard/openai-agents";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { hearWarnings } from "../guard/process-warnings.ts";
import type { ScriptedCall, ScriptedResponse } from "./conformance.ts";
import { modelOf, OPTIONS, resultsIn, stream } from "./openai-agents-driver.ts";

const { count, duplicate, repeat, unknownTool } = detectors;
const { all: warnings, codes } = hearWarnings();

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const parameters = z.object({ q: z.string() });

type Step = string | Partial<ScriptedCall> | Partial<ScriptedCall>[];

/** A model with these responses in turn, and then the last one again; a text ends the run. */
function script(...steps: Step[]) {
  const results: string[][] = [];
  let ids = 0;
  const model = modelOf((request): ScriptedResponse => {
    const step = steps[Math.min(results.length, steps.length - 1)] as Step;
    results.push(request.results);
    if (typeof step === "string") return { text: step };
    const calls = [step]
      .flat()
      .map((call) => ({ id: `call_${++ids}`, name: "search", arguments: { q: "x" }, ...call }));
    return { calls };
  });
  return { model, results, last: () => results.at(-1) ?? [] };
}

/** A tool that counts its calls. */
function counted(more: object = {}, output: unknown = "nothing") {
  const calls = { count: 0 };
  const own = tool({
    name: "search",
    description: "Searches",
    parameters,
    execute: async () => {
      calls.count++;
      return output;
    },
    ...more,
  } as Parameters<typeof tool>[0]);
  return { tool: own, calls };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it ended well"),
    (error: unknown) => error,
  );
}

describe("agents", () => {
  test("are not changed: the given one is not guarded, and listeners get the events of both", async () => {
    const { model } = script({}, {}, {}, {}, {}, {}, "Done.");
    const search = counted();
    const agent = new Agent({ name: "Agent", model, tools: [search.tool] });
    const guarded = withLoopGuard(agent, STUCK);
    const heard: string[] = [];
    agent.on("agent_tool_start", (_context, { name }) => heard.push(name));
    expect(guarded).toBeInstanceOf(Agent);
    expect(guarded.name).toBe("Agent");
    await run(agent, "Go.", OPTIONS);
    expect([search.calls.count, heard.length]).toEqual([6, 6]);
    const again = script({});
    agent.model = again.model;
    expect(await failure(run(guarded, "Go.", OPTIONS))).toBeInstanceOf(ToolCallError);
    expect([search.calls.count, heard.length]).toEqual([8, 10]);
  });

  test("are not guarded twice", async () => {
    const { model, last } = script({});
    const search = counted();
    const guard = new LoopGuard(STUCK);
    const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: guardTools([search.tool], guard) }), guard);
    expect(withLoopGuard(agent)).toBe(agent);
    await failure(run(agent, "Go.", OPTIONS));
    expect(search.calls.count).toBe(2);
    expect(last()[1]?.match(/repetitive pattern/g)).toHaveLength(1);
  });

  test("may get tools later, and be cloned", async () => {
    const { model } = script({});
    const search = counted();
    const agent = withLoopGuard(new Agent({ name: "Agent" }), STUCK);
    agent.tools.push(search.tool);
    const clone = agent.clone({ name: "Clone", model });
    expect(clone.name).toBe("Clone");
    expect(findToolLoopError(await failure(run(clone, "Go.", OPTIONS)))?.toolName).toBe("search");
    expect(search.calls.count).toBe(2);
  });

  test("stay guarded in handoffs, to each other and back", async () => {
    const first = script({}, { name: "transfer_to_B", arguments: {} }, {}, "Done.");
    const second = script({}, { name: "transfer_to_A", arguments: {} });
    const search = counted();
    const a = withLoopGuard(new Agent({ name: "A", model: first.model, tools: [search.tool] }), STUCK);
    const b = new Agent({ name: "B", model: second.model, tools: [search.tool] });
    b.handoffs.push(handoff(a));
    a.handoffs.push(b);
    // The first call of B is the second of the run, and the second call of A the third.
    await run(a, "Go.", OPTIONS);
    expect(search.calls.count).toBe(2);
    expect(second.results[1]?.at(-1)).toContain("repetitive pattern");
    expect(first.results[3]?.at(-1)).toContain("was not run");
  });

  test("used as tools are guarded by their own guard, and can wait for an approval", async () => {
    const search = counted({ needsApproval: true });
    const inner = new Agent({ name: "Inner", model: script({}, "Found.").model, tools: [search.tool] });
    const asked = withLoopGuard(inner, STUCK).asTool({ toolName: "ask", toolDescription: "Asks" });
    const outer = withLoopGuard(
      new Agent({
        name: "Outer",
        model: script({ name: "ask", arguments: { input: "?" } }, "Done.").model,
        tools: [asked],
      }),
      STUCK,
    );
    const paused = await run(outer, "Go.", OPTIONS);
    expect(paused.interruptions).toHaveLength(1);
    const state = await RunState.fromString(outer, paused.state.toString());
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    const result = await run(outer, state, OPTIONS);
    expect(result.finalOutput).toBe("Done.");
    expect(search.calls.count).toBe(1);
  });

  test("used as tools show a policy of approval the arguments that they get", async () => {
    const shown: unknown[] = [];
    const inner = withLoopGuard(new Agent({ name: "Inner", model: script("Found.").model }));
    const asked = inner.asTool({
      toolName: "ask",
      toolDescription: "Asks",
      parameters: z.object({ input: z.string() }),
      needsApproval: async (_, args) => shown.push(args) === 0,
    });
    const { model } = script({ name: "ask", arguments: { input: "?", trusted: true } }, "Done.");
    const outer = withLoopGuard(new Agent({ name: "Outer", model, tools: [asked] }));
    expect((await run(outer, "Go.", OPTIONS)).finalOutput).toBe("Done.");
    expect(shown).toEqual([{ input: "?" }]);
  });

  test("pass on a user's abort", async () => {
    const reason = new Error("The user left.");
    const controller = new AbortController();
    const search = counted({ execute: async () => controller.abort(reason) });
    const agent = withLoopGuard(new Agent({ name: "Agent", model: script({}).model, tools: [search.tool] }));
    expect(await failure(run(agent, "Go.", { ...OPTIONS, signal: controller.signal }))).toBe(reason);
  });

  test("that are not agents throw", () => {
    expect(() => withLoopGuard({ name: "Agent" })).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  });
});

describe("rounds", () => {
  test("are the model's responses, even when its calls run one by one", async () => {
    const { model, last } = script([{}, {}, {}], "Done.");
    const search = counted();
    const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), STUCK);
    await run(agent, "Go.", { ...OPTIONS, toolExecution: { maxFunctionToolConcurrency: 1 } });
    expect(last()).toEqual(["nothing", "nothing", "nothing"]);
  });

  test.each(["withLoopGuard", "guardTools"])("are recognised with a model that reports no usage: %s", async (how) => {
    const { model, last } = script([{}, {}], [{}, {}], "Done.");
    const silent: Model = {
      getResponse: async (request) => ({ ...(await model.getResponse(request)), usage: new Usage() }),
      getStreamedResponse: (request) => model.getStreamedResponse(request),
    };
    const search = counted();
    const tools = how === "guardTools" ? guardTools([search.tool], STUCK) : [search.tool];
    const agent = new Agent({ name: "Agent", model: silent, tools });
    await run(how === "guardTools" ? agent : withLoopGuard(agent, STUCK), "Go.", OPTIONS);
    expect(last().slice(0, 2)).toEqual(["nothing", "nothing"]);
    expect(last().slice(2).join()).toContain("called 2 times");
  });

  test.each([false, true])("continue when a human approves a call, guardrails before approval: %s", async (early) => {
    const { model, last } = script({}, "Done.");
    const search = counted({ needsApproval: true });
    const guard = { detectors: [count({ maxRepeats: 1 })], ladder: { hint: 1 } };
    const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), guard);
    const options = { ...OPTIONS, toolExecution: { preApprovalInputGuardrails: early } };
    const paused = await run(agent, "Go.", options);
    for (const interruption of paused.interruptions) paused.state.approve(interruption);
    await run(agent, paused.state, options);
    expect(search.calls.count).toBe(1);
    expect(last()).toEqual(["nothing"]);
  });
});

describe("tools", () => {
  test("of MCP servers are guarded, and their parts stay parts", async () => {
    const { model } = script({});
    const calls: unknown[] = [];
    const server = {
      name: "docs",
      cacheToolsList: false,
      connect: async () => {},
      close: async () => {},
      invalidateToolsCache: async () => {},
      listTools: async () => [
        {
          name: "search",
          description: "Searches",
          inputSchema: {
            type: "object" as const,
            properties: { q: { type: "string" } },
            required: ["q"],
            additionalProperties: false,
          },
        },
      ],
      callTool: async (name: string, args: unknown) => {
        calls.push([name, args]);
        return [{ type: "text" as const, text: "nothing" }];
      },
    };
    const agent = withLoopGuard(new Agent({ name: "Agent", model, mcpServers: [server] }), STUCK);
    const error = await failure(stream(agent));
    expect(findToolLoopError(error)?.toolName).toBe("search");
    expect(calls).toEqual([
      ["search", { q: "x" }],
      ["search", { q: "x" }],
    ]);
    const outputs = model.calls.at(-1)?.request.input as { type: string; output: unknown }[];
    const [first, second] = outputs.filter(({ type }) => type === "function_call_result").map(({ output }) => output);
    expect(first).toEqual([{ type: "input_text", text: "nothing" }]);
    expect(second).toEqual([first, [{ type: "input_text", text: expect.stringContaining("called 2 times") }]].flat());
  });

  const outputs: [what: string, output: unknown, text: string][] = [
    ["an object", { items: [] }, '{"items":[]}'],
    ["a list", [1, 2], "[1,2]"],
    ["a number", 0, "0"],
    ["null", null, "null"],
  ];
  test.each(outputs)("that give %s: the warning follows its text", async (_, output, text) => {
    const { model, last } = script({}, {}, "Done.");
    const search = counted({}, output);
    await run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), STUCK), "Go.", OPTIONS);
    expect(last()[0]).toBe(text);
    expect(last()[1]).toContain(`${text}\n\nTool 'search' called 2 times`);
  });

  test("with an output schema keep their output's type; without an error function they cannot be refused", async () => {
    const { model, last } = script({});
    const search = counted({ outputSchema: z.object({ items: z.array(z.string()) }) }, { items: [] });
    const error = await failure(
      run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), STUCK), "Go.", OPTIONS),
    );
    expect(findToolLoopError(error)?.detection.strikes).toBe(4);
    expect(search.calls.count).toBe(4);
    expect(last()).toEqual(Array(4).fill('{"items":[]}'));
    expect(codes()).toEqual(["LOOPGUARD_REFUSED"]);
    expect(warnings[0]?.text).toContain("Give it an errorFunction");
  });

  test("with an output schema and an error function answer a refusal by that function", async () => {
    const { model, last } = script({});
    const more = { outputSchema: z.object({ items: z.array(z.string()) }), errorFunction: () => ({ items: ["?"] }) };
    const search = counted(more, { items: [] });
    await failure(run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), STUCK), "Go.", OPTIONS));
    expect(search.calls.count).toBe(2);
    expect(last().slice(2)).toEqual(Array(2).fill('{"items":["?"]}'));
    expect(warnings).toEqual([]);
  });

  test("whose errors end the run still end it with their own error", async () => {
    const reason = new Error("The index is gone.");
    const search = counted({
      errorFunction: null,
      execute: async () => {
        throw reason;
      },
    });
    const error = await failure(
      run(withLoopGuard(new Agent({ name: "Agent", model: script({}).model, tools: [search.tool] })), "Go."),
    );
    expect(error).toBeInstanceOf(ToolCallError);
    expect((error as ToolCallError).error).toBe(reason);
  });

  test("without guardrails are returned unchanged", () => {
    const hosted = webSearchTool();
    const search = counted();
    const [first, second] = guardTools([hosted, search.tool]);
    expect(first).toBe(hosted);
    expect(second).not.toBe(search.tool);
    expect(search.tool).toMatchObject({ inputGuardrails: [], outputGuardrails: [] });
    expect(guardTools([second as object])[0]).toBe(second);
  });

  test("can replay an earlier result", async () => {
    const { model, last } = script({}, {}, "Done.");
    const search = counted({}, { items: [1] });
    const guard = { detectors: [duplicate({ replay: true })] };
    await run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), guard), "Go.", OPTIONS);
    expect(search.calls.count).toBe(1);
    expect(last()).toEqual(['{"items":[1]}', '{"items":[1]}']);
  });

  test("can replay an earlier image", async () => {
    const { model } = script({}, {}, "Done.");
    const image = { type: "image", image: { data: Uint8Array.of(1, 2), mediaType: "image/png" } };
    const search = counted({}, image);
    const guard = { detectors: [duplicate({ replay: true })] };
    await run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), guard), "Go.", OPTIONS);
    const items = model.calls.at(-1)?.request.input as { type: string; output: unknown }[];
    const [first, second] = items.filter(({ type }) => type === "function_call_result").map(({ output }) => output);
    expect([search.calls.count, second]).toEqual([1, first]);
    expect(JSON.stringify(first)).toContain("AQI=");
  });

  test("of a run that is given in place of a guard: each run() is a turn of it", async () => {
    const search = counted();
    using guard = new LoopGuard(STUCK);
    const one = guard.run({});
    for (let turn = 1; turn <= 2; turn++) {
      const agent = new Agent({ name: "Agent", model: script({}).model, tools: [search.tool] });
      const error = await failure(run(withLoopGuard(agent, one), "Go.", OPTIONS));
      expect([findToolLoopError(error)?.toolName, one.tripped !== null]).toEqual(["search", true]);
      expect(search.calls.count).toBe(2 * turn);
    }
  });
});

describe("calls that do not match the schema", () => {
  test("get the message in addition to the SDK's own answer", async () => {
    const { model, last } = script({ arguments: { q: 1 } });
    const search = counted();
    const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };
    await failure(run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), guard), "Go.", OPTIONS));
    const [first, second, third] = last();
    expect(first).toBe("An error occurred while running the tool. Please try again.");
    expect(second).toMatch(/^An error occurred while running the tool\. Please try again\.\n\n.*repetitive pattern/);
    expect(third).toMatch(/^An error occurred while running the tool\. Please try again\.\n\n.*Use only the tools/);
    expect(search.calls.count).toBe(0);
  });
});

describe("calls that the SDK answers itself", () => {
  const GUARD = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };

  test.each([
    ["of an unknown tool", { name: "nope" }, /^Tool 'nope' not found\.\n\n/],
    ["whose arguments are not JSON", { arguments: '{"q": "x' }, /^An error occurred .*\n\n/],
  ])("%s get the message in addition, and end the run", async (_what, call, answer) => {
    const { model, results, last } = script({ ...call });
    const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: [counted().tool] }), GUARD);
    expect(findToolLoopError(await failure(run(agent, "Go.", OPTIONS)))).toBeDefined();
    expect(results).toHaveLength(4);
    const [first, second, third] = last();
    expect(first).not.toContain("\n\n");
    expect(second).toMatch(answer);
    expect(third).toMatch(/\n\n.*Use only the tools/);
  });

  test("end a run with its last answer, too, whose result has the error; no provider is sent it", async () => {
    const bodies: unknown[] = [];
    const create = async (body: unknown) => {
      bodies.push(body);
      throw new Error("That is enough.");
    };
    const client = { responses: { create }, chat: { completions: { create } } } as never;
    const models = [new OpenAIResponsesModel(client, "gpt"), new OpenAIChatCompletionsModel(client, "gpt")];
    for (const onAbort of ["stop", "answer"] as const) {
      const { model } = script({ name: "nope" }, { name: "nope" }, { name: "nope" }, { name: "nope" }, "That is all.");
      const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: [counted().tool] }), GUARD, { onAbort });
      const result = await run(agent, "Go.", OPTIONS);
      expect(findToolLoopError(result)?.detection.detector).toBe("unknown_tool");
      for (const next of models) await failure(run(new Agent({ name: "Next", model: next }), result.history, OPTIONS));
    }
    expect(bodies).toHaveLength(4);
    expect(JSON.stringify(bodies)).not.toContain("ERR_TOOL_LOOP");
  });

  test.each([
    ["", {}],
    [", without arguments", ""],
  ])("of an agent that was handed off to are no unknown tools, nor is the handoff%s", async (_what, args) => {
    const { model } = script({ name: "transfer_to_Other", arguments: args }, {}, "Done.");
    const other = new Agent({ name: "Other", model, tools: [counted().tool] });
    const seen: unknown[] = [];
    const guard = {
      ...GUARD,
      detectors: [unknownTool({ threshold: 1 })],
      onDetection: (found: unknown) => seen.push(found),
    };
    const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: [counted().tool], handoffs: [other] }), guard);
    expect((await run(agent, "Go.", OPTIONS)).finalOutput).toBe("Done.");
    expect(seen).toEqual([]);
  });

  test("are judged in an agent that has handoffs and no tools", async () => {
    const { model, results } = script({ name: "nope" });
    const other = new Agent({ name: "Other", model });
    const agent = withLoopGuard(new Agent({ name: "Agent", model, handoffs: [other] }), GUARD);
    expect(findToolLoopError(await failure(run(agent, "Go.", OPTIONS)))?.toolName).toBe("nope");
    expect(results).toHaveLength(4);
  });

  test("do not keep their siblings from running", async () => {
    const { model } = script([{ name: "nope" }, {}], "Done.");
    const search = counted();
    await run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), GUARD), "Go.", OPTIONS);
    expect(search.calls.count).toBe(1);
  });
});

describe("the user's guardrails", () => {
  test("still replace the output, and the warning is added to their text", async () => {
    const { model, last } = script({}, {}, "Done.");
    const hide = {
      name: "hide",
      run: async () => ({ behavior: { type: "rejectContent" as const, message: "[hidden]" } }),
    };
    const search = counted({ outputGuardrails: [hide] }, "secret");
    await run(withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), STUCK), "Go.", OPTIONS);
    expect(last()[0]).toBe("[hidden]");
    expect(last()[1]).toMatch(/^\[hidden\]\n\nTool 'search' called 2 times/);
  });

  test("that refuse the same call again and again are a loop", async () => {
    const { model } = script({});
    const refuse = {
      name: "refuse",
      run: async () => ({ behavior: { type: "rejectContent" as const, message: "Not allowed." } }),
    };
    const search = counted({ inputGuardrails: [refuse] });
    const agent = withLoopGuard(new Agent({ name: "Agent", model, tools: [search.tool] }), STUCK);
    expect(findToolLoopError(await failure(run(agent, "Go.", OPTIONS)))?.toolName).toBe("search");
    expect([search.calls.count, model.calls.length]).toEqual([0, 5]);
    const texts = resultsIn(model.calls.at(-1)?.request.input);
    expect(texts[0]).toBe("Not allowed.");
    expect(texts[1]).toMatch(/^Not allowed\.\n\nTool 'search' called 2 times/);
  });
});

describe("onAbort: stop", () => {
  const behaviors: [
    what: string,
    behavior: ConstructorParameters<typeof Agent>[0]["toolUseBehavior"],
    output: string,
  ][] = [
    ["run_llm_again", "run_llm_again", "Done."],
    ["stop_on_first_tool", "stop_on_first_tool", '{"items":[]}'],
    ["the tool's name", { stopAtToolNames: ["search"] }, '{"items":[]}'],
    ["another tool's name", { stopAtToolNames: ["fetch"] }, "Done."],
    ["a function", () => ({ isFinalOutput: true, isInterrupted: undefined, finalOutput: "Enough." }), "Enough."],
  ];
  test.each(behaviors)("leaves the agent's toolUseBehavior as it is: %s", async (_, toolUseBehavior, output) => {
    const agent = new Agent({
      name: "Agent",
      model: script({}, "Done.").model,
      tools: [counted({}, { items: [] }).tool],
      toolUseBehavior: toolUseBehavior as "run_llm_again",
    });
    const result = await run(withLoopGuard(agent, STUCK, { onAbort: "stop" }), "Go.", OPTIONS);
    expect(result.finalOutput).toBe(output);
  });

  test("ends with the reason as the final output", async () => {
    const agent = new Agent({ name: "Agent", model: script({}).model, tools: [counted().tool] });
    const result = await run(withLoopGuard(agent, STUCK, { onAbort: "stop" }), "Go.", OPTIONS);
    expect(result.finalOutput).toMatch(/^Tool 'search' called 2 times .* - aborting to prevent a loop$/);
    expect(findToolLoopError(result)?.detection.strikes).toBe(4);
  });

  test("throws even so if the output has a type", async () => {
    const outputType = z.object({ answer: z.string() });
    const agent = new Agent({ name: "Agent", model: script({}).model, tools: [counted().tool], outputType });
    const error = await failure(run(withLoopGuard(agent, STUCK, { onAbort: "stop" }), "Go.", OPTIONS));
    expect(findToolLoopError(error)?.toolName).toBe("search");
  });
});
