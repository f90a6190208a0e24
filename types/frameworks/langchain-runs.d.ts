import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { type Awaitable } from "../base/thenable.ts";
/**
 * LangGraph has no id for a run in progress, and adding a node to the graph would cost a step. But messages stay the
 * same objects from step to step. So a response belongs to the run of the response before it, unless a user spoke in
 * between. Each response is a round.
 */
export declare class MessageRuns {
    #private;
    constructor(desk: Desk);
    /** The run that the calls of the last response belong to. */
    of(messages: readonly object[]): Awaitable<AgentRun>;
    /** The run of the last response, if its calls were seen. */
    known(messages: readonly object[]): AgentRun | undefined;
}
