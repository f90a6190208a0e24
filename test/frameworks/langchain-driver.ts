/** Agents of LangChain and graphs of LangGraph, for the conformance suite and for tests of their own. */
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { createReactAgent, ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent, fakeModel } from "langchain";
import { toolLoopMiddleware, withLoopGuard } from "loopguard/langchain";
import { z } from "zod";
import type { Agent, Driver, Scenario, ScriptedRequest, ScriptedResponse } from "./conformance.ts";

const STEPS = 40;
/** LangGraph's own limit of steps, high enough not to matter. */
export const OPTIONS = { recursionLimit: 100 };

/** A mock model whose responses come from `respond`. */
export function modelOf(respond: (request: ScriptedRequest) => ScriptedResponse): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  // An agent binds the tools of each request.
  let tools: string[] = [];
  const bindTools = model.bindTools.bind(model);
  model.bindTools = (bound) => {
    // The tool for a structured response is in the form of a provider.
    tools = bound.map((tool) => String((tool as { function?: { name: string } }).function?.name ?? tool.name));
    return bindTools(bound);
  };
  for (let step = 0; step < STEPS; step++)
    model.respond((messages) => {
      const asked = { results: resultsIn(messages), raw: messages.map(plain), tools };
      const { calls = [], text = "", usage } = respond(asked);
      tools = [];
      const tool_calls = calls.map(({ id, name, arguments: args }) => ({
        id,
        name,
        args: args as Record<string, unknown>,
      }));
      if (usage === undefined) return new AIMessage({ content: text, tool_calls });
      const { inputTokens: input_tokens, outputTokens: output_tokens } = usage;
      const usage_metadata = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
      return new AIMessage({ content: text, tool_calls, usage_metadata });
    });
  return model;
}

/** The texts of the tool messages, as the model sees them. */
export function resultsIn(messages: readonly BaseMessage[]): string[] {
  return messages.filter((message) => message.getType() === "tool").map(({ content }) => textOf(content));
}

function textOf(content: unknown): string {
  if (Array.isArray(content)) return content.map((part: { text?: string }) => part.text ?? "").join("\n\n");
  return String(content);
}

function plain(message: BaseMessage): object {
  const { content, name } = message;
  const { tool_calls, tool_call_id, status } = message as unknown as Record<string, unknown>;
  return { type: message.getType(), content, name, tool_calls, tool_call_id, status };
}

export const input = { messages: [{ role: "user", content: "Go." }] };

interface Runnable {
  invoke(state: typeof input, options: object): Promise<unknown>;
  stream(state: typeof input, options: object): Promise<AsyncIterable<unknown>>;
}

function agentOf(runnable: Runnable): Agent {
  return {
    generate: () => runnable.invoke(input, OPTIONS),
    async stream() {
      let last: unknown;
      for await (const state of await runnable.stream(input, { ...OPTIONS, streamMode: "values" })) last = state;
      return last;
    },
  };
}

function toolsOf({ tools }: Scenario) {
  return Object.entries(tools).map(([name, run]) =>
    tool(async (args: { q: string }) => run(args), { name, description: name, schema: z.object({ q: z.string() }) }),
  );
}

/** The graph that LangGraph's guide builds by hand. */
export function graphOf(model: ReturnType<typeof fakeModel>, node: ToolNode): Runnable {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({
      messages: await model.bindTools(node.tools as never[]).invoke(messages),
    }))
    .addNode("tools", node)
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", "__end__"])
    .addEdge("tools", "agent")
    .compile();
  return graph as unknown as Runnable;
}

const sees = { unknownTool: true, invalidArguments: true, brokenJson: false };

export const createAgentDriver: Driver = {
  name: "langchain: createAgent",
  makeAgent(scenario) {
    const { guard, onAbort } = scenario;
    const middleware = guard === "off" ? [] : [toolLoopMiddleware(guard, onAbort === undefined ? {} : { onAbort })];
    const agent = createAgent({ model: modelOf(scenario.script), tools: toolsOf(scenario), middleware });
    return agentOf(agent as unknown as Runnable);
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  sees,
};

function nodeOf(scenario: Scenario): ToolNode {
  const tools = toolsOf(scenario);
  return scenario.guard === "off" ? new ToolNode(tools) : withLoopGuard(new ToolNode(tools), scenario.guard);
}

export const toolNodeDriver: Driver = {
  name: "@langchain/langgraph: ToolNode",
  makeAgent: (scenario) => agentOf(graphOf(modelOf(scenario.script), nodeOf(scenario))),
  concurrentRuns: true,
  stops: false,
  sees,
};

export const reactAgentDriver: Driver = {
  name: "@langchain/langgraph: createReactAgent",
  makeAgent: (scenario) =>
    agentOf(createReactAgent({ llm: modelOf(scenario.script), tools: nodeOf(scenario) }) as unknown as Runnable),
  concurrentRuns: true,
  stops: false,
  sees,
};
