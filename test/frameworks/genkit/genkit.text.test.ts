/** Models that repeat themselves in what they write, with Genkit. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type MessageData, z } from "genkit";
import { genkit } from "genkit/beta";
import { LoopGuard, type LoopGuardOptions } from "loopguard";
import { type GenkitGuardOptions, toolLoopMiddleware } from "loopguard/genkit";
import { describe, expect, test } from "vitest";
import { CHANT, CHANT_MAX, prose } from "../chant.ts";
import { HINTS, type Generation as Told, textLoops } from "../text-loops.ts";

interface Generation extends Told {
  fails?: boolean;
}

/** A model that writes `generations`, the last one again and again. It streams if it is asked to, and reads its signal or not. */
function writer(generations: Generation[], { obeys = true } = {}) {
  const prompts: MessageData[][] = [];
  const aborted: boolean[] = [];
  const ai = genkit({ model: "writer" });
  ai.defineModel(
    { name: "writer", apiVersion: "v2" },
    async ({ messages }, { sendChunk, streamingRequested, abortSignal }) => {
      const at = prompts.push(messages) - 1;
      const { words, kind = "text", call, fails } = generations[Math.min(at, generations.length - 1)] as Generation;
      const sentences = words === "chant" ? Array<string>(Math.ceil(CHANT_MAX / CHANT.length)).fill(CHANT) : words;
      if (streamingRequested)
        for (const sentence of sentences) {
          if (abortSignal?.aborted && obeys) break;
          sendChunk({ content: [{ [kind]: sentence }] as never });
          await undefined;
        }
      if (fails) throw new Error("The model is down");
      aborted[at] = abortSignal?.aborted === true;
      if (aborted[at] && obeys) throw new Error("aborted");
      const calls = call ? [{ toolRequest: { ref: `call_${at}`, name: "search", input: { q: `${at}` } } }] : [];
      const content = [{ [kind]: sentences.join("") }, ...calls] as never;
      return {
        message: { role: "model" as const, content },
        finishReason: "stop",
        usage: { inputTokens: 1, outputTokens: 2 },
      };
    },
  );
  const inputSchema = z.object({ q: z.string() });
  const search = ai.defineTool({ name: "search", description: "s", inputSchema }, async () => "found");
  return { ai, prompts, aborted, search };
}

type Writer = ReturnType<typeof writer>;

function optionsOf({ search }: Writer, guard?: LoopGuard | LoopGuardOptions, options?: GenkitGuardOptions) {
  return { prompt: "Go.", tools: [search], maxTurns: 20, use: [toolLoopMiddleware(guard, options)] };
}

/** The text as it came, and the response. */
async function streamed(model: Writer, guard?: LoopGuardOptions, options?: GenkitGuardOptions) {
  const { stream, response } = model.ai.generateStream(optionsOf(model, guard, options));
  let text = "";
  for await (const chunk of stream) text += chunk.text;
  return { text, response: await response };
}

describe.each([[true], [false]])("a model that obeys its signal: %s", (obeys) => {
  textLoops(
    (...generations) => {
      const model = writer(generations, { obeys });
      return {
        prompts: () => model.prompts,
        async stream(guard, onAbort = "throw") {
          const { text, response } = await streamed(model, guard, { onAbort });
          if (onAbort === "throw") expect(text.endsWith(response.text)).toBe(true);
          return { text, result: response };
        },
        async whole(guard) {
          const result = await model.ai.generate(optionsOf(model, guard));
          return { text: result.text, result };
        },
      };
    },
    {
      stopped: (_, result) => {
        const { finishReason, text } = result as { finishReason: string; text: string };
        expect([finishReason, text]).toEqual(["aborted", expect.stringContaining(CHANT)]);
      },
    },
  );
});

test("without a stream, the usage of both requests is added", async () => {
  const model = writer([{ words: "chant" }, { words: ["It is missing."] }]);
  expect((await model.ai.generate(optionsOf(model))).usage).toMatchObject({ inputTokens: 2, outputTokens: 4 });
});

