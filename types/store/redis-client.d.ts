/** Runs scripts through the clients `ioredis` and `redis`, which are distinguished by their methods. */
/** `Redis` and `Cluster` of `ioredis`. */
export interface IoredisClient {
    callBuffer(...args: never[]): unknown;
}
/** The clients of `createClient`, `createClientPool` and `createCluster` of `redis`. */
export interface NodeRedisClient {
    sendCommand(...args: never[]): Promise<unknown>;
}
/** A client of a Redis server or cluster. */
export type RedisClient = IoredisClient | NodeRedisClient;
/** An argument of a script. */
type RedisArgument = string | Buffer;
/**
 * Runs a script in one round trip, or two if the server does not know it yet. Gives the result of `read` on the reply; a
 * promise for each step would be a good part of the cost of a decision.
 */
export type RunScript = <T>(script: string, keys: readonly string[], args: readonly RedisArgument[], read: (reply: unknown) => T) => Promise<T>;
/** Throws `ERR_LOOPGUARD_OPTION` for a value that is not a client. */
export declare function scriptRunner(client: unknown): RunScript;
/** Tells of a server that may drop the keys of runs. All of them have an expiry, so every policy but one is for them. */
export declare function tellOfEviction(run: RunScript, key: string): Promise<void>;
export {};
