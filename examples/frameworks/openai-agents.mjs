/**
 * The OpenAI Agents SDK: a model that is stuck, and one line that stops it. Runs offline with the SDK's own scripted model.
 * In a project with `loopguard`, `@openai/agents` and `zod` installed: `node openai-agents.mjs`; here: see
 * test/frameworks/README.md.
 */
import { Agent, run, setTracingDisabled, tool } from "@openai/agents";
import { functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/openai-agents";
import { z } from "zod";

setTracingDisabled(true);

let calls = 0;
const stuck = () => [functionCall("search", { q: "refunds" }, { callId: `call-${++calls}` })];
const model = new ScriptedModel(Array.from({ length: 20 }, () => modelResponder(stuck)));

const search = tool({
  name: "search",
  description: "Searches the handbook",
  parameters: z.object({ q: z.string() }),
  execute: async ({ q }) => `No results for "${q}".`,
});
const agent = withLoopGuard(
  new Agent({ name: "Support", instructions: "Answer from the handbook.", model, tools: [search] }),
);

try {
  await run(agent, "How do refunds work?", { maxTurns: 20 });
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
