/**
 * What Redis does in one piece for the battles of many processes. Keys, all under one prefix:
 *   processes   hash: process → how often it has said that it lives; less than 0: when it ended, in milliseconds of Redis, and left something
 *   gone        sorted set: process that another has taken over → when, in seconds of Redis
 *   owners      hash: battle → epoch and process
 *   seats       hash: player → the battle that is not over
 *   homes       hash: player → the process that has the line to the player's page
 *   log:B       list: what battle B is made of, then everything that happened in it
 *   battles:P   set: the battles of process P
 *   end:B       how battle B ended
 *   unsaved:P   set: ended battles that P has to store
 * The prefix and the process come first in every call.
 */
const HEAD = `
local pre, me = ARGV[1], ARGV[2]
local call = redis.call
`

/** A returning player gets the stored result of an ended battle as long as its process keeps it. */
const ENDED_KEPT_MS = 120_000
/** A process that was taken over and still stands still after this has no battle left that goes on. */
const GONE_KEPT_SECONDS = 6 * 3600

/**
 * Writes what happened, everything or nothing: nothing where a battle is another's by now, or the process is not known.
 * Only then other processes are notified. Answers `done`, `unregistered`, or `lost` and the battles that are another's.
 */
export const APPEND = `${HEAD}
if call('HEXISTS', pre..'processes', me) == 0 then return {'unregistered'} end
local last, at, known, lost = #ARGV, 3, {}, {}
while at <= last do
  local op = ARGV[at]
  if op == 'a' or op == 'e' then
    local id = ARGV[at + 1]
    if known[id] == nil then
      known[id] = call('HGET', pre..'owners', id) == ARGV[at + 2]..' '..me
      if not known[id] then lost[#lost + 1] = id end
    end
    at = at + (op == 'a' and 4 or 6 + tonumber(ARGV[at + 5]))
  elseif op == 'o' then
    local id, people = ARGV[at + 1], tonumber(ARGV[at + 5])
    known[id] = true
    for person = at + 6, at + 5 + people do
      local seat = call('HGET', pre..'seats', ARGV[person])
      if seat and seat ~= id and call('HEXISTS', pre..'owners', seat) == 1 then known[id] = false end
    end
    if not known[id] then lost[#lost + 1] = id end
    at = at + 6 + people
  elseif op == 'p' or op == 'l' or op == 'h' then at = at + 3
  else at = at + 2 end
end
if #lost > 0 then
  table.insert(lost, 1, 'lost')
  return lost
end
at = 3
while at <= last do
  local op, id = ARGV[at], ARGV[at + 1]
  if op == 'a' then
    call('RPUSH', pre..'log:'..id, ARGV[at + 3])
    at = at + 4
  elseif op == 'p' then
    call('PUBLISH', pre..id, ARGV[at + 2])
    at = at + 3
  elseif op == 'o' then
    local people = tonumber(ARGV[at + 5])
    call('HSET', pre..'owners', id, ARGV[at + 2]..' '..me)
    call('RPUSH', pre..'log:'..id, ARGV[at + 3], ARGV[at + 4])
    call('SADD', pre..'battles:'..me, id)
    for person = at + 6, at + 5 + people do call('HSET', pre..'seats', ARGV[person], id) end
    at = at + 6 + people
  elseif op == 'e' then
    local people = tonumber(ARGV[at + 5])
    call('DEL', pre..'log:'..id)
    call('HDEL', pre..'owners', id)
    call('SREM', pre..'battles:'..me, id)
    for person = at + 6, at + 5 + people do
      if call('HGET', pre..'seats', ARGV[person]) == id then call('HDEL', pre..'seats', ARGV[person]) end
    end
    if ARGV[at + 3] ~= '' then
      if ARGV[at + 4] == '1' then
        call('SET', pre..'end:'..id, ARGV[at + 3])
        call('SADD', pre..'unsaved:'..me, id)
      else
        call('SET', pre..'end:'..id, ARGV[at + 3], 'PX', ${ENDED_KEPT_MS})
      end
    end
    at = at + 6 + people
  elseif op == 's' then
    call('SREM', pre..'unsaved:'..me, id)
    call('PEXPIRE', pre..'end:'..id, ${ENDED_KEPT_MS})
    at = at + 2
  elseif op == 'l' then
    if call('HGET', pre..'seats', id) == ARGV[at + 2] then call('HDEL', pre..'seats', id) end
    at = at + 3
  elseif op == 'h' then
    local before = call('HGET', pre..'homes', id)
    if before ~= me then
      call('HSET', pre..'homes', id, me)
      if before then call('PUBLISH', pre..'to:'..before, me..'\\nO '..id..' '..ARGV[at + 2]) end
    end
    at = at + 3
  elseif op == 'c' then
    if call('HGET', pre..'homes', id) == me then call('HDEL', pre..'homes', id) end
    at = at + 2
  else
    error('no such word: '..tostring(op))
  end
end
return {'done'}
`

