/** The agents that one run let work: whether that goes in circles. */
import type { Delegation, LoopCall, LoopDetection, Verdict } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { Later } from "./open-calls.ts";
import { type Relation, RunPlace, type Task } from "./run-tree.ts";
/** An agent that took over. */
interface Handoff {
    readonly agent: string;
    /** A digest of agent and task. */
    readonly what: string;
    /** The task is known. */
    readonly told: boolean;
}
/** What is known of one delegation. */
interface Known {
    /** How often it was let pass. */
    readonly count: number;
    readonly round: number;
    readonly verdict: Verdict;
}
/** A loop of delegations. */
export interface DelegationFinding {
    readonly agent: string;
    /** Refused at once, whatever the ladder says: it is a limit. */
    readonly isLimit: boolean;
    /** Reports it to the core. */
    readonly event: Event;
    /** What only the host knows of the detection. */
    readonly found: Partial<LoopDetection>;
}
/** A delegation that is being judged. */
export interface AskedDelegation extends Handoff {
    readonly handoff: boolean;
    readonly key: string;
    /** The model response that it is of. */
    readonly round: number;
    /** What was known when it was asked for. */
    readonly known: Map<string, Known>;
    readonly finding: DelegationFinding | undefined;
}
export declare class Delegations {
    #private;
    /** Where the run stands among those that belong together. */
    place: RunPlace;
    /** `agent`: who works in the run, as long as nobody says otherwise. */
    constructor(engine: GuardEngine, agent?: string);
    /**
     * The run has this parent, and this agent works in it; what is `undefined` stays. The newest parent wins, since keys outlive
     * runs; runs that this one started stay where they are. Throws for a parent that is below it, and changes nothing. `task`:
     * what the run is started for, by default the newest task that the parent gave to the agent.
     */
    relate({ parent, agent }: Relation, task?: Task | undefined): void;
    /** The next delegations are of one model response. */
    beginRound(): void;
    /** A user spoke, or everything is to be forgotten. */
    begin(): void;
    /**
     * What there is to say about a delegation, which is then to be given to `record` with its verdict; or the verdict, where
     * there is nothing to judge: on a sibling, for one. Throws for wrong input.
     */
    ask({ agent, task, handoff }: Partial<Delegation>): AskedDelegation | Verdict;
    /**
     * An agent has begun to work in the tool of `call`, in a run of its own, `child`. The first call of a tool that does this was
     * let pass before it was known, so it is counted here; the calls after it are judged.
     */
    addChild(child: Delegations, call: LoopCall, agent: string | undefined): void;
    /** What an agent is given to do; `undefined`: it cannot be compared. */
    taskOf({ agent, task }: Delegation): Task | undefined;
    /** The verdict is known. What was refused did not happen. Gives the verdict back. */
    record({ agent, what, told, handoff, key, round, known }: AskedDelegation, verdict: Verdict): Verdict;
    /** As `record`, where the verdict may take time: siblings that are asked for meanwhile get the same one. */
    judge(asked: AskedDelegation, judge: () => Later<Verdict>): Later<Verdict>;
}
export {};
