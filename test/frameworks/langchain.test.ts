/** The features of LangChain's agents: middleware, interrupts, threads, commands. */
import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { createAgent, createMiddleware, toolRetryMiddleware, toolStrategy } from "langchain";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { toolLoopMiddleware } from "loopguard/langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ScriptedCall } from "./conformance.ts";
import { input, modelOf, OPTIONS } from "./langchain-driver.ts";

const { count, duplicate, errorStreak, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const schema = z.object({ q: z.string() });

type Step = string | Partial<ScriptedCall> | Partial<ScriptedCall>[];
type Options = Partial<Parameters<typeof createAgent>[0]>;
type Execute = (args: { q: string }) => unknown;

/** A model that says these things in turn, and then the last again; a step that is a text ends the run. */
function script(...steps: Step[]) {
  const results: string[][] = [];
  let ids = 0;
  const model = modelOf((request) => {
    const step = steps[Math.min(results.length, steps.length - 1)] as Step;
    results.push(request.results);
    if (typeof step === "string") return { text: step };
    return {
      calls: [step].flat().map((call) => ({ id: `call_${++ids}`, name: "search", arguments: { q: "x" }, ...call })),
    };
  });
  return { model, results, last: () => results.at(-1) ?? [] };
}

/** An agent with one tool that counts its calls. */
function agentOf(steps: Step[], execute: Execute = () => "nothing", options: Options = {}, fields: object = {}) {
  const scripted = script(...steps);
  const calls = { count: 0 };
  const run = async (args: { q: string }): Promise<unknown> => {
    calls.count++;
    return execute(args);
  };
  const search = tool(run, { name: "search", description: "Searches", schema, ...fields } as {
    name: string;
    schema: typeof schema;
  });
  const agent = createAgent({ model: scripted.model, tools: [search], ...options } as Parameters<
    typeof createAgent
  >[0]);
  return {
    ...scripted,
    calls,
    search,
    agent,
    invoke: (state: unknown = input, more: object = {}) => agent.invoke(state as never, { ...OPTIONS, ...more }),
  };
}

function guarded(guard?: LoopGuard | LoopGuardOptions, ...rest: [Parameters<typeof toolLoopMiddleware>[1]?]): Options {
  return { middleware: [toolLoopMiddleware(guard, ...rest)] };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it ended well"),
    (error: unknown) => error,
  );
}