test.each([false, true])("what precedes a chant stays in the response; it ends: %s", async (ends) => {
  const ai = genkit({ model: "writer" });
  const signed = { reasoning: "Hm.", metadata: { signature: "s" } };
  let asked = 0;
  ai.defineModel({ name: "writer", apiVersion: "v2" }, async () => {
    const text = ++asked === 2 && !ends ? "Done." : CHANT.repeat(40);
    return { message: { role: "model", content: [signed, { media: { url: "data:,x" } }, { text }] } };
  });
  const { message } = await ai.generate({ prompt: "Go.", use: [toolLoopMiddleware(HINTS, { onAbort: "stop" })] });
  const kinds = message?.content.map((part) => Object.keys(part)[0]);
  expect(kinds).toEqual(
    Array(ends ? 3 : 2)
      .fill(["reasoning", "media", "text"])
      .flat(),
  );
  expect(message?.content[0]).toEqual(signed);
  expect(message?.content[2]?.text).toContain(" […]");
});

test("a chunk stays one, with all of its parts", async () => {
  const ai = genkit({ model: "writer" });
  const content = [{ reasoning: "Hm." }, { text: "It is" }, { text: " here." }];
  ai.defineModel({ name: "writer", apiVersion: "v2" }, async (_, { sendChunk }) => {
    sendChunk({ content, custom: 1 });
    return { message: { role: "model", content } };
  });
  const chunks: unknown[] = [];
  const onChunk = (chunk: { content: unknown; custom?: unknown }) => void chunks.push([chunk.content, chunk.custom]);
  await ai.generate({ prompt: "Go.", use: [toolLoopMiddleware()], onChunk });
  expect(chunks).toEqual([[content, 1]]);
});

test("the model hears that it is cut", async () => {
  const model = writer([{ words: "chant" }, { words: ["It is missing."] }]);
  await streamed(model);
  expect(model.aborted).toEqual([true, false]);
});

test("a structured answer is not cut", async () => {
  const model = writer([{ words: [JSON.stringify({ text: CHANT.repeat(20) })] }]);
  const output = { schema: z.object({ text: z.string() }) };
  const response = await model.ai.generate({ ...optionsOf(model), output });
  expect(response.output?.text).toBe(CHANT.repeat(20));
  expect(model.prompts).toHaveLength(1);
});

test("an error of the model, while it streams, is its own", async () => {
  const model = writer([{ words: prose(), fails: true }]);
  await expect(streamed(model)).rejects.toThrow("The model is down");
  expect(model.prompts).toHaveLength(1);
});

test("an abort by the program, while the model streams, is the program's", async () => {
  const model = writer([{ words: prose() }]);
  const end = new AbortController();
  let chunks = 0;
  const onChunk = (): void => {
    if (++chunks === 3) end.abort();
  };
  const options = { ...optionsOf(model), abortSignal: end.signal, onChunk };
  await expect(model.ai.generate(options)).rejects.toThrow("aborted");
  expect([chunks, model.aborted, model.prompts.length]).toEqual([3, [true], 1]);
});

test("with a guard that is closed while the model writes, the text goes on and an error is published", async () => {
  const errors: unknown[] = [];
  const listen = (error: unknown): void => void errors.push(error);
  subscribe("loopguard:error", listen);
  const guard = new LoopGuard(HINTS);
  const words = Array<string>(20).fill(CHANT);
  const model = writer([{ words }]);
  const onChunk = (): void => guard.close();
  const { text } = await model.ai.generate({ ...optionsOf(model, guard), onChunk });
  unsubscribe("loopguard:error", listen);
  expect(text).toBe(words.join(""));
  expect(errors[0]).toMatchObject({ where: "text", error: { code: "ERR_LOOPGUARD_CLOSED" } });
});
