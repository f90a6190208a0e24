/**
 * LlamaIndex: a model that is stuck, and one line that stops it. Runs offline with a model of its own. In a project with
 * `loopguard`, `@llamaindex/core`, `@llamaindex/workflow` and `zod` installed: `node llamaindex.mjs`; here: see
 * test/frameworks/README.md.
 */
import { ToolCallLLM } from "@llamaindex/core/llms";
import { tool } from "@llamaindex/core/tools";
import { agent } from "@llamaindex/workflow";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/llamaindex";
import { z } from "zod";

let calls = 0;
class StuckModel extends ToolCallLLM {
  supportToolCall = true;
  metadata = { model: "stuck", contextWindow: 8000 };

  async *#answer() {
    const toolCall = [{ id: `call-${++calls}`, name: "search", input: { q: "refunds" } }];
    yield { delta: "", raw: null, options: { toolCall } };
  }

  async chat() {
    return this.#answer();
  }
}
const search = tool({
  name: "search",
  description: "Searches the handbook",
  parameters: z.object({ q: z.string() }),
  execute: ({ q }) => `No results for "${q}".`,
});

const clerk = withLoopGuard(agent({ llm: new StuckModel(), tools: [search] }));
try {
  await clerk.run("How do refunds work?");
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
