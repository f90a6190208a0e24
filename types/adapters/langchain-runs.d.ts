/** Which run a tool call of LangChain or LangGraph belongs to. */
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/**
 * Nothing in LangGraph names a run that is under way, short of a node of our own in the graph, which would be a step more.
 * But its messages stay the same objects from step to step, so a model's response is of the run that asked for the one
 * before it, if no user has spoken in between. A response is a round.
 */
export declare class MessageRuns {
    #private;
    constructor(guard: LoopGuard);
    /** The run that goes on with the calls of the last response. */
    of(messages: readonly object[]): LoopRun;
    /** The run that the last response was of, if its calls were seen. */
    known(messages: readonly object[]): LoopRun | undefined;
}
