/** Runners of Google's ADK in tools of other agents: ADK's own `AgentTool` runs an agent without plugins. */
import { BaseTool, InMemoryRunner, LlmAgent, type LlmRequest } from "@google/adk";
import { ToolLoopPlugin } from "loopguard/adk";
import { adkTools, all, eventsOf, MockModel, resultsIn } from "./adk-driver.ts";
import type { NestingDriver } from "./nesting.ts";

const taskIn = ({ contents }: LlmRequest): string => contents[0]?.parts?.[0]?.text ?? "";

/** `FunctionTool` throws away what its function throws, but for the text. */
class Starter extends BaseTool {
  readonly #work: (task: string) => Promise<string>;

  constructor(agent: string, work: (agent: string, task: string) => Promise<string>) {
    super({ name: `ask_${agent}`, description: agent });
    this.#work = (task) => work(agent, task);
  }

  override _getDeclaration(): { name: string; description: string } {
    return { name: this.name, description: this.description };
  }

  override runAsync({ args }: { args: Record<string, unknown> }): Promise<string> {
    return this.#work(String(args["task"]));
  }
}

export const runnerNesting: NestingDriver = {
  name: "adk: a runner in a tool",
  toolOf: (agent) => `ask_${agent}`,
  argumentsOf: (task) => ({ task }),
  async run(agents, guard) {
    const work = async (name: string, task: string): Promise<string> => {
      const { script, tools = {}, starts = [] } = agents[name] ?? { script: () => ({}) };
      const own = adkTools(
        Object.fromEntries(Object.entries(tools).map(([name, use]) => [name, ({ q }) => use(String(q))])),
      );
      const others = starts.map((other) => new Starter(other, work));
      const model = new MockModel((request) => script(resultsIn(request), taskIn(request)));
      const agent = new LlmAgent({ name, model, tools: [...own, ...others] });
      const runner = new InMemoryRunner({ agent, appName: name, plugins: [new ToolLoopPlugin(guard)] });
      const events = await all(eventsOf(runner, undefined, task));
      return events.at(-1)?.content?.parts?.[0]?.text ?? "";
    };
    return work(Object.keys(agents)[0] as string, "Go.");
  },
};
