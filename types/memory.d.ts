/** A `StateStore` in memory, for one process and for tests. */
import { StateStore } from './shared.js';
export { type StoredState } from './shared.js';

/**
 * A store in this process's memory: for tests, and for several guards of one process that share runs.
 *
 * @example
 * const store = memoryStore();
 * const run = guard.storedRun("session-7", store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
declare function memoryStore(options?: undefined): StateStore;

export { type StateStore, memoryStore };