describe("the graph", () => {
  test("has no additional step, and no additional event in its stream", async () => {
    const steps = [...Array.from({ length: 5 }, (_, step) => ({ arguments: { q: `${step}` } })), "Done."];
    const nodes = await Promise.all(
      [{}, guarded()].map(async (options) => {
        const { agent } = agentOf(steps, ({ q }) => `Found ${q}.`, options);
        const seen: string[] = [];
        for await (const update of await agent.stream(input as never, { streamMode: "updates" }))
          seen.push(...Object.keys(update));
        return seen;
      }),
    );
    expect(nodes[0]).toHaveLength(11);
    expect(nodes[1]).toEqual(nodes[0]);
  });

  test.each(["v1", "v2"] as const)("runs tools in either way: %s", async (version) => {
    const { calls, last, invoke } = agentOf(
      [
        [{}, {}],
        [{}, {}],
      ],
      undefined,
      { ...guarded(STUCK), version },
    );
    const error = await failure(invoke());
    expect(findToolLoopError(error)?.toolName).toBe("search");
    expect(calls.count).toBe(4);
    expect(last().slice(0, 2)).toEqual(["nothing", "nothing"]);
  });

  test("may be checkpointed, and may drop its first messages", async () => {
    const trim = createMiddleware({
      name: "Trim",
      beforeModel: ({ messages }) => ({
        messages:
          messages.length > 4 ? messages.slice(0, 2).map(({ id }) => new RemoveMessage({ id: id as string })) : [],
      }),
    });
    const options = { middleware: [toolLoopMiddleware(STUCK), trim], checkpointer: new MemorySaver() };
    const { calls, invoke } = agentOf([{}], undefined, options);
    const error = await failure(invoke(input, { configurable: { thread_id: "1" } }));
    expect(findToolLoopError(error)?.toolName).toBe("search");
    expect(calls.count).toBe(2);
  });

  test.each(["each stays", "the last one stays"])(
    "may be told something before each request, by middleware in the role of a user: %s",
    async (which) => {
      const id = which === "each stays" ? {} : { id: "nudge" };
      const nudge = createMiddleware({
        name: "Nudge",
        beforeModel({ messages }) {
          const earlier = messages
            .filter((message) => message.id === "nudge")
            .map(() => new RemoveMessage({ id: "nudge" }));
          const content = "Remember to answer in one sentence, and in English.";
          return { messages: [...earlier, new HumanMessage({ content, ...id })] };
        },
      });
      const { calls, invoke } = agentOf([{}], undefined, { middleware: [toolLoopMiddleware(STUCK), nudge] });
      expect(findToolLoopError(await failure(invoke()))?.toolName).toBe("search");
      expect(calls.count).toBeLessThanOrEqual(3);
    },
  );

  test.each(["throw", "stop", "answer"] as const)(
    "is stopped when its answers do not fit its responseFormat again and again (%s)",
    async (onAbort) => {
      const asked: string[] = [];
      const { results, invoke } = agentOf([{ name: "answer", arguments: { found: 3 } }], undefined, {
        middleware: [
          toolLoopMiddleware(STUCK, { onAbort }),
          createMiddleware({
            name: "Seen",
            wrapModelCall: (request, handler) => {
              asked.push(String(request.messages.at(-1)?.content));
              return handler(request);
            },
          }),
        ],
        responseFormat: toolStrategy(z.object({ found: z.string() }).meta({ title: "answer" })) as never,
      });
      const end = await invoke().catch((error: unknown) => error);
      expect(findToolLoopError(end)?.toolName).toBe("answer");
      expect(results).toHaveLength(onAbort === "answer" ? 6 : 5);
      expect(asked[3]).toMatch(/^Failed to parse structured output(.|\n)*called 2 times with identical arguments/);
    },
  );

  test("may have a tool that middleware around the guard answers itself", async () => {
    const own = createMiddleware({
      name: "Own",
      wrapToolCall: ({ toolCall: { id = "", name } }) =>
        new ToolMessage({ content: "Running.", tool_call_id: id, name }),
    });
    const responseFormat = toolStrategy(z.object({ found: z.string() }).meta({ title: "answer" })) as never;
    const steps = [...Array(8).fill({ name: "poll" }), { name: "answer", arguments: { found: "y" } }];
    const { results, invoke } = agentOf(steps, undefined, {
      middleware: [own, toolLoopMiddleware(STUCK)],
      responseFormat,
    });
    await invoke();
    expect(results.at(-1)).toEqual(Array(8).fill("Running."));
  });

  test("may come again to an agent with a responseFormat, which gives the same each time", async () => {
    const { results, agent } = agentOf([{ name: "answer", arguments: { found: "y" } }], undefined, {
      middleware: [toolLoopMiddleware(STUCK)],
      responseFormat: toolStrategy(z.object({ found: z.string() }).meta({ title: "answer" })) as never,
    });
    let left = 8;
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("route", agent.graph as never)
      .addNode("work", () => ({ messages: [new AIMessage(`${left} left.`)] }))
      .addEdge("__start__", "route")
      .addEdge("route", "work")
      .addConditionalEdges("work", () => (--left > 0 ? "route" : "__end__"))
      .compile();
    await graph.invoke(input as never, OPTIONS);
    expect(results.at(-1)).toEqual(Array(7).fill('{"found":"y"}'));
  });

  test("whose tool gives the answer: a user who says the same sentence again begins a turn, and so does another one", async () => {
    const { calls, invoke } = agentOf(
      [{}],
      () => "All is well.",
      { middleware: [toolLoopMiddleware(STUCK)] },
      { returnDirect: true },
    );
    for (let user = 0; user < 2; user++) {
      let messages: BaseMessage[] = [];
      for (let turn = 0; turn < 6; turn++) {
        const said = new HumanMessage("Show me the state of the build, please.");
        ({ messages } = (await invoke({ messages: [...messages, said] })) as { messages: BaseMessage[] });
      }
    }
    expect(calls.count).toBe(12);
  });

  test("what middleware said in one conversation is new in another", async () => {
    const asks = createMiddleware({
      name: "Asks",
      beforeModel: ({ messages }) =>
        messages.length === 3 ? { messages: [new HumanMessage("The index was built anew, look again.")] } : undefined,
    });
    const middleware = [toolLoopMiddleware(STUCK), asks];
    const { last, invoke } = agentOf([{}, {}, "Done.", {}, {}, "Done."], undefined, { middleware });
    for (let conversation = 0; conversation < 2; conversation++) {
      await invoke({ messages: [new HumanMessage("Go.")] });
      expect(last()).toEqual(["nothing", "nothing"]);
    }
  });

  test("passes on a user's abort", async () => {
    const controller = new AbortController();
    const reason = new Error("The user left.");
    const { invoke } = agentOf([{}], () => controller.abort(reason), guarded());
    expect(await failure(invoke(input, { signal: controller.signal }))).toBe(reason);
  });
});

