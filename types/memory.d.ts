/** A `StateStore` in memory, for one process and for tests. */
export { StateStore, StoredState, memoryStore } from './shared.js';
