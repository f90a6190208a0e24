/** One Strands agent under a guard. The SDK lets an agent have one invocation at a time, so its state is that of a run. */
import { type LocalAgent } from "@strands-agents/sdk";
import type { LoopGuard } from "../guard/loop-guard.ts";
export declare class GuardedAgent {
    #private;
    constructor(agent: LocalAgent, guard: LoopGuard, onAbort: "throw" | "stop");
    addHooks(): void;
}