describe("turns", () => {
  test("of one thread are new runs", async () => {
    const { last, invoke } = agentOf([{}, "Done.", {}, "Done."], undefined, {
      ...guarded(STUCK),
      checkpointer: new MemorySaver(),
    });
    const thread = { configurable: { thread_id: "1" } };
    await invoke(input, thread);
    await invoke(input, thread);
    expect(last()).toEqual(["nothing", "nothing"]);
  });

  test("that continue one history in parallel are separate runs", async () => {
    const guard = new LoopGuard(STUCK);
    const history: BaseMessage[] = [
      new HumanMessage("Go."),
      new AIMessage({ content: "", tool_calls: [{ id: "call_0", name: "search", args: { q: "x" } }] }),
      new ToolMessage({ content: "nothing", tool_call_id: "call_0" }),
      new HumanMessage("Go on."),
    ];
    const agents = [1, 2].map(() => agentOf([{}, "Done."], undefined, guarded(guard)));
    await Promise.all(agents.map(({ invoke }) => invoke({ messages: history })));
    for (const { last } of agents) expect(last()).toEqual(["nothing", "nothing"]);
  });

  test("that are interrupted continue with the same call, which counts once", async () => {
    const guard = { detectors: [count({ maxRepeats: 1 })], ladder: { hint: 1 } };
    const options = { ...guarded(guard), checkpointer: new MemorySaver() };
    const { calls, last, invoke } = agentOf([{}, "Done."], () => `The user says ${interrupt("Really?")}.`, options);
    const thread = { configurable: { thread_id: "1" } };
    const paused = await invoke(input, thread);
    expect(paused).toHaveProperty("__interrupt__");
    await invoke(new Command({ resume: "yes" }), thread);
    expect(calls.count).toBe(2); // LangGraph runs the tool from its start again
    expect(last()).toEqual(["The user says yes."]);
  });
});

describe("results", () => {
  test("in parts get another part, and keep what the model does not see", async () => {
    const content = [{ type: "text", text: "nothing" }];
    const fields = { responseFormat: "content_and_artifact" };
    const { invoke } = agentOf([{}, {}, "Done."], () => [content, { rows: 0 }], guarded(STUCK), fields);
    const { messages } = await invoke();
    const [first, second] = messages.filter(ToolMessage.isInstance);
    expect(first?.content).toEqual(content);
    expect(second?.content).toEqual([...content, { type: "text", text: expect.stringContaining("called 2 times") }]);
    expect(second).toMatchObject({ artifact: { rows: 0 }, status: "success", name: "search", tool_call_id: "call_2" });
  });

  test("that are the tool's own message are copied, not changed", async () => {
    const cached = new ToolMessage({ content: "nothing", tool_call_id: "call_2", name: "search" });
    const { calls, last, invoke } = agentOf(
      [{}, {}, "Done."],
      () => (calls.count === 2 ? cached : "nothing"),
      guarded(STUCK),
    );
    await invoke();
    expect(last()[1]).toMatch(/^nothing\n\nTool 'search' called 2 times/);
    expect(cached.content).toBe("nothing");
  });

  test("in a command: the warning is added to its answer to the call, the rest is unchanged", async () => {
    let ids = 0;
    const answer = (): Command =>
      new Command({
        update: {
          messages: [
            new ToolMessage({ content: "nothing", tool_call_id: `call_${++ids}` }),
            new HumanMessage("By the way."),
          ],
        },
      });
    const { calls, last, invoke } = agentOf([{}, {}, "Done."], answer, guarded(STUCK));
    const { messages } = await invoke();
    // The message of the user's that the command adds starts a turn.
    expect(last()).toEqual(["nothing", "nothing"]);
    expect(messages.filter(HumanMessage.isInstance)).toHaveLength(3);
    expect(calls.count).toBe(2);
    ids = 0;
    const quiet = (): Command =>
      new Command({ update: { messages: [new ToolMessage({ content: "nothing", tool_call_id: `call_${++ids}` })] } });
    const again = agentOf([{}, {}, "Done."], quiet, guarded(STUCK));
    await again.invoke();
    expect(again.last()[1]).toMatch(/^nothing\n\nTool 'search' called 2 times/);
  });

  test("can be replayed", async () => {
    const { calls, last, invoke } = agentOf(
      [{}, {}, "Done."],
      undefined,
      guarded({ detectors: [duplicate({ replay: true })] }),
    );
    await invoke();
    expect(calls.count).toBe(1);
    expect(last()).toEqual(["nothing", "nothing"]);
  });

  test("of tools that end the run: a refusal does not end it", async () => {
    const guard = { detectors: [count({ maxRepeats: 1 })], ladder: { hint: 1 } };
    const fields = { returnDirect: true };
    const { results, invoke } = agentOf([[{}, {}], "Done."], undefined, guarded(guard), fields);
    const { messages } = await invoke();
    expect(results).toHaveLength(2);
    expect(messages.at(-1)?.content).toBe("Done.");
  });
});

