/**
 * What the server does in one step each, in Lua.
 *
 * A journal is one string, so that a decision needs few commands of the server and one key expires as a whole:
 *
 *   +-------+------+------+-------+---------------+----------+---------+-----
 *   | magic | life | base | start | snapshot size | snapshot | writers | log
 *   |   4   |  32  |  16  |  10   |      10       |    n     |  lines  | lines
 *   +-------+------+------+-------+---------------+----------+---------+-----
 *
 * The head is ASCII: life in hex digits, numbers in decimal ones. `base` is the offset at which the log begins, `start` its
 * place in the string, the snapshot is the state at `base`. The writers are those of the entries before `base`, each with
 * the number of its last one, `<writer>:<number>` a line, those who wrote last behind. The log is entries as
 * `journal-entry.ts` frames them. So a writer and the colon behind it, or an entry's writer and number with both colons,
 * are found nowhere by chance.
 *
 * What stores call the incarnation is the head, which changes when the log is compacted: while it is the same, a place in the
 * string is a place in the log, and an append has nothing to work out. Magic and life are the same until the run is lost.
 *
 * No script asks for the time: expiry is relative, and the entries carry the times that matter.
 */
import { createHash } from "node:crypto";

/** A script and the name under which the server remembers it. */
export interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

/** Begins a journal; the digit is the version of the layout. */
export const MAGIC = "LGJ1";
/** Hex digits after it. */
export const LIFE_DIGITS = 32;
const LIFE = MAGIC.length + LIFE_DIGITS;
const [BASE_DIGITS, PLACE_DIGITS] = [16, 10];
const START = LIFE + BASE_DIGITS;
const SIZE = START + PLACE_DIGITS;
const HEAD = SIZE + PLACE_DIGITS;
const WRITER_DIGITS = 16;
/** Writers that are remembered. A retry of one beyond them would have to be older than the last words of so many others. */
const MAX_WRITERS = 1000;

/** Lua: base, start and snapshot size of a head, and the other way round. */
const NUMBERS = `
local function numbers(head)
  return tonumber(string.sub(head, ${LIFE + 1}, ${START})), tonumber(string.sub(head, ${START + 1}, ${SIZE})),
    tonumber(string.sub(head, ${SIZE + 1}, ${HEAD}))
end`;
const HEAD_OF = `
local function headOf(life, base, start, size)
  return life .. string.format('%0${BASE_DIGITS}.0f%0${PLACE_DIGITS}.0f%0${PLACE_DIGITS}.0f', base, start, size)
end`;

/** How far the place of an offset is behind it in a journal that has this head; `NaN` for what is no head. */
export function shiftOf(head: string): number {
  return Number(head.slice(START, SIZE)) - Number(head.slice(LIFE, START));
}

const FOREIGN = "LOOPGUARD the key holds something else, or the state of a later version";
const BETWEEN = "LOOPGUARD the offset is not between two entries";

/**
 * KEYS: journal. ARGV: magic and life if it is a new one, its snapshot, ttl. Gives head, end, log, and the snapshot if there
 * was one.
 */
export const OPEN: RedisScript = script(`${NUMBERS}${HEAD_OF}
local value = redis.call('GET', KEYS[1])
if value then
  if #value < ${HEAD} or string.sub(value, 1, ${MAGIC.length}) ~= '${MAGIC}' then return redis.error_reply('${FOREIGN}') end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  local base, start, size = numbers(value)
  local snapshot = string.sub(value, ${HEAD + 1}, ${HEAD} + size)
  return {string.sub(value, 1, ${HEAD}), base + #value - start, string.sub(value, start + 1), snapshot}
end
local head = headOf(ARGV[1], 0, ${HEAD} + #ARGV[2], #ARGV[2])
redis.call('SET', KEYS[1], head .. ARGV[2], 'PX', ARGV[3])
return {head, 0, ''}
`);

