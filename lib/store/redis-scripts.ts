/**
 * What the server does in one step each, in Lua.
 *
 * A journal is one string, so that a decision needs few commands of the server and one key expires as a whole:
 *
 *   +-------+------+------+-------+---------------+----------+---------+------+-----
 *   | magic | life | base | start | snapshot size | snapshot | writers | seal | log
 *   |   4   |  32  |  16  |  10   |      10       |    n     |  lines  | line | lines
 *   +-------+------+------+-------+---------------+----------+---------+------+-----
 *
 * The head is ASCII: life in hex digits, numbers in decimal ones. `base` is the offset at which the log begins, `start` its
 * place in the string, the snapshot is the state at `base`. The writers are those of the entries before `base`, each with
 * the number of its last one, `<writer>:<number>` a line, those who wrote last behind. The log is entries as
 * `journal-entries.ts` frames them, and behind those of each append a seal: `#<mark>`, a line. So a writer and the colon behind
 * it are found nowhere by chance.
 *
 * A mark stands for everything from the life's beginning up to it: two histories that differ anywhere have other marks from
 * there on. A worker says the mark that it saw last. Where it stands at the worker's place, the worker has seen all that is
 * before; where it does not, the log was compacted, or the server lost its end (a failover, a restart, a backup), however
 * long it has grown since.
 *
 * The worker draws a number for each append. Where nothing stands behind the mark that it saw, the number is the next mark:
 * whatever history it is found in, that mark is in front of it, and there is nothing to work out. Else the next mark is made
 * of the last one and of the number, 5 * mark + number modulo 2^50, since one command may come to two histories, as clients
 * send some again after a failover.
 *
 * No script asks for the time: expiry is relative, and the entries carry the times that matter.
 */

/** Begins a journal; the digit is the version of the layout. */
export const MAGIC = "LGJ2";
/** Hex digits after it. */
export const LIFE_DIGITS = 32;
const LIFE = MAGIC.length + LIFE_DIGITS;
const [BASE_DIGITS, PLACE_DIGITS] = [16, 10];
const START = LIFE + BASE_DIGITS;
const SIZE = START + PLACE_DIGITS;
const HEAD = SIZE + PLACE_DIGITS;
const WRITER_DIGITS = 16;
const MARK_DIGITS = 16;
/** Characters of `#<mark>` and the line feed. */
const SEAL = MARK_DIGITS + 2;
/** Marks that are made of others are below this. Five times such a one and another are still exact in Lua's doubles. */
const MARKS = 2 ** 50;

/** A number of 16 digits, drawn for one append. In two halves: small integers are text in a third of the time. */
export function newMark(): string {
  return `${half()}${half()}`;
}

const half = (): number => 10_000_000 + Math.floor(Math.random() * 90_000_000);

/** Behind the entries of an append. */
export function sealOf(mark: string): string {
  return `#${mark}\n`;
}
/** Writers that are remembered. A retry of one beyond them would have to be older than the last words of so many others. */
const MAX_WRITERS = 1000;

/** Lua: base, start and snapshot size of a head, and the other way round; what stands behind the entries of an append. */
const FUNCTIONS = `
local function numbers(head)
  return tonumber(string.sub(head, ${LIFE + 1}, ${START})), tonumber(string.sub(head, ${START + 1}, ${SIZE})),
    tonumber(string.sub(head, ${SIZE + 1}, ${HEAD}))
end
local function headOf(life, base, start, size)
  return life .. string.format('%0${BASE_DIGITS}.0f%0${PLACE_DIGITS}.0f%0${PLACE_DIGITS}.0f', base, start, size)
end
local function sealOf(mark) return '#' .. mark .. '\\n' end`;
const FOREIGN = "LOOPGUARD the key holds something else, or the state of a later version";

/**
 * KEYS: journal. ARGV: magic and life if it is a new one, its snapshot, ttl. Gives magic and life, end, last mark, log, and the
 * snapshot if there was one.
 */
export const OPEN: string = `${FUNCTIONS}
local value = redis.call('GET', KEYS[1])
if value then
  if #value < ${HEAD} or string.sub(value, 1, ${MAGIC.length}) ~= '${MAGIC}' then return redis.error_reply('${FOREIGN}') end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  local base, start, size = numbers(value)
  local snapshot = string.sub(value, ${HEAD + 1}, ${HEAD} + size)
  return {string.sub(value, 1, ${LIFE}), base + #value - start, string.sub(value, -${SEAL - 1}, -2),
    string.sub(value, start + 1), snapshot}
end
local mark = string.format('%0${MARK_DIGITS}.0f', tonumber(string.sub(ARGV[1], ${MAGIC.length + 1}, ${MAGIC.length + 12}), 16))
local start = ${HEAD + SEAL} + #ARGV[2]
redis.call('SET', KEYS[1], headOf(ARGV[1], 0, start, #ARGV[2]) .. ARGV[2] .. sealOf(mark), 'PX', ARGV[3])
return {ARGV[1], 0, mark, ''}
`;

/**
 * KEYS: journal. ARGV: mark that the worker saw last; entries of one writer, and the seal with the number drawn for them; and
 * in one text, as the usual case needs none of it, magic and life, the writer, and the worker's offset.
 *
 * Gives nothing if the life is over. If nobody else added anything, 1: all stands there as it was given. Else mark, end, what
 * others added behind the worker's place, and how many characters of the entries had been added before. Where the mark is not
 * at the worker's place: mark, end, the whole log, -1, the snapshot, and the writer's last number before these entries: 0 if
 * there is none, -1 if he may have been forgotten. Then nothing is added behind a gap in the writer's numbers, which may be
 * entries that the server lost: those come first.
 *
 * Entries that were added before are found by writer and number. They lie behind the place, as the worker has seen all
 * before it. `careful`: an earlier answer was lost, and the worker may have been told of the entries by `open`, so they are
 * looked for everywhere.
 *
 * `ttlMs` 0: the expiry stays as it is.
 */