/** Registers the process; `gone` if another has taken over its battles meanwhile. */
export const REGISTER = `${HEAD}
if call('ZSCORE', pre..'gone', me) then return 'gone' end
call('HSETNX', pre..'processes', me, 1)
return 'registered'
`

/** The process lives. Answers whether it is known, the time of Redis, and what every process said last. */
export const BEAT = `${HEAD}
local known = call('HEXISTS', pre..'processes', me)
if known == 1 then call('HINCRBY', pre..'processes', me, 1) end
local time = call('TIME')
return {known, tonumber(time[1]), tonumber(time[2]), call('HGETALL', pre..'processes')}
`

/** The process has ended. What it has left behind, any other takes over at once. */
export const RESIGN = `${HEAD}
if call('HEXISTS', pre..'processes', me) == 0 then return end
if call('SCARD', pre..'battles:'..me) + call('SCARD', pre..'unsaved:'..me) + call('SCARD', pre..'waiters:'..me) == 0 then
  call('HDEL', pre..'processes', me)
else
  local time = call('TIME')
  call('HSET', pre..'processes', me, '-'..time[1]..string.format('%03d', math.floor(tonumber(time[2]) / 1000)))
end
`

/** These players have no line at this process. */
export const DELETE_HOMES = `${HEAD}
for at = 4, #ARGV do
  if call('HGET', pre..'homes', ARGV[at]) == ARGV[3] then call('HDEL', pre..'homes', ARGV[at]) end
end
`

/**
 * Takes everything over that a process has left behind which said nothing since \`beat\`, or, where that is empty, which gives it
 * away itself: once, whoever else tries. Answers false, or its battles and those it has not stored.
 */
export const ADOPT = `${HEAD}
local dead, beat = ARGV[3], ARGV[4]
local said = call('HGET', pre..'processes', dead)
if not said or (beat ~= '' and said ~= beat) then return false end
if call('HEXISTS', pre..'processes', me) == 0 then return false end
local now = tonumber(call('TIME')[1])
call('HDEL', pre..'processes', dead)
call('ZADD', pre..'gone', now, dead)
call('ZREMRANGEBYSCORE', pre..'gone', '-inf', now - ${GONE_KEPT_SECONDS})
local battles, unsaved = call('SMEMBERS', pre..'battles:'..dead), call('SMEMBERS', pre..'unsaved:'..dead)
for _, id in ipairs(battles) do
  local owner = call('HGET', pre..'owners', id) or '0 '
  local epoch = tonumber(string.match(owner, '^(%d+)'))
  call('HSET', pre..'owners', id, (epoch + 1)..' '..me)
  call('SADD', pre..'battles:'..me, id)
end
for _, id in ipairs(unsaved) do call('SADD', pre..'unsaved:'..me, id) end
for _, key in ipairs(call('SMEMBERS', pre..'waiters:'..dead)) do
  local entry = call('HGET', pre..'waiting', key)
  local type, process = string.match(entry or '', '^([^\\n]*)\\n([^\\n]*)\\n')
  if process == dead then
    call('HDEL', pre..'waiting', key)
    call('ZREM', pre..'queue:'..type, key)
    call('PUBLISH', pre..'all', me..'\\nV '..type)
  end
end
call('DEL', pre..'battles:'..dead, pre..'unsaved:'..dead, pre..'waiters:'..dead)
return {battles, unsaved}
`

/**
 * Writes whole battles again, whatever Redis has of them: after it was unreachable or lost its data, and after a
 * take-over. Answers those that are another's by now. For each: battle, epoch, people, entries, then these.
 */
export const RESTORE = `${HEAD}
local last, at, lost = #ARGV, 3, {}
while at <= last do
  local id, epoch = ARGV[at], tonumber(ARGV[at + 1])
  local people, entries = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local first = at + 4
  local owner = call('HGET', pre..'owners', id)
  local theirs, whose = string.match(owner or '', '^(%d+) (.*)$')
  if theirs and whose ~= me and tonumber(theirs) >= epoch then
    lost[#lost + 1] = id
  else
    call('HSET', pre..'owners', id, epoch..' '..me)
    call('SADD', pre..'battles:'..me, id)
    for person = first, first + people - 1 do
      local seat = call('HGET', pre..'seats', ARGV[person])
      if not seat or call('HEXISTS', pre..'owners', seat) == 0 then call('HSET', pre..'seats', ARGV[person], id) end
    end
    call('DEL', pre..'log:'..id)
    for entry = first + people, first + people + entries - 1 do call('RPUSH', pre..'log:'..id, ARGV[entry]) end
  end
  at = first + people + entries
end
return lost
`

/** Where the player's battle is: false, or battle and process. A seat in a battle that nobody has is given up. */
export const PLACE = `${HEAD}
local id = call('HGET', pre..'seats', ARGV[3])
if not id then return false end
local owner = call('HGET', pre..'owners', id)
if not owner then
  call('HDEL', pre..'seats', ARGV[3])
  return false
end
return {id, string.match(owner, ' (.*)$')}
`
