/**
 * The Claude Agent SDK: what the hooks answer when a session is stuck. `query()` needs an account and a network, so this
 * fires the hooks itself, in the order in which Claude Code does. In a real program it is:
 *
 *   for await (const message of throwOnToolLoop(query({ prompt, options: { hooks } }), hooks)) show(message);
 *
 * `node claude.mjs` in a project with `loopguard` installed; here: see test/frameworks/README.md.
 */
import { throwOnToolLoop, toolLoopHooks } from "loopguard/claude";

const hooks = toolLoopHooks();
const session_id = "session-1";

function fire(hook_event_name, fields) {
  const [{ hooks: callbacks }] = hooks[hook_event_name];
  return callbacks[0]({ hook_event_name, session_id, ...fields });
}

async function* query() {
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
  for await (const { text } of throwOnToolLoop(query(), hooks)) console.log(`${++number}: ${text}`);
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
}
