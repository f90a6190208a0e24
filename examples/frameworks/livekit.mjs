/**
 * LiveKit Agents: a model that is stuck, and one line that stops it. Runs offline, without a room, with a model of its own. In a
 * project with `loopguard`, `@livekit/agents`, `@livekit/rtc-node` and `zod` installed: `node livekit.mjs`; here: see
 * test/frameworks/livekit/README.md.
 */
import { initializeLogger, llm, voice } from "@livekit/agents";
import { findToolLoopError } from "loopguard";
import { guardTools, throwOnToolLoop } from "loopguard/livekit";
import { z } from "zod";

initializeLogger({ pretty: false, level: "silent" });
let calls = 0;
class StuckModel extends llm.LLM {
  label() {
    return "stuck";
  }

  chat({ chatCtx, toolCtx }) {
    return new StuckStream(this, {
      chatCtx,
      toolCtx,
      connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 9000 },
    });
  }
}
class StuckStream extends llm.LLMStream {
  async run() {
    const call = llm.FunctionCall.create({ callId: `call-${++calls}`, name: "search", args: '{"q":"refunds"}' });
    this.queue.put({ id: `${calls}`, delta: { role: "assistant", toolCalls: [call] } });
  }
}
const search = llm.tool({
  name: "search",
  description: "Searches the handbook",
  parameters: z.object({ q: z.string() }),
  execute: async ({ q }) => `No results for "${q}".`,
});

const session = new voice.AgentSession({ llm: new StuckModel(), maxToolSteps: 20, turnDetection: "manual" });
await session.start({ agent: new voice.Agent({ instructions: "Be brief.", tools: guardTools([search]) }) });
try {
  await throwOnToolLoop(session.generateReply({ userInput: "How do refunds work?" }));
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
await session.close();
