/**
 * What the server does in one step each, in Lua.
 *
 * A journal is one string, so that a decision needs few commands of the server and one key expires as a whole:
 *
 *   +-------+------+------+-------+-----------------+----------+-----------+-----
 *   | magic | life | base | start | snapshot length | snapshot | writers   | log
 *   |   4   |  32  |  8   |   4   |        4        |    n     | 12 a line |
 *   +-------+------+------+-------+-----------------+----------+-----------+-----
 *
 * Numbers are little-endian. Magic and life (hex digits) are the incarnation. `base` is the offset at which the log begins,
 * `start` its place in the string, the snapshot is the state at `base`. The writers are those of the entries before `base`, each
 * with the number of its last one, those who wrote last behind. The log is entries as `journal-entry.ts` frames them.
 *
 * No script asks for the time: expiry is relative, and the entries carry the times that matter.
 */
import { createHash } from "node:crypto";

/** A script and the name under which the server remembers it. */
export interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

/** Begins an incarnation; the digit is the version of the layout. */
export const MAGIC = "LGJ1";
/** Hex digits after it. */
export const LIFE_DIGITS = 32;
const INCARNATION = MAGIC.length + LIFE_DIGITS;
const HEAD = INCARNATION + 16;
/** Numbers in the head, and where they begin; Lua counts from 1. */
const NUMBERS = `'<I8I4I4', head, ${INCARNATION + 1}`;
const LINE = 12;
/** Writers that are remembered. A retry of one beyond them would have to be older than the last words of so many others. */
const MAX_WRITERS = 1000;

const FOREIGN = "LOOPGUARD the key holds something else, or the state of a later version";
const BETWEEN = "LOOPGUARD the offset is not between two entries";

/** KEYS: journal. ARGV: incarnation if it is a new one, its snapshot, ttl. Gives incarnation, end, log, and the snapshot if there was one. */
export const OPEN: RedisScript = script(`
local value = redis.call('GET', KEYS[1])
if value then
  if #value < ${HEAD} or string.sub(value, 1, ${MAGIC.length}) ~= '${MAGIC}' then return redis.error_reply('${FOREIGN}') end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  local head = value
  local base, start, size = struct.unpack(${NUMBERS})
  local snapshot = string.sub(value, ${HEAD + 1}, ${HEAD} + size)
  return {string.sub(value, 1, ${INCARNATION}), base + #value - start, string.sub(value, start + 1), snapshot}
end
local numbers = struct.pack('<I8I4I4', 0, ${HEAD} + #ARGV[2], #ARGV[2])
redis.call('SET', KEYS[1], ARGV[1] .. numbers .. ARGV[2], 'PX', ARGV[3])
return {ARGV[1], 0, ''}
`);

/**
 * KEYS: journal. ARGV: incarnation, offset, entries of one writer.
 *
 * Gives nothing if the life is over. If nobody else added anything, the end. Else the end, what others added behind the
 * offset, and how many of the entries had been added before; or, from an offset that is not in the log, the end, the
 * whole log, -1, and the snapshot. Such an offset was compacted away, or is of a worker that saw more than the server kept
 * when it died.
 *
 * Entries that were added before are found by writer and number. They lie behind the offset, as the worker has seen all
 * before it; so when nothing does, the entries are new, and that is the common case. `careful`: an earlier answer was lost,
 * and the worker may have been told of the entries by `open`, so they are looked for everywhere.
 *
 * `ttlMs` 0: the expiry stays as it is.
 */
export function appendScript(ttlMs: number, careful: boolean): RedisScript {
  const refresh = ttlMs === 0 ? "" : `redis.call('PEXPIRE', KEYS[1], ${ttlMs})`;
  return script(`
local head = redis.call('GETRANGE', KEYS[1], 0, ${HEAD - 1})
if string.sub(head, 1, ${INCARNATION}) ~= ARGV[1] then return false end
local base, start, size = struct.unpack(${NUMBERS})
local place, count = start + ARGV[2] - base, #ARGV - 2
local added = count == 1 and ARGV[3] or table.concat(ARGV, '', 3)
local length = redis.call('APPEND', KEYS[1], added)
${refresh}
if ${careful ? "false" : "place == length - #added"} then return base + length - start end

local before = length - #added
local known = place >= start and place <= before
local last, log, behind, value = 0
if known and not ${careful} then
  behind = redis.call('GETRANGE', KEYS[1], place, before - 1)
else
  value = redis.call('GET', KEYS[1])
  log = string.sub(value, start + 1, before)
  behind = known and string.sub(value, place + 1, before) or log
  local writers, writer = string.sub(value, ${HEAD + 1} + size, start), string.sub(ARGV[3] or '', 5, 12)
  local found = count > 0 and string.find(writers, writer, 1, true)
  while found and found % ${LINE} ~= 1 do found = string.find(writers, writer, found + 1, true) end
  if found then last = struct.unpack('<I4', writers, found + 8) end
end
local seen = log or behind
local skipped, from = 0, 1
while skipped < count do
  local entry = ARGV[3 + skipped]
  local found = string.find(seen, string.sub(entry, 5, 16), from, true)
  if found then from = found
  elseif struct.unpack('<I4', entry, 13) > last then break end
  skipped = skipped + 1
end
if skipped > 0 then
  added = table.concat(ARGV, '', 3 + skipped)
  value = string.sub(value or redis.call('GET', KEYS[1]), 1, before) .. added
  length = #value
  local ttl = redis.call('PTTL', KEYS[1])
  redis.call('SET', KEYS[1], value)
  if ttl > 0 then redis.call('PEXPIRE', KEYS[1], ttl) end
end
local stop = base + length - start
if known then return {stop, behind, skipped} end
return {stop, log .. added, -1, string.sub(value, ${HEAD + 1}, ${HEAD} + size)}
`);
}

/** KEYS: journal. ARGV: incarnation, offset, snapshot, ttl. */
export const COMPACT: RedisScript = script(`
local value = redis.call('GET', KEYS[1])
if not value or string.sub(value, 1, ${INCARNATION}) ~= ARGV[1] then return 0 end
local head = value
local base, start, size = struct.unpack(${NUMBERS})
local at = tonumber(ARGV[2])
if at <= base or at > base + #value - start then return 0 end
local last, order = {}, {}
local function remember(writer, number)
  if last[writer] then return end
  order[#order + 1] = writer
  last[writer] = number
end
local place, stop = start, start + at - base
local entries = {}
while place < stop do
  local length = struct.unpack('<I4', value, place + 1)
  if length < 16 or place + length > stop then return redis.error_reply('${BETWEEN}') end
  entries[#entries + 1] = place
  place = place + length
end
for i = #entries, 1, -1 do
  local entry = entries[i]
  remember(string.sub(value, entry + 5, entry + 12), string.sub(value, entry + 13, entry + 16))
end
for line = start - ${LINE}, ${HEAD} + size, -${LINE} do
  remember(string.sub(value, line + 1, line + 8), string.sub(value, line + 9, line + 12))
end
local lines, count = {}, math.min(#order, ${MAX_WRITERS})
for i = 1, count do lines[i] = order[count + 1 - i] .. last[order[count + 1 - i]] end
local writers = table.concat(lines)
local numbers = struct.pack('<I8I4I4', at, ${HEAD} + #ARGV[3] + #writers, #ARGV[3])
redis.call('SET', KEYS[1], ARGV[1] .. numbers .. ARGV[3] .. writers .. string.sub(value, stop + 1), 'PX', ARGV[4])
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
if not version and redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('${FOREIGN}') end
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
