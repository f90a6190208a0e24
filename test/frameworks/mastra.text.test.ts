/** Models that repeat themselves in what they write, with Mastra. */
import { Agent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import type { LoopGuardOptions } from "loopguard";
import { type MastraGuardOptions, withLoopGuard } from "loopguard/mastra";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX, TOLD } from "./chant.ts";
import { type Generation, textLoops } from "./text-loops.ts";

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

textLoops(
  (...generations) => {
    const { model, prompts, written, cancelled } = writer(...generations);
    return {
      prompts: () =>
        prompts.map((prompt) => JSON.parse(prompt).filter(({ role }: { role: string }) => role !== "system")),
      closed: cancelled,
      written,
      async stream(guard, onAbort = "throw") {
        const stream = await agentOf(model, guard, { onAbort }).stream("Go.");
        let text = "";
        for await (const part of stream.textStream) text += part;
        if (stream.error !== undefined && onAbort === "throw") throw stream.error;
        return { text, result: await stream.getFullOutput() };
      },
      async whole(guard) {
        const result = await agentOf(model, guard).generate("Go.");
        return { text: result.text, result };
      },
    };
  },
  { stopped: (text) => expect(text).toContain("[…]") },
);

test("a generation that has called a tool is cut, and the model is told with the result", async () => {
  const { model, prompts, cancelled } = writer({ words: "chant", call: true }, { words: ["Done."] });
  const stream = await agentOf(model).stream("Go.");
  expect(await stream.text).toMatch(/Done\.$/);
  expect(cancelled).toEqual([true, false]);
  expect(prompts[1]).toContain("found");
  expect(prompts[1]).toContain(TOLD);
});
