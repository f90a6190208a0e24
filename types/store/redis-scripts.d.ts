/**
 * What the server does in one step each, in Lua.
 *
 * A journal is one string, so that a decision needs few commands of the server and one key expires as a whole:
 *
 *   +-------+------+------+-------+---------------+----------+---------+------+-----
 *   | magic | life | base | start | snapshot size | snapshot | writers | seal | log
 *   |   4   |  32  |  16  |  10   |      10       |    n     |  lines  | line | lines
 *   +-------+------+------+-------+---------------+----------+---------+------+-----
 *
 * The head is ASCII: life in hex digits, numbers in decimal ones. `base` is the offset at which the log begins, `start` its
 * place in the string, the snapshot is the state at `base`. The writers are those of the entries before `base`, each with
 * the number of its last one, `<writer>:<number>` a line, those who wrote last behind. The log is entries as
 * `journal-entries.ts` frames them, and behind those of each append a seal: `#<mark>`, a line. So a writer and the colon behind
 * it are found nowhere by chance.
 *
 * A mark stands for everything from the life's beginning up to it: two histories that differ anywhere have other marks from
 * there on. A worker says the mark that it saw last. Where it stands at the worker's place, the worker has seen all that is
 * before; where it does not, the log was compacted, or the server lost its end (a failover, a restart, a backup), however
 * long it has grown since.
 *
 * The worker draws a number for each append. Where nothing stands behind the mark that it saw, the number is the next mark:
 * whatever history it is found in, that mark is in front of it, and there is nothing to work out. Else the next mark is made
 * of the last one and of the number, 5 * mark + number modulo 2^50, since one command may come to two histories, as clients
 * send some again after a failover.
 *
 * No script asks for the time: expiry is relative, and the entries carry the times that matter.
 */
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
export declare const OPEN: string;
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
export declare function appendScript(ttlMs: number, careful: boolean): string;
/** KEYS: journal. ARGV: magic and life, offset, mark that stands there, snapshot, ttl. */
export declare const COMPACT: string;
/** KEYS: state. ARGV: ttl. Gives version and bytes, or nothing. */
export declare const LOAD: string;
/** KEYS: state. ARGV: version that must be there, or nothing; version that is to be; bytes; ttl. Gives 1 if it was saved. */
export declare const SAVE: string;
/** KEYS: all that belong to a run. */
export declare const REMOVE: string;
