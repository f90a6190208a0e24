/** A script and the name under which the server remembers it. */
export interface RedisScript {
    readonly source: string;
    readonly sha: string;
}
/** Begins a journal; the digit is the version of the layout. */
export declare const MAGIC = "LGJ2";
/** Hex digits after it. */
export declare const LIFE_DIGITS = 32;
/** A number of 16 digits, drawn for one append. In two halves: small integers are text in a third of the time. */
export declare function newMark(): string;
/** Behind the entries of an append. */
export declare function sealOf(mark: string): string;
/**
 * KEYS: journal. ARGV: magic and life if it is a new one, its snapshot, ttl. Gives magic and life, end, last mark, log, and the
 * snapshot if there was one.
 */
export declare const OPEN: RedisScript;
/**
 * KEYS: journal. ARGV: mark that the worker saw last; entries of one writer, and the seal with the number drawn for them; and
 * in one text, as the usual case needs none of it, magic and life, the writer, and the worker's offset.
 *
 * Gives nothing if the life is over. If nobody else added anything, 1: all stands there as it was given. Else mark, end, what
 * others added behind the worker's place, and how many characters of the entries had been added before. Where the mark is not
 * at the worker's place: mark, end, the whole log, -1, the snapshot, and the writer's last number before these entries: 0 if
 * there is none, -1 if he may have been forgotten. Then nothing is added behind a gap in the writer's numbers, which may be
 * entries that the server lost: those come first.
 *
 * Entries that were added before are found by writer and number. They lie behind the place, as the worker has seen all
 * before it. `careful`: an earlier answer was lost, and the worker may have been told of the entries by `open`, so they are
 * looked for everywhere.
 *
 * `ttlMs` 0: the expiry stays as it is.
 */
export declare function appendScript(ttlMs: number, careful: boolean): RedisScript;
/** KEYS: journal. ARGV: magic and life, offset, mark that stands there, snapshot, ttl. */
export declare const COMPACT: RedisScript;
/** KEYS: state. ARGV: ttl. Gives version and bytes, or nothing. */
export declare const LOAD: RedisScript;
/** KEYS: state. ARGV: version that must be there, or nothing; version that is to be; bytes; ttl. Gives 1 if it was saved. */
export declare const SAVE: RedisScript;
/** KEYS: all that belong to a run. */
export declare const REMOVE: RedisScript;
export declare function script(source: string): RedisScript;
