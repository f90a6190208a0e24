/** Models that repeat themselves in what they write, with Mastra. */
import { Agent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { detectors, findToolLoopError, type LoopGuardOptions } from "loopguard";
import { type MastraGuardOptions, withLoopGuard } from "loopguard/mastra";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX, CUT, prose, TOLD } from "./chant.ts";

const { textRepeat } = detectors;

interface Generation {
  words: readonly string[] | "chant";
  kind?: "text" | "reasoning";
  call?: boolean;
}

const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };

/** A model that writes these generations; the last one is for all further requests. */
function writer(...generations: Generation[]) {
  const prompts: string[] = [];
  const written: number[] = [];
  const cancelled: boolean[] = [];
  const begin = (prompt: unknown) => {
    const at = prompts.push(JSON.stringify(prompt)) - 1;
    written[at] = 0;
    cancelled[at] = false;
    return { at, ...(generations[Math.min(at, generations.length - 1)] as Generation) };
  };
  const callOf = (at: number) => ({
    type: "tool-call" as const,
    toolCallId: `call_${at}`,
    toolName: "search",
    input: '{"q":"x"}',
  });
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async ({ prompt }) => {
      const { at, words, call } = begin(prompt);
      const text = words === "chant" ? CHANT.repeat(CHANT_MAX / CHANT.length) : words.join("");
      const content = [...(text === "" ? [] : [{ type: "text" as const, text }]), ...(call ? [callOf(at)] : [])];
      return { content, finishReason: call ? "tool-calls" : "stop", usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const { at, words, kind = "text", call } = begin(prompt);
      function* parts(): Generator<never> {
        yield { type: "stream-start", warnings: [] } as never;
        if (call) yield callOf(at) as never;
        yield { type: `${kind}-start`, id: "0" } as never;
        for (let sentence = 0; (written[at] as number) < CHANT_MAX; sentence++) {
          const delta = words === "chant" ? CHANT : words[sentence];
          if (delta === undefined) break;
          written[at] = (written[at] as number) + delta.length;
          yield { type: `${kind}-delta`, id: "0", delta } as never;
        }
        yield { type: `${kind}-end`, id: "0" } as never;
        yield { type: "finish", finishReason: call ? "tool-calls" : "stop", usage } as never;
      }
      const source = parts();
      const stream = new ReadableStream<never>(
        {
          pull(controller) {
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
    },
  });
  return { model, prompts, written, cancelled };
}

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };

function agentOf(model: MastraLanguageModelV2Mock, guard?: LoopGuardOptions, options: MastraGuardOptions = {}): Agent {
  const search = createTool({
    id: "search",
    description: "Searches",
    inputSchema: z.object({ q: z.string() }),
    execute: async () => "found",
  });
  const config = { id: "a", name: "a", instructions: "Be brief.", model, tools: { search } };
  return new Agent(withLoopGuard(config, guard, options)) as unknown as Agent;
}

test("a chant is cut, and the model is told and goes on in the same text", async () => {
  const { model, prompts, written, cancelled } = writer({ words: "chant" }, { words: ["It is missing."] });
  const stream = await agentOf(model).stream("Go.");
  const text = await stream.text;
  const before = text.indexOf(" […]");
  expect([before < CUT, before % CHANT.length, text.slice(before)]).toEqual([true, 0, " […]\n\nIt is missing."]);
  expect((written[0] as number) - before).toBeLessThanOrEqual(CHANT.length);
  expect(cancelled).toEqual([true, false]);
  expect(prompts[1]).toContain(TOLD);
  expect(prompts[1]).toContain(CHANT);
});

test("at the end of the ladder the stream has the error", async () => {
  const { model, prompts, cancelled } = writer({ words: "chant" });
  const stream = await agentOf(model, HINTS).stream("Go.");
  const error = await stream.text.then(
    () => stream.error,
    (thrown: unknown) => thrown,
  );
  expect(findToolLoopError(error)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
  expect(prompts).toHaveLength(3);
  expect(cancelled).toEqual([true, true, true]);
});

test("with onAbort: stop it ends quietly, and the output says why", async () => {
  const { model, prompts } = writer({ words: "chant" });
  const stream = await agentOf(model, HINTS, { onAbort: "stop" }).stream("Go.");
  expect(await stream.text).toContain("[…]");
  expect(findToolLoopError(await stream.getFullOutput())?.detection.detector).toBe("text_repeat");
  expect(prompts).toHaveLength(3);
});

test("generate: a text that repeats itself is cut, and the model is told and goes on", async () => {
  const { model, prompts } = writer({ words: "chant" }, { words: ["It is missing."] });
  const { text } = await agentOf(model).generate("Go.");
  expect(text).toMatch(/\[…\]\n\nIt is missing\.$/);
  expect(text.length).toBeLessThan(CUT + 200);
  expect(prompts[1]).toContain(TOLD);
});

test("generate: at the end of the ladder it rejects", async () => {
  const { model, prompts } = writer({ words: "chant" });
  const error = await agentOf(model, HINTS)
    .generate("Go.")
    .catch((thrown: unknown) => thrown);
  expect(findToolLoopError(error)?.detection.detector).toBe("text_repeat");
  expect(prompts).toHaveLength(3);
});

test("a generation that has called a tool is cut, and the model is told with the result", async () => {
  const { model, prompts, cancelled } = writer({ words: "chant", call: true }, { words: ["Done."] });
  const stream = await agentOf(model).stream("Go.");
  expect(await stream.text).toMatch(/Done\.$/);
  expect(cancelled).toEqual([true, false]);
  expect(prompts[1]).toContain("found");
  expect(prompts[1]).toContain(TOLD);
});

test("reasoning is cut too", async () => {
  const { model, prompts, cancelled } = writer({ words: "chant", kind: "reasoning" }, { words: ["Done."] });
  expect(await (await agentOf(model).stream("Go.")).text).toBe("Done.");
  expect(cancelled).toEqual([true, false]);
  expect(prompts[1]).toContain(TOLD);
});

test("warn: the text goes on, and the model is told with its next request", async () => {
  const { model, prompts, cancelled } = writer({ words: Array(20).fill(CHANT), call: true }, { words: ["Done."] });
  await (await agentOf(model, WARNS).stream("Go.")).text;
  expect(cancelled).toEqual([false, false]);
  expect(prompts[1]).toContain("You are repeating yourself");
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const { model, prompts } = writer({ words });
  expect(await (await agentOf(model).stream("Go.")).text).toBe(words.join(""));
  expect((await agentOf(model).generate("Go.")).text).toBe(words.join(""));
  expect(prompts).toHaveLength(2);
});
