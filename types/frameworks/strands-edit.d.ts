/** Requests of a Strands agent that are changed to get the model out of a loop, and the last one of an invocation. */
import { type LocalAgent } from "@strands-agents/sdk";
import type { AgentRun } from "../adapter/agent-run.ts";
/** Whether requests of the agent can be changed: of one that another copy of the SDK has made, they cannot. */
export declare function isEditable(agent: LocalAgent): boolean;
/** Has the requests of an agent changed, where that helps. */
export declare function editRequests(agent: LocalAgent, runOf: () => AgentRun): void;
