/** A guarded workflow has the type that it had. Checked by tsc. */
import { type AgentWorkflow, agent } from "@llamaindex/workflow";
import { LoopGuard } from "loopguard";
import { withLoopGuard } from "loopguard/llamaindex";
import { z } from "zod";

const workflow: AgentWorkflow = withLoopGuard(agent({ tools: [] }));
withLoopGuard(workflow, new LoopGuard());
withLoopGuard(workflow, { maxRepeats: 3 }, { onAbort: "stop" });
const { data } = await workflow.run("Go.", { responseFormat: z.object({ answer: z.string() }) });
data.object?.answer.trim();
withLoopGuard(workflow, { recover: true }, { onAbort: "answer" });
// @ts-expect-error: there is no such option
withLoopGuard(workflow, {}, { onAbort: "ignore" });
// @ts-expect-error: there is no such option of a guard
withLoopGuard(workflow, { maxRepeat: 3 });
