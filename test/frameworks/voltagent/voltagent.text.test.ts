/** Models that repeat themselves in what they write, with VoltAgent. */
import { Agent, type AgentOptions } from "@voltagent/core";
import { MockLanguageModelV3 } from "ai/test";
import { LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/voltagent";
import { expect, test } from "vitest";
import { z } from "zod";
import { writer } from "../ai-sdk-writer.ts";
import { CHANT } from "../chant.ts";
import { type Generation, HINTS, textLoops } from "../text-loops.ts";
import { optionsOf, partsOf, streamed, toolsOf } from "./voltagent-driver.ts";

const MISSING: Generation = { words: ["It is missing."] };

function agentOf(generations: Generation[], guard?: LoopGuard | LoopGuardOptions, more: object = {}) {
  const made = writer(new MockLanguageModelV3(), generations);
  const options = optionsOf(made.model as AgentOptions["model"], toolsOf({ search: () => "found" }), more);
  return { ...made, agent: new Agent(withLoopGuard(options, guard)) };
}

textLoops(
  (...generations) => {
    const made = writer(new MockLanguageModelV3(), generations);
    const own = (guard?: LoopGuardOptions, onAbort: "throw" | "stop" = "throw") => {
      const options = optionsOf(made.model as AgentOptions["model"], toolsOf({ search: () => "found" }));
      return new Agent(withLoopGuard(options, guard, { onAbort }));
    };
    return {
      prompts: () => made.prompts.map((prompt) => prompt.filter(({ role }) => role !== "system")),
      closed: made.cancelled,
      async stream(guard, onAbort) {
        const result = (await partsOf(own(guard, onAbort))) as { type: string; text?: string }[];
        return { text: result.map(({ type, text = "" }) => (type === "text-delta" ? text : "")).join(""), result };
      },
      async whole(guard, onAbort) {
        const result = await own(guard, onAbort).generateText("Go.");
        return { text: result.text, result };
      },
    };
  },
  { stopped: (text) => expect(text).toMatch(/ \[…\]$/) },
);

test("operations at once are kept apart", async () => {
  const { agent, prompts } = agentOf([{ words: "chant" }], new LoopGuard(HINTS));
  const ends = await Promise.allSettled([agent.generateText("Go."), agent.generateText("Go.")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(prompts).toHaveLength(6);
});

test("at the end of the ladder the operation ends with the error, and is not tried again", async () => {
  const { agent, prompts } = agentOf([{ words: "chant" }], HINTS, { maxRetries: 2 });
  await expect(agent.generateText("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect(prompts).toHaveLength(3);
  await expect(streamed(agent)).rejects.toBeInstanceOf(ToolLoopError);
  expect(prompts).toHaveLength(6);
});

test("no fallback model is asked after it", async () => {
  const [first, second] = [{ words: "chant" as const }, MISSING].map((own) => writer(new MockLanguageModelV3(), [own]));
  const model = [first, second].map((made, at) => ({ id: `${at}`, model: made?.model }));
  const agent = new Agent(withLoopGuard(optionsOf(model as never, []), HINTS));
  await expect(agent.generateText("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect([first?.prompts.length, second?.prompts.length]).toEqual([3, 0]);
});

test("a model that your prepareStep gives is watched as well, and so is one with a prompt hook of yours", async () => {
  const { model, prompts } = writer(new MockLanguageModelV3(), [{ words: "chant" }, MISSING]);
  const seen: unknown[] = [];
  const hooks = {
    onPrepareModelMessages: ({ modelMessages }: { modelMessages: unknown[] }) => (
      seen.push(1), { modelMessages: modelMessages.map((message) => ({ ...(message as object) })) }
    ),
  };
  const { agent } = agentOf([{ words: ["Not asked."] }], undefined, { prepareStep: () => ({ model }), hooks });
  expect((await agent.generateText("Go.")).text).toMatch(/It is missing\.$/);
  expect([prompts.length, seen.length]).toEqual([2, 1]);
});

test("JSON is not cut", async () => {
  const { agent, prompts } = agentOf([{ words: [JSON.stringify({ text: CHANT.repeat(20) })] }]);
  const { Output } = await import("ai");
  const output = Output.object({ schema: z.object({ text: z.string() }) });
  const result = await agent.generateText("Go.", { output });
  expect(result.output).toEqual({ text: CHANT.repeat(20) });
  expect(prompts).toHaveLength(1);
});
