/**
 * LangGraph: a graph with a guarded tool node, and a model that is stuck. Runs offline with LangChain's own fake model. In a
 * project with `loopguard`, `@langchain/core`, `@langchain/langgraph` and `zod` installed: `node langgraph.mjs`; here: see
 * test/frameworks/README.md.
 */
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/langchain";
import { z } from "zod";

let calls = 0;
const stuck = () =>
  new AIMessage({ content: "", tool_calls: [{ id: `call-${++calls}`, name: "search", args: { q: "refunds" } }] });
const model = fakeModel();
for (let step = 0; step < 20; step++) model.respond(stuck);

const search = tool(async ({ q }) => `No results for "${q}".`, {
  name: "search",
  description: "Searches the handbook",
  schema: z.object({ q: z.string() }),
});
const graph = new StateGraph(MessagesAnnotation)
  .addNode("agent", async ({ messages }) => ({ messages: await model.bindTools([search]).invoke(messages) }))
  .addNode("tools", withLoopGuard(new ToolNode([search])))
  .addEdge(START, "agent")
  .addConditionalEdges("agent", toolsCondition, ["tools", END])
  .addEdge("tools", "agent")
  .compile();

try {
  await graph.invoke({ messages: [{ role: "user", content: "How do refunds work?" }] }, { recursionLimit: 50 });
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
