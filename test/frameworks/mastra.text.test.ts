/** Models that repeat themselves in what they write, with Mastra. */
import { Agent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import type { LoopGuardOptions } from "loopguard";
import { type MastraGuardOptions, withLoopGuard } from "loopguard/mastra";
import { expect, test } from "vitest";
import { z } from "zod";
import { writer as writes } from "./ai-sdk-writer.ts";
import { TOLD } from "./chant.ts";
import { type Generation, textLoops } from "./text-loops.ts";

const writer = (...generations: Generation[]) => writes(new MastraLanguageModelV2Mock({}), generations);

function agentOf(model: object, guard?: LoopGuardOptions, options: MastraGuardOptions = {}): Agent {
  const search = createTool({
    id: "search",
    description: "Searches",
    inputSchema: z.object({ q: z.string() }),
    execute: async () => "found",
  });
  const config = { id: "a", name: "a", instructions: "Be brief.", model: model as never, tools: { search } };
  return new Agent(withLoopGuard(config, guard, options)) as unknown as Agent;
}

textLoops(
  (...generations) => {
    const { model, prompts, written, cancelled } = writer(...generations);
    return {
      prompts: () => prompts.map((prompt) => prompt.filter(({ role }) => role !== "system")),
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
  for (const text of ["found", TOLD]) expect(JSON.stringify(prompts[1])).toContain(text);
});
