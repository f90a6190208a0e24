/** A `StateStore` in memory, for one process and for tests. */

export { memoryStore } from "./state/memory-store.ts";
export type { StateStore, StoredState } from "./state/state-store.ts";
