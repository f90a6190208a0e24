/** Guarded options have the type that they had. Checked by tsc. */
import { DurableAgent } from "@workflow/ai/agent";
import { type Judged, judgeRound, type Round, withLoopGuard } from "loopguard/workflow";
import { z } from "zod";

async function judge(round: Round): Promise<Judged> {
  return judgeRound(round, { maxRepeats: 3 });
}
const tools = { search: { inputSchema: z.object({ q: z.string() }), execute: async ({ q }: { q: string }) => q } };
new DurableAgent(withLoopGuard({ model: "anthropic/claude", tools }, judge));
// @ts-expect-error: the step takes a round
withLoopGuard({ tools }, (_round: string) => judge({}));
// @ts-expect-error: there is no such option of a guard
judgeRound({}, { maxRepeat: 3 });
