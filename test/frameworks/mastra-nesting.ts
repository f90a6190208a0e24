/** Agents of Mastra as sub-agents of each other. */
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { withLoopGuard } from "loopguard/mastra";
import { z } from "zod";
import { agentOf, type Config, mock, resultsIn } from "./mastra-driver.ts";
import type { AgentSpec, NestingDriver } from "./nesting.ts";

type Prompt = Parameters<Parameters<typeof mock>[0]>[0];

/** The task is what the user said last. */
function taskIn(prompt: Prompt): string {
  const said = prompt.findLast(({ role }) => role === "user")?.content;
  return Array.isArray(said) ? said.map(({ text }: { text?: string }) => text ?? "").join("") : String(said);
}

export const subAgentNesting: NestingDriver = {
  name: "mastra: sub-agents",
  toolOf: (agent) => `agent-${agent}`,
  argumentsOf: (prompt) => ({ prompt }),
  run(agents, guard) {
    const known: Record<string, Agent> = {};
    const configOf = (name: string): Config => {
      const { script, tools = {}, starts = [] } = agents[name] as AgentSpec;
      const own = Object.entries(tools).map(([id, use]) => [
        id,
        createTool({
          id,
          description: id,
          inputSchema: z.object({ q: z.string() }),
          execute: async ({ q }) => use(q),
        }),
      ]);
      const config = {
        id: name,
        name,
        description: name,
        instructions: "Be brief.",
        model: mock((prompt) => script(resultsIn(prompt), taskIn(prompt))),
        tools: Object.fromEntries(own),
        agents: () => Object.fromEntries(starts.map((other) => [other, known[other]])),
        defaultOptions: { maxSteps: 20 },
      };
      return withLoopGuard(config as unknown as Config, guard);
    };
    for (const name of Object.keys(agents)) known[name] = new Agent(configOf(name)) as never;
    const root = Object.keys(agents)[0] as string;
    return agentOf({ ...configOf(root), id: "agent" }).generate("Go.", { maxSteps: 20 });
  },
};
