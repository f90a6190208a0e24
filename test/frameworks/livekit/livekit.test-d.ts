/** Guarded tools have the types that they had. Checked by tsc. */
import { llm, voice } from "@livekit/agents";
import { LoopGuard } from "loopguard";
import { guardTools, throwOnToolLoop, withLoopGuard } from "loopguard/livekit";
import { z } from "zod";

const search = llm.tool({
  name: "search",
  description: "Searches",
  parameters: z.object({ q: z.string() }),
  execute: async ({ q }) => q,
});
const named = { search: llm.tool({ description: "Searches", execute: async () => "none" }) };
const [guarded] = guardTools([search]);
const name: string | undefined = guarded?.name;
new voice.Agent({ instructions: "", tools: guardTools([search], new LoopGuard()) });
new voice.Agent({ instructions: "", tools: guardTools(named, { maxRepeats: 3 }) });
await throwOnToolLoop(new voice.AgentSession({}).generateReply({ userInput: `${name}` }));
const agent: voice.Agent = withLoopGuard(new voice.Agent({ instructions: "" }), { maxRepeats: 3 });
void agent;
// @ts-expect-error: there is no such option of a guard
guardTools([search], { maxRepeat: 3 });
