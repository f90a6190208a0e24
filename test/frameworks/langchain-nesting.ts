/** Agents of LangChain and graphs of LangGraph as tools of each other. */
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import type { LoopGuard } from "loopguard";
import { toolLoopMiddleware, withLoopGuard } from "loopguard/langchain";
import { z } from "zod";
import { graphOf, modelOf, OPTIONS } from "./langchain-driver.ts";
import type { AgentSpec, NestingDriver } from "./nesting.ts";

type Model = ReturnType<typeof modelOf>;
type Tool = ReturnType<typeof tool>;
interface Runnable {
  invoke(state: object, options: object): Promise<unknown>;
}

/** Models play one start back at a time, and are made anew for each. */
function driver(name: string, make: (model: Model, tools: Tool[], guard: LoopGuard) => Runnable): NestingDriver {
  return {
    name,
    // A node writes the result of a tool that throws itself.
    ...(name.includes("graphs") ? { stopped: "reason" as const } : {}),
    toolOf: (agent) => `ask_${agent}`,
    argumentsOf: (task) => ({ task }),
    run(agents, guard) {
      const invoke = async (name: string, task: string): Promise<string> => {
        const { script, tools = {}, starts = [] } = agents[name] as AgentSpec;
        const own = Object.entries(tools).map(([name, use]) =>
          tool(async ({ q }: { q: string }) => use(q), {
            name,
            description: name,
            schema: z.object({ q: z.string() }),
          }),
        );
        const others = starts.map((agent) =>
          tool(({ task }: { task: string }) => invoke(agent, task), {
            name: `ask_${agent}`,
            description: agent,
            schema: z.object({ task: z.string() }),
          }),
        );
        const model = modelOf(({ results }) => script(results, task));
        const agent = make(model, [...own, ...others] as unknown as Tool[], guard);
        const { messages } = (await agent.invoke({ messages: [new HumanMessage(task)] }, OPTIONS)) as {
          messages: { content: unknown }[];
        };
        return String(messages.at(-1)?.content);
      };
      return invoke(Object.keys(agents)[0] as string, "Go.");
    },
  };
}

export const createAgentNesting: NestingDriver = driver(
  "langchain: createAgent",
  (model, tools, guard) =>
    createAgent({ model, tools: tools as never[], middleware: [toolLoopMiddleware(guard)] }) as unknown as Runnable,
);

export const graphNesting: NestingDriver = driver(
  "@langchain/langgraph: graphs in tools",
  (model, tools, guard) => graphOf(model, withLoopGuard(new ToolNode(tools as never[]), guard)) as unknown as Runnable,
);
