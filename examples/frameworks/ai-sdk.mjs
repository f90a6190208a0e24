/**
 * The AI SDK: a model that is stuck, and one line that stops it. Runs offline with the SDK's own mock model. In a project
 * with `loopguard`, `ai` and `zod` installed: `node ai-sdk.mjs`; here: see test/frameworks/README.md.
 */
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/ai-sdk";
import { z } from "zod";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
let calls = 0;
const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: "tool-call", toolCallId: `call-${++calls}`, toolName: "search", input: '{"q":"refunds"}' }],
    finishReason: { unified: "tool-calls", raw: undefined },
    usage,
    warnings: [],
  }),
});
const search = tool({
  description: "Searches the handbook",
  inputSchema: z.object({ q: z.string() }),
  execute: async ({ q }) => `No results for "${q}".`,
});

try {
  await generateText(
    withLoopGuard({ model, tools: { search }, prompt: "How do refunds work?", stopWhen: stepCountIs(20) }),
  );
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
