/**
 * Stores for the state of a run that outlives a process or is shared by several: `guard.storedRun(key, store)`.
 *
 * A `StateStore` keeps one value for each key, replaced by compare and swap: the loser of a race loads the value and tries
 * again. A `JournalStore` orders the calls of many workers itself, so that each decision is one round trip. The bytes are
 * loopguard's; a store returns them unchanged.
 */

/** The value of a key. */
export interface StoredState {
  readonly bytes: Uint8Array;
  /** Identifies this value; `save` replaces it only under this version. */
  readonly version: string;
}

/**
 * A store with one value for each key, replaced by compare and swap.
 *
 * A method that fails rejects; an answer of a wrong type counts as a failure. The run then continues without the store and
 * tries again later. Methods need no time limit: the run has one, and ignores later answers. A `save` that succeeds although
 * its answer is lost does no harm.
 *
 * @example
 * const rows = new Map<string, StoredState>();
 * let writes = 0; // never the same version twice, even where a key was deleted
 * const store: StateStore = {
 *   load: async (key) => rows.get(key),
 *   save: async (key, bytes, ifVersion) => {
 *     if (rows.get(key)?.version !== ifVersion) return undefined;
 *     const version = String(++writes);
 *     rows.set(key, { bytes: bytes.slice(), version });
 *     return version;
 *   },
 *   delete: async (key) => void rows.delete(key),
 * };
 */
export interface StateStore {
  /** The value of `key`; `undefined` or `null`: there is none. The bytes are a `Uint8Array`, such as a `Buffer`. */
  load(key: string): Promise<StoredState | undefined>;
  /**
   * Stores `bytes` if the stored version is `ifVersion` (`undefined`: if nothing is stored), and returns the new version.
   * `undefined`: another writer was faster, and nothing was changed. `bytes` must be copied or written, not kept.
   */
  save(key: string, bytes: Uint8Array, ifVersion: string | undefined): Promise<string | undefined>;
  /** Deletes the key, if it exists. */
  delete(key: string): Promise<void>;
  /** Closes files and connections of the store's own. Runs do not call it. */
  close?(): void | Promise<void>;
}

/** A worker's position in a journal. */
export interface JournalPosition {
  /** Identifies the journal, from the first `open` of the key until it is lost; never used twice. */
  readonly incarnation: string;
  /** Characters that were appended to the journal up to this position. */
  readonly offset: number;
  /**
   * Identifies everything that was appended up to this position, such as a running digest: other content has another mark, at
   * this offset and at any other. It reveals that a store lost its last entries and got others, as after a failover.
   */
  readonly mark: string;
}

/** What a worker must apply, and its position afterwards, which the next `append` passes. */
export interface JournalState extends JournalPosition {
  /** The state before `entries`; `undefined`: the worker's own. */
  readonly snapshot: Uint8Array | undefined;
  /** The entries, in order, as they were appended. A line that begins with `#` belongs to the store. */
  readonly entries: string;
  /** With a snapshot from `append`: the writer's highest number in snapshot and entries; 0: none. Absent: not known. */
  readonly last?: number;
}

/**
 * A store with a log of entries for each key, which the server keeps in order, after a snapshot of the state before them.
 *
 * An entry is a line of ASCII, `<writer>:<number>:<record in base64>` and a line feed. A worker recognises its own entries by
 * writer and number.
 */
export interface JournalStore extends StateStore {
  /**
   * The whole state of `key`, with its snapshot. If nothing is stored, `proposal` becomes the snapshot of a new journal:
   * `snapshot` is then `undefined`, `entries` is empty and `offset` is 0.
   */
  open(key: string, proposal: Uint8Array): Promise<JournalState>;
  /**
   * Adds the entries that this writer has not added yet, and returns everything after `at.offset`, own entries included, in
   * the server's order. Atomic: no other `append` comes in between.
   *
   * If `at.mark` is not at `at.offset` (the log was compacted, or the store lost it), returns the snapshot and everything after
   * it, with the writer's `last` number. Nothing is then added after a gap in the writer's numbers: the worker first puts back
   * what is missing.
   *
   * `entries` are numbered from `firstSeq`; the highest number of each writer is kept, so that a retry after a lost answer adds
   * nothing twice. Without entries, it only returns what is new. `"gone"`: nothing is stored, or another journal; nothing was
   * added. All entries of one call are of one writer, which need not be the worker itself. `writer` is 16 hex digits.
   */
  append(
    key: string,
    at: JournalPosition,
    writer: string,
    firstSeq: number,
    entries: readonly string[],
  ): Promise<JournalState | "gone">;
  /**
   * Replaces the entries up to `at` by `snapshot`, the state at that position. Does nothing if the journal is another one, if
   * `at.mark` is no longer there, or if a later offset was compacted already.
   */
  compact(key: string, at: JournalPosition, snapshot: Uint8Array): Promise<void>;
}

/**
 * A store in this process's memory: for tests, and for several guards of one process that share runs.
 *
 * @example
 * const store = memoryStore();
 * const run = guard.storedRun("session-7", store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
export function memoryStore(): StateStore {
  const states = new Map<string, StoredState>();
  let writes = 0;
  return {
    async load(key) {
      const state = states.get(key);
      return state === undefined ? undefined : { ...state, bytes: state.bytes.slice() };
    },
    async save(key, bytes, ifVersion) {
      if (states.get(key)?.version !== ifVersion) return undefined;
      const version = String(++writes);
      states.set(key, { bytes: bytes.slice(), version });
      return version;
    },
    async delete(key) {
      states.delete(key);
    },
  };
}

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
