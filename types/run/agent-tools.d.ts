/** The tools that start agents: a call of one is a delegation. */
import type { Delegation, LoopCall } from "../base/types.ts";
/** What the arguments of a call give to which agent. */
export type ReadTask = (args: unknown) => Delegation;
export declare class AgentTools {
    #private;
    /** Calls of this tool start an agent. */
    add(tool: string, read?: ReadTask): void;
    has(tool: string): boolean;
    /** The delegation that a call is; `undefined`: none that is known. */
    of({ name, arguments: args }: LoopCall): Delegation | undefined;
}
