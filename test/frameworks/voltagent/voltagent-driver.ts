/** Agents of VoltAgent, for the conformance suite and for tests of their own. */
import { Agent, type AgentOptions, createTool, type Tool } from "@voltagent/core";
import { createPinoLogger } from "@voltagent/logger";
import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { withLoopGuard } from "loopguard/voltagent";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "../conformance.ts";

(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

type Prompt = readonly { role: string; content: unknown }[];

/** A model whose responses come from `respond`. */
export function modelOf(
  respond: (prompt: Prompt, tools: string[]) => ScriptedResponse,
  tokens = 1,
): MockLanguageModelV3 {
  const count = (total: number) => ({ total, noCache: total, cacheRead: 0, cacheWrite: 0, text: total, reasoning: 0 });
  const answer = ({ prompt, tools = [] }: { prompt: Prompt; tools?: { name: string }[] }) => {
    const {
      calls = [],
      text = "",
      usage,
    } = respond(
      prompt,
      tools.map(({ name }) => name),
    );
    const content = calls.map(({ id, name, arguments: args }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName: name,
      input: typeof args === "string" ? args : JSON.stringify(args),
    }));
    const unified = calls.length > 0 ? ("tool-calls" as const) : ("stop" as const);
    const { inputTokens, outputTokens } = usage ?? { inputTokens: tokens, outputTokens: tokens };
    const used = { inputTokens: count(inputTokens), outputTokens: count(outputTokens) };
    return { content, text, usage: used, finishReason: { unified, raw: undefined } };
  };
  return new MockLanguageModelV3({
    doGenerate: async (asked) => {
      const { content, text, usage, finishReason } = answer(asked);
      return { content: content.length > 0 ? content : [{ type: "text", text }], finishReason, usage, warnings: [] };
    },
    doStream: async (asked) => {
      const { content, text, usage, finishReason } = answer(asked);
      const words = [
        { type: "text-start" as const, id: "1" },
        { type: "text-delta" as const, id: "1", delta: text },
        { type: "text-end" as const, id: "1" },
      ];
      const chunks = [
        { type: "stream-start" as const, warnings: [] },
        ...(content.length > 0 ? content : words),
        { type: "finish" as const, finishReason, usage },
      ];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}

/** The texts of all tool results; a failed call is an object with its message. */
export function resultsIn(prompt: Prompt): string[] {
  const parts = prompt.flatMap(({ role, content }) =>
    role === "tool" ? (content as { output: { value: unknown } }[]) : [],
  );
  return parts.map(({ output: { value } }) => (typeof value === "string" ? value : JSON.stringify(value)));
}

export function toolsOf(tools: Scenario["tools"]): Tool[] {
  const parameters = z.object({ q: z.string() });
  return Object.entries(tools).map(
    ([name, run]) => createTool({ name, description: name, parameters, execute: async (args) => run(args) }) as never,
  );
}

/** It logs every error; the tests check what becomes of them. */
const logger = createPinoLogger({ level: "silent" as never });

export const optionsOf = (model: AgentOptions["model"], tools: Tool[], more: object = {}): AgentOptions => ({
  name: "agent",
  instructions: "Be brief.",
  model,
  tools,
  maxSteps: 20,
  memory: false,
  logger,
  ...more,
});

/** Reads a stream to its end: its parts. Rejects with the error in an error part. */
export async function partsOf(agent: Agent): Promise<object[]> {
  const result = await agent.streamText("Go.");
  const parts: object[] = [];
  for await (const part of result.fullStream) {
    if (part.type === "error") throw part.error;
    parts.push(part);
  }
  await result.text;
  return parts;
}

/** The text of all that a stream has. */
export async function streamed(agent: Agent): Promise<string> {
  const parts = (await partsOf(agent)) as { type: string; text?: string }[];
  return parts.map(({ type, text = "" }) => (type === "text-delta" ? text : "")).join("");
}

/** Results of failed calls have the stack of the error. */
const withoutStacks = (prompt: Prompt): unknown =>
  JSON.parse(JSON.stringify(prompt, (name, value) => (name === "stack" ? undefined : value)));

export const driver: Driver = {
  name: "voltagent",
  makeAgent({ script, tools, guard, onAbort }) {
    const model = modelOf((prompt, tools) => script({ results: resultsIn(prompt), raw: withoutStacks(prompt), tools }));
    const options = optionsOf(model, toolsOf(tools));
    const agent = new Agent(
      guard === "off" ? options : withLoopGuard(options, guard, onAbort === undefined ? {} : { onAbort }),
    );
    return { generate: () => agent.generateText("Go."), stream: () => partsOf(agent) };
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  sees: { unknownTool: true, invalidArguments: true, brokenJson: true },
};
