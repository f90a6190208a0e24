/** Agents of the Strands Agents SDK, for the conformance suite and for tests of their own. */
import {
  type AgentConfig,
  type AgentResult,
  type Message,
  Model,
  type ModelStreamEvent,
  type Plugin,
  Agent as StrandsAgent,
  type StreamOptions,
  tool,
} from "@strands-agents/sdk";
import { ToolLoopPlugin } from "loopguard/strands";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";

/** A model whose responses come from `respond`. The SDK has no mock of its own. */
export class MockModel extends Model<Record<string, never>> {
  readonly #respond: (messages: Message[], tools: string[]) => ScriptedResponse;

  constructor(respond: (messages: Message[], tools: string[]) => ScriptedResponse) {
    super();
    this.#respond = respond;
  }

  updateConfig(): void {}

  getConfig(): Record<string, never> {
    return {};
  }

  async *stream(messages: Message[], { toolSpecs = [] }: StreamOptions = {}): AsyncIterable<ModelStreamEvent> {
    const tools = toolSpecs.map(({ name }) => name);
    const { calls = [], text = "", usage } = this.#respond(messages, tools);
    yield { type: "modelMessageStartEvent", role: "assistant" };
    for (const { id, name, arguments: args } of calls) {
      const input = typeof args === "string" ? args : JSON.stringify(args);
      yield { type: "modelContentBlockStartEvent", start: { type: "toolUseStart", name, toolUseId: id } };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input } };
      yield { type: "modelContentBlockStopEvent" };
    }
    if (calls.length === 0) {
      yield { type: "modelContentBlockStartEvent" };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text } };
      yield { type: "modelContentBlockStopEvent" };
    }
    yield { type: "modelMessageStopEvent", stopReason: calls.length > 0 ? "toolUse" : "endTurn" };
    if (usage === undefined) return;
    yield { type: "modelMetadataEvent", usage: { ...usage, totalTokens: usage.inputTokens + usage.outputTokens } };
  }
}

export function resultsIn(messages: Message[]): string[] {
  const blocks = messages.flatMap(({ content }) => content).filter((block) => block.type === "toolResultBlock");
  return blocks.map(({ content }) =>
    content.map((part) => (part.type === "textBlock" ? part.text : JSON.stringify(part))).join("\n"),
  );
}

function strandsTools(tools: Scenario["tools"]): ReturnType<typeof tool>[] {
  return Object.entries(tools).map(([name, run]) =>
    tool({ name, description: name, inputSchema: z.object({ q: z.string() }), callback: (args) => run(args) }),
  );
}

export function agentOf(
  { script, tools, guard, onAbort }: Scenario,
  more: Plugin[] = [],
  options: AgentConfig = {},
): StrandsAgent {
  const model = new MockModel((messages, offered) =>
    script({
      results: resultsIn(messages),
      raw: messages.map(({ role, content }) => ({ role, content })),
      tools: offered,
    }),
  );
  const plugins =
    guard === "off" ? more : [new ToolLoopPlugin(guard, onAbort === undefined ? {} : { onAbort }), ...more];
  return new StrandsAgent({ model, tools: strandsTools(tools), plugins, printer: false, ...options });
}

async function streamed(agent: StrandsAgent): Promise<AgentResult | undefined> {
  let result: AgentResult | undefined;
  for await (const event of agent.stream("Go.")) if (event.type === "agentResultEvent") result = event.result;
  return result;
}

export const driver: Driver = {
  name: "strands",
  makeAgent(scenario) {
    // One agent has one invocation at a time, and keeps its messages: a second run starts from where the first ended.
    const agent = agentOf(scenario);
    return { generate: () => agent.invoke("Go."), stream: () => streamed(agent) };
  },
  concurrentRuns: false,
  stops: true,
  answers: true,
  // Broken JSON ends a run of this SDK by itself. Arguments that do not fit the schema reach the tool and fail there.
  sees: { unknownTool: true, invalidArguments: false, brokenJson: false },
};
