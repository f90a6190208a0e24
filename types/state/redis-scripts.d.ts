/** A script and the name under which the server remembers it. */
export interface RedisScript {
    readonly source: string;
    readonly sha: string;
}
/** Begins a journal; the digit is the version of the layout. */
export declare const MAGIC = "LGJ1";
/** Hex digits after it. */
export declare const LIFE_DIGITS = 32;
/** How far the place of an offset is behind it in a journal that has this head; `NaN` for what is no head. */
export declare function shiftOf(head: string): number;
/**
 * KEYS: journal. ARGV: magic and life if it is a new one, its snapshot, ttl. Gives head, end, log, and the snapshot if there
 * was one.
 */
export declare const OPEN: RedisScript;
/**
 * KEYS: journal. ARGV: head, the worker's place, entries of one writer.
 *
 * Gives nothing if the life is over. If the head is the same and nobody else added anything, a number. Else head, end, what
 * others added behind the worker's place, and how many characters of the entries had been added before; or, from a place
 * that is not in the log, or within an entry, head, end, the whole log, -1, and the snapshot. Such a place was compacted away,
 * or is of a worker that saw more than the server kept when it died.
 *
 * Entries that were added before are found by writer and number. They lie behind the place, as the worker has seen all
 * before it; so when nothing does, the entries are new, and that is the common case. `careful`: an earlier answer was lost,
 * and the worker may have been told of the entries by `open`, so they are looked for everywhere.
 *
 * `ttlMs` 0: the expiry stays as it is.
 */
export declare function appendScript(ttlMs: number, careful: boolean): RedisScript;
/** KEYS: journal. ARGV: head, offset, snapshot, ttl. */
export declare const COMPACT: RedisScript;
/** KEYS: state. ARGV: ttl. Gives version and bytes, or nothing. */
export declare const LOAD: RedisScript;
/** KEYS: state. ARGV: version that must be there, or nothing; version that is to be; bytes; ttl. Gives 1 if it was saved. */
export declare const SAVE: RedisScript;
/** KEYS: all that belong to a run. */
export declare const REMOVE: RedisScript;
