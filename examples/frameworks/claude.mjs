/**
 * The Claude Agent SDK: what the hooks answer when a session is stuck. `query()` needs an account and a network, so this
 * fires the hooks itself, in the order in which Claude Code does. In a real program it is:
 *
 *   for await (const message of withLoopGuard(query)({ prompt })) show(message);
 *
 * `node claude.mjs` in a project with `loopguard` installed; here: see test/frameworks/README.md.
 */
import { withLoopGuard } from "loopguard/claude";

const session_id = "session-1";

async function* query({ options: { hooks } }) {
  const fire = (hook_event_name, fields) =>
    hooks[hook_event_name][0].hooks[0]({ hook_event_name, session_id, ...fields });
  await fire("UserPromptSubmit", { prompt: "How do refunds work?" });
  for (let i = 1; i <= 20; i++) {
    const call = { tool_name: "Grep", tool_input: { pattern: "refund" }, tool_use_id: `toolu_${i}` };
    const { hookSpecificOutput: decision, stopReason } = await fire("PreToolUse", call);
    if (stopReason !== undefined) break;
    const tool_response = decision?.permissionDecisionReason ?? "No matches found";
    const told = decision === undefined ? await fire("PostToolUse", { ...call, tool_response }) : {};
    await fire("PostToolBatch", { tool_calls: [{ ...call, tool_response }] });
    yield {
      session_id,
      text: [tool_response, told.hookSpecificOutput?.additionalContext].filter(Boolean).join("\n   "),
    };
  }
  yield { session_id, type: "result", terminal_reason: "hook_stopped", text: "(the end of the turn)" };
}

let number = 0;
try {
  for await (const { text } of withLoopGuard(query)({})) console.log(`${++number}: ${text}`);
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
}
