import type { AgentRun } from "../adapter/agent-run.ts";
/** A step of an agent. */
export interface WatchedStep {
    readonly run: AgentRun;
    /** The run is to end with this step. */
    isEnd: boolean;
}
/** Has the texts of the step looked at that gives its model this very list. */
export declare function watchStep(tools: object, run: AgentRun): WatchedStep;
/** The model, with the texts of watched steps looked at; anything else is returned unchanged. */
export declare function watchLLM(model: unknown): unknown;
