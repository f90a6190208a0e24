export type { StateStore, StoredState } from "./store/state-store.ts";
export { memoryStore } from "./store/state-store.ts";
