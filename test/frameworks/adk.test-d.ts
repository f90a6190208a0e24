/** The plugin fits where ADK takes one. Checked by tsc. */
import { type BasePlugin, InMemoryRunner, LlmAgent } from "@google/adk";
import { LoopGuard } from "loopguard";
import { ToolLoopPlugin } from "loopguard/adk";

const plugin: BasePlugin = new ToolLoopPlugin();
const agent = new LlmAgent({ name: "agent", model: "gemini-2.5-flash" });
const runner = new InMemoryRunner({
  agent,
  plugins: [plugin, new ToolLoopPlugin(new LoopGuard()), new ToolLoopPlugin({ maxRepeats: 3 })],
});
void runner;
// @ts-expect-error: there is no such option of a guard
new ToolLoopPlugin({ maxRepeat: 3 });
new ToolLoopPlugin({ recover: true }, { onAbort: "answer" });
// @ts-expect-error: there is no such way to end
new ToolLoopPlugin({}, { onAbort: "ignore" });
