/**
 * The frame of an entry: what one worker did, between what others did. A line of text:
 *
 *   <writer: 16 hex digits>:<seq>:<record in base64>\n
 *
 * Text, because clients of servers send a text as part of their command and bytes as a copy of their own, which takes
 * longer than base64 does. The record is the core's (`lg_run_apply`), and is checked there. `seq` counts the entries of one writer, from 1.
 * Lines that begin with `#` are the store's own and are passed over.
 */
export interface JournalEntry {
    /** 16 hex digits. */
    readonly writer: string;
    readonly seq: number;
    /** In base64, as the core's runs make and apply it. */
    readonly record: string;
}
/** An entry among others. */
export interface FramedEntry extends JournalEntry {
    /** Characters of its frame, with the lines of the store around it. */
    readonly size: number;
}
export declare function frameEntry({ writer, seq, record }: JournalEntry): string;
/** The entries in `text`, in order. Throws a `RangeError` at what is none. */
export declare function readEntries(text: string): Generator<FramedEntry>;
