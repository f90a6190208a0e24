/** State in files: the entry point `loopguard/file`. */
export { type FileStore, type FileStoreOptions, fileStore, type PruneOptions } from "./state/file-store.ts";
export type { StateStore, StoredState } from "./state/state-store.ts";
