/** The plugin fits where ADK takes one, and events keep their type. Checked by tsc. */
import { type BasePlugin, type Event, InMemoryRunner, LlmAgent } from "@google/adk";
import { LoopGuard } from "loopguard";
import { ToolLoopPlugin, throwOnToolLoop } from "loopguard/adk";

const plugin: BasePlugin = new ToolLoopPlugin();
const agent = new LlmAgent({ name: "agent", model: "gemini-2.5-flash" });
const runner = new InMemoryRunner({
  agent,
  plugins: [plugin, new ToolLoopPlugin(new LoopGuard()), new ToolLoopPlugin({ maxRepeats: 3 })],
});
const events: AsyncGenerator<Event, void, undefined> = throwOnToolLoop(
  runner.runAsync({ userId: "u", sessionId: "s", newMessage: { role: "user", parts: [] } }),
);
void events;
// @ts-expect-error: there is no such option of a guard
new ToolLoopPlugin({ maxRepeat: 3 });
// @ts-expect-error: an array is not a stream of events
throwOnToolLoop(5);
