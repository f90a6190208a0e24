/** Models that repeat themselves in what they write, in workflows. */
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { detectors, type LoopGuardOptions } from "loopguard";
import { guardModel } from "loopguard/workflow";
import { expect, test } from "vitest";
import { start } from "workflow/api";
import { said, type Writer, writer } from "../ai-sdk-writer.ts";
import { CHANT, CUT, prose, TOLD } from "../chant.ts";
import type { Generation } from "../text-loops.ts";
import { writers } from "./scenarios.ts";
import { type Ended, writingWorkflow } from "./workflows/agent.ts";

const { textRepeat } = detectors;

let made = 0;

async function written(generations: Generation[], guard?: LoopGuardOptions): Promise<Writer & { ended: Ended }> {
  const id = `writer-${++made}`;
  const mock = { specificationVersion: "v3", provider: "test", modelId: "writer", supportedUrls: {} };
  const own = writer(mock, generations);
  writers.set(id, { model: own.model, ...(guard === undefined ? {} : { guard }) });
  const run = await start(writingWorkflow, [id]);
  return { ...own, ended: await run.returnValue };
}

test("a chant is cut, and the model is told and goes on in the same text", async () => {
  const { ended, prompts, cancelled } = await written([{ words: "chant" }, { words: ["It is missing."] }]);
  const { text = "" } = ended;
  const before = text.indexOf(" […]");
  expect([before < CUT, text.slice(before)]).toEqual([true, " […]\n\nIt is missing."]);
  expect(cancelled).toEqual([true, false]);
  expect(said(prompts[1], -1)).toContain(TOLD);
  expect(said(prompts[1], -2)).toContain(CHANT);
});

test("at the end of the ladder the agent's stream rejects with the error, and the step is not run again", async () => {
  const guard = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
  const { ended, prompts } = await written([{ words: "chant" }], guard);
  expect(ended.loop).toMatchObject({ code: "ERR_TOOL_LOOP", detection: { detector: "text_repeat", strikes: 3 } });
  expect(prompts).toHaveLength(3);
});

test("long healthy prose comes as it was written", async () => {
  const words = prose();
  const { ended, prompts } = await written([{ words }]);
  expect([ended.text, prompts.length]).toEqual([words.join(""), 1]);
});

test("of one model for several runs, too, each response is a run of its own", async () => {
  const words = ["I am sorry, but I cannot help with this request. Please ask the support team about it."];
  const mock = { specificationVersion: "v3", provider: "test", modelId: "writer", supportedUrls: {} };
  const { model, prompts } = writer(mock, [{ words }]);
  const guarded = guardModel(model as LanguageModelV3, {
    detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })],
  });
  for (let at = 0; at < 6; at++) {
    const { content, providerMetadata } = await guarded.doGenerate({ prompt: [] });
    expect([content, providerMetadata]).toEqual([[{ type: "text", text: words[0] }], undefined]);
  }
  expect(prompts).toHaveLength(6);
});

test("what is no model is refused at once", () => {
  expect(() => guardModel({})).toThrow("an instance of a language model of the AI SDK");
});
