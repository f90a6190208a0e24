/**
 * The text of an entry in a journal, one line:
 *
 *   <writer: 16 hex digits>:<seq>:<record in base64>\n
 *
 * It is text because Redis clients copy bytes separately, which takes longer than base64. The core checks the record
 * (`lg_run_apply`). `seq` counts the entries of one writer, from 1. Lines that begin with `#` belong to the store and are skipped.
 */

const ENTRY = /(?:#[^\n]*\n)*([0-9a-f]{16}):([1-9]\d{0,15}):([A-Za-z0-9+/]*={0,2})\n(?:#[^\n]*\n)*/y;

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

export function frameEntry({ writer, seq, record }: JournalEntry): string {
  return `${writer}:${seq}:${record}\n`;
}

/** The entries in `text`, in order. Throws a `RangeError` where there is no entry. */
export function* readEntries(text: string): Generator<FramedEntry> {
  for (let at = 0; at < text.length; ) {
    ENTRY.lastIndex = at;
    const found = ENTRY.exec(text);
    if (found === null) throw new RangeError(`There is no entry at character ${at} of ${text.length}`);
    const [frame, writer = "", seq, record = ""] = found;
    yield { writer, seq: Number(seq), record, size: frame.length };
    at += frame.length;
  }
}
