import type { RunContext, Runs } from "./openai-agents-calls.ts";
/** The result of a function tool. */
interface ToolResult {
    readonly type: string;
    readonly output?: unknown;
    readonly tool: {
        readonly name: string;
    };
}
/** Whether to continue, or to end with this output. */
interface Next {
    isFinalOutput: boolean;
    isInterrupted: undefined;
    finalOutput?: string;
}
type BehaviorFunction = (context: RunContext, results: ToolResult[]) => Next | Promise<Next>;
/** The type of an agent's `toolUseBehavior`. */
export type Behavior = "run_llm_again" | "stop_on_first_tool" | {
    stopAtToolNames: string[];
} | BehaviorFunction;
/** The agent's own behavior until a call is aborted; then the run ends with the reason as its output. */
export declare function quietStop(runs: Runs, own: () => Behavior): BehaviorFunction;
export {};
