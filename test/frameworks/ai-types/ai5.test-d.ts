import { Experimental_Agent, type LanguageModel, stepCountIs, tool } from "ai";
import { withLoopGuard } from "loopguard/ai-sdk";
import { expectTypeOf } from "vitest";
import { z } from "zod";

declare const model: LanguageModel;
const tools = { search: tool({ inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => ({ hits: [q] }) }) };

export async function agents(): Promise<void> {
  const agent = new Experimental_Agent(withLoopGuard({ model, tools, stopWhen: stepCountIs(3) }));
  expectTypeOf(agent.tools).toEqualTypeOf<typeof tools>();
  const { staticToolResults } = await agent.generate({ prompt: "Go." });
  expectTypeOf(staticToolResults[0]!.output).toEqualTypeOf<{ hits: string[] }>();
}
