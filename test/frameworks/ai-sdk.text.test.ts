/** Models that repeat themselves in what they write, with the AI SDK. */
import { APICallError } from "ai7";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardModel } from "loopguard/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { guarded, readStream, type StreamResult, VERSIONS, type Version } from "./ai-sdk-driver.ts";
import { type Part, said, writer } from "./ai-sdk-writer.ts";
import { CHANT, prose, TOLD } from "./chant.ts";
import { HINTS, textLoops } from "./text-loops.ts";

const { textRepeat } = detectors;

const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };

const mock = (version: Version): object => version.mock(() => ({ text: "" }));

describe.each(VERSIONS)("$name", (version) => {
  const { sdk } = version;
  const tools = {
    search: sdk.tool({
      description: "Searches",
      inputSchema: z.object({ q: z.string() }),
      execute: async () => "found",
    }),
  };
  const stream = (settings: object): StreamResult =>
    sdk.streamText({ prompt: "Go.", onError: () => {}, ...settings }) as StreamResult;

  textLoops(
    (...generations) => {
      const { model, prompts, written, cancelled } = writer(mock(version), generations);
      const settings = (guard?: LoopGuardOptions, onAbort: "throw" | "stop" = "throw") =>
        guarded({ model, tools, stopWhen: sdk.stepCountIs(9) }, guard, { onAbort });
      return {
        prompts: () => prompts,
        closed: cancelled,
        written,
        async stream(guard, onAbort) {
          const result = stream(settings(guard, onAbort));
          let text = "";
          for await (const part of result.fullStream) {
            if (part.type === "error") throw part.error;
            const { delta = "", text: piece = delta } = part as { delta?: string; text?: string };
            if (part.type === "text-delta") text += piece;
          }
          return { text, result: await result.steps };
        },
        async whole(guard, onAbort) {
          const result = await sdk.generateText({ prompt: "Go.", ...settings(guard, onAbort) });
          return { text: result.text, result };
        },
      };
    },
    { stopped: (text) => expect(text).toMatch(/ \[…\]$/) },
  );

  describe("streamText", () => {
    test("the parts of the stream are in order, and have ids of their own", async () => {
      const { model } = writer(mock(version), [{ words: "chant" }, { words: ["The file is missing."] }]);
      const open = new Set<string>();
      const ids: string[] = [];
      for await (const part of stream(guarded({ model })).fullStream) {
        const { type, id = "" } = part as { type: string; id?: string };
        if (type === "text-start") {
          ids.push(id);
          open.add(id);
        } else if (type === "text-delta") expect(open).toContain(id);
        else if (type === "text-end") expect(open.delete(id)).toBe(true);
      }
      expect([ids.length, new Set(ids).size, open.size]).toEqual([2, 2, 0]);
    });

    test("at the end of the ladder `onError` gets the error of the stream", async () => {
      const { model } = writer(mock(version), [{ words: "chant" }]);
      const errors: unknown[] = [];
      const result = stream({
        ...guarded({ model }, HINTS),
        onError: ({ error }: { error: unknown }) => errors.push(error),
      });
      const error = await readStream(result).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ToolLoopError);
      expect(errors).toEqual([error]);
    });

    test("a generation that has called a tool is cut, and the model is told with the result", async () => {
      const { model, prompts, cancelled } = writer(mock(version), [
        { words: "chant", call: true },
        { words: ["Done."] },
      ]);
      const { text } = await readStream(stream({ ...guarded({ model, tools, stopWhen: sdk.stepCountIs(5) }) }));
      expect(text).toBe("Done.");
      expect(cancelled).toEqual([true, false]);
      expect(prompts[1]?.slice(-2).map(({ role }) => role)).toEqual(["tool", "user"]);
      expect(said(prompts[1], -1)).toContain(TOLD);
    });

    test("JSON is not cut, since nobody would be asked again, and nothing is added", async () => {
      const words = Array<string>(20).fill(CHANT);
      const { model, prompts, cancelled } = writer(mock(version), [{ words }]);
      const json = {
        responseFormat: { type: "json" },
        prompt: [{ role: "user", content: [{ type: "text", text: "Go." }] }],
      };
      const watched = guardModel(model, new LoopGuard().run({})) as {
        doStream(options: object): Promise<{ stream: ReadableStream<Part> }>;
      };
      const parts: Part[] = [];
      for await (const part of (await watched.doStream(json)).stream) parts.push(part);
      expect(parts.map(({ delta = "" }) => delta).join("")).toBe(words.join(""));
      expect(JSON.stringify(parts.at(-1))).toContain('"stop"');
      expect([prompts.length, cancelled]).toEqual([1, [false]]);
    });

    test("an abort ends JSON where it is", async () => {
      const { model, cancelled } = writer(mock(version), [{ words: "chant" }]);
      const run = new LoopGuard({ detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })] }).run({});
      const watched = guardModel(model, run) as {
        doStream(options: object): Promise<{ stream: ReadableStream<Part> }>;
      };
      const parts: Part[] = [];
      for await (const part of (await watched.doStream({ responseFormat: { type: "json" }, prompt: [] })).stream)
        parts.push(part);
      expect(parts.map(({ delta = "" }) => delta).join("")).toMatch(new RegExp(`^(${CHANT})+$`));
      expect(parts.find(({ type }) => type === "error")?.["error"]).toBeInstanceOf(ToolLoopError);
      expect(cancelled).toEqual([true]);
    });

    test("who stops reading stops the provider", async () => {
      const { model, cancelled } = writer(mock(version), [{ words: prose(400) }]);
      const watched = guardModel(model, new LoopGuard().run({})) as {
        doStream(options: object): Promise<{ stream: ReadableStream<Part> }>;
      };
      const reader = (await watched.doStream({ prompt: [] })).stream.getReader();
      for (let at = 0; at < 5; at++) await reader.read();
      await reader.cancel();
      expect(cancelled).toEqual([true]);
    });
  });

  describe("generateText", () => {
    test.each(["it goes on", "it ends"])("what precedes a chant stays in the result: %s", async (how) => {
      const { model } = writer(mock(version), [{ words: "chant" }, { words: how === "it ends" ? "chant" : ["Done."] }]);
      const own = model as { doGenerate(options: unknown): Promise<{ content: Part[] }> };
      const { doGenerate } = own;
      const providerMetadata = { p: { signature: "s" } };
      const before = [
        { type: "reasoning", text: "Hm.", providerMetadata },
        { type: "source", sourceType: "url", id: "1", url: "https://a.b" },
      ];
      own.doGenerate = async (options) => {
        const { content, ...response } = await doGenerate(options);
        return { ...response, content: [...before, ...content] };
      };
      const settings = guarded({ model, prompt: "Go." }, HINTS, { onAbort: "stop" });
      const { content } = (await sdk.generateText(settings)) as unknown as { content: Part[] };
      const types = how === "it ends" ? 9 : 6;
      expect(content.map(({ type }) => type)).toEqual(
        Array.from({ length: types }, (_, at) => ["reasoning", "source", "text"][at % 3]),
      );
      for (let at = 0; at < types; at += 3) expect(content[at]).toMatchObject({ text: "Hm.", providerMetadata });
    });

    test("with onAbort: stop it ends quietly, and the result says why", async () => {
      const { model } = writer(mock(version), [{ words: "chant" }]);
      const result = await sdk.generateText(guarded({ model, prompt: "Go." }, HINTS, { onAbort: "stop" }));
      expect(findToolLoopError(result.steps)?.detection.detector).toBe("text_repeat");
    });
  });

  test("a request that fails has told the model nothing, and its retry does", async () => {
    const { model, prompts } = writer(mock(version), [{ words: "chant", call: true }, { words: ["It is missing."] }]);
    const own = model as { doGenerate(options: unknown): Promise<unknown> };
    const { doGenerate } = own;
    let requests = 0;
    own.doGenerate = async (options) => {
      if (++requests === 2)
        throw new APICallError({
          message: "Too many requests",
          url: "",
          requestBodyValues: {},
          statusCode: 429,
          responseHeaders: { "retry-after-ms": "1" },
        });
      return doGenerate(options);
    };
    const settings = { model, tools, stopWhen: sdk.stepCountIs(5), prompt: "Go." };
    const { text } = await sdk.generateText(guarded(settings));
    expect([text, requests, prompts.length]).toEqual(["It is missing.", 3, 2]);
    expect(said(prompts[1], -1)).toContain(TOLD);
  });

  test("a stream that fails before it says anything has told the model nothing, and the next request does", async () => {
    const { model, prompts } = writer(mock(version), [{ words: [...Array(20).fill(CHANT)] }, { words: ["Done."] }]);
    const own = model as { doStream(options: unknown): Promise<object> };
    const { doStream } = own;
    let requests = 0;
    const fail = (controller: ReadableStreamDefaultController): void => controller.error(new Error("down"));
    own.doStream = async (options) =>
      ++requests === 2 ? { stream: new ReadableStream({ pull: fail }) } : doStream(options);
    const settings = guarded({ model, prompt: "Go." }, new LoopGuard(WARNS).run({}) as never);
    await readStream(stream(settings));
    await expect(readStream(stream(settings))).rejects.toThrow();
    await readStream(stream(settings));
    expect(said(prompts[1], -1)).toContain("You are repeating yourself");
  });

  test("a run that is kept remembers over calls what to tell the model", async () => {
    const { model, prompts } = writer(mock(version), [{ words: [...Array(20).fill(CHANT)] }, { words: ["Done."] }]);
    const run = new LoopGuard(WARNS).run({});
    const settings = guarded({ model, prompt: "Go." }, run as never);
    await readStream(stream(settings));
    await readStream(stream(settings));
    expect(said(prompts[1], -1)).toContain("You are repeating yourself");
  });

  test("an agent's model is looked at, too", async () => {
    const { model, prompts } = writer(mock(version), [{ words: "chant" }, { words: ["Done."] }]);
    const agent = new sdk.Agent(guarded({ model }));
    const { text } = await readStream((await agent.stream({ prompt: "Go." })) as StreamResult);
    expect(text).toMatch(/\[…\]\n\nDone\.$/);
    expect(prompts).toHaveLength(2);
  });
});
