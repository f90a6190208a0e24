/**
 * The frame of an entry: what one worker did, between what others did. A line of text:
 *
 *   <writer: 16 hex digits>:<seq>:<record in base64>\n
 *
 * Text, because clients of servers send a text as part of their command and bytes as a copy of their own, which takes
 * longer than base64 does. The record is the core's (`lg_run_apply`), and is checked there. `seq` counts the entries of one writer, from 1.
 * Lines that begin with `#` are the store's own and are passed over.
 */

const ENTRY = /(?:#[^\n]*\n)*([0-9a-f]{16}):([1-9]\d{0,15}):([A-Za-z0-9+/]*={0,2})\n(?:#[^\n]*\n)*/y;

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

export function frameEntry({ writer, seq, record }: JournalEntry): string {
  return `${writer}:${seq}:${record}\n`;
}

/** The entries in `text`, in order. Throws a `RangeError` at what is none. */
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
