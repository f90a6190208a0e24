/** State in files: the entry point `loopguard/file`. */
import { StateStore } from './shared.js';
export { type StoredState } from './shared.js';

/** Options of `fileStore`. */
interface FileStoreOptions {
    /**
     * `true`: each save is on the disk before it resolves, and survives a loss of power; slower. Default `false`: it survives
     * the end of any process, but after a loss of power the state may be an earlier one.
     */
    durable?: boolean;
}
/** Options of `FileStore.prune`. */
interface PruneOptions {
    /** Runs that were last saved this many milliseconds ago, or earlier, are removed. */
    olderThanMs: number;
}
/** A store in a folder; see `fileStore`. */
interface FileStore extends StateStore {
    /** Removes runs that were not saved for some time, and returns their number. Other folders are not touched. */
    prune(options: PruneOptions): Promise<number>;
}
/**
 * A store in the folder `dir`, which is made at the first save: for the processes of one machine, and for work that continues
 * after a process has ended.
 *
 * Each run has a folder, named by a digest of its key, with the newest generations of the state. A save writes a file and gives
 * it the next number with link(2), in which only one of several writers succeeds. So there is no lock that a killed process
 * could leave behind. A full disk or a read-only folder rejects the save and leaves the old state.
 *
 * It needs a local file system with hard links. Its calls are synchronous, so a disk that hangs blocks them. `save` rejects
 * with the file system's error (`ENOSPC`, `EACCES`, `EROFS`). `delete` and `prune` are for runs that are not in use. Throws
 * `ERR_LOOPGUARD_OPTION` for wrong options.
 *
 * @example
 * import { fileStore } from "loopguard/file";
 *
 * const store = fileStore(".loopguard");
 * const run = guard.storedRun(sessionId, store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
declare function fileStore(dir: string, options?: FileStoreOptions): FileStore;

export { type StateStore, fileStore };
export type { FileStore, FileStoreOptions, PruneOptions };
