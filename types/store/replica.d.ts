import type { CoreRun } from "../core/run.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { type ContainerKind } from "../run/snapshot-container.ts";
export interface JournalEntry {
    /** 16 hex digits. */
    readonly writer: string;
    readonly seq: number;
    /** In base64, as `CoreRun.record` makes it. */
    readonly record: string;
}
/** An entry in a text of several. */
export interface FramedEntry extends JournalEntry {
    /** The length of its line and of the store's lines around it. */
    readonly size: number;
}
export declare function frameEntry({ writer, seq, record }: JournalEntry): string;
/** The entries in `text`, in order. Throws a `RangeError` where there is no entry. */
export declare function readEntries(text: string): Generator<FramedEntry>;
/** "LGST" */
export declare const STORED_RUN: ContainerKind;
/** The result for a call that the run does not know. */
export declare const NOTHING: Applied;
export declare class Replica {
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
