/** Agents of Mastra, for the conformance suite and for tests of their own. */
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { withLoopGuard } from "loopguard/mastra";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";

export type Config = ConstructorParameters<typeof Agent>[0];
type Prompt = { role: string; content: unknown }[];

const USAGE = { inputTokens: 1, outputTokens: 1 };

/** A mock model whose responses come from `respond`. */
export function mock(respond: (prompt: Prompt, tools: string[]) => ScriptedResponse): MastraLanguageModelV2Mock {
  const answer = ({ prompt, tools = [] }: { prompt: Prompt; tools?: { name: string }[] }) => {
    const {
      calls = [],
      text = "",
      usage = USAGE,
    } = respond(
      prompt,
      tools.map(({ name }) => name),
    );
    return {
      finishReason: calls.length > 0 ? ("tool-calls" as const) : ("stop" as const),
      text,
      usage: { ...usage, totalTokens: usage.inputTokens + usage.outputTokens },
      calls: calls.map(({ id, name, arguments: args }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input: typeof args === "string" ? args : JSON.stringify(args),
      })),
    };
  };
  return new MastraLanguageModelV2Mock({
    doGenerate: async (asked) => {
      const { calls, text, usage, finishReason } = answer(asked);
      return { content: calls.length > 0 ? calls : [{ type: "text", text }], finishReason, usage, warnings: [] };
    },
    doStream: async (asked) => {
      const { calls, text, usage, finishReason } = answer(asked);
      const words = [
        { type: "text-start" as const, id: "1" },
        { type: "text-delta" as const, id: "1", delta: text },
        { type: "text-end" as const, id: "1" },
      ];
      const parts = calls.length > 0 ? calls : words;
      return {
        stream: ReadableStream.from([
          { type: "stream-start" as const, warnings: [] },
          ...parts,
          { type: "finish" as const, finishReason, usage },
        ]),
      };
    },
  });
}

export function resultsIn(prompt: Prompt): string[] {
  const parts = prompt.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts
    .filter(({ type }) => type === "tool-result")
    .map(({ output: { value } }) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** Mastra writes the time into every message. */
const withoutTimes = (prompt: Prompt): unknown =>
  JSON.parse(JSON.stringify(prompt, (name, value) => (name === "createdAt" ? undefined : value)));

function mastraTools(tools: Scenario["tools"]): Record<string, ReturnType<typeof createTool>> {
  const inputSchema = z.object({ q: z.string() });
  return Object.fromEntries(
    Object.entries(tools).map(([id, run]) => [
      id,
      createTool({ id, description: id, inputSchema, execute: async (args) => run(args) }) as never,
    ]),
  );
}

export const scripted = (script: Scenario["script"]): MastraLanguageModelV2Mock =>
  mock((prompt, tools) => script({ results: resultsIn(prompt), raw: withoutTimes(prompt), tools }));

export const configOf = (script: Scenario["script"], tools: object, more: object = {}): Config =>
  ({ id: "agent", name: "agent", instructions: "Be brief.", model: scripted(script), tools, ...more }) as Config;

/** The framework logs every error; the tests check what it does with them. */
export function agentOf(config: Config): Agent {
  const agent = new Agent(config);
  return new Mastra({ agents: { agent }, logger: false, storage: new InMemoryStore() }).getAgent("agent");
}

/** Reads a stream to its end, as a server does. Rejects with the error in an error part. */
export async function streamed(agent: Agent): Promise<unknown> {
  const stream = await agent.stream("Go.", { maxSteps: 20 });
  for await (const part of stream.fullStream) if (part.type === "error") throw part.payload.error;
  return stream.getFullOutput();
}

export const driver: Driver = {
  name: "mastra",
  makeAgent({ script, tools, guard, onAbort }) {
    const config = configOf(script, mastraTools(tools));
    const agent = agentOf(
      guard === "off" ? config : withLoopGuard(config, guard, onAbort === undefined ? {} : { onAbort }),
    );
    return { generate: () => agent.generate("Go.", { maxSteps: 20 }), stream: () => streamed(agent) };
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  // Arguments that do not fit the schema reach the tool and fail there; `generate` takes broken JSON for no arguments.
  sees: { unknownTool: true, invalidArguments: false, brokenJson: false },
};
