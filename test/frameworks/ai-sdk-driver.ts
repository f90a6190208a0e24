/** Agents of the three versions of the AI SDK, for the conformance suite and for tests of their own. */
import * as ai5 from "ai5";
import { MockLanguageModelV2 } from "ai5/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 as MockOfAi6 } from "ai6/test";
import * as ai7 from "ai7";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai7/test";
import { type AiSdkGuardOptions, withLoopGuard } from "loopguard/ai-sdk";
import { z } from "zod";
import type { Agent, Driver, Scenario, ScriptedCall, ScriptedResponse } from "./conformance.ts";

/** The SDK would log a run that reached its default limit of steps. */
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** What the tests use of any version. The types of each are tested in ai-types. */
export interface Sdk {
  generateText(settings: object): Promise<Result>;
  streamText(settings: object): StreamResult;
  stepCountIs(count: number): unknown;
  tool(tool: object): object;
  /** ai 5 calls it `Experimental_Agent`. */
  Agent: new (
    settings: object,
  ) => { generate(options: object): Promise<Result>; stream(options: object): unknown };
}

export interface Result {
  text: string;
  steps: readonly { content: readonly Record<string, unknown>[] }[];
  finishReason: string;
}

export interface StreamResult {
  fullStream: AsyncIterable<{ type: string; error?: unknown }>;
  textStream: AsyncIterable<string>;
  steps: PromiseLike<Result["steps"]>;
  text: PromiseLike<string>;
}

export interface Version {
  name: string;
  /** The folder in node_modules. */
  package: string;
  sdk: Sdk;
  /** A mock model whose responses come from `respond`. */
  mock(respond: (prompt: unknown, tools?: string[]) => ScriptedResponse): object;
}

type Chunk = Record<string, unknown>;
/** What a model is asked. */
interface Asked {
  prompt: unknown;
  tools?: { name: string }[];
}

/** `spec`: of the language model's interface, which says how it reports why it finished. */
function mockOf(Mock: new (settings: never) => object, spec: 2 | 3): Version["mock"] {
  const reason = (name: string): unknown => (spec === 2 ? name : { unified: name, raw: undefined });
  const count = (total: number): unknown => (spec === 2 ? total : { total });
  return (respond) => {
    const answer = ({
      prompt,
      tools = [],
    }: Asked): { calls: Chunk[]; text: string; finishReason: unknown; usage: object } => {
      const {
        calls = [],
        text = "",
        usage,
      } = respond(
        prompt,
        tools.map(({ name }) => name),
      );
      const { inputTokens, outputTokens } = usage ?? { inputTokens: 1, outputTokens: 1 };
      const totalTokens = inputTokens + outputTokens;
      return {
        usage: { inputTokens: count(inputTokens), outputTokens: count(outputTokens), totalTokens },
        calls: calls.map((call) => ({
          type: "tool-call",
          toolCallId: call.id,
          toolName: call.name,
          input: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
        })),
        text,
        finishReason: reason(calls.length > 0 ? "tool-calls" : "stop"),
      };
    };
    return new Mock({
      doGenerate: async (asked: Asked) => {
        const { calls, text, usage, finishReason } = answer(asked);
        return { content: calls.length > 0 ? calls : [{ type: "text", text }], finishReason, usage, warnings: [] };
      },
      doStream: async (asked: Asked) => {
        const { calls, text, usage, finishReason } = answer(asked);
        const words = [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: text },
          { type: "text-end", id: "1" },
        ];
        const chunks = [
          { type: "stream-start", warnings: [] },
          ...(calls.length > 0 ? calls : words),
          { type: "finish", finishReason, usage },
        ];
        return { stream: ReadableStream.from(chunks) };
      },
    } as never);
  };
}

