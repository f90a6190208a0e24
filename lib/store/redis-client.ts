/** Runs scripts through the clients `ioredis` and `redis`, which are distinguished by their methods. */

import { optionError } from "../base/errors.ts";
import { builtin, needed } from "../base/platform.ts";
import { getOrAdd, property } from "../base/property.ts";
import { publishError } from "../rules/diagnostics.ts";

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
export type RunScript = <T>(
  script: string,
  keys: readonly string[],
  args: readonly RedisArgument[],
  read: (reply: unknown) => T,
) => Promise<T>;

/** Sends the command with the script (its digest or source), the number of keys, the keys and the arguments. */
type SendEval = (
  command: "evalsha" | "eval",
  about: string,
  keys: readonly string[],
  args: readonly RedisArgument[],
) => Promise<unknown>;

/** By source. */
const digests = new Map<string, string>();

/** Made at first use: loading node:crypto takes as long as loading the rest of the package. */
function digestOf(script: string): string {
  const sha1 = () => needed(builtin("node:crypto"), "A store in Redis").createHash("sha1");
  return getOrAdd(digests, script, () => sha1().update(script).digest("hex"));
}

/** Throws `ERR_LOOPGUARD_OPTION` for a value that is not a client. */
export function scriptRunner(client: unknown): RunScript {
  const send = sender(client);
  return (script, keys, args, read) =>
    send("evalsha", digestOf(script), keys, args).then(read, (error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      return send("eval", script, keys, args).then(read);
    });
}

const isUnknownScript = (error: unknown): boolean => String(property(error, "message")).startsWith("NOSCRIPT");

/** Makes `redis` 5 and later return strings (`RESP_TYPES.BLOB_STRING`) as bytes. */
const AS_BYTES = { typeMapping: { 36: Buffer } };

type Method = (...args: unknown[]) => Promise<unknown>;

function sender(client: unknown): SendEval {
  const methods = (client ?? {}) as Record<string, unknown>;
  const { evalshaBuffer, evalBuffer, sendCommand, connect, multi } = methods;
  // Not `callBuffer`, which has types: with `enableAutoPipelining`, ioredis loses the command's name there.
  if (typeof evalshaBuffer === "function" && typeof evalBuffer === "function") {
    const ask = { evalsha: evalshaBuffer as Method, eval: evalBuffer as Method };
    return (command, about, keys, args) => ask[command].call(client, about, keys.length, ...keys, ...args);
  }
  // The `sendCommand` of a Sentinel client takes other arguments; that of a legacy client, without `connect`, a callback.
  const isLegacy = multi !== undefined && connect === undefined;
  if (typeof sendCommand !== "function" || "getSentinelNode" in methods || isLegacy)
    throw optionError("type", "client", client, "a client of the package redis or ioredis");
  const ask = sendCommand as Method;
  if ("slots" in methods)
    return (command, about, keys, args) =>
      ask.call(client, keys[0], false, [command, about, `${keys.length}`, ...keys, ...args], AS_BYTES);
  return (command, about, keys, args) =>
    ask.call(client, [command, about, `${keys.length}`, ...keys, ...args], AS_BYTES);
}

/**
 * KEYS: one that says which server of a cluster is meant. Gives the policy by which keys go, or nothing: where there is no
 * limit, or where this user may not ask. By `INFO`, which managed servers allow though they forbid `CONFIG`.
 */
const POLICY = `
local info = redis.pcall('INFO', 'memory')
if type(info) ~= 'string' or string.match(info, 'maxmemory:(%d+)') == '0' then return false end
return string.match(info, 'maxmemory_policy:([%w-]+)') or false
`;

/** Tells of a server that may drop the keys of runs. All of them have an expiry, so every policy but one is for them. */
export async function tellOfEviction(run: RunScript, key: string): Promise<void> {
  const policy = await run(POLICY, [key], [], (reply) => (reply === null ? "noeviction" : String(reply)));
  const text =
    `Redis may drop whole runs to make room: its maxmemory-policy is "${policy}", which applies to the keys of runs. ` +
    'Set it to "noeviction": Redis then refuses writes, and runs continue without it until there is room';
  if (policy !== "noeviction") publishError(new Error(text), "store");
}
