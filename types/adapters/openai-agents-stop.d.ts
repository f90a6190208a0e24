import type { RunContext, Runs } from "./openai-agents-calls.ts";
/** What a function tool gave. */
interface ToolResult {
    readonly type: string;
    readonly output?: unknown;
    readonly tool: {
        readonly name: string;
    };
}
/** What to do next: go on, or end with this. */
interface Next {
    isFinalOutput: boolean;
    isInterrupted: undefined;
    finalOutput?: string;
}
type BehaviorFunction = (context: RunContext, results: ToolResult[]) => Next | Promise<Next>;
/** An agent's `toolUseBehavior`. */
export type Behavior = "run_llm_again" | "stop_on_first_tool" | {
    stopAtToolNames: string[];
} | BehaviorFunction;
/** The agent's own behavior, until a call is aborted: then the run ends with the reason. */
export declare function quietStop(runs: Runs, own: () => Behavior): BehaviorFunction;
export {};