describe("errors of a tool", () => {
  const failing = (): never => {
    throw new Error("The index is being rebuilt.");
  };

  test("are answered, not thrown, as in an agent without middleware", async () => {
    const plain = agentOf([{}, "Done."], failing);
    const own = agentOf([{}, "Done."], failing, guarded());
    const wrapping = createMiddleware({ name: "Wrapping", wrapToolCall: (request, handler) => handler(request) });
    await Promise.all([plain.invoke(), own.invoke()]);
    expect(own.last()).toEqual(plain.last());
    // What other middleware does to them:
    expect(await failure(agentOf([{}], failing, { middleware: [wrapping] }).invoke())).toHaveProperty(
      "message",
      "The index is being rebuilt.",
    );
  });

  test("can be rethrown, with the warning, to earlier middleware", async () => {
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1 } };
    const caught: unknown[] = [];
    const catching = createMiddleware({
      name: "Catching",
      wrapToolCall: async (request, handler) => {
        try {
          return await handler(request);
        } catch (error) {
          caught.push((error as Error).message);
          return new ToolMessage({ content: "Sorry.", tool_call_id: request.toolCall.id as string });
        }
      },
    });
    const middleware = [catching, toolLoopMiddleware(guard, { onToolError: "throw" })];
    const { last, invoke } = agentOf([{}, {}, "Done."], failing, { middleware });
    await invoke();
    expect(last()).toEqual(["Sorry.", "Sorry."]);
    expect(caught[0]).toBe("The index is being rebuilt.");
    expect(caught[1]).toMatch(/^The index is being rebuilt\.\n\nTool 'search' failed 2 times/);
  });

  test("are one call if retried inside the guard", async () => {
    let attempts = 0;
    const flaky = (): string => (++attempts % 3 === 0 ? "nothing" : failing());
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    const retry = toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 0, jitter: false });
    const { last, invoke } = agentOf([{}, {}, "Done."], flaky, { middleware: [toolLoopMiddleware(guard), retry] });
    await invoke();
    expect(attempts).toBe(6);
    expect(last()).toEqual(["nothing", "nothing"]);
  });

  test("are several calls with the same id if retried outside the guard", async () => {
    let attempts = 0;
    const flaky = (): string => (++attempts === 3 ? "nothing" : failing());
    const guard = { detectors: [count({ maxRepeats: 1 })], ladder: { hint: 1 } };
    const retry = toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 0, jitter: false });
    const middleware = [retry, toolLoopMiddleware(guard, { onToolError: "throw" })];
    const { last, invoke } = agentOf([{}, "Done."], flaky, { middleware });
    await invoke();
    expect(attempts).toBe(3);
    expect(last()).toEqual(["nothing"]);
  });

  test("end the run even if the abort was taken for a failure and retried: the model is not asked again", async () => {
    const retry = toolRetryMiddleware({ maxRetries: 1, initialDelayMs: 0, jitter: false });
    const { results, calls, invoke } = agentOf([{}], undefined, { middleware: [retry, toolLoopMiddleware(STUCK)] });
    expect(findToolLoopError(await failure(invoke()))?.toolName).toBe("search");
    expect([calls.count, results.length]).toEqual([2, 5]);
  });
});

