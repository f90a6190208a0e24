/**
 * The frame of an entry: what one worker did, between what others did.
 *
 *   +--------+--------+-----+--------+
 *   | length | writer | seq | record |
 *   |   4    |   8    |  4  |   n    |     little-endian; `length` is that of the whole entry, 16 + n
 *   +--------+--------+-----+--------+
 *
 * The record is the core's (`lg_run_apply`), and is checked there. `seq` counts the entries of one writer, from 1.
 */
export interface JournalEntry {
    /** 16 hex digits. */
    readonly writer: string;
    readonly seq: number;
    readonly record: Uint8Array;
}
/** An entry among others. */
export interface FramedEntry extends JournalEntry {
    /** Bytes of its frame. */
    readonly size: number;
}
/** `writer`: 16 hex digits. */
export declare function frameEntry(writer: string, seq: number, record: Uint8Array): Uint8Array;
/** The entries in `bytes`, in order. Throws a `RangeError` at one that is cut or has no sensible length. */
export declare function readEntries(bytes: Uint8Array): Generator<FramedEntry>;
export declare function hex(bytes: Uint8Array): string;
