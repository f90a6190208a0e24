/** Agents of the OpenAI Agents SDK as tools of each other. */
import { Agent, run, tool } from "@openai/agents";
import { withLoopGuard } from "loopguard/openai-agents";
import { z } from "zod";
import type { AgentSpec, NestingDriver } from "./nesting.ts";
import { modelOf, OPTIONS } from "./openai-agents-driver.ts";

/** The task is the first message of the input. */
function taskIn(raw: unknown): string {
  const { input } = raw as { input: unknown };
  const first = Array.isArray(input) ? (input[0] as { content: unknown }).content : input;
  return typeof first === "string" ? first : JSON.stringify(first);
}

export const agentToolNesting: NestingDriver = {
  name: "@openai/agents: asTool",
  oneRun: true,
  toolOf: (agent) => `ask_${agent}`,
  argumentsOf: (task) => ({ input: task }),
  async run(agents, guard) {
    const known = new Map<string, Agent>();
    for (const [name, { script, tools = {} }] of Object.entries(agents)) {
      const own = Object.entries(tools).map(([name, use]) =>
        tool({ name, description: name, parameters: z.object({ q: z.string() }), execute: async ({ q }) => use(q) }),
      );
      const model = modelOf(({ results, raw }) => script(results, taskIn(raw)));
      known.set(name, withLoopGuard(new Agent({ name, model, tools: own }), guard));
    }
    const agentOf = (name: string) => known.get(name) as Agent;
    for (const [name, { starts = [] }] of Object.entries(agents) as [string, AgentSpec][])
      for (const other of starts)
        agentOf(name).tools.push(
          agentOf(other).asTool({
            toolName: `ask_${other}`,
            toolDescription: other,
            runOptions: OPTIONS,
          }) as never,
        );
    return run(agentOf(Object.keys(agents)[0] as string), "Go.", OPTIONS);
  },
};
