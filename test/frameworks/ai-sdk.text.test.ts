/** Models that repeat themselves in what they write, with the AI SDK. */
import { findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError, textRepeat } from "loopguard";
import { guardModel } from "loopguard/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { guarded, readStream, type StreamResult, VERSIONS, type Version } from "./ai-sdk-driver.ts";
import { CHANT, CHANT_MAX, prose, TOLD } from "./chant.ts";

type Part = Record<string, unknown>;

interface Generation {
  /** Sentences; endless ones are of a model that chants. */
  words: readonly string[] | "chant";
  kind?: "text" | "reasoning";
  /** A call that precedes the text. */
  call?: boolean;
}

interface Writer {
  model: object;
  prompts: { role: string; content: unknown }[][];
  /** By generation: the characters that the provider gave away, and whether its stream was cancelled. */
  written: number[];
  cancelled: boolean[];
}

/** A model that writes these generations; the last one is for all further requests. */
function writer(version: Version, generations: Generation[]): Writer {
  const prompts: Writer["prompts"] = [];
  const written: number[] = [];
  const cancelled: boolean[] = [];
  const model = version.mock(() => ({ text: "" })) as Part;
  const flat = model["specificationVersion"] === "v2";
  const count = (total: number): unknown => (flat ? total : { total });
  const usage = { inputTokens: count(1), outputTokens: count(2), totalTokens: 3 };
  const finishReason = (name: string): unknown => (flat ? name : { unified: name, raw: undefined });
  const begin = (prompt: Writer["prompts"][number]) => {
    const at = prompts.push(prompt) - 1;
    return { at, ...(generations[Math.min(at, generations.length - 1)] as Generation) };
  };
  const callOf = (at: number): Part => ({
    type: "tool-call",
    toolCallId: `call_${at}`,
    toolName: "search",
    input: '{"q":"x"}',
  });

  model["doStream"] = async ({ prompt }: { prompt: Writer["prompts"][number] }) => {
    const { at, words, kind = "text", call } = begin(prompt);
    written[at] = 0;
    cancelled[at] = false;
    function* parts(): Generator<Part> {
      yield { type: "stream-start", warnings: [] };
      if (call) yield callOf(at);
      yield { type: `${kind}-start`, id: "0" };
      for (let sentence = 0; ; sentence++) {
        const delta = words === "chant" ? CHANT : words[sentence];
        if (delta === undefined || (written[at] as number) > CHANT_MAX) break;
        written[at] = (written[at] as number) + delta.length;
        yield { type: `${kind}-delta`, id: "0", delta };
      }
      yield { type: `${kind}-end`, id: "0" };
      yield { type: "finish", finishReason: finishReason(call ? "tool-calls" : "stop"), usage };
    }
    const source = parts();
    const stream = new ReadableStream<Part>(
      {
        async pull(controller) {
          await Promise.resolve();
          const { done, value } = source.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel() {
          cancelled[at] = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream };
  };
  model["doGenerate"] = async ({ prompt }: { prompt: Writer["prompts"][number] }) => {
    const { at, words, kind = "text", call } = begin(prompt);
    const text = words === "chant" ? CHANT.repeat(CHANT_MAX / CHANT.length) : words.join("");
    written[at] = text.length;
    const content = [...(call ? [callOf(at)] : []), { type: kind, text }];
    return { content, finishReason: finishReason(call ? "tool-calls" : "stop"), usage, warnings: [] };
  };
  return { model, prompts, written, cancelled };
}

/** The text of a message of a prompt. */
function said(prompt: Writer["prompts"][number] | undefined, at: number): string {
  return JSON.stringify(prompt?.at(at)?.content);
}

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };

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
      const { model, prompts, written, cancelled } = writer(version, [
        { words: "chant" },
        { words: ["It is missing."] },
      ]);
      const { text } = await readStream(stream(guarded({ model })));
      expect(prompts).toHaveLength(2);
      // At most the part that the SDK had asked for already.
      const before = text.slice(0, text.indexOf(" […]")).length;
      expect(before).toBeLessThan(600);
      expect(before % CHANT.length).toBe(0);
      expect((written[0] as number) - before).toBeLessThanOrEqual(CHANT.length);
      expect(cancelled).toEqual([true, false]);
      expect(text.slice(before)).toBe(" […]\n\nIt is missing.");
      expect(prompts[1]?.slice(-2).map(({ role }) => role)).toEqual(["assistant", "user"]);
      expect(said(prompts[1], -2)).toContain(CHANT);
      expect(said(prompts[1], -1)).toContain(TOLD);
    });

    test("the parts of the stream are in order, and have ids of their own", async () => {
      const { model } = writer(version, [{ words: "chant" }, { words: ["The file is missing."] }]);
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
      const { model, prompts, cancelled } = writer(version, [{ words: "chant" }]);
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
      const { model, prompts } = writer(version, [{ words: "chant" }]);
      const { steps } = await readStream(stream(guarded({ model }, HINTS, { onAbort: "stop" })));
      expect(prompts).toHaveLength(3);
      expect(findToolLoopError(steps)?.detection.detector).toBe("text_repeat");
    });

    test("a generation that has called a tool is cut, and the model is told with the result", async () => {
      const { model, prompts, cancelled } = writer(version, [{ words: "chant", call: true }, { words: ["Done."] }]);
      const { text } = await readStream(stream({ ...guarded({ model, tools, stopWhen: sdk.stepCountIs(5) }) }));
      expect(text).toBe("Done.");
      expect(cancelled).toEqual([true, false]);
      expect(prompts[1]?.slice(-2).map(({ role }) => role)).toEqual(["tool", "user"]);
      expect(said(prompts[1], -1)).toContain(TOLD);
    });

    test("reasoning is cut too, and is no text", async () => {
      const { model, prompts, cancelled } = writer(version, [
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
      const { model, prompts, cancelled } = writer(version, [{ words, call: true }, { words: ["Done."] }]);
      const settings = guarded({ model, tools, stopWhen: sdk.stepCountIs(5) }, WARNS);
      const { steps } = await readStream(stream(settings));
      expect(JSON.stringify(steps[0]?.content)).toContain("And that is all.");
      expect(cancelled).toEqual([false, false]);
      expect(said(prompts[1], -1)).toContain("You are repeating yourself");
    });

    test("in JSON nothing is added: the text ends where it was cut", async () => {
      const { model, prompts } = writer(version, [{ words: "chant" }]);
      const json = {
        responseFormat: { type: "json" },
        prompt: [{ role: "user", content: [{ type: "text", text: "Go." }] }],
      };
      const watched = guardModel(model, new LoopGuard().run({})) as {
        doStream(options: object): Promise<{ stream: ReadableStream<Part> }>;
      };
      const parts: Part[] = [];
      for await (const part of (await watched.doStream(json)).stream) parts.push(part);
      expect(prompts).toHaveLength(1);
      expect(parts.map(({ delta = "" }) => delta).join("")).toMatch(new RegExp(`^(${CHANT})+$`));
      expect(JSON.stringify(parts.at(-1))).toContain('"other"');
    });

    test("who stops reading stops the provider", async () => {
      const { model, cancelled } = writer(version, [{ words: prose(400) }]);
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
      const { model, prompts } = writer(version, [{ words: "chant" }, { words: ["The file is missing."] }]);
      const { text } = await sdk.generateText(guarded({ model, prompt: "Go." }));
      expect(text).toMatch(/^(Let me check[^.]*\. )+.* \[…\]\n\nThe file is missing\.$/);
      expect(text.length).toBeLessThan(800);
      expect(said(prompts[1], -1)).toContain(TOLD);
      expect(prompts).toHaveLength(2);
    });

    test("at the end of the ladder it rejects", async () => {
      const { model, prompts } = writer(version, [{ words: "chant" }]);
      await expect(sdk.generateText(guarded({ model, prompt: "Go." }, HINTS))).rejects.toBeInstanceOf(ToolLoopError);
      expect(prompts).toHaveLength(3);
    });

    test("with onAbort: stop it ends quietly, and the result says why", async () => {
      const { model } = writer(version, [{ words: "chant" }]);
      const result = await sdk.generateText(guarded({ model, prompt: "Go." }, HINTS, { onAbort: "stop" }));
      expect(findToolLoopError(result.steps)?.detection.detector).toBe("text_repeat");
    });
  });

  test.each(["generate", "stream"])(
    "long healthy prose comes as it was written, and nothing is added: %s",
    async (how) => {
      const words = prose();
      const { model, prompts } = writer(version, [{ words }]);
      const settings = guarded({ model, prompt: "Go." });
      const { text } = await (how === "stream" ? readStream(stream(settings)) : sdk.generateText(settings));
      expect(text).toBe(words.join(""));
      expect(prompts).toHaveLength(1);
      expect(prompts[0]).toHaveLength(1);
    },
  );

  test("a run that is kept remembers over calls what to tell the model", async () => {
    const { model, prompts } = writer(version, [{ words: [...Array(20).fill(CHANT)] }, { words: ["Done."] }]);
    const run = new LoopGuard(WARNS).run({});
    const settings = guarded({ model, prompt: "Go." }, run as never);
    await readStream(stream(settings));
    await readStream(stream(settings));
    expect(said(prompts[1], -1)).toContain("You are repeating yourself");
  });

  test("an agent's model is looked at, too", async () => {
    const { model, prompts } = writer(version, [{ words: "chant" }, { words: ["Done."] }]);
    const agent = new sdk.Agent(guarded({ model }));
    const { text } = await readStream((await agent.stream({ prompt: "Go." })) as StreamResult);
    expect(text).toMatch(/\[…\]\n\nDone\.$/);
    expect(prompts).toHaveLength(2);
  });
});