export function appendScript(ttlMs: number, careful: boolean): string {
  const refresh = ttlMs === 0 ? "" : `call('PEXPIRE', key, ${ttlMs})`;
  const usual = `
if mark == known then
  if added ~= '' then call('APPEND', key, added) end
  ${refresh}
  return 1
end`;
  return `
local call, key, known, added = redis.call, KEYS[1], ARGV[1], ARGV[2]
local mark = call('GETRANGE', key, '-${SEAL - 1}', '-2')${careful ? "" : usual}
${FUNCTIONS}
local head, of = call('GETRANGE', key, '0', '${HEAD - 1}'), ARGV[3]
if string.sub(head, 1, ${LIFE}) ~= string.sub(of, 1, ${LIFE}) then return false end
local base, start, size = numbers(head)
local writer, last = string.sub(of, ${LIFE + 1}, ${LIFE + WRITER_DIGITS}) .. ':', 0
local place = start + string.sub(of, ${LIFE + WRITER_DIGITS + 1}) - base
local isThere = place >= start and call('GETRANGE', key, place - ${SEAL}, place - 1) == sealOf(known)
local value, behind, seen
if isThere and not ${careful} then
  behind = call('GETRANGE', key, place, '-1')
  seen = behind
else
  value = call('GET', key)
  behind = isThere and string.sub(value, place + 1)
  seen = string.sub(value, start + 1)
  last = tonumber(string.match(string.sub(value, ${HEAD + 1} + size, start), writer .. '(%d+)') or 0)
end
if string.find(seen, writer, 1, true) then
  for number in string.gmatch(seen, writer .. '(%d+)') do last = math.max(last, tonumber(number)) end
end
local drawn = string.sub(added, -${SEAL - 1}, -2)
added = string.sub(added, 1, -${SEAL + 1})
local skipped = 0
for entry, number in string.gmatch(added, '(%x+:(%d+):[^\\n]*\\n)') do
  if tonumber(number) > last then break end
  skipped = skipped + #entry
end
local first = tonumber(string.match(added, ':(%d+):') or 0)
added = (isThere or first <= last + 1) and string.sub(added, skipped + 1) or ''
local length = call('STRLEN', key)
if added ~= '' then
  mark = string.format('%0${MARK_DIGITS}.0f', (mark % ${MARKS} * 5 + drawn % ${MARKS}) % ${MARKS})
  added = added .. sealOf(mark)
  length = call('APPEND', key, added)
end
${refresh}
local stop = base + length - start
if isThere then return {mark, stop, behind, skipped} end
if last == 0 then
  local _, lines = string.gsub(string.sub(value, ${HEAD + 1} + size, start), '\\n', '')
  if lines > ${MAX_WRITERS} then last = -1 end
end
return {mark, stop, seen .. added, -1, string.sub(value, ${HEAD + 1}, ${HEAD} + size), last}
`;
}

/** KEYS: journal. ARGV: magic and life, offset, mark that stands there, snapshot, ttl. */
export const COMPACT: string = `${FUNCTIONS}
local value = redis.call('GET', KEYS[1])
if not value or string.sub(value, 1, ${LIFE}) ~= ARGV[1] then return 0 end
local base, start, size = numbers(value)
local at, snapshot = tonumber(ARGV[2]), ARGV[4]
if at <= base or at > base + #value - start then return 0 end
local stop = start + at - base
if string.sub(value, stop - ${SEAL - 1}, stop) ~= sealOf(ARGV[3]) then return 0 end
local find, sub, writers, last, place = string.find, string.sub, {}, {}, ${HEAD + 1} + size
while place <= stop do
  if string.byte(value, place) == 35 then
    place = place + ${SEAL}
  else
    local writer = sub(value, place, place + ${WRITER_DIGITS - 1})
    if not last[writer] then writers[#writers + 1] = writer end
    last[writer] = place
    place = find(value, '\\n', place, true) + 1
  end
end
table.sort(writers, function(a, b) return last[a] < last[b] end)
local lines = {}
for i = math.max(1, #writers - ${MAX_WRITERS - 1}), #writers do
  lines[#lines + 1] = string.match(value, '^%x+:%d+', last[writers[i]]) .. '\\n'
end
local remembered = table.concat(lines) .. sealOf(ARGV[3])
local head = headOf(ARGV[1], at, ${HEAD} + #snapshot + #remembered, #snapshot)
redis.call('SET', KEYS[1], head .. snapshot .. remembered .. sub(value, stop + 1), 'PX', ARGV[5])
return 1
`;

/** KEYS: state. ARGV: ttl. Gives version and bytes, or nothing. */
export const LOAD: string = `
local found = redis.call('HMGET', KEYS[1], 'version', 'bytes')
if not found[1] or not found[2] then return false end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return found
`;

/** KEYS: state. ARGV: version that must be there, or nothing; version that is to be; bytes; ttl. Gives 1 if it was saved. */
export const SAVE: string = `
local version = redis.call('HGET', KEYS[1], 'version')
if not version and redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('${FOREIGN}') end
if (version or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'bytes', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
`;

/** KEYS: all that belong to a run. */
export const REMOVE: string = "return redis.call('DEL', unpack(KEYS))";
