/** Agents of the AI SDK as tools of each other. */

import { z } from "zod";
import { guarded, resultsIn, type StreamResult, type Version } from "./ai-sdk-driver.ts";
import type { AgentSpec, NestingDriver } from "./nesting.ts";

/** `streams`: the tools are generators that pass on what the other agent writes, as the SDK's guide shows. */
export function agentNesting(version: Version, streams: boolean, onAbort: "throw" | "stop" = "throw"): NestingDriver {
  const { sdk, mock } = version;
  return {
    name: `${version.name}: agents${streams ? " that stream" : ""}, ${onAbort}`,
    toolOf: (agent) => `ask_${agent}`,
    argumentsOf: (task) => ({ task }),
    run(agents, guard) {
      const agentOf = (name: string, task: string) => {
        const { script, tools = {}, starts = [] } = agents[name] as AgentSpec;
        const own = Object.entries(tools).map(([name, use]) => [
          name,
          sdk.tool({
            description: name,
            inputSchema: z.object({ q: z.string() }),
            execute: async ({ q }: { q: string }) => use(q),
          }),
        ]);
        const others = starts.map((agent) => [
          `ask_${agent}`,
          sdk.tool({
            description: agent,
            inputSchema: z.object({ task: z.string() }),
            execute: streams
              ? ({ task }: { task: string }) => stream(agent, task)
              : ({ task }: { task: string }) => generate(agent, task),
          }),
        ]);
        const model = mock((prompt) => script(resultsIn(prompt), task));
        const settings = {
          model,
          tools: Object.fromEntries([...own, ...others]),
          stopWhen: sdk.stepCountIs(20),
          onError: () => {},
        };
        return new sdk.Agent(guarded(settings, guard, { onAbort }));
      };
      const generate = async (agent: string, task: string): Promise<string> =>
        (await agentOf(agent, task).generate({ prompt: task })).text;
      async function* stream(agent: string, task: string): AsyncGenerator<string> {
        let text = "";
        const result = (await agentOf(agent, task).stream({ prompt: task })) as StreamResult;
        for await (const part of result.textStream) {
          text += part;
          yield text;
        }
        yield text;
      }
      return generate(Object.keys(agents)[0] as string, "Go.");
    },
  };
}
