/**
 * Guards one Strands agent. The SDK allows one invocation of an agent at a time, so the agent's state is that of one
 * run.
 */
import { type LocalAgent } from "@strands-agents/sdk";
import type { LoopGuard } from "../guard/loop-guard.ts";
export declare class GuardedAgent {
    #private;
    constructor(agent: LocalAgent, guard: LoopGuard, onAbort: "throw" | "stop");
    addHooks(): void;
}
