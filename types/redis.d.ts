/** State in Redis: the entry point `loopguard/redis`. */
import { JournalStore } from './shared.js';
export { type JournalPosition, type JournalState, type StateStore, type StoredState } from './shared.js';

/** `Redis` and `Cluster` of `ioredis`. */
interface IoredisClient {
    callBuffer(...args: never[]): unknown;
}
/** The clients of `createClient`, `createClientPool` and `createCluster` of `redis`. */
interface NodeRedisClient {
    sendCommand(...args: never[]): Promise<unknown>;
}
/** A client of a Redis server or cluster. */
type RedisClient = IoredisClient | NodeRedisClient;

/** Options of `redisStore`. */
interface RedisStoreOptions {
    /** The beginning of every key. Default `"loopguard:"`. Without braces, which mark the part that a cluster hashes. */
    prefix?: string;
    /** Milliseconds after its last use at which a run expires, by the server's clock. Default 86,400,000: a day. */
    ttlMs?: number;
}
/**
 * A store in Redis (5 or later), for any number of workers that share runs. `client`: a connected client of `redis` or
 * `ioredis`, or a cluster of either; it stays yours to close.
 *
 * Each decision is one `EVALSHA`: it adds the worker's entries to the log of the run and returns what others added before, so
 * workers never wait for each other and never try again. Each use postpones the expiry, to within a hundredth. The keys of a
 * run are `<prefix>{<key>}:journal`, and `:state` for the separate values of `load` and `save`.
 *
 * Nothing that was acknowledged is lost as long as the server keeps its data: see docs/scaling.md for its settings. What it
 * loses (a failover, a restart, an eviction) is detected, however much was added since, and put back by the workers that have
 * it. A server that may drop runs to make room (`maxmemory-policy`) is reported once on `loopguard:error`, if the user may
 * call `INFO`. Methods reject with the client's error. Throws `ERR_LOOPGUARD_OPTION` for wrong options.
 *
 * @example
 * import { createClient } from "redis";
 * import { redisStore } from "loopguard/redis";
 *
 * const client = await createClient({ url: process.env.REDIS_URL }).on("error", console.error).connect();
 * const run = guard.storedRun(sessionId, redisStore(client));
 * const verdict = await run.before({ id, name, arguments: args });
 */
declare function redisStore(client: RedisClient, options?: RedisStoreOptions): JournalStore;

export { type JournalStore, redisStore };
export type { IoredisClient, NodeRedisClient, RedisClient, RedisStoreOptions };
