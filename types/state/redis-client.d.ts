import type { RedisScript } from "./redis-scripts.ts";
/** `Redis` and `Cluster` of `ioredis`. */
export interface IoredisClient {
    callBuffer(...args: never[]): unknown;
}
/** What `createClient`, `createClientPool` and `createCluster` of `redis` give. */
export interface NodeRedisClient {
    sendCommand(...args: never[]): Promise<unknown>;
}
/** A client of a Redis server or cluster. */
export type RedisClient = IoredisClient | NodeRedisClient;
/** An argument of a script. */
export type RedisArgument = string | Buffer;
/**
 * Runs a script in one round trip; in one more where the server does not know it yet. Gives what `read` makes of the reply:
 * a promise for each step would be a good part of what a decision costs.
 */
export type RunScript = <T>(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[], read: (reply: unknown) => T) => Promise<T>;
/** Throws `ERR_LOOPGUARD_OPTION` for what is no client. */
export declare function scriptRunner(client: unknown): RunScript;
