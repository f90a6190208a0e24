/** Guarded agents and tools keep the types that they had. */
import { Agent, type FunctionTool, type MCPServer, run, tool, webSearchTool } from "@openai/agents";
import { detectors, LoopGuard } from "loopguard";
import { guardTools, withLoopGuard } from "loopguard/openai-agents";
import { z } from "zod";

const { repeat } = detectors;

const { repeat } = detectors;

interface User {
  name: string;
}

const search = tool({
  name: "search",
  description: "Searches",
  parameters: z.object({ q: z.string() }),
  execute: async ({ q }) => q,
});
const outputType = z.object({ answer: z.string() });
const agent = new Agent<User, typeof outputType>({ name: "Agent", tools: [search], outputType });

const guarded: Agent<User, typeof outputType> = withLoopGuard(agent);
withLoopGuard(agent, new LoopGuard());
withLoopGuard(agent, { detectors: [repeat()] }, { onAbort: "stop" });
// @ts-expect-error there is no such option
withLoopGuard(agent, { detectors: [repeat()] }, { onLoop: "stop" });

export async function answer(): Promise<string | undefined> {
  const result = await run(guarded, "Go.", { context: { name: "Ada" } });
  // @ts-expect-error the output has a type
  result.finalOutput?.question;
  return result.finalOutput?.answer;
}

const [first, second] = guardTools([search, webSearchTool()] as const);
export const kept: FunctionTool<unknown, z.ZodObject<{ q: z.ZodString }>, string> = first as typeof search;
new Agent({ name: "Agent", tools: [first, second] });
new Agent({ name: "Agent", tools: guardTools([search]), mcpServers: [] as MCPServer[] });
