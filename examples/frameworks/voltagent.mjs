/**
 * VoltAgent: a model that is stuck, and one line that stops it. Runs offline with a mock model. In a project with
 * `loopguard`, `@voltagent/core`, `ai` and `zod` installed: `node voltagent.mjs`; here: see test/frameworks/README.md.
 */
import { Agent, createTool } from "@voltagent/core";
import { MockLanguageModelV3 } from "ai/test";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/voltagent";
import { z } from "zod";

let calls = 0;
const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: "tool-call", toolCallId: `call-${++calls}`, toolName: "search", input: '{"q":"refunds"}' }],
    finishReason: { unified: "tool-calls" },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
});
const search = createTool({
  name: "search",
  description: "Searches the handbook",
  parameters: z.object({ q: z.string() }),
  execute: async ({ q }) => `No results for "${q}".`,
});

const options = { name: "support", instructions: "Be brief.", model, tools: [search], maxSteps: 20 };
const agent = new Agent(withLoopGuard(options));
try {
  await agent.generateText("How do refunds work?");
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
process.exit(); // VoltAgent may still be asking the network for lists of models
