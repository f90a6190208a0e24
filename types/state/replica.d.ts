import type { CoreRun } from "../core/run.ts";
import type { AppliedVerdict, CoreReport } from "../core/types.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { type ContainerKind } from "../run/snapshot-container.ts";
import type { JournalEntry } from "./journal-entry.ts";
/** "LGST" */
export declare const STORED_RUN: ContainerKind;
/** What came of an entry. */
export interface Applied {
    readonly packed: AppliedVerdict;
    readonly report: CoreReport | undefined;
}
/** What a record says of a call that the run does not know: nothing. */
export declare const NOTHING: Applied;
export declare class Replica {
    #private;
    /** Of the key that the run's digests are under. */
    engine: GuardEngine;
    native: CoreRun;
    /** An empty run under the key of `base`. */
    constructor(base: GuardEngine, runId: string);
    /** The last entry of a writer that is in the run; 0: none. */
    seqOf(writer: string): number;
    /** Whether writers may have been forgotten: one that is not known may have entries in the run all the same. */
    get isFull(): boolean;
    /** Applies an entry of this worker; `undefined`: it is in already. */
    apply({ writer, seq, record }: JournalEntry): Applied | undefined;
    /** Applies an entry of another worker, whose tool may be new here. A record that is none is told and passed over. */
    applyForeign({ writer, seq, record }: JournalEntry): void;
    toBytes(): Uint8Array;
    /** Puts the replica into a stored state; under another key it gets another engine. Throws and changes nothing. */
    restore(bytes: Uint8Array): void;
    close(): void;
}
