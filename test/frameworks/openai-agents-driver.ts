/** Agents of the OpenAI Agents SDK, for the conformance suite and for tests of their own. */
import { Agent, type Model, run, setTracingDisabled, tool, Usage } from "@openai/agents";
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { guardTools, withLoopGuard } from "loopguard/openai-agents";
import { z } from "zod";
import type { Driver, Scenario, ScriptedRequest, ScriptedResponse } from "./conformance.ts";

setTracingDisabled(true);

const STEPS = 40;
const NOTHING = { inputTokens: 0, outputTokens: 0 };
/** The SDK's own limit of turns, high enough not to matter; and a call of an unknown tool does not end the run by itself. */
export const OPTIONS = { maxTurns: STEPS, toolNotFoundBehavior: "return_error_to_model" } as const;

/** A mock model whose responses come from `respond`. */
export function modelOf(respond: (request: ScriptedRequest) => ScriptedResponse): ScriptedModel {
  return new ScriptedModel(
    Array.from({ length: STEPS }, () =>
      modelResponder(({ request }) => {
        const { input, tools, handoffs, systemInstructions } = request;
        const {
          calls = [],
          text = "",
          usage = NOTHING,
        } = respond({
          results: resultsIn(input),
          raw: { input, tools, handoffs, systemInstructions },
          tools: tools.map(({ name }) => String(name)),
        });
        const output = calls.map((call) => functionCall(call.name, call.arguments, { callId: call.id }));
        const used = new Usage({ ...usage, totalTokens: usage.inputTokens + usage.outputTokens });
        return { usage: used, output: calls.length === 0 ? [assistantMessage(text)] : output };
      }),
    ),
  );
}

/** The texts of the tool results in a request, as the model sees them. */
export function resultsIn(input: unknown): string[] {
  const items = Array.isArray(input) ? input : [];
  return items.filter(({ type }) => type === "function_call_result").map(({ output }) => textOf(output));
}

function textOf(output: unknown): string {
  if (Array.isArray(output)) return output.map((part: { text?: string }) => part.text ?? "").join("\n\n");
  return (output as { text: string }).text;
}

/** Runs an agent, streamed, to its end. */
export async function stream(agent: Agent, input = "Go."): Promise<unknown> {
  const result = await run(agent, input, { ...OPTIONS, stream: true });
  for await (const _event of result);
  await result.completed;
  return result;
}

function toolsOf({ tools }: Scenario): ReturnType<typeof tool>[] {
  return Object.entries(tools).map(([name, execute]) =>
    tool({ name, description: name, parameters: z.object({ q: z.string() }), execute: async (args) => execute(args) }),
  );
}

function driver(name: string, agentOf: (scenario: Scenario, model: Model) => Agent, stops: boolean): Driver {
  return {
    name,
    makeAgent(scenario) {
      const agent = agentOf(scenario, modelOf(scenario.script));
      return { generate: () => run(agent, "Go.", OPTIONS), stream: () => stream(agent) };
    },
    concurrentRuns: true,
    stops,
    answers: stops,
    // What the SDK answers itself is seen by the model, which `guardTools` does not guard.
    sees: { unknownTool: stops, invalidArguments: true, brokenJson: stops },
  };
}

export const withLoopGuardDriver: Driver = driver(
  "@openai/agents: withLoopGuard",
  (scenario, model) => {
    const { guard, onAbort } = scenario;
    const agent = new Agent({ name: "Agent", model, tools: toolsOf(scenario) });
    return guard === "off" ? agent : withLoopGuard(agent, guard, onAbort === undefined ? {} : { onAbort });
  },
  true,
);

export const guardToolsDriver: Driver = driver(
  "@openai/agents: guardTools",
  (scenario, model) => {
    const { guard } = scenario;
    const tools = toolsOf(scenario);
    return new Agent({ name: "Agent", model, tools: guard === "off" ? tools : guardTools(tools, guard) });
  },
  false,
);
