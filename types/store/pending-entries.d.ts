import type { Event } from "../core/event.ts";
import type { CoreRun } from "../core/run.ts";
import type { Applied } from "../run/open-calls.ts";
import { type JournalEntry } from "./replica.ts";
/** The newest `max` entries. Most are written and never read, so writing is what must be cheap. */
export declare class Ring<Entry> {
    #private;
    constructor(max: number);
    add(entry: Entry): void;
    /** Oldest first. */
    all(): Entry[];
    clear(): void;
}
/**
 * Entries that are remembered in case the store loses them, about 100 KB: as many as a run may write in the second or so
 * that a failover loses.
 */
export declare const RECENT_MAX = 512;
interface PendingEntry extends JournalEntry {
    record: string;
    /** To make the record again under another key: the stored run has one, or is lost and begins again under one. */
    event: Event | undefined;
    /** The length of the texts in `event`. */
    readonly characters: number;
    /** The record is under the key of a stored run, so texts are kept only until the entry is settled. */
    known: boolean;
    /** Its result in this worker's replica. */
    applied: Applied | undefined;
    /** Resolves the promise of the caller, once. */
    settle: ((applied: Applied, error: unknown) => void) | undefined;
}
export declare class PendingEntries {
    #private;
    /** 16 hex digits. */
    readonly writer: string;
    /** Oldest first. Their numbers have gaps only where entries were dropped. */
    readonly entries: PendingEntry[];
    /** Adds an event. `known`: the key of the stored run is known, so the record need not be made again. */
    add(native: CoreRun, event: Event, characters: number, known: boolean, settle: PendingEntry["settle"]): void;
    /** Whether a caller waits for one of them. */
    get awaited(): boolean;
    /** The number of the last entry; 0: there was none. */
    get last(): number;
    /** The number of the last entry that the store confirmed. */
    get stored(): number;
    /** Whether an entry with a number up to `seq` is still pending. */
    hasUpTo(seq: number): boolean;
    /** Entries with numbers above `seq`. */
    after(seq: number): readonly PendingEntry[];
    /** The oldest entries without gaps in their numbers, at most `max`. */
    batch(max: number): readonly PendingEntry[];
    /**
     * The store has this writer's entries up to `seq`, and lost those after it. Those that are remembered become pending again,
     * before all others; gives how many are lost for good. `again` false: none may be sent again.
     */
    recall(seq: number, again: boolean): number;
    /** Settles all entries with their results in the replica, or with `error`. */
    settleAll(error: unknown): void;
    /** Drops the oldest entries that no caller waits for, down to `max`; gives how many. */
    trim(max: number): number;
    /** The stored run has this entry. */
    confirmed(seq: number, applied: Applied | undefined): void;
    /** `native` is under the key of the stored run. `other`: the records are under another key. */
    keyKnown(native: CoreRun, other: boolean): void;
}
export {};
