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

const HEAD = 16;
const WRITER = 4;
const SEQ = 12;
const WRITER_SIZE = 8;

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
export function frameEntry(writer: string, seq: number, record: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD + record.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length, true);
  for (let i = 0; i < WRITER_SIZE; i++) bytes[WRITER + i] = Number.parseInt(writer.slice(2 * i, 2 * i + 2), 16);
  view.setUint32(SEQ, seq, true);
  bytes.set(record, HEAD);
  return bytes;
}

/** The entries in `bytes`, in order. Throws a `RangeError` at one that is cut or has no sensible length. */
export function* readEntries(bytes: Uint8Array): Generator<FramedEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const left = bytes.length - at;
    const length = left < HEAD ? 0 : view.getUint32(at, true);
    if (length < HEAD || length > left) throw new RangeError(`There is no entry at byte ${at} of ${bytes.length}`);
    const writer = hex(bytes.subarray(at + WRITER, at + SEQ));
    yield { writer, seq: view.getUint32(at + SEQ, true), record: bytes.subarray(at + HEAD, at + length), size: length };
    at += length;
  }
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
