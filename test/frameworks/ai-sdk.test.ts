/** The AI SDK's own features: generators, outputs, settings, streams. */
import { detectors, findToolLoopError, type LoopGuardOptions } from "loopguard";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { guarded, readStream, repeating, resultsIn, VERSIONS } from "./ai-sdk-driver.ts";

const { count, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const inputSchema = z.object({ q: z.string() });

describe.each(VERSIONS)("$name", (version) => {
  const { sdk } = version;
  const search = (execute: unknown, more: object = {}): { search: object } => ({
    search: sdk.tool({ description: "Searches", inputSchema, execute, ...more }),
  });

  describe("tools", () => {
    const outputs: [what: string, output: unknown][] = [
      ["a text", "nothing"],
      ["an object", { items: [], next: null }],
      ["a list", [1, { a: 2 }]],
      ["a number", 0],
      ["null", null],
      ["nothing", undefined],
    ];
    test.each(outputs)("give the model what they did: %s", async (_, output) => {
      const [plain, watched] = await Promise.all(
        [false, true].map(async (on) => {
          const { model, prompts } = repeating(version, 2);
          const settings = { model, tools: search(async () => output), stopWhen: sdk.stepCountIs(5), prompt: "Go." };
          const { steps } = await sdk.generateText(on ? guarded(settings) : settings);
          return { prompts, content: steps.map((step) => step.content) };
        }),
      );
      expect(JSON.stringify(watched)).toBe(JSON.stringify(plain));
    });

    test("that return an object: the model reads the warning, the program gets the object", async () => {
      const { model, last } = repeating(version, 2);
      const output = { items: [] };
      const tools = search(async () => output);
      const settings = { model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." };
      const { steps } = await sdk.generateText(guarded(settings, STUCK));
      expect(last()[1]).toMatch(/^\{"items":\[\]\}\n\nTool 'search' called 2 times/);
      expect(steps[1]?.content.find((part) => part["type"] === "tool-result")?.["output"]).toEqual(output);
      expect(last()[0]).toBe('{"items":[]}');
    });

    test("with their own toModelOutput: it never receives a message", async () => {
      const { model, prompts, last } = repeating(version, 3);
      // ai 5 gives it the output, later versions the call with it.
      const toModelOutput = vi.fn((given: { hits?: string[]; output?: { hits: string[] } }) => {
        const { hits } = given.output ?? (given as { hits: string[] });
        return { type: "content", value: [{ type: "text", text: `hits: ${hits.join()}` }] };
      });
      const tools = search(async () => ({ hits: ["a"] }), { toModelOutput });
      const settings = { model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." };
      await sdk.generateText(guarded(settings, STUCK));
      const [first, second, third] = last();
      expect(first).toBe("hits: a");
      expect(second).toMatch(/^hits: aTool 'search' called 2 times/);
      expect(third).toMatch(/^Tool 'search' called 2 times .*was not run/);
      expect(prompts).toHaveLength(4);
      expect(toModelOutput).toHaveBeenCalledTimes(2);
    });

    test("with a toModelOutput that reads their text: it never receives a warning", async () => {
      const { model, last } = repeating(version, 3);
      const toModelOutput = (given: string | { output: string }) => {
        const { hits } = JSON.parse(typeof given === "string" ? given : given.output) as { hits: number };
        return { type: "text", value: `${hits} hits` };
      };
      const tools = search(async () => '{"hits":3}', { toModelOutput });
      await sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." }, STUCK));
      expect(last()[1]).toMatch(/^3 hits\n\nTool 'search' called 2 times/);
      expect(last()[2]).toContain("was not run");
    });

    test("that return the same object again: the warning is with one output of it", async () => {
      const cached = { hits: 3 };
      const { model, last } = repeating(version, 4, (step) => ({ arguments: { q: step < 3 ? "x" : "y" } }));
      const settings = { model, tools: search(async () => cached), stopWhen: sdk.stepCountIs(5), prompt: "Go." };
      await sdk.generateText(
        guarded(settings, { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 9 } }),
      );
      const plain = '{"hits":3}';
      expect(last().map((text) => text === plain)).toEqual([true, false, true, false]);
      expect(cached).toEqual({ hits: 3 });
    });

    test("whose warning came before they ran have it once", async () => {
      const { model, last } = repeating(version, 2);
      const settings = { model, tools: search(async () => "found"), stopWhen: sdk.stepCountIs(5) };
      const agent = new sdk.Agent(guarded(settings, { maxRepeats: 1, action: "warn" }));
      await agent.generate({ prompt: "Go." });
      expect(last()[1]?.split("[loop-detected]")).toHaveLength(2);
      expect(last()[1]).toMatch(/^found\n\n\[loop-detected\]/);
    });

    test("that run one after the other, as ai 7 can, are in one round", async () => {
      let requests = 0;
      const outputs: string[] = [];
      const model = version.mock((prompt) => {
        outputs.splice(0, outputs.length, ...resultsIn(prompt));
        const calls = ["a", "b", "c"].map((id) => ({ id, name: "search", arguments: { q: "x" } }));
        return requests++ === 0 ? { calls } : { text: "Done." };
      });
      const settings = { model, tools: search(async () => "found"), stopWhen: sdk.stepCountIs(5), prompt: "Go." };
      await sdk.generateText(guarded({ ...settings, toolCallConcurrency: 1 }, STUCK));
      expect(outputs).toEqual(["found", "found", "found"]);
    });

    test("that are generators: values pass through, the last one is the result", async () => {
      const { model, last } = repeating(version, 3);
      let runs = 0;
      const tools = search(async function* () {
        runs++;
        yield "searching";
        yield "found";
      });
      const settings = { model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." };
      const result = sdk.streamText(guarded(settings, STUCK));
      const preliminary: unknown[] = [];
      for await (const part of result.fullStream as AsyncIterable<{
        type: string;
        preliminary?: boolean;
        output?: unknown;
      }>)
        if (part.type === "tool-result" && part.preliminary) preliminary.push(part.output);
      expect(runs).toBe(2);
      expect(preliminary.slice(0, 2)).toEqual(["searching", "found"]);
      const [first, second, third] = last();
      expect(first).toBe("found");
      expect(second).toMatch(/^found\n\nTool 'search' called 2 times/);
      expect(third).toContain("was not run");
    });

    test("receive the same input, options and signal as without a guard", async () => {
      const { model } = repeating(version, 1);
      const controller = new AbortController();
      const execute = vi.fn(
        async (_input: unknown, _options: { abortSignal: AbortSignal; toolCallId: string }) => "found",
      );
      const settings = {
        model,
        tools: search(execute),
        stopWhen: sdk.stepCountIs(5),
        prompt: "Go.",
        abortSignal: controller.signal,
      };
      await sdk.generateText(guarded(settings));
      const [input, options] = execute.mock.calls[0] ?? [];
      expect(input).toEqual({ q: "x" });
      expect(options?.toolCallId).toBe("call_1");
      const aborted = new Promise((resolve) => options?.abortSignal.addEventListener("abort", resolve));
      controller.abort(new Error("enough"));
      await aborted;
    });

    test("a run that the user aborts ends as without a guard", async () => {
      const { model } = repeating(version, 10);
      const controller = new AbortController();
      const tools = search(async () => {
        controller.abort(new Error("enough"));
        return "found";
      });
      const settings = { model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go.", abortSignal: controller.signal };
      const plain = await sdk.generateText(settings).catch((error: unknown) => error);
      const { model: again } = repeating(version, 10);
      expect(await sdk.generateText(guarded({ ...settings, model: again })).catch((error: unknown) => error)).toEqual(
        plain,
      );
    });

    test("may be instances of a class", async () => {
      class Search {
        readonly #found = "found";
        readonly description = "Searches";
        readonly inputSchema = inputSchema;
        get title() {
          return "Search";
        }
        async execute() {
          return this.#found;
        }
      }
      const { model, last } = repeating(version, 1);
      const settings = guarded({ model, tools: { search: new Search() }, stopWhen: sdk.stepCountIs(5), prompt: "Go." });
      expect(settings.tools.search.title).toBe("Search");
      expect(settings.tools.search).toBeInstanceOf(Search);
      await sdk.generateText(settings);
      expect(last()).toEqual(["found"]);
    });

    test("without execute end the run, which then has a result", async () => {
      const { model, prompts } = repeating(version, 5);
      const tools = { search: sdk.tool({ description: "Asks the client", inputSchema }) };
      await sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." }));
      expect(prompts).toHaveLength(1);
    });

    test("an error keeps its class and fields, with the warning in its text", async () => {
      class IndexError extends Error {
        readonly shard = 7;
      }
      const { model, last } = repeating(version, 2);
      const tools = search(async () => {
        throw new IndexError("No index.");
      });
      const { steps } = await sdk.generateText(
        guarded({ model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." }, STUCK),
      );
      expect(last()[1]).toMatch(/No index\.\n\nTool 'search' called 2 times/);
      const error = steps[1]?.content.find((part) => part["type"] === "tool-error")?.["error"];
      expect(error).toBeInstanceOf(IndexError);
      expect(error).toMatchObject({ shard: 7 });
    });
  });

  test("a tool that throws nothing: the model reads the warning", async () => {
    const { model, last } = repeating(version, 2);
    const tools = search(() => Promise.reject());
    await sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." }, STUCK));
    expect(last()[1]).toContain("Tool 'search' called 2 times");
  });

  describe("settings", () => {
    test("keep the user's stopWhen and prepareStep", async () => {
      const { model, prompts } = repeating(version, 10);
      const prepareStep = vi.fn(({ messages }: { messages: object[] }) => ({
        messages: [...messages, { role: "user", content: "Be brief." }],
      }));
      const tools = search(async () => "found");
      const stop = vi.fn(({ steps }: { steps: unknown[] }) => steps.length === 2);
      await sdk.generateText(
        guarded({ model, tools, stopWhen: [stop, sdk.stepCountIs(9)], prepareStep, prompt: "Go." }, STUCK),
      );
      expect(prompts).toHaveLength(2);
      expect(stop).toHaveBeenCalledTimes(2);
      expect(prepareStep).toHaveBeenCalledTimes(2);
      expect(JSON.stringify(prompts[1])).toContain("Be brief.");
    });

    test("throw also if the user's own condition is met at the same step", async () => {
      const { model } = repeating(version, 10);
      const tools = search(async () => "found");
      const running = sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." }, STUCK));
      const error: unknown = await running.catch((caught: unknown) => caught);
      expect(findToolLoopError(error)).toBe(error);
    });

    test.each(["generateText", "streamText"] as const)(
      "that end quietly leave the error, also where no tool received a call: %s",
      async (method) => {
        const { model, prompts } = repeating(version, 10, { name: "serach" });
        const stuck = { detectors: [unknownTool({ threshold: 2 })], ladder: { hint: 1, abort: 2 } };
        const given = { model, tools: search(async () => "found"), stopWhen: sdk.stepCountIs(9), prompt: "Go." };
        const settings = guarded(given, stuck, { onAbort: "stop" });
        const ended =
          method === "generateText" ? await sdk.generateText(settings) : await readStream(sdk.streamText(settings));
        expect(prompts).toHaveLength(3);
        expect(findToolLoopError(ended.steps)?.toolName).toBe("serach");
      },
    );

    test("may be used for several calls, concurrent and consecutive", async () => {
      let runs = 0;
      const { model, prompts } = repeating(version, 100);
      const tools = search(async () => {
        runs++;
        return "found";
      });
      const settings = { ...guarded({ model, tools, stopWhen: sdk.stepCountIs(20), prompt: "Go." }, STUCK) };
      const failure = (running: Promise<unknown>) => running.then(() => undefined, findToolLoopError);
      const together = [
        failure(sdk.generateText(settings)),
        failure(sdk.generateText(settings)),
        failure(readStream(sdk.streamText({ ...settings, onError: () => {} }))),
      ];
      for (const error of await Promise.all(together)) expect(error?.repeats).toBe(5);
      expect((await failure(sdk.generateText(settings)))?.repeats).toBe(5);
      expect([runs, prompts.length]).toEqual([8, 20]);
    });

    test("may have no tools and no stopWhen", async () => {
      const { model } = repeating(version, 0);
      expect((await sdk.generateText(guarded({ model, prompt: "Go." }))).text).toBe("Done.");
    });

    test("a loop is found with a model that repeats its call ids in every response", async () => {
      const { model, prompts, last } = repeating(version, 10, { id: "call_0" });
      const tools = search(async () => "found");
      const running = sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(20), prompt: "Go." }, STUCK));
      expect(findToolLoopError(await running.catch((error: unknown) => error))?.repeats).toBe(5);
      expect(prompts).toHaveLength(5);
      expect(last()[0]).toBe("found");
    });

    test("an invalid option throws when the settings are made", () => {
      expect(() => guarded({}, { maxRepeats: -1 })).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    });
  });

  describe("streams", () => {
    const stuckStream = () => {
      const { model, prompts } = repeating(version, 10);
      const onError = vi.fn();
      const tools = search(async () => "found");
      const settings = { model, tools, stopWhen: sdk.stepCountIs(20), prompt: "Go.", onError };
      return { result: sdk.streamText(guarded(settings, STUCK)), prompts, onError };
    };

    test("end with an error part, call onError, and still have the steps", async () => {
      const { result, prompts, onError } = stuckStream();
      const parts: { type: string; error?: unknown }[] = [];
      for await (const part of result.fullStream) parts.push(part);
      const errors = parts.filter((part) => part.type === "error");
      expect(errors).toHaveLength(1);
      expect(findToolLoopError(errors[0]?.error)?.repeats).toBe(5);
      expect(onError).toHaveBeenCalledTimes(1);
      expect(findToolLoopError(onError.mock.calls[0]?.[0])?.repeats).toBe(5);
      expect(await result.steps).toHaveLength(5);
      expect(findToolLoopError(await result.steps)?.repeats).toBe(5);
      expect(prompts).toHaveLength(5);
    });

    test("of text alone end, and onError is called", async () => {
      const { result, onError } = stuckStream();
      for await (const text of result.textStream) expect(text).toBe("");
      expect(findToolLoopError(onError.mock.calls[0]?.[0])?.repeats).toBe(5);
    });
  });

  describe("invalid calls", () => {
    test("their errors contain the message, once", async () => {
      const { model, prompts, last } = repeating(version, 3, { name: "serach" });
      const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 5 } };
      const tools = search(async () => "found");
      await sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(20), prompt: "Go." }, guard));
      expect(prompts).toHaveLength(4);
      const [first, second, third] = last();
      expect(first).not.toContain("there is no such tool, or its arguments");
      expect(second?.split("there is no such tool, or its arguments")).toHaveLength(2);
      expect(third?.split("Use only the tools that are offered")).toHaveLength(2);
    });

    test("end the run at their step", async () => {
      const { model, prompts } = repeating(version, 10, { name: "serach" });
      const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { abort: 1 } };
      const tools = search(async () => "found");
      const settings = { model, tools, stopWhen: sdk.stepCountIs(20), prompt: "Go." };
      const result = await sdk.generateText(guarded(settings, guard, { onAbort: "stop" }));
      expect(prompts).toHaveLength(2);
      expect(result.steps).toHaveLength(2);
    });
  });

  describe("models that have a name, which the SDK finds", () => {
    const provider = globalThis as { AI_SDK_DEFAULT_PROVIDER?: object };
    afterEach(() => {
      delete provider.AI_SDK_DEFAULT_PROVIDER;
    });

    /** A run whose model calls a tool as long as it has one: the names that were asked for, the tools of each request, and the text. */
    async function named(guard: LoopGuardOptions, more: object = {}) {
      const names: string[] = [];
      const offered: string[][] = [];
      const model = version.mock((_, tools = []) => {
        offered.push(tools);
        const [name] = tools;
        return name === undefined
          ? { text: "That is all." }
          : { calls: [{ name, arguments: { q: "x" }, id: `${offered.length}` }] };
      });
      const { specificationVersion } = model as { specificationVersion?: string };
      const languageModel = (name: string): unknown => names.push(name) && model;
      provider.AI_SDK_DEFAULT_PROVIDER = { specificationVersion, languageModel };
      const { search: tool } = search(async () => "found");
      const settings = {
        model,
        tools: { search: tool, fetch: tool },
        stopWhen: sdk.stepCountIs(9),
        prompt: "Go.",
        ...more,
      };
      const { text } = await sdk.generateText(guarded(settings, guard, { onAbort: "answer" }));
      return { names, offered, text };
    }

    const prepareStep = () => ({ model: "a/model", toolChoice: "required" });

    test("by prepareStep: the run has a last request without tools, and its answer", async () => {
      const { offered, text } = await named(STUCK, { prepareStep });
      expect(text).toBe("That is all.");
      expect(offered.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 0]);
    });

    test("by prepareStep: the tools of a loop are withheld", async () => {
      const recover = { prune: false, fresh: false };
      const { offered } = await named({ ...STUCK, recover }, { prepareStep });
      expect(offered).toContainEqual(["fetch"]);
    });

    test("by recover: one request goes to it", async () => {
      const recover = { prune: false, tools: false, fresh: false, models: ["another/model"] };
      const { names, text } = await named({ ...STUCK, recover });
      expect(names).toEqual(["another/model"]);
      expect(text).toBe("That is all.");
    });
  });

  describe("tools that the provider runs", () => {
    test("are counted, and their loop ends the run", async () => {
      let asked = 0;
      const base = version.mock(() => ({ text: "" })) as {
        doGenerate: (options: object) => Promise<{ content: object[]; finishReason: unknown }>;
      };
      const original = base.doGenerate.bind(base);
      base.doGenerate = async (options) => {
        const own = { id: `own_${++asked}`, web: `web_${asked}` };
        const answer = await original(options);
        // Beside a call of ours, so that the SDK goes on.
        const content = [
          { type: "tool-call", toolCallId: own.web, toolName: "web", input: '{"q":"x"}', providerExecuted: true },
          { type: "tool-result", toolCallId: own.web, toolName: "web", result: { hits: [] }, providerExecuted: true },
          { type: "tool-call", toolCallId: own.id, toolName: "search", input: `{"q":"${asked}"}` },
        ];
        return { ...answer, content };
      };
      const web = {
        type: version.name === "ai 5" ? "provider-defined" : "provider",
        id: "test.web",
        name: "web",
        args: {},
        inputSchema,
        isProviderExecuted: true,
      };
      const tools = { ...search(async () => "found"), web };
      const guard = { detectors: [count({ maxRepeats: 2 })], action: "abort" as const };
      const running = sdk.generateText(
        guarded({ model: base, tools, stopWhen: sdk.stepCountIs(9), prompt: "Go." }, guard),
      );
      expect(findToolLoopError(await running.catch((error: unknown) => error))?.toolName).toBe("web");
      expect(asked).toBe(3);
    });
  });
});
