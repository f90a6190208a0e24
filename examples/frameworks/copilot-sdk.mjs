/**
 * The Copilot SDK: what becomes of a session that is stuck. A real one needs the Copilot CLI, so this one fires the hooks
 * itself, as the CLI does. In a real program the client is `new CopilotClient()`.
 *
 * `node copilot-sdk.mjs` in a project with `loopguard` installed; here: see test/frameworks/README.md.
 */
import { withLoopGuard } from "loopguard/copilot-sdk";

class StuckSession {
  sessionId = "session-1";
  calls = 0;
  #hooks;
  #listeners = [];
  #aborted = false;

  constructor(hooks) {
    this.#hooks = hooks;
  }

  on(listener) {
    this.#listeners.push(listener);
  }

  async abort() {
    this.#aborted = true;
  }

  async sendAndWait({ prompt }) {
    const input = { sessionId: this.sessionId };
    await this.#hooks.onUserPromptSubmitted({ ...input, prompt });
    while (!this.#aborted && this.calls < 20) {
      for (const listener of this.#listeners) listener({ type: "assistant.turn_start", data: {} });
      this.calls++;
      const call = { ...input, toolName: "grep", toolArgs: { pattern: "refund" } };
      const denial = await this.#hooks.onPreToolUse(call);
      const toolResult = { textResultForLlm: "No matches found", resultType: "success" };
      if (denial === undefined) await this.#hooks.onPostToolUse({ ...call, toolResult });
      console.log(`grep: ${denial?.permissionDecisionReason ?? toolResult.textResultForLlm}`);
    }
  }
}

const client = withLoopGuard({ createSession: async ({ hooks }) => new StuckSession(hooks) });
const session = await client.createSession({});
try {
  await session.sendAndWait({ prompt: "How do refunds work?" });
} catch (error) {
  console.log(`${error.name} after ${session.calls} model calls: ${error.message}`);
}
