/** The middleware and the node fit where LangChain and LangGraph take theirs, and leave an agent's types as they are. */
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { createReactAgent, ToolNode } from "@langchain/langgraph/prebuilt";
import { type AgentMiddleware, createAgent, createMiddleware, fakeModel } from "langchain";
import { detectors, LoopGuard } from "loopguard";
import { toolLoopMiddleware, withLoopGuard } from "loopguard/langchain";
import { z } from "zod";

const { repeat } = detectors;

const { repeat } = detectors;

const model = fakeModel().respond(new AIMessage("Done."));
const search = tool(async ({ q }: { q: string }) => q, {
  name: "search",
  description: "Searches",
  schema: z.object({ q: z.string() }),
});
const counting = createMiddleware({ name: "Counting", stateSchema: z.object({ steps: z.number().default(0) }) });

export const middleware: AgentMiddleware = toolLoopMiddleware(new LoopGuard());
toolLoopMiddleware({ detectors: [repeat()] }, { onAbort: "stop", onToolError: "throw" });
// @ts-expect-error there is no such option
toolLoopMiddleware({ detectors: [repeat()] }, { onLoop: "stop" });

const agent = createAgent({
  model,
  tools: [search],
  responseFormat: z.object({ answer: z.string() }),
  middleware: [toolLoopMiddleware(), counting],
});

export async function answer(): Promise<[string, number]> {
  const result = await agent.invoke({ messages: [{ role: "user", content: "Go." }], steps: 1 });
  // @ts-expect-error the response has a type
  result.structuredResponse.question;
  // @ts-expect-error nothing of the guard's is in the state
  result.loopguard;
  return [result.structuredResponse.answer, result.steps];
}

const node: ToolNode = withLoopGuard(new ToolNode([search], { name: "tools" }), { detectors: [repeat()] });
export const graph = new StateGraph(MessagesAnnotation)
  .addNode("tools", withLoopGuard(new ToolNode([search])))
  .addEdge("__start__", "tools")
  .compile();
export const reactAgent = createReactAgent({ llm: model, tools: node });
