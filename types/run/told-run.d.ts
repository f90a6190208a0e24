/** What a run is told besides calls: what the model writes and uses, who is to work, and when things begin and end. */
import type { Delegation, LoopUsage, TextOptions, Verdict } from "../base/types.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { RelatedRun } from "./related-run.ts";
export declare abstract class ToldRun extends RelatedRun {
    #private;
    constructor(engine: GuardEngine, runId: string | undefined);
    text(chunk: string, about?: TextOptions): Verdict;
    usage(usage: LoopUsage): Verdict;
    delegate(to: Delegation): Verdict;
    beginRound(): void;
    beginTurn(): void;
    /** The turn should have ended after an abort, but the host cannot end it: `turnEnded` says so until the next turn. */
    endTurn(): void;
    turnEnded(): boolean;
    compacted(): void;
    /**
     * The agent wants to end its turn. `again`: it did before in this turn, and was sent back. `words`: its last message.
     * `warn`: the user should see that it goes round in circles. `hint` and beyond: the turn should end.
     */
    stopped(again: boolean, words: string | undefined): Verdict;
}
