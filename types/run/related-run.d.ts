/** What every run has: a place among the runs that belong together. */
import type { GuardEngine } from "./guard-engine.ts";
export declare abstract class RelatedRun {
    #private;
    /** `agent`: who works in it, as long as nobody says otherwise. */
    constructor(engine: GuardEngine, agent: string | undefined);
    get depth(): number;
}
