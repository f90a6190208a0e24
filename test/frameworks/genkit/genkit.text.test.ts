/** Models that repeat themselves in what they write, with Genkit. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type MessageData, z } from "genkit";
import { genkit } from "genkit/beta";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { type GenkitGuardOptions, toolLoopMiddleware } from "loopguard/genkit";
import { expect, test } from "vitest";
import { CHANT, CHANT_MAX, CUT, prose, TOLD } from "../chant.ts";

const { textRepeat } = detectors;

interface Generation {
  words: readonly string[] | "chant";
  kind?: "text" | "reasoning";
  call?: boolean;
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

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };
const textsIn = (messages: MessageData[] = []): string[] =>
  messages.map(({ content }) => content.map(({ text }) => text).join(""));

test.each([[true], [false]])(
  "a chant is cut, and the model is told and goes on in the same message; it obeys: %s",
  async (obeys) => {
    const model = writer([{ words: "chant" }, { words: ["It is missing."] }], { obeys });
    const { text, response } = await streamed(model);
    const before = text.indexOf(" […]");
    expect([before < CUT, before % CHANT.length, text.slice(before)]).toEqual([true, 0, " […]\n\nIt is missing."]);
    expect(response.text).toBe(text);
    expect(textsIn(model.prompts[1]).at(-1)).toContain(TOLD);
    expect(textsIn(model.prompts[1]).at(-2)).toContain(CHANT);
  },
);

test("the model hears that it is cut", async () => {
  const model = writer([{ words: "chant" }, { words: ["It is missing."] }]);
  await streamed(model);
  expect(model.aborted).toEqual([true, false]);
});

test("at the end of the ladder the generation rejects with the error", async () => {
  const model = writer([{ words: "chant" }]);
  await expect(streamed(model, HINTS)).rejects.toBeInstanceOf(ToolLoopError);
  expect(model.aborted).toEqual([true, true, true]);
  await expect(model.ai.generate(optionsOf(model, HINTS))).rejects.toBeInstanceOf(ToolLoopError);
  expect(model.prompts).toHaveLength(6);
});

test("with onAbort: stop the response has what was written, and says why it ended", async () => {
  const { response } = await streamed(writer([{ words: "chant" }]), HINTS, { onAbort: "stop" });
  expect(response.finishReason).toBe("aborted");
  expect(response.text).toContain(CHANT);
  expect(findToolLoopError(response)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
});

test("without a stream, a response that repeats itself is followed by another request; their usage is added", async () => {
  const model = writer([{ words: "chant" }, { words: ["It is missing."] }]);
  const { text, usage } = await model.ai.generate(optionsOf(model));
  expect(text).toMatch(/ \[…\]\n\nIt is missing\.$/);
  expect(text.length).toBeLessThan(CUT + 200);
  expect(textsIn(model.prompts[1]).at(-1)).toContain(TOLD);
  expect(usage).toMatchObject({ inputTokens: 2, outputTokens: 4 });
});

test("reasoning that repeats itself is cut without a mark", async () => {
  const model = writer([{ words: "chant", kind: "reasoning" }, { words: ["It is missing."] }]);
  const { text, response } = await streamed(model);
  expect([text, response.text]).toEqual(["It is missing.", "It is missing."]);
  expect(model.prompts[1]?.map(({ role }) => role)).toEqual(["user", "user"]);
});

test("warn: the text goes on, and the model is told with its next request", async () => {
  const model = writer([{ words: Array(20).fill(CHANT), call: true }, { words: ["Done."] }]);
  const { text } = await streamed(model, WARNS);
  expect(text).toBe(`${CHANT.repeat(20)}Done.`);
  expect(textsIn(model.prompts[1]).at(-1)).toContain("You are repeating yourself");
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const model = writer([{ words }]);
  expect((await streamed(model)).text).toBe(words.join(""));
  expect((await model.ai.generate(optionsOf(model))).text).toBe(words.join(""));
  expect(model.prompts.map((prompt) => prompt.length)).toEqual([1, 1]);
  expect(model.aborted).toEqual([false, false]);
});

test("a structured answer is not cut", async () => {
  const model = writer([{ words: [JSON.stringify({ text: CHANT.repeat(20) })] }]);
  const output = { schema: z.object({ text: z.string() }) };
  const response = await model.ai.generate({ ...optionsOf(model), output });
  expect(response.output?.text).toBe(CHANT.repeat(20));
  expect(model.prompts).toHaveLength(1);
});

test.each([[true], [false]])("what is not asked again is not cut; with a stream: %s", async (streams) => {
  const words = Array<string>(20).fill(CHANT);
  const model = writer([{ words }]);
  const guard: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })] };
  const { text } = streams ? (await streamed(model, guard)).response : await model.ai.generate(optionsOf(model, guard));
  expect(model.prompts).toHaveLength(9);
  const parts = text.split(" […]\n\n");
  expect([parts.length, parts.at(-1)]).toEqual([9, words.join("")]);
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