export const AI5: Version = {
  name: "ai 5",
  package: "ai5",
  sdk: { ...ai5, Agent: ai5.Experimental_Agent } as unknown as Sdk,
  mock: mockOf(MockLanguageModelV2, 2),
};
export const AI6: Version = {
  name: "ai 6",
  package: "ai6",
  sdk: { ...ai6, Agent: ai6.ToolLoopAgent } as unknown as Sdk,
  mock: mockOf(MockOfAi6, 3),
};
const sdk7 = { ...ai7, Agent: ai7.ToolLoopAgent } as unknown as Sdk;
export const AI7: Version = { name: "ai 7", package: "ai7", sdk: sdk7, mock: mockOf(MockLanguageModelV3, 3) };
const AI7_SPEC4: Version = {
  name: "ai 7, models of version 4",
  package: "ai7",
  sdk: sdk7,
  mock: mockOf(MockLanguageModelV4, 3),
};

/** `withLoopGuard` for settings whose types say nothing of any version. */
export const guarded = withLoopGuard as unknown as <S extends object>(
  settings: S,
  guard?: Parameters<typeof withLoopGuard>[1],
  options?: AiSdkGuardOptions,
) => S;

export const VERSIONS: readonly Version[] = [AI5, AI6, AI7, AI7_SPEC4];

/** The texts of the tool results in a prompt, as the model sees them. */
export function resultsIn(prompt: unknown): string[] {
  const parts = (prompt as { content: unknown }[]).flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts.filter(({ type }) => type === "tool-result").map(({ output }) => textOf(output));
}

function textOf({ value }: { value: unknown }): string {
  if (Array.isArray(value)) return value.map((part: { text?: string }) => part.text ?? "").join("");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Reads a stream to its end, as a server does. Rejects with the error in an error part. */
export async function readStream(result: StreamResult): Promise<Result> {
  for await (const part of result.fullStream) if (part.type === "error") throw part.error;
  return { text: await result.text, steps: await result.steps, finishReason: "" };
}

/** The settings of a scenario, guarded by its options. */
function settingsOf({ sdk, mock }: Version, { script, tools, guard, onAbort }: Scenario): object {
  const model = mock((prompt, tools) => script({ results: resultsIn(prompt), raw: prompt, tools }));
  const inputSchema = z.object({ q: z.string() });
  const sdkTools = Object.fromEntries(
    Object.entries(tools).map(([name, run]) => {
      const execute = async (args: { q: string }): Promise<string> => run(args);
      return [name, sdk.tool({ description: name, inputSchema, execute })];
    }),
  );
  const settings = { model, tools: sdkTools, stopWhen: sdk.stepCountIs(20), onError: () => {} };
  return guard === "off" ? settings : guarded(settings, guard, onAbort === undefined ? {} : { onAbort });
}

export function functionsDriver(version: Version): Driver {
  return driver(`${version.name}: generateText, streamText`, version, ({ sdk }, settings) => ({
    generate: () => sdk.generateText({ ...settings, prompt: "Go." }),
    stream: () => readStream(sdk.streamText({ ...settings, prompt: "Go." })),
  }));
}

export function agentDriver(version: Version): Driver {
  return driver(`${version.name}: agent`, version, ({ sdk }, settings) => {
    const agent = new sdk.Agent(settings);
    return {
      generate: () => agent.generate({ prompt: "Go." }),
      stream: async () => readStream((await agent.stream({ prompt: "Go." })) as StreamResult),
    };
  });
}

function driver(name: string, version: Version, agentOf: (version: Version, settings: object) => Agent): Driver {
  return {
    name,
    makeAgent: (scenario) => agentOf(version, settingsOf(version, scenario)),
    concurrentRuns: true,
    stops: true,
    answers: true,
    sees: { unknownTool: true, invalidArguments: true, brokenJson: true },
  };
}

/** A model that asks for one call again and again, `steps` times, and then says "Done."; and all that it is asked. */
export function repeating(
  { mock }: Version,
  steps: number,
  change: Partial<ScriptedCall> | ((step: number) => Partial<ScriptedCall>) = {},
) {
  const prompts: unknown[] = [];
  const model = mock((prompt) => {
    const step = prompts.push(prompt);
    if (step > steps) return { text: "Done." };
    const own = typeof change === "function" ? change(step) : change;
    return { calls: [{ id: `call_${step}`, name: "search", arguments: { q: "x" }, ...own }] };
  });
  return { model, prompts, last: () => resultsIn(prompts.at(-1)) };
}
