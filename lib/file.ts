/** State in files: the entry point `loopguard/file`. */
export { type FileStore, type FileStoreOptions, fileStore, type PruneOptions } from "./store/file-store.ts";
export type { StateStore, StoredState } from "./store/store-interface.ts";
