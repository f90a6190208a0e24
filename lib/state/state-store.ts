/**
 * Where the state of a run is kept so that it outlives a process and is shared by several: `guard.storedRun(key, store)`.
 *
 * Two kinds. A `StateStore` keeps one value per key and replaces it only when nobody was quicker: a lost race is loaded and
 * done again. A `JournalStore` puts the calls of many workers in order itself, so that each decision is one round trip.
 *
 * Both hold bytes that only loopguard reads. A store never looks into them, and gives them back as they were.
 */

/** What a store has for a key. */
export interface StoredState {
  readonly bytes: Uint8Array;
  /** Names this very value: what `save` must be told to replace it. */
  readonly version: string;
}

/**
 * One value per key, replaced by compare and swap.
 *
 * A method that cannot do its work rejects; an answer of another type counts as that, too. The run then goes on by itself and
 * tries again later. None needs a time limit of its own: whoever asks has one, and what comes after it is ignored. A `save`
 * that landed although its answer was lost does no harm.
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
  /** What is stored under `key`; `undefined`, or `null`: nothing. Bytes are a `Uint8Array`, such as a `Buffer`. */
  load(key: string): Promise<StoredState | undefined>;
  /**
   * Stores `bytes` if the version stored is `ifVersion` (`undefined`: if nothing is stored), and gives the new version.
   * `undefined`: somebody was quicker, and nothing was changed. `bytes` must not be kept: they are copied or written.
   */
  save(key: string, bytes: Uint8Array, ifVersion: string | undefined): Promise<string | undefined>;
  /** Forgets the key; one that is not there is fine. */
  delete(key: string): Promise<void>;
  /** Gives up what the store holds: files, connections of its own. Not called by runs. */
  close?(): void | Promise<void>;
}

/** Where a worker is. */
export interface JournalPosition {
  /** Names one life of the key, from its first `open` to its loss: never what a life before was named. */
  readonly incarnation: string;
  /** Characters that were ever appended in this life, up to here. */
  readonly offset: number;
  /**
   * Stands for everything that was appended up to here, such as a running digest: never what it is where anything else was,
   * at this offset or another. A store that loses its last entries and takes others instead, as a failover makes it, is found
   * out by it.
   */
  readonly mark: string;
}

/** What a worker has to catch up with, and where it then is: the next `append` says it. */
export interface JournalState extends JournalPosition {
  /** The state that `entries` go on from; `undefined`: the one that the worker has. */
  readonly snapshot: Uint8Array | undefined;
  /** The entries, one behind another, as they were appended. A line that begins with `#` is the store's own. */
  readonly entries: string;
  /**
   * Beside a snapshot that `append` gives: the writer's highest number that is in snapshot and entries, 0 where he has none
   * there. Left out where it is not known.
   */
  readonly last?: number;
}

/**
 * A log of entries per key, which the server keeps in order, and a snapshot that the log goes on from.
 *
 * An entry is a line of ASCII, `<writer>:<number>:<record in base64>` and a line feed. By writer and number a worker finds
 * its own among those of others.
 */
export interface JournalStore extends StateStore {
  /**
   * The state of `key`, from its snapshot on. Where nothing is stored, `proposal` is taken for the snapshot of a new life:
   * then `snapshot` is `undefined`, `entries` are empty and `offset` is 0. Else `snapshot` is always given.
   */
  open(key: string, proposal: Uint8Array): Promise<JournalState>;
  /**
   * Adds the entries that this writer has not added yet, and gives everything behind `at.offset`, own entries included, in
   * the server's order. In one step: no other `append` comes in between.
   *
   * Where `at.mark` does not stand at `at.offset` (it was compacted away, or the store lost it), the snapshot and all that
   * follows it are given, with the writer's `last` number. Nothing is added then if `entries` do not go on from that number:
   * the worker puts back what is missing, and comes again.
   *
   * `entries` are numbered from `firstSeq` up; the highest number of each writer is kept, so that a retry after a lost answer
   * adds nothing twice. No entries: only catches up. `"gone"`: nothing is stored, or another life; nothing was added.
   * A worker may put back what another wrote: entries of one call are of one writer.
   *
   * `writer` is 16 hex digits.
   */
  append(
    key: string,
    at: JournalPosition,
    writer: string,
    firstSeq: number,
    entries: readonly string[],
  ): Promise<JournalState | "gone">;
  /**
   * `snapshot` is the state at `at`: entries up to there may go. Does nothing when that life is over, when `at.mark` does not
   * stand there any more, or when a later offset was compacted already.
   */
  compact(key: string, at: JournalPosition, snapshot: Uint8Array): Promise<void>;
}
