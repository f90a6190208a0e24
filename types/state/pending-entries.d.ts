/** What one worker did, in order, until the store has it. */
import type { CoreRun } from "../core/run.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { type Applied } from "./replica.ts";
/** Makes the record of something that happened, under the key of the run that it is given. */
export type Recorder = (native: CoreRun) => string;
export interface PendingEntry extends JournalEntry {
    record: string;
    /** Makes the record again, should the stored run have another key, or be lost and begun anew under another. */
    again: Recorder | undefined;
    /** Of the texts that `again` holds. */
    readonly characters: number;
    /** The record is under the key of a stored run: texts are held only while somebody waits. */
    known: boolean;
    /** What came of it in this worker's replica. */
    applied: Applied | undefined;
    /** Tells whoever waits, once. */
    settle: ((applied: Applied, error: unknown) => void) | undefined;
}
export declare class PendingEntries {
    #private;
    /** 16 hex digits. */
    readonly writer: string;
    /** Oldest first. Numbers are missing only where entries were given up. */
    readonly entries: PendingEntry[];
    /** Adds what happened. `known`: the key of the stored run is known, so the record stays as it is. */
    add(native: CoreRun, recorder: Recorder, characters: number, known: boolean, settle: PendingEntry["settle"]): void;
    /** Whether somebody waits for one of them. */
    get awaited(): boolean;
    /** The number of the last that was added; 0: none ever. */
    get last(): number;
    /** The number of the last that the store is known to have had. */
    get stored(): number;
    /** Whether one of those up to entry `seq` is still here. */
    hasUpTo(seq: number): boolean;
    /** Those behind entry `seq`. */
    after(seq: number): readonly PendingEntry[];
    /** The oldest, up to `max`, that are numbered without gaps. */
    batch(max: number): readonly PendingEntry[];
    /**
     * The store has this writer's entries up to `seq`, and has lost what it had behind that. What is remembered waits once more,
     * in front of what waits already; how many are not, and are lost. `again` false: none may be sent again.
     */
    recall(seq: number, again: boolean): number;
    /** Tells all who wait what came of their entries in the replica; with an `error` instead of that. */
    settleAll(error: unknown): void;
    /** The oldest that nobody waits for go until there are no more than `max`; how many went. */
    trim(max: number): number;
    /** The stored run has this entry. */
    confirmed(seq: number, applied: Applied | undefined): void;
    /** The key of the stored run is known: `native` is under it. `other`: it is not the one that the records are under. */
    keyKnown(native: CoreRun, other: boolean): void;
}
