/**
 * The Strands Agents SDK: a model that is stuck, and one line that stops it. Runs offline with a model of its own. In a
 * project with `loopguard`, `@strands-agents/sdk` and `zod` installed: `node strands.mjs`; here: see
 * test/frameworks/README.md.
 */
import { Agent, Model, tool } from "@strands-agents/sdk";
import { findToolLoopError } from "loopguard";
import { ToolLoopPlugin } from "loopguard/strands";
import { z } from "zod";

let calls = 0;
class StuckModel extends Model {
  updateConfig() {}

  getConfig() {
    return {};
  }

  async *stream() {
    yield { type: "modelMessageStartEvent", role: "assistant" };
    yield {
      type: "modelContentBlockStartEvent",
      start: { type: "toolUseStart", name: "search", toolUseId: `call-${++calls}` },
    };
    yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input: '{"q":"refunds"}' } };
    yield { type: "modelContentBlockStopEvent" };
    yield { type: "modelMessageStopEvent", stopReason: "toolUse" };
  }
}
const search = tool({
  name: "search",
  description: "Searches the handbook",
  inputSchema: z.object({ q: z.string() }),
  callback: ({ q }) => `No results for "${q}".`,
});

const agent = new Agent({ model: new StuckModel(), tools: [search], plugins: [new ToolLoopPlugin()], printer: false });
try {
  await agent.invoke("How do refunds work?");
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
