/** State in files: the entry point `loopguard/file`. */
import { StateStore } from './shared.js';
export { StoredState } from './shared.js';

/** Options of `fileStore`. */
interface FileStoreOptions {
    /**
     * `true`: each save is on the disk before it resolves, and survives a loss of power; slower by what the disk takes.
     * Default `false`: it survives the death of any process. After a loss of power, the state before may be the one that is
     * found.
     */
    durable?: boolean;
}
/** Options of `FileStore.prune`. */
interface PruneOptions {
    /** Milliseconds since a run was last saved, from which on it is removed. */
    olderThanMs: number;
}
/** What `fileStore` gives. */
interface FileStore extends StateStore {
    /** Removes the runs that were not saved for so long, and gives their number. Other folders are left alone. */
    prune(options: PruneOptions): Promise<number>;
}
/**
 * A store in the folder `dir`, which is made at the first save: for the processes of one machine, and for a process whose
 * work is to go on after its death.
 *
 * Each run has a folder, named by a digest of its key: no key reaches the file system. In it are the newest generations of
 * the state. A save writes a file of its own and gives it the next number with link(2), which only one of several writers
 * can do. So there is no lock, and nothing to break when its holder was killed; that is why no library for locks is used
 * here. A full disk or a read-only folder rejects the save and leaves the old state.
 *
 * Needs a local file system with hard links: its calls are synchronous, and a disk that hangs is waited for. `save` rejects
 * with what the file system says (`ENOSPC`, `EACCES`, `EROFS`).
 * `delete` and `prune` are for runs that nobody works on. Throws `ERR_LOOPGUARD_OPTION` for wrong options.
 *
 * @example
 * import { fileStore } from "loopguard/file";
 *
 * const store = fileStore(".loopguard");
 * const run = guard.storedRun(sessionId, store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
declare function fileStore(dir: string, options?: FileStoreOptions): FileStore;

export { StateStore, fileStore };
export type { FileStore, FileStoreOptions, PruneOptions };
