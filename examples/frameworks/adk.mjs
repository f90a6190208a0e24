/**
 * Google's ADK: a model that is stuck, and a plugin that stops it. Runs offline with a model of its own. In a project with
 * `loopguard`, `@google/adk` and `zod` installed: `node adk.mjs`; here: see test/frameworks/README.md.
 */
import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, LogLevel, setLogLevel } from "@google/adk";
import { findToolLoopError } from "loopguard";
import { ToolLoopPlugin } from "loopguard/adk";
import { z } from "zod";

setLogLevel(LogLevel.ERROR);

let calls = 0;
class StuckModel extends BaseLlm {
  async *generateContentAsync() {
    calls++;
    yield { content: { role: "model", parts: [{ functionCall: { name: "search", args: { q: "refunds" } } }] } };
  }
}
const search = new FunctionTool({
  name: "search",
  description: "Searches the handbook",
  parameters: z.object({ q: z.string() }),
  execute: ({ q }) => `No results for "${q}".`,
});

const agent = new LlmAgent({ name: "support", model: new StuckModel({ model: "stuck" }), tools: [search] });
const runner = new InMemoryRunner({ agent, appName: "support", plugins: [new ToolLoopPlugin()] });
const session = await runner.sessionService.createSession({ appName: "support", userId: "user" });
const newMessage = { role: "user", parts: [{ text: "How do refunds work?" }] };
try {
  for await (const event of runner.runAsync({ userId: "user", sessionId: session.id, newMessage }))
    if (event.errorCode !== undefined) console.log(`The last event: ${event.errorCode}`);
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
