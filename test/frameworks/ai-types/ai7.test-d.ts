import { generateText, isStepCount, type LanguageModel, tool } from "ai";
import { withLoopGuard } from "loopguard/ai-sdk";
import { expectTypeOf } from "vitest";
import { z } from "zod";

declare const model: LanguageModel;
const tools = { search: tool({ inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => ({ hits: [q] }) }) };

export async function ofAi7(): Promise<void> {
  await generateText(
    withLoopGuard({
      model,
      tools,
      prompt: "Go.",
      reasoning: "low",
      runtimeContext: { user: "a" },
      stopWhen: isStepCount(3),
      prepareStep: ({ messages }) => ({ messages, toolChoice: "auto" }),
      onStepEnd: ({ text }) => {
        expectTypeOf(text).toEqualTypeOf<string>();
      },
    }),
  );
}
