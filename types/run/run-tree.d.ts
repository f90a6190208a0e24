/** Which runs and tools started which: the tree of runs, tools that are agents, options of runs. */
import type { Delegation, LoopCall } from "../base/types.ts";
import type { CoreNewest } from "../core/types.ts";
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
/** What the runs of one root share: whether any of their calls gave something new. It keeps digests. */
declare class RunTree {
    #private;
    /** Changes whenever something is new. */
    epoch: number;
    /** Something that no run of the tree can know, such as what a user said. */
    news(): void;
    /** A call came back: it is news unless some run of the tree had the same call with the same result. */
    completed({ pair, comparable, mutated, thought }: CoreNewest): void;
}
/** What an agent was given to do. */
export interface Task {
    /** A digest of agent and task. */
    readonly what: string;
    /** `RunTree.epoch` at which it was given. */
    readonly epoch: number;
}
/** Where a run stands among the runs that belong together. */
export declare class RunPlace {
    #private;
    /** What the runs of one guard share. */
    readonly guard: object;
    readonly parent: RunPlace | undefined;
    readonly depth: number;
    /** The same for all places that one run has had; `key`: "" if no text is its key. */
    readonly run: {
        readonly key: string;
    };
    /** What the run was started for, as far as it is known. */
    readonly task: Task | undefined;
    /** What the run gave last to each agent that it started. */
    readonly tasks: Map<string, Task>;
    constructor(guard: object, parent: RunPlace | undefined, agent: string, run?: RunPlace["run"], task?: Task);
    /** `undefined` as long as no agent of these runs has delegated, so that most runs do without. */
    get tree(): RunTree | undefined;
    openTree(): RunTree;
    /** The agent that works in the run. */
    get agent(): string;
    set agent(name: string);
    /** Whether it is a place of that run, or below one. */
    isWithin(run: RunPlace["run"]): boolean;
    /** The agents from the root to this run; of very deep ones the last. */
    names(): string[];
    /** An agent was started by this run. */
    started(agent: string, task: Task): void;
    /**
     * The runs from the root to this one that were started for this task, nothing being new since; and the agents since the
     * last of them, which is the first.
     *
     *   planner -> writer "x" -> critic "y" -> writer "x" -> critic "y"     of writer "x": twice, [writer, critic]
     */
    circleOf(what: string): {
        times: number;
        agents: string[];
    };
    /** The run begins anew: a user spoke, or everything is to be forgotten. Of a child that says nothing about the others. */
    begin(): void;
}
/** The options, checked. */
export interface Relation {
    readonly parent: RunPlace | undefined;
    readonly agent: string | undefined;
}
/** The names of the options. */
export declare const RELATION: readonly ["parent", "agent"];
/**
 * Reads `parent` and `agent`; `named` gives the run with a key. Throws `ERR_LOOPGUARD_OPTION`, for the run of another guard
 * too: what two guards have seen cannot be compared.
 */
export declare function readRelation(guard: object, { parent, agent }: Readonly<Record<string, unknown>>, named: (key: string) => {
    readonly place: RunPlace;
}): Relation;
/** Throws for an option that a run does not have. */
export declare function checkRunOptions(options: Record<string, unknown>): void;
export {};
