/**
 * Mastra: a model that is stuck, and one line that stops it. Runs offline with Mastra's own mock model. In a project with
 * `loopguard`, `@mastra/core` and `zod` installed: `node mastra.mjs`; here: see test/frameworks/README.md.
 */
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/mastra";
import { z } from "zod";

let calls = 0;
const model = new MastraLanguageModelV2Mock({
  doGenerate: async () => ({
    content: [{ type: "tool-call", toolCallId: `call-${++calls}`, toolName: "search", input: '{"q":"refunds"}' }],
    finishReason: "tool-calls",
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    warnings: [],
  }),
});
const search = createTool({
  id: "search",
  description: "Searches the handbook",
  inputSchema: z.object({ q: z.string() }),
  execute: async ({ q }) => `No results for "${q}".`,
});

const agent = new Agent(
  withLoopGuard({
    id: "support",
    name: "support",
    instructions: "Answer from the handbook.",
    model,
    tools: { search },
  }),
);
// Without this, Mastra logs what went wrong, several times over.
const mastra = new Mastra({ agents: { support: agent }, logger: false });

try {
  await mastra.getAgent("support").generate("How do refunds work?", { maxSteps: 20 });
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
