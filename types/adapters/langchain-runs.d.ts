/** Finds the run that a tool call of LangChain or LangGraph belongs to. */
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/**
 * LangGraph has no id for a run in progress, and adding a node to the graph would cost a step. But messages stay the
 * same objects from step to step. So a response belongs to the run of the response before it, unless a user spoke in
 * between. Each response is a round.
 */
export declare class MessageRuns {
    #private;
    constructor(guard: LoopGuard);
    /**
     * For a guard that looks at delegations, one for all its agents: agents that hand over to each other in a graph share the
     * messages, and are one run.
     */
    static of(guard: LoopGuard): MessageRuns;
    /** The run that the calls of the last response belong to. */
    of(messages: readonly object[]): LoopRun;
    /** The run of the last response, if its calls were seen. */
    known(messages: readonly object[]): LoopRun | undefined;
}