describe("invalid calls", () => {
  const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };

  test("get the message in addition to the agent's own answer", async () => {
    const { last, invoke } = agentOf([{ name: "serach" }], undefined, guarded(guard));
    await failure(invoke());
    expect(last()[0]).toBe("Error: serach is not a valid tool, try one of [search].");
    expect(last()[1]).toMatch(/^Error: serach is not a valid tool, try one of \[search\]\.\n\n.*repetitive pattern/);
    expect(last()[2]).toContain("Use only the tools");
  });

  test("are answered as without a guard, until they are a loop", async () => {
    const answers = await Promise.all(
      [{}, guarded(guard)].map(async (options) => {
        const { last, invoke } = agentOf([{ arguments: { q: 1 } }, "Done."], undefined, options);
        await invoke();
        return last();
      }),
    );
    // The text has the stack in it.
    const [plain, own] = answers.map(([text]) => text?.split("\n    at ")[0]);
    expect(plain).toMatch(/^Error invoking tool 'search' with kwargs \{"q":1\}/);
    expect(own).toBe(plain);
    expect(answers[1]?.[0]).toMatch(/ Please fix the error and try again\.$/);
  });

  test("are recognised by a JSON schema, too", async () => {
    const fields = { schema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] } };
    const { calls, last, invoke } = agentOf([{ arguments: { q: 1 } }], undefined, guarded(guard), fields);
    expect(findToolLoopError(await failure(invoke()))?.detection.detector).toBe("unknown_tool");
    expect(calls.count).toBe(0);
    expect(last()[0]).toContain("did not match expected schema");
  });

  test("are not calls of tools that other middleware adds", async () => {
    let executions = 0;
    const dynamic = tool(
      async () => {
        executions++;
        return "nothing";
      },
      { name: "dynamic", description: "Dynamic", schema },
    );
    const bring = createMiddleware({
      name: "Bring",
      wrapModelCall: (request, handler) => handler({ ...request, tools: [...request.tools, dynamic] }),
      wrapToolCall: (request, handler) =>
        handler(request.toolCall.name === "dynamic" ? { ...request, tool: dynamic } : request),
    });
    const steps = [
      ...Array.from({ length: 5 }, (_, step) => ({ name: "dynamic", arguments: { q: `${step}` } })),
      "Done.",
    ];
    const { last, invoke } = agentOf(steps, undefined, { middleware: [toolLoopMiddleware(guard), bring] });
    await invoke();
    expect(last()).toEqual(Array(5).fill("nothing"));
    const stuck = agentOf([{ name: "dynamic" }], undefined, { middleware: [toolLoopMiddleware(STUCK), bring] });
    expect(findToolLoopError(await failure(stuck.invoke()))?.toolName).toBe("dynamic");
    expect([executions, stuck.results.length]).toEqual([7, 5]);
  });
});

describe("the end", () => {
  test("is LangChain's error with ours as its cause", async () => {
    const error = await failure(agentOf([{}], undefined, guarded(STUCK)).invoke());
    expect(error).toMatchObject({ name: "ToolLoopError", cause: { code: "ERR_TOOL_LOOP", toolName: "search" } });
  });

  test("can be without an error: every call is answered, and the last message has the reason", async () => {
    const { invoke } = agentOf([{}], undefined, guarded(STUCK, { onAbort: "stop" }));
    const result = await invoke();
    const [refusal, reason] = result.messages.slice(-2);
    expect(refusal).toMatchObject({ status: "error", tool_call_id: "call_5" });
    expect(reason?.content).toMatch(/^Tool 'search' called 2 times .* - aborting to prevent a loop$/);
    expect(findToolLoopError(JSON.parse(JSON.stringify({ messages: [{ ...reason }] })))?.toolName).toBe("search");
    expect(findToolLoopError(result)?.detection.strikes).toBe(4);
  });

  test("is found in a long conversation", async () => {
    const messages = Array.from({ length: 500 }, (_, at) => new HumanMessage(`Message ${at}`));
    const result = await agentOf([{}], undefined, guarded(STUCK, { onAbort: "stop" })).invoke({ messages });
    expect(findToolLoopError(result)?.toolName).toBe("search");
  });
});
