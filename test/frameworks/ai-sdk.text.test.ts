/** Models that repeat themselves in what they write, with the AI SDK. */
import { APICallError } from "ai7";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardModel } from "loopguard/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { guarded, readStream, type StreamResult, VERSIONS, type Version } from "./ai-sdk-driver.ts";
import { type Part, said, writer } from "./ai-sdk-writer.ts";
import { CHANT, CUT, prose, TOLD } from "./chant.ts";

const { textRepeat } = detectors;

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };

/** A ladder without an end. */
const ENDLESS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })] };

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

  describe("streamText", () => {
    test("a chant is cut, and the model is told and goes on in the same text", async () => {
      const { model, prompts, written, cancelled } = writer(mock(version), [
        { words: "chant" },
        { words: ["It is missing."] },
      ]);
      const { text } = await readStream(stream(guarded({ model })));
      expect(prompts).toHaveLength(2);
      // At most the part that the SDK had asked for already.
      const before = text.slice(0, text.indexOf(" […]")).length;
      expect(before).toBeLessThan(CUT);
      expect(before % CHANT.length).toBe(0);
      expect((written[0] as number) - before).toBeLessThanOrEqual(CHANT.length);
      expect(cancelled).toEqual([true, false]);
      expect(text.slice(before)).toBe(" […]\n\nIt is missing.");
      expect(prompts[1]?.slice(-2).map(({ role }) => role)).toEqual(["assistant", "user"]);
      expect(said(prompts[1], -2)).toContain(CHANT);
      expect(said(prompts[1], -1)).toContain(TOLD);
    });

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

    test("at the end of the ladder the stream has the error, and the model is not asked again", async () => {
      const { model, prompts, cancelled } = writer(mock(version), [{ words: "chant" }]);
      const errors: unknown[] = [];
      const result = stream({
        ...guarded({ model }, HINTS),
        onError: ({ error }: { error: unknown }) => errors.push(error),
      });
      const error = await readStream(result).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ToolLoopError);
      expect(findToolLoopError(error)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
      expect(prompts).toHaveLength(3);
      expect(cancelled).toEqual([true, true, true]);
      expect(errors).toEqual([error]);
    });

    test("with onAbort: stop it ends quietly, and the steps say why", async () => {
      const { model, prompts } = writer(mock(version), [{ words: "chant" }]);
      const { steps } = await readStream(stream(guarded({ model }, HINTS, { onAbort: "stop" })));
      expect(prompts).toHaveLength(3);
      expect(findToolLoopError(steps)?.detection.detector).toBe("text_repeat");
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

    test("reasoning is cut too, and is no text", async () => {
      const { model, prompts, cancelled } = writer(mock(version), [
        { words: "chant", kind: "reasoning" },
        { words: ["Done."] },
      ]);
      const { text } = await readStream(stream(guarded({ model })));
      expect([text, cancelled]).toEqual(["Done.", [true, false]]);
      expect(prompts[1]?.map(({ role }) => role)).toEqual(["user", "user"]);
      expect(said(prompts[1], -1)).toContain(TOLD);
    });

    test("warn: the text goes on, and the model is told with its next request", async () => {
      const words = [...Array(20).fill(CHANT), "And that is all."];
      const { model, prompts, cancelled } = writer(mock(version), [{ words, call: true }, { words: ["Done."] }]);
      const settings = guarded({ model, tools, stopWhen: sdk.stepCountIs(5) }, WARNS);
      const { steps } = await readStream(stream(settings));
      expect(JSON.stringify(steps[0]?.content)).toContain("And that is all.");
      expect(cancelled).toEqual([false, false]);
      expect(said(prompts[1], -1)).toContain("You are repeating yourself");
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
    test("a chant is cut, and the model is told and goes on in the same text", async () => {
      const { model, prompts } = writer(mock(version), [{ words: "chant" }, { words: ["The file is missing."] }]);
      const { text } = await sdk.generateText(guarded({ model, prompt: "Go." }));
      expect(text).toMatch(/^(Let me check[^.]*\. )+.* \[…\]\n\nThe file is missing\.$/);
      expect(text.length).toBeLessThan(CUT + 200);
      expect(said(prompts[1], -1)).toContain(TOLD);
      expect(prompts).toHaveLength(2);
    });

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

    test("at the end of the ladder it rejects", async () => {
      const { model, prompts } = writer(mock(version), [{ words: "chant" }]);
      await expect(sdk.generateText(guarded({ model, prompt: "Go." }, HINTS))).rejects.toBeInstanceOf(ToolLoopError);
      expect(prompts).toHaveLength(3);
    });

    test("with onAbort: stop it ends quietly, and the result says why", async () => {
      const { model } = writer(mock(version), [{ words: "chant" }]);
      const result = await sdk.generateText(guarded({ model, prompt: "Go." }, HINTS, { onAbort: "stop" }));
      expect(findToolLoopError(result.steps)?.detection.detector).toBe("text_repeat");
    });
  });

  test.each(["generate", "stream"])(
    "long healthy prose comes as it was written, and nothing is added: %s",
    async (how) => {
      const words = prose();
      const { model, prompts } = writer(mock(version), [{ words }]);
      const settings = guarded({ model, prompt: "Go." });
      const { text } = await (how === "stream" ? readStream(stream(settings)) : sdk.generateText(settings));
      expect(text).toBe(words.join(""));
      expect(prompts).toHaveLength(1);
      expect(prompts[0]).toHaveLength(1);
    },
  );

  test.each(["generate", "stream"])("what is not asked again is not cut: %s", async (how) => {
    const words = Array<string>(20).fill(CHANT);
    const { model, prompts } = writer(mock(version), [{ words }]);
    const settings = guarded({ model, prompt: "Go." }, ENDLESS);
    const result = how === "stream" ? stream(settings) : await sdk.generateText(settings);
    const text = how === "stream" ? (await readStream(result as StreamResult)).text : (result as { text: string }).text;
    const parts = text.split(" […]\n\n");
    expect([prompts.length, parts.length, parts.at(-1)]).toEqual([9, 9, words.join("")]);
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
