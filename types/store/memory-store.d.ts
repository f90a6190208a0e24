import type { StateStore } from "./store-interface.ts";
/**
 * A store in this process's memory: for tests, and for several guards of one process that share runs.
 *
 * @example
 * const store = memoryStore();
 * const run = guard.storedRun("session-7", store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
export declare function memoryStore(options?: undefined): StateStore;
