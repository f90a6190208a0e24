/** The plugin fits where the Strands Agents SDK takes one. Checked by tsc. */
import { Agent, type LocalAgent, type Plugin } from "@strands-agents/sdk";
import { LoopGuard } from "loopguard";
import { ToolLoopPlugin } from "loopguard/strands";

const plugin: Plugin = new ToolLoopPlugin();
const agent = new Agent({
  plugins: [plugin, new ToolLoopPlugin(new LoopGuard()), new ToolLoopPlugin({ maxRepeats: 3 }, { onAbort: "stop" })],
});
const takesAgent: (agent: LocalAgent) => void = (local) => plugin.initAgent(local);
takesAgent(agent);
new ToolLoopPlugin({ recover: true }, { onAbort: "answer" });
// @ts-expect-error: there is no such option
new ToolLoopPlugin({}, { onAbort: "ignore" });
// @ts-expect-error: there is no such option of a guard
new ToolLoopPlugin({ maxRepeat: 3 });
