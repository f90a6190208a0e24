/** A `StateStore` in memory, for one process and for tests. */

export type { StateStore, StoredState } from "./store/store-interface.ts";
export { memoryStore } from "./store/store-interface.ts";
