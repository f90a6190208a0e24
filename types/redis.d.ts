/** State in Redis: the entry point `loopguard/redis`. */
export type { IoredisClient, NodeRedisClient, RedisClient } from "./state/redis-client.ts";
export { type RedisStoreOptions, redisStore } from "./state/redis-store.ts";
export type { JournalPosition, JournalState, JournalStore, StateStore, StoredState } from "./state/state-store.ts";
