/** Reports a server that may drop runs to make room. Otherwise the loss of a run without workers would go unnoticed. */
import { publishError } from "../report/diagnostics.ts";
import type { RunScript } from "./redis-client.ts";
import { type RedisScript, script } from "./redis-scripts.ts";

/**
 * KEYS: one that says which server of a cluster is meant. Gives the policy by which keys go, or nothing: where there is no
 * limit, or where this user may not ask. By `INFO`, which managed servers allow though they forbid `CONFIG`.
 */
const POLICY: RedisScript = script(`
local info = redis.pcall('INFO', 'memory')
if type(info) ~= 'string' or string.match(info, 'maxmemory:(%d+)') == '0' then return false end
return string.match(info, 'maxmemory_policy:([%w-]+)') or false
`);

/** Tells of a server that may drop the keys of runs. All of them have an expiry, so every policy but one is for them. */
export async function tellOfEviction(run: RunScript, key: string): Promise<void> {
  const policy = await run(POLICY, [key], [], (reply) => (reply === null ? "noeviction" : String(reply)));
  if (policy !== "noeviction") publishError(new Error(textOf(policy)), "store");
}

function textOf(policy: string): string {
  return (
    `Redis may drop whole runs to make room: its maxmemory-policy is "${policy}", which applies to the keys of runs. ` +
    'Set it to "noeviction": Redis then refuses writes, and runs continue without it until there is room'
  );
}
