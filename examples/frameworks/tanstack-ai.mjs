/**
 * TanStack AI: a model that is stuck, and one line that stops it. Runs offline with an adapter of its own. In a project with
 * `loopguard`, `@tanstack/ai` and `zod` installed: `node tanstack-ai.mjs`; here: see test/frameworks/README.md.
 */
import { chat, maxIterations, toolDefinition } from "@tanstack/ai";
import { findToolLoopError } from "loopguard";
import { toolLoopMiddleware } from "loopguard/tanstack-ai";
import { z } from "zod";

let calls = 0;
const adapter = {
  kind: "text",
  name: "stuck",
  model: "stuck",
  async *chatStream({ threadId, runId }) {
    const toolCallId = `call-${++calls}`;
    yield { type: "RUN_STARTED", threadId, runId };
    yield { type: "TOOL_CALL_START", toolCallId, toolCallName: "search", toolName: "search" };
    yield { type: "TOOL_CALL_ARGS", toolCallId, delta: '{"q":"refunds"}' };
    yield { type: "TOOL_CALL_END", toolCallId };
    yield { type: "RUN_FINISHED", threadId, runId, finishReason: "tool_calls" };
  },
};
const search = toolDefinition({
  name: "search",
  description: "Searches the handbook",
  inputSchema: z.object({ q: z.string() }),
}).server(async ({ q }) => `No results for "${q}".`);

try {
  const messages = [{ role: "user", content: "How do refunds work?" }];
  const agentLoopStrategy = maxIterations(20);
  const middleware = [toolLoopMiddleware()];
  for await (const _ of chat({ adapter, messages, tools: [search], agentLoopStrategy, middleware, debug: false }));
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
