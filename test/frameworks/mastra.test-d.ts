/** Mastra's own types come through. Checked by tsc. */
import { Agent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { LoopGuard } from "loopguard";
import { ToolLoopProcessor, toolLoopHooks, withLoopGuard } from "loopguard/mastra";
import { z } from "zod";

const model = new MastraLanguageModelV2Mock({});
const search = createTool({
  id: "search",
  description: "Searches",
  inputSchema: z.object({ q: z.string() }),
  execute: async ({ q }) => ({ hits: q.length }),
});
const config = { id: "agent", name: "agent", instructions: "Be brief.", model, tools: { search } } as const;
const guard = new LoopGuard();

// The tools of an agent stay typed through `withLoopGuard`.
const typed: Agent<"agent", { readonly search: typeof search }> = new Agent(
  withLoopGuard(config, guard, { onAbort: "stop" }),
);
const inline: Agent<string, { search: typeof search }> = new Agent(
  withLoopGuard({ id: "agent", name: "agent", instructions: "Be brief.", model, tools: { search } }, { maxRepeats: 3 }),
);
new Agent(withLoopGuard(config, { recover: true }, { onAbort: "answer" }));
// @ts-expect-error: there is no such tool
const wrong: Agent<"agent", { read: typeof search }> = new Agent(withLoopGuard(config));
// @ts-expect-error: the config is still checked
new Agent(withLoopGuard({ id: "agent", name: "agent", instructions: "Be brief." }));
// @ts-expect-error: there is no such option
withLoopGuard(config, guard, { onAbort: "ignore" });
// @ts-expect-error: there is no such option of a guard
withLoopGuard(config, { maxRepeat: 3 });

// The parts fit where Mastra takes them.
const parts = new Agent({ ...config, hooks: toolLoopHooks(guard), inputProcessors: [new ToolLoopProcessor(guard)] });
void typed.generate("Go.", { hooks: toolLoopHooks(), inputProcessors: [new ToolLoopProcessor()] });
void [typed, inline, wrong, parts];
