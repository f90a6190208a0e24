/** The types of the SDK come through the guard, in each version. Checked by `tsc`, never run; see the tsconfigs beside. */
import { type FinishReason, generateText, type LanguageModel, stepCountIs, streamText, tool } from "ai";
import { LoopGuard } from "loopguard";
import { guardTools, stopOnToolLoop, throwOnToolLoop, withLoopGuard } from "loopguard/ai-sdk";
import { expectTypeOf } from "vitest";
import { z } from "zod";

declare const model: LanguageModel;
const inputSchema = z.object({ q: z.string() });
const search = tool({ description: "Searches", inputSchema, execute: async ({ q }) => ({ hits: [q] }) });
const tools = { search };
const run = new LoopGuard().run("a");

export async function results(): Promise<void> {
  const result = await generateText(
    withLoopGuard({
      model,
      tools,
      prompt: "Go.",
      toolChoice: "auto",
      activeTools: ["search"],
      stopWhen: stepCountIs(3),
    }),
  );
  expectTypeOf(result.staticToolCalls[0]!.toolName).toEqualTypeOf<"search">();
  expectTypeOf(result.staticToolCalls[0]!.input).toEqualTypeOf<{ q: string }>();
  expectTypeOf(result.staticToolResults[0]!.output).toEqualTypeOf<{ hits: string[] }>();
  const settings = withLoopGuard(
    { model, tools, messages: [{ role: "user", content: "Go." }], toolChoice: { type: "tool", toolName: "search" } },
    { maxRepeats: 3 },
  );
  expectTypeOf((await streamText(settings).staticToolCalls)[0]!.input).toEqualTypeOf<{ q: string }>();
  const without = await generateText(withLoopGuard({ model, prompt: "Go." }));
  expectTypeOf(without.text).toEqualTypeOf<string>();
  const inline = await generateText(
    withLoopGuard(
      { model, tools: { read: tool({ inputSchema, execute: async ({ q }) => q.length }) }, prompt: "Go." },
      new LoopGuard(),
    ),
  );
  expectTypeOf(inline.staticToolResults[0]!.output).toEqualTypeOf<number>();
}

export async function callbacks(): Promise<void> {
  await generateText(
    withLoopGuard(
      {
        model,
        tools,
        prompt: "Go.",
        onStepFinish: ({ finishReason, staticToolCalls }) => {
          expectTypeOf(finishReason).toEqualTypeOf<FinishReason>();
          expectTypeOf(staticToolCalls[0]!.input).toEqualTypeOf<{ q: string }>();
        },
        prepareStep: ({ stepNumber }) => (stepNumber === 0 ? { activeTools: ["search"] } : {}),
      },
      undefined,
      { onAbort: "stop" },
    ),
  );
  streamText(
    withLoopGuard({
      model,
      tools,
      prompt: "Go.",
      onFinish: async ({ text, steps }) => {
        expectTypeOf(text).toEqualTypeOf<string>();
        expectTypeOf(steps[0]!.staticToolResults[0]!.output).toEqualTypeOf<{ hits: string[] }>();
      },
      onError: ({ error }) => expectTypeOf(error).toEqualTypeOf<unknown>(),
    }),
  );
}

export async function parts(): Promise<void> {
  const guarded = guardTools(tools, run);
  expectTypeOf(guarded).toEqualTypeOf<typeof tools>();
  const stopWhen = [stepCountIs(3), stopOnToolLoop(run)];
  await generateText({ model, prompt: "Go.", tools: guarded, stopWhen, prepareStep: throwOnToolLoop(run) });
  streamText({ model, prompt: "Go.", tools: guarded, stopWhen, prepareStep: throwOnToolLoop(run) });
}

export function mistakes(): void {
  // @ts-expect-error: there is no such tool
  withLoopGuard({ model, tools, prompt: "Go.", activeTools: ["serach"] });
  // @ts-expect-error: not an option of a guard
  withLoopGuard({}, { maxRepeat: 3 });
  // @ts-expect-error: nor one of the adapter
  withLoopGuard({}, {}, { onAbort: "explode" });
  // @ts-expect-error: tools are not a run
  stopOnToolLoop(tools);
}
