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
    append(key: string, at: JournalPosition, writer: string, firstSeq: number, entries: readonly string[]): Promise<JournalState | "gone">;
    /**
     * Replaces the entries up to `at` by `snapshot`, the state at that position. Does nothing if the journal is another one, if
     * `at.mark` is no longer there, or if a later offset was compacted already.
     */
    compact(key: string, at: JournalPosition, snapshot: Uint8Array): Promise<void>;
}
