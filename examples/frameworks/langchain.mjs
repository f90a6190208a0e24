/**
 * LangChain: a model that is stuck, and one line that stops it. Runs offline with LangChain's own fake model. In a project
 * with `loopguard`, `langchain`, `@langchain/core`, `@langchain/langgraph` and `zod` installed: `node langchain.mjs`; here:
 * see test/frameworks/README.md.
 */
import { AIMessage, createAgent, fakeModel, tool } from "langchain";
import { findToolLoopError } from "loopguard";
import { toolLoopMiddleware } from "loopguard/langchain";
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
const agent = createAgent({ model, tools: [search], middleware: [toolLoopMiddleware()] });

try {
  await agent.invoke({ messages: [{ role: "user", content: "How do refunds work?" }] }, { recursionLimit: 50 });
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
