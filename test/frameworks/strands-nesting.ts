/** Agents of the Strands Agents SDK as tools of each other. */
import { Agent, type Message, tool } from "@strands-agents/sdk";
import { ToolLoopPlugin } from "loopguard/strands";
import { z } from "zod";
import type { NestingDriver } from "./nesting.ts";
import { MockModel, resultsIn } from "./strands-driver.ts";

const taskIn = ([first]: Message[]): string =>
  (first?.content ?? []).map((block) => (block.type === "textBlock" ? block.text : "")).join("");

export const agentAsToolNesting: NestingDriver = {
  name: "strands: asTool",
  toolOf: (agent) => `ask_${agent}`,
  argumentsOf: (task) => ({ input: task }),
  async run(agents, guard) {
    const make = (name: string): Agent => {
      const { script, tools = {}, starts = [] } = agents[name] ?? { script: () => ({}) };
      const own = Object.entries(tools).map(([name, use]) =>
        tool({ name, description: name, inputSchema: z.object({ q: z.string() }), callback: ({ q }) => use(q) }),
      );
      const others = starts.map((other) => make(other).asTool({ name: `ask_${other}` }));
      const model = new MockModel((messages) => script(resultsIn(messages), taskIn(messages)));
      const plugins = [new ToolLoopPlugin(guard)];
      return new Agent({ name, model, tools: [...own, ...others], plugins, printer: false });
    };
    return make(Object.keys(agents)[0] as string).invoke("Go.");
  },
};
