/** The same in ai 6 and 7. */
import {
  generateText,
  type InferAgentUIMessage,
  type LanguageModel,
  Output,
  stepCountIs,
  ToolLoopAgent,
  tool,
} from "ai";
import { withLoopGuard } from "loopguard/ai-sdk";
import { expectTypeOf } from "vitest";
import { z } from "zod";

declare const model: LanguageModel;
const tools = { search: tool({ inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => ({ hits: [q] }) }) };

export async function agents(): Promise<void> {
  const onStepFinish = ({ text }: { text: string }): void => {
    expectTypeOf(text).toEqualTypeOf<string>();
  };
  const agent = new ToolLoopAgent(
    withLoopGuard({ model, tools, instructions: "Be brief.", stopWhen: stepCountIs(3), onStepFinish }),
  );
  expectTypeOf(agent.tools).toEqualTypeOf<typeof tools>();
  const { staticToolResults } = await agent.generate({ prompt: "Go." });
  expectTypeOf(staticToolResults[0]!.output).toEqualTypeOf<{ hits: string[] }>();
  type Part = InferAgentUIMessage<typeof agent>["parts"][number];
  expectTypeOf<Extract<Part, { type: "tool-search"; state: "output-available" }>["output"]>().toEqualTypeOf<{
    hits: string[];
  }>();
}

export async function callOptions(): Promise<void> {
  const agent = new ToolLoopAgent({
    ...withLoopGuard({ model, tools }),
    callOptionsSchema: z.object({ tone: z.string() }),
    prepareCall: ({ options, ...rest }) => ({ ...rest, instructions: options.tone }),
  });
  await agent.generate({ prompt: "Go.", options: { tone: "brief" } });
}

export async function outputs(): Promise<void> {
  const output = Output.object({ schema: z.object({ answer: z.number() }) });
  const result = await generateText(withLoopGuard({ model, tools, prompt: "Go.", output, stopWhen: stepCountIs(3) }));
  expectTypeOf(result.output).toEqualTypeOf<{ answer: number }>();
}
