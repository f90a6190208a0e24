/** Ends a run of the OpenAI Agents SDK without an error, by the agent's `toolUseBehavior`. */
import { shownText } from "../values/value-text.ts";
import { endOf } from "./guarded-run.ts";
import type { RunContext, Runs } from "./openai-agents-calls.ts";

/** The result of a function tool. */
interface ToolResult {
  readonly type: string;
  readonly output?: unknown;
  readonly tool: { readonly name: string };
}

/** Whether to continue, or to end with this output. */
interface Next {
  isFinalOutput: boolean;
  isInterrupted: undefined;
  finalOutput?: string;
}

type BehaviorFunction = (context: RunContext, results: ToolResult[]) => Next | Promise<Next>;

/** The type of an agent's `toolUseBehavior`. */
export type Behavior = "run_llm_again" | "stop_on_first_tool" | { stopAtToolNames: string[] } | BehaviorFunction;

/** The agent's own behavior until a call is aborted; then the run ends with the reason as its output. */
export function quietStop(runs: Runs, own: () => Behavior): BehaviorFunction {
  return async (context, results) => {
    const error = endOf(runs.of(context).run);
    if (error !== undefined) return endWith(error.message);
    const behavior = own();
    if (typeof behavior === "function") return behavior(context, results);
    const last = endingResult(behavior, results);
    return last?.type === "function_output"
      ? endWith(shownText(last.output))
      : { isFinalOutput: false, isInterrupted: undefined };
  };
}

function endingResult(behavior: Exclude<Behavior, BehaviorFunction>, results: ToolResult[]): ToolResult | undefined {
  if (behavior === "run_llm_again") return undefined;
  if (behavior === "stop_on_first_tool") return results[0];
  return results.find(({ tool }) => behavior.stopAtToolNames.includes(tool.name));
}

function endWith(finalOutput: string): Next {
  return { isFinalOutput: true, isInterrupted: undefined, finalOutput };
}
