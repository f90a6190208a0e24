/**
 * The text of an entry in a journal, one line:
 *
 *   <writer: 16 hex digits>:<seq>:<record in base64>\n
 *
 * It is text because Redis clients copy bytes separately, which takes longer than base64. The core checks the record
 * (`lg_run_apply`). `seq` counts the entries of one writer, from 1. Lines that begin with `#` belong to the store and are skipped.
 */
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
