/** The options that relate a run to others: who started it, and who works in it. */
import { RunPlace } from "./lineage.ts";
/** A run that stands among others. */
interface PlacedRun {
    readonly place: RunPlace;
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
export declare function readRelation(guard: object, { parent, agent }: Readonly<Record<string, unknown>>, named: (key: string) => PlacedRun): Relation;
/** Throws for an option that a run does not have. */
export declare function checkRunOptions(options: Record<string, unknown>): void;
export {};
