/** What the steps of the tests run. They are in a bundle of their own, in the same process. */
import type { LanguageModel } from "ai";
import type { LoopGuardOptions } from "loopguard";
import { guardModel } from "loopguard/workflow";
import type { Scenario, ScriptedResponse } from "../conformance.ts";

type Prompt = { role: string; content: unknown }[];

const shared = globalThis as { workflowScenarios?: Map<string, Scenario> };
shared.workflowScenarios ??= new Map();
export const scenarios: Map<string, Scenario> = shared.workflowScenarios;

const scenarioOf = (id: string): Scenario => scenarios.get(id) as Scenario;

export function guardOptionsOf(id: string): LoopGuardOptions {
  const { guard } = scenarioOf(id);
  return (guard as LoopGuardOptions | undefined) ?? {};
}

export function runTool(id: string, name: string, args: { q: string }): string {
  return (scenarioOf(id).tools[name] as (args: { q: string }) => string)(args);
}

function resultsIn(prompt: Prompt): string[] {
  const parts = prompt.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts
    .filter(({ type }) => type === "tool-result")
    .map(({ output: { value } }) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** Models whose texts are looked at, by the id of their workflow. */
const sharedModels = globalThis as { workflowWriters?: Map<string, { model: object; guard?: LoopGuardOptions }> };
sharedModels.workflowWriters ??= new Map();
export const writers: Map<string, { model: object; guard?: LoopGuardOptions }> = sharedModels.workflowWriters;

export function writerOf(id: string): LanguageModel {
  const { model, guard } = writers.get(id) as { model: object; guard?: LoopGuardOptions };
  return guardModel(model, guard) as LanguageModel;
}

/** A model of the AI SDK whose responses come from the scenario's script. */
export function modelOf(id: string): LanguageModel {
  const answer = (prompt: Prompt, choice?: { type: string }): ScriptedResponse =>
    scenarioOf(id).script({
      results: resultsIn(prompt),
      raw: prompt,
      ...(choice?.type === "none" ? { tools: [] } : {}),
    });
  return {
    specificationVersion: "v3",
    provider: "test",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: async () => {
      throw new Error("The agent streams");
    },
    doStream: async ({ prompt, toolChoice }: { prompt: Prompt; toolChoice?: { type: string } }) => {
      const { calls = [], text = "" } = answer(prompt, toolChoice);
      const parts =
        calls.length > 0
          ? calls.map(({ id, name, arguments: args }) => ({
              type: "tool-call",
              toolCallId: id,
              toolName: name,
              input: typeof args === "string" ? args : JSON.stringify(args),
            }))
          : [
              { type: "text-start", id: "1" },
              { type: "text-delta", id: "1", delta: text },
              { type: "text-end", id: "1" },
            ];
      const reason = calls.length > 0 ? "tool-calls" : "stop";
      const finish = {
        type: "finish",
        finishReason: { unified: reason, raw: reason },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
      };
      return { stream: ReadableStream.from([{ type: "stream-start", warnings: [] }, ...parts, finish]) };
    },
  } as unknown as LanguageModel;
}