/**
 * KEYS: journal. ARGV: head, the worker's place, entries of one writer.
 *
 * Gives nothing if the life is over. If the head is the same and nobody else added anything, a number. Else head, end, what
 * others added behind the worker's place, and how many characters of the entries had been added before; or, from a place
 * that is not in the log, or within an entry, head, end, the whole log, -1, and the snapshot. Such a place was compacted away,
 * or is of a worker that saw more than the server kept when it died.
 *
 * Entries that were added before are found by writer and number. They lie behind the place, as the worker has seen all
 * before it; so when nothing does, the entries are new, and that is the common case. `careful`: an earlier answer was lost,
 * and the worker may have been told of the entries by `open`, so they are looked for everywhere.
 *
 * `ttlMs` 0: the expiry stays as it is.
 */
export function appendScript(ttlMs: number, careful: boolean): RedisScript {
  const refresh = ttlMs === 0 ? "" : `call('PEXPIRE', key, ${ttlMs})`;
  return script(`
local call, key, known, added = redis.call, KEYS[1], ARGV[1], ARGV[3]
local head = call('GETRANGE', key, '0', '${HEAD - 1}')
if head ~= known and string.sub(head, 1, ${LIFE}) ~= string.sub(known, 1, ${LIFE}) then return false end
local length = call('APPEND', key, added)
${refresh}
${careful ? "" : "if length - #added == ARGV[2] + 0 and head == known then return length end"}
${NUMBERS}
local base, start, size = numbers(head)
local oldBase, oldStart = numbers(known)
local place, before = ARGV[2] - oldStart + oldBase - base + start, length - #added
local isThere = place == start or place > start and place <= before and call('GETRANGE', key, place - 1, place - 1) == '\\n'
local last, log, behind, value = 0
if isThere and not ${careful} then
  behind = place < before and call('GETRANGE', key, place, before - 1) or ''
else
  value = call('GET', key)
  log = string.sub(value, start + 1, before)
  behind = isThere and string.sub(value, place + 1, before) or log
  local writer = string.match(added, '^%x+:')
  local number = writer and string.match(string.sub(value, ${HEAD + 1} + size, start), writer .. '(%d+)')
  last = tonumber(number or 0)
end
local seen, from, skipped = log or behind, 1, 0
for entry in string.gmatch(added, '[^\\n]*\\n') do
  local name, number = string.match(entry, '^(%x+:(%d+):)')
  local found = string.find(seen, name, from, true)
  if not found and tonumber(number) > last then break end
  from = found or from
  skipped = skipped + #entry
end
if skipped > 0 then
  added = string.sub(added, skipped + 1)
  value = string.sub(value or call('GET', key), 1, before) .. added
  length = #value
  local ttl = call('PTTL', key)
  call('SET', key, value)
  if ttl > 0 then call('PEXPIRE', key, ttl) end
end
local stop = base + length - start
if isThere then return {head, stop, behind, skipped} end
return {head, stop, log .. added, -1, string.sub(value, ${HEAD + 1}, ${HEAD} + size)}
`);
}

/** KEYS: journal. ARGV: head, offset, snapshot, ttl. */
export const COMPACT: RedisScript = script(`${NUMBERS}${HEAD_OF}
local value, life = redis.call('GET', KEYS[1]), string.sub(ARGV[1], 1, ${LIFE})
if not value or string.sub(value, 1, ${LIFE}) ~= life then return 0 end
local base, start, size = numbers(value)
local at = tonumber(ARGV[2])
if at <= base or at > base + #value - start then return 0 end
local stop = start + at - base
if string.sub(value, stop, stop) ~= '\\n' then return redis.error_reply('${BETWEEN}') end
local find, sub, writers, last, place = string.find, string.sub, {}, {}, ${HEAD + 1} + size
while place <= stop do
  local writer = sub(value, place, place + ${WRITER_DIGITS - 1})
  if not last[writer] then writers[#writers + 1] = writer end
  last[writer] = place
  place = find(value, '\\n', place, true) + 1
end
table.sort(writers, function(a, b) return last[a] < last[b] end)
local lines = {}
for i = math.max(1, #writers - ${MAX_WRITERS - 1}), #writers do
  lines[#lines + 1] = string.match(value, '^%x+:%d+', last[writers[i]]) .. '\\n'
end
local remembered = table.concat(lines)
local head = headOf(life, at, ${HEAD} + #ARGV[3] + #remembered, #ARGV[3])
redis.call('SET', KEYS[1], head .. ARGV[3] .. remembered .. string.sub(value, stop + 1), 'PX', ARGV[4])
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
