/** Agents of LlamaIndex, for the conformance suite and for tests of their own. */
import {
  type BaseTool,
  type BaseToolWithCall,
  type ChatMessage,
  type ChatResponseChunk,
  ToolCallLLM,
} from "@llamaindex/core/llms";
import { tool } from "@llamaindex/core/tools";
import { type AgentWorkflow, agent } from "@llamaindex/workflow";
import { withLoopGuard } from "loopguard/llamaindex";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";

/** A model whose responses come from `respond`. The framework's own mock has one response only. */
export class ScriptedLLM extends ToolCallLLM {
  readonly supportToolCall = true;
  readonly metadata = {
    model: "scripted",
    temperature: 0,
    topP: 1,
    contextWindow: 100_000,
    tokenizer: undefined,
    structuredOutput: false,
  };
  readonly #respond: (messages: ChatMessage[], tools: string[]) => ScriptedResponse;

  constructor(respond: (messages: ChatMessage[], tools: string[]) => ScriptedResponse) {
    super();
    this.#respond = respond;
  }

  override async chat({ messages, tools = [] }: { messages: ChatMessage[]; tools?: BaseTool[] }): Promise<never> {
    return this.#chunks(
      messages,
      tools.map(({ metadata: { name } }) => name),
    ) as never;
  }

  async *#chunks(messages: ChatMessage[], tools: string[]): AsyncGenerator<ChatResponseChunk> {
    const { calls = [], text = "", usage } = this.#respond(messages, tools);
    const raw = usage === undefined ? null : { usage };
    if (calls.length === 0) yield { delta: text, raw };
    else
      yield {
        delta: "",
        raw,
        options: { toolCall: calls.map(({ id, name, arguments: input }) => ({ id, name, input })) },
      };
  }
}

/** The results in a request, as the model reads them. */
export function resultsIn(messages: ChatMessage[]): string[] {
  return messages.flatMap(({ content, options }) =>
    options !== undefined && "toolResult" in options ? `${content}` : [],
  );
}

export const scripted = (script: Scenario["script"]): ScriptedLLM =>
  new ScriptedLLM((messages, tools) => script({ results: resultsIn(messages), raw: messages, tools }));

export function llamaTools(tools: Scenario["tools"]): BaseToolWithCall[] {
  const parameters = z.object({ q: z.string() });
  return Object.entries(tools).map(([name, run]) =>
    tool({ name, description: name, parameters, execute: (args) => run(args) }),
  );
}

/** Reads a stream to its end. */
export async function streamed(workflow: AgentWorkflow): Promise<unknown> {
  let last: unknown;
  for await (const event of workflow.runStream("Go.")) last = event;
  return last;
}

export const driver: Driver = {
  name: "llamaindex",
  makeAgent({ script, tools, guard, onAbort }) {
    const own = agent({ llm: scripted(script), tools: llamaTools(tools) });
    const workflow = guard === "off" ? own : withLoopGuard(own, guard, onAbort === undefined ? {} : { onAbort });
    return { generate: () => workflow.run("Go."), stream: () => streamed(workflow) };
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  // A name that no tool has is an error that nothing handles. Arguments that do not fit the schema, or are broken, reach the tool.
  sees: { unknownTool: false, invalidArguments: false, brokenJson: false },
};
