/**
 * What the server does in one step each, in Lua.
 *
 * A journal is a hash and a string in one cluster slot. The hash: `format`, `life` (the incarnation), `base` and `end` (the
 * offsets at which the log begins and ends), `snapshot` (the state at `base`), and for each writer `<number of its last entry>:
 * <offset behind it>`. The string is the log from `base` on. A run of plain values is a hash of `version` and `bytes`.
 *
 * No script asks for the time: expiry is relative, and the entries carry the times that matter.
 */
import { createHash } from "node:crypto";

/** A script and the name under which the server remembers it. */
export interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

/** Begins the text of the error for a key that holds something else. */
export const FOREIGN = "LOOPGUARD";
const FORMAT = "1";
/** Writers that are remembered, however long ago they wrote; beyond, those that wrote lately. */
const MAX_WRITERS = 1000;

/** KEYS: journal, log. ARGV: life if it is a new one, its snapshot, ttl. Gives life, end, log, and the snapshot if there was one. */
export const OPEN: RedisScript = script(`
local found = redis.call('HMGET', KEYS[1], 'format', 'life', 'base', 'end', 'snapshot')
if found[1] ~= '${FORMAT}' and redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.error_reply('${FOREIGN} the key holds something else, or the state of a later version')
end
if found[1] and redis.call('STRLEN', KEYS[2]) == found[4] - found[3] then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return {found[2], found[4], redis.call('GET', KEYS[2]) or '', found[5]}
end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'format', '${FORMAT}', 'life', ARGV[1], 'base', 0, 'end', 0, 'snapshot', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {ARGV[1], 0, ''}
`);

/**
 * KEYS: journal, log. ARGV: life, offset, writer, number of the first entry, ttl, entries. Gives the end, what is behind the
 * offset, and the snapshot if that is from there; nothing if the life is over.
 *
 * A log that is shorter than it was (evicted, expired) ends the life. An offset behind the end is of a worker that saw more
 * than the server kept when it died.
 */
export const APPEND: RedisScript = script(`
local found = redis.call('HMGET', KEYS[1], 'life', 'base', 'end', ARGV[3])
if found[1] ~= ARGV[1] then return false end
local base, stop = tonumber(found[2]), tonumber(found[3])
local last = found[4] and tonumber(string.match(found[4], '^%d+')) or 0
local at, first = tonumber(ARGV[2]), tonumber(ARGV[4])
local known = at >= base and at <= stop
local added = table.concat(ARGV, '', 6 + math.max(0, last - first + 1))
local length = redis.call('APPEND', KEYS[2], added)
if length ~= stop - base + #added then
  redis.call('DEL', KEYS[1], KEYS[2])
  return false
end
if added ~= '' then
  stop = base + length
  redis.call('HSET', KEYS[1], 'end', stop, ARGV[3], (first + #ARGV - 6) .. ':' .. stop)
end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
if known then return {stop, redis.call('GETRANGE', KEYS[2], at - base, -1)} end
return {stop, redis.call('GET', KEYS[2]), redis.call('HGET', KEYS[1], 'snapshot')}
`);

/**
 * KEYS: journal, log. ARGV: life, offset, snapshot, ttl. Where there are very many writers, those that did not write since
 * the compaction before are forgotten: a retry of theirs would have to be older than that to be added twice.
 */
export const COMPACT: RedisScript = script(`
local found = redis.call('HMGET', KEYS[1], 'life', 'base', 'end')
if found[1] ~= ARGV[1] then return 0 end
local base, stop, at = tonumber(found[2]), tonumber(found[3]), tonumber(ARGV[2])
if at <= base or at > stop then return 0 end
local rest = redis.call('GETRANGE', KEYS[2], at - base, -1)
if #rest ~= stop - at then return 0 end
redis.call('SET', KEYS[2], rest, 'PX', ARGV[4])
redis.call('HSET', KEYS[1], 'base', at, 'snapshot', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
if redis.call('HLEN', KEYS[1]) > ${MAX_WRITERS} then
  local all = redis.call('HGETALL', KEYS[1])
  for i = 1, #all, 2 do
    local behind = string.match(all[i + 1], '^%d+:(%d+)$')
    if #all[i] == 16 and behind and tonumber(behind) <= base then redis.call('HDEL', KEYS[1], all[i]) end
  end
end
return 1
`);

/** KEYS: state. ARGV: ttl. Gives version and bytes, or nothing. */
export const LOAD: RedisScript = script(`
local found = redis.call('HMGET', KEYS[1], 'version', 'bytes')
if not found[1] or not found[2] then return false end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return found
`);

/** KEYS: state. ARGV: version that must be there, or nothing; version that is to be; bytes; ttl. Gives 1 if it was saved. */
export const SAVE: RedisScript = script(`
local version = redis.call('HGET', KEYS[1], 'version')
if not version and redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.error_reply('${FOREIGN} the key holds something else')
end
if (version or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'bytes', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
`);

/** KEYS: all that belong to a run. */
export const REMOVE: RedisScript = script("return redis.call('DEL', unpack(KEYS))");

function script(source: string): RedisScript {
  return { source, sha: createHash("sha1").update(source).digest("hex") };
}
