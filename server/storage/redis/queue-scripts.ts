/**
 * What Redis does in one piece for the one queue of many processes. Keys, beside those of `ledger-scripts.ts`:
 *   queue:T     sorted set: the players who wait for a battle of type T, in the order they came
 *   arrivals    a count that gives that order
 *   waiting     hash: player → type, process, since when, and how others see the player, a line each
 *   waiters:P   set: the players who wait at process P
 *   gather:T    the process that brings those who wait for T together, for a short time
 */
const HEAD = `
local pre, me = ARGV[1], ARGV[2]
local call = redis.call
local function moved(type) call('PUBLISH', pre..'all', me..'\\nV '..type) end
local function plays(key)
  local seat = call('HGET', pre..'seats', key)
  return seat and call('HEXISTS', pre..'owners', seat) == 1
end
`

/** A process that gathers and then dies keeps nobody else from it for longer. */
const GATHER_WITHIN_MS = 2_000

/** Into a queue and out of any other; who is there keeps the place. Answers `playing`, `full`, or `waits`, the place, and whether this process is to gather. */
export const JOIN = `${HEAD}
local type, key, since, most, entry = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[7]
if call('HEXISTS', pre..'processes', me) == 0 then return {'unregistered'} end
if plays(key) then return {'playing'} end
local queue = pre..'queue:'..type
local known = call('HGET', pre..'waiting', key)
if known then
  local oldType, oldProcess, oldSince = string.match(known, '^([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n')
  if oldProcess ~= me then call('SREM', pre..'waiters:'..oldProcess, key) end
  if oldType == type then since = oldSince
  else
    call('ZREM', pre..'queue:'..oldType, key)
    call('HDEL', pre..'waiting', key)
    moved(oldType)
  end
end
if not call('ZSCORE', queue, key) then
  if call('ZCARD', queue) >= most then
    call('SREM', pre..'waiters:'..me, key)
    return {'full'}
  end
  call('ZADD', queue, call('INCR', pre..'arrivals'), key)
end
call('HSET', pre..'waiting', key, type..'\\n'..me..'\\n'..since..'\\n'..entry)
call('SADD', pre..'waiters:'..me, key)
local gathers = call('ZCARD', queue) >= 2 and call('SET', pre..'gather:'..type, me, 'NX', 'PX', ${GATHER_WITHIN_MS})
return {'waits', call('ZRANK', queue, key) + 1, gathers and 1 or 0}
`

/** Out of the queue, where the player waits at this process. */
export const LEAVE = `${HEAD}
local key = ARGV[3]
call('SREM', pre..'waiters:'..me, key)
local type, process = string.match(call('HGET', pre..'waiting', key) or '', '^([^\\n]*)\\n([^\\n]*)\\n')
if process ~= me then return end
call('HDEL', pre..'waiting', key)
call('ZREM', pre..'queue:'..type, key)
moved(type)
`

/** Whether this process is to gather a queue in which two or more wait. */
export const GATHER = `${HEAD}
if call('ZCARD', pre..'queue:'..ARGV[3]) < 2 then return 0 end
return call('SET', pre..'gather:'..ARGV[3], me, 'NX', 'PX', ${GATHER_WITHIN_MS}) and 1 or 0
`

/** Everybody in a queue in order: player and what \`waiting\` has of them. */
export const WAITING = `${HEAD}
local found = {}
for _, key in ipairs(call('ZRANGE', pre..'queue:'..ARGV[3], 0, -1)) do
  local entry = call('HGET', pre..'waiting', key)
  if entry then
    found[#found + 1] = key
    found[#found + 1] = entry
  end
end
return found
`

/** The places of these players in a queue; 0 for who is not in it. */
export const PLACES = `${HEAD}
local places = {}
for at = 4, #ARGV do places[at - 3] = (call('ZRANK', pre..'queue:'..ARGV[3], ARGV[at]) or -1) + 1 end
return places
`

/**
 * Takes groups out of a queue and gives each a battle, whose owner is notified: only if every member still waits where they
 * waited, is in no battle, and the owner lives. Answers the battles that were made. After the type, for each group: battle, owner, what
 * the battle is made of, how many people, and of each the player and the process.
 */
export const CLAIM = `${HEAD}
local type, last, at, made = ARGV[3], #ARGV, 4, {}
local queue = pre..'queue:'..type
while at <= last do
  local id, owner, header, people = ARGV[at], ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local first = at + 4
  at = first + 2 * people
  local free = call('HEXISTS', pre..'processes', owner) == 1
  for person = first, at - 1, 2 do
    local key = ARGV[person]
    local oldType, process = string.match(call('HGET', pre..'waiting', key) or '', '^([^\\n]*)\\n([^\\n]*)\\n')
    if oldType ~= type or process ~= ARGV[person + 1] or plays(key) then free = false end
  end
  if free then
    made[#made + 1] = id
    for person = first, at - 1, 2 do
      local key = ARGV[person]
      call('ZREM', queue, key)
      call('HDEL', pre..'waiting', key)
      call('SREM', pre..'waiters:'..ARGV[person + 1], key)
      call('HSET', pre..'seats', key, id)
    end
    call('HSET', pre..'owners', id, '1 '..owner)
    call('RPUSH', pre..'log:'..id, header)
    call('SADD', pre..'battles:'..owner, id)
    call('PUBLISH', pre..'to:'..owner, me..'\\nM '..id..' '..header)
  end
end
if call('GET', pre..'gather:'..type) == me then call('DEL', pre..'gather:'..type) end
if #made > 0 then moved(type) end
return made
`
