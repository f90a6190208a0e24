/** State in Redis: the entry point `loopguard/redis`. */
export type { IoredisClient, NodeRedisClient, RedisClient } from "./store/redis-client.ts";
export { type RedisStoreOptions, redisStore } from "./store/redis-store.ts";
export type { JournalPosition, JournalState, JournalStore, StateStore, StoredState } from "./store/store-interface.ts";
