import { optionError } from "../base/errors.ts";
import { isGiven } from "../base/property.ts";
import type { StateStore, StoredState } from "./store-interface.ts";

/**
 * A store in this process's memory: for tests, and for several guards of one process that share runs.
 *
 * @example
 * const store = memoryStore();
 * const run = guard.storedRun("session-7", store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
export function memoryStore(options?: undefined): StateStore {
  if (isGiven<unknown>(options))
    throw optionError("type", "options", options, "absent: each state is kept until the process ends");
  const states = new Map<string, StoredState>();
  let writes = 0;
  return {
    async load(key) {
      const state = states.get(key);
      return state === undefined ? undefined : { ...state, bytes: state.bytes.slice() };
    },
    async save(key, bytes, ifVersion) {
      if (states.get(key)?.version !== ifVersion) return undefined;
      const version = String(++writes);
      states.set(key, { bytes: bytes.slice(), version });
      return version;
    },
    async delete(key) {
      states.delete(key);
    },
  };
}
