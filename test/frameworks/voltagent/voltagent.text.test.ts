/** Models that repeat themselves in what they write, with VoltAgent. */
import { Agent, type AgentOptions } from "@voltagent/core";
import { MockLanguageModelV3 } from "ai/test";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/voltagent";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Generation, said, writer } from "../ai-sdk-writer.ts";
import { CHANT, CUT, prose, TOLD } from "../chant.ts";
import { optionsOf, partsOf, streamed, toolsOf } from "./voltagent-driver.ts";

const { textRepeat } = detectors;

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };
const MISSING: Generation = { words: ["It is missing."] };

function agentOf(generations: Generation[], guard?: LoopGuard | LoopGuardOptions, more: object = {}) {
  const made = writer(new MockLanguageModelV3(), generations);
  const options = optionsOf(made.model as AgentOptions["model"], toolsOf({ search: () => "found" }), more);
  return { ...made, agent: new Agent(withLoopGuard(options, guard)) };
}

test("a chant is cut, and the model is told and goes on in the same text", async () => {
  const { agent, prompts, cancelled } = agentOf([{ words: "chant" }, MISSING]);
  const text = await streamed(agent);
  const before = text.indexOf(" […]");
  expect([before < CUT, text.slice(before)]).toEqual([true, " […]\n\nIt is missing."]);
  expect(cancelled).toEqual([true, false]);
  expect(said(prompts[1], -1)).toContain(TOLD);
  expect(said(prompts[1], -2)).toContain(CHANT);
});

test("without a stream, a response that repeats itself is followed by another request", async () => {
  const { agent, prompts } = agentOf([{ words: "chant" }, MISSING]);
  expect((await agent.generateText("Go.")).text).toMatch(/ \[…\]\n\nIt is missing\.$/);
  expect(prompts).toHaveLength(2);
});

test("at the end of the ladder the operation ends with the error, and is not tried again", async () => {
  const { agent, prompts } = agentOf([{ words: "chant" }], HINTS, { maxRetries: 2 });
  await expect(agent.generateText("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect(prompts).toHaveLength(3);
  await expect(streamed(agent)).rejects.toBeInstanceOf(ToolLoopError);
  expect(prompts).toHaveLength(6);
});

test("with onAbort: stop the operation ends with what was written, and says why", async () => {
  const { model } = writer(new MockLanguageModelV3(), [{ words: "chant" }]);
  const options = optionsOf(model as AgentOptions["model"], []);
  const agent = new Agent(withLoopGuard(options, HINTS, { onAbort: "stop" }));
  const result = await agent.generateText("Go.");
  expect(result.text).toMatch(/ \[…\]$/);
  expect(findToolLoopError(result)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
  const parts = await partsOf(agent);
  expect(findToolLoopError(parts)?.detection.strikes).toBe(3);
});

test("no fallback model is asked after it", async () => {
  const [first, second] = [{ words: "chant" as const }, MISSING].map((own) => writer(new MockLanguageModelV3(), [own]));
  const model = [first, second].map((made, at) => ({ id: `${at}`, model: made?.model }));
  const agent = new Agent(withLoopGuard(optionsOf(model as never, []), HINTS));
  await expect(agent.generateText("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect([first?.prompts.length, second?.prompts.length]).toEqual([3, 0]);
});

test("the strikes count over the steps of an operation, and operations at once are kept apart", async () => {
  const chant: Generation = { words: "chant" };
  const call: Generation = { words: [], call: true };
  const steps = agentOf([chant, call, chant, call, chant], HINTS);
  await expect(streamed(steps.agent)).rejects.toBeInstanceOf(ToolLoopError);
  expect(steps.cancelled).toEqual([true, false, true, false, true]);
  const { agent, prompts } = agentOf([chant], new LoopGuard(HINTS));
  const ends = await Promise.allSettled([agent.generateText("Go."), agent.generateText("Go.")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(prompts).toHaveLength(6);
});

test("warn: the text goes on, and the model is told with its next request", async () => {
  const { agent, prompts } = agentOf([{ words: Array(20).fill(CHANT), call: true }, { words: ["Done."] }], WARNS);
  expect(await streamed(agent)).toContain("Done.");
  expect(said(prompts[1], -1)).toContain("You are repeating yourself");
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

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const { agent, prompts, model } = agentOf([{ words }]);
  expect(await streamed(agent)).toBe(words.join(""));
  await streamed(new Agent(optionsOf(model as AgentOptions["model"], toolsOf({ search: () => "found" }))));
  expect(prompts[0]).toEqual(prompts[1]);
});
