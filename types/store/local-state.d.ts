/**
 * A run as one worker knows it: the core's run, and the last entry of each writer in it, so that no entry counts twice.
 *
 * Stores keep it as a container with the header `{ writers: [[writer, seq], ...] }` and the run's snapshot.
 */
import type { Event } from "../core/event.ts";
import { type CoreRun } from "../core/run.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { type ContainerKind } from "../run/snapshot-container.ts";
import type { JournalEntry } from "./journal-entries.ts";
/** "LGST" */
export declare const STORED_RUN: ContainerKind;
/** The result for a call that the run does not know. */
export declare const NOTHING: Applied;
export declare class LocalState {
    #private;
    /** Under the key of the run's digests. */
    engine: GuardEngine;
    native: CoreRun;
    /** An empty run under the key of `base`. */
    constructor(base: GuardEngine, runId: string);
    /** The number of a writer's last entry in the run; 0: there is none. */
    seqOf(writer: string): number;
    /** Whether writers may have been forgotten, so that an unknown one may still have entries in the run. */
    get isFull(): boolean;
    /** Applies an entry of this worker; `undefined`: it was applied before. */
    apply({ writer, seq, record }: JournalEntry): Applied | undefined;
    /** Applies an entry of another worker, whose tool may be new here. A bad record is reported and skipped. */
    applyForeign({ writer, seq, record }: JournalEntry): void;
    toBytes(): Uint8Array;
    /** Restores a stored state; a state under another key needs another engine. If it throws, nothing has changed. */
    restore(bytes: Uint8Array): void;
    close(): void;
}
/** Entries remembered in case the store loses them, about 100 KB: as many as a run may write in the second before a failover. */
export declare const RECENT_MAX = 512;
interface PendingEntry extends JournalEntry {
    record: string;
    /** To make the record again under another key: the stored run has one, or is lost and begins again under one. */
    event: Event | undefined;
    /** The length of the texts in `event`. */
    readonly characters: number;
    /** The record is under the key of a stored run, so texts are kept only until the entry is settled. */
    known: boolean;
    /** Its result in this worker's local. */
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
    /** Settles all entries with their results in the local state, or with `error`. */
    settleAll(error: unknown): void;
    /** Drops the oldest entries that no caller waits for, down to `max`; gives how many. */
    trim(max: number): number;
    /** The stored run has this entry. */
    confirmed(seq: number, applied: Applied | undefined): void;
    /** `native` is under the key of the stored run. `other`: the records are under another key. */
    keyKnown(native: CoreRun, other: boolean): void;
}
export {};
