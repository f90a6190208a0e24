/** A `StateStore` in memory, for one process and for tests. */

export { memoryStore } from "./store/memory-store.ts";
export type { StateStore, StoredState } from "./store/store-interface.ts";
