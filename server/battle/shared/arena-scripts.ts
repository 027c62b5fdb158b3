import { GATHER_MS } from '../socket/overload.ts'

/**
 * What Redis does in one piece for the battles and the queue that several processes share (ADR 0021). Times are Redis's, in epoch
 * milliseconds. Keys, after the prefix:
 *   began       when this data began; another after Redis lost it
 *   processes   sorted set: process → when it was last heard; 0 for one that has stopped
 *   resumed     when a process was heard after a while in which none was, because Redis was away
 *   owners      hash: battle → the process that owns it
 *   seats       hash: player → the battle that the player is in
 *   log:B       list: the plan of battle B, when it opened, and each event that changed it
 *   end:B       the result of battle B, for a while
 *   queue:T     sorted set: who waits for a battle of type T, in order of arrival
 *   heard:T     sorted set: when each of them was last heard
 *   waiting:T   hash: player → the process with the page, and what opponents see, in two lines
 *   due:T       when those who wait may be matched, for a while
 * Channels: `player:P` reaches the process with the page of player P, `battle:B` the owner of battle B, `all` every process.
 */
const HEAD = `
local pre, me, call = ARGV[1], ARGV[2], redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function owner(battle) return call('HGET', pre..'owners', battle) end
local function seat(player)
  local battle = call('HGET', pre..'seats', player)
  return battle and owner(battle) and battle
end
local function free(player, battle)
  if call('HGET', pre..'seats', player) == battle then call('HDEL', pre..'seats', player) end
end
local function waitsAt(type, player)
  local entry = call('HGET', pre..'waiting:'..type, player)
  return entry and string.match(entry, '^[^\\n]*')
end
local function unwait(type, player)
  for _, key in ipairs({'queue:', 'heard:'}) do call('ZREM', pre..key..type, player) end
  call('HDEL', pre..'waiting:'..type, player)
end
`

/** A page that has not been heard for so long is in no queue. Processes report theirs several times within it. */
const WAITS_MS = 1_200

/** A process that has not been heard for so long is silent, and its battles are taken. */
const SILENT_MS = 4_000
/** If no process has been heard for so long, Redis was away, and not they. */
const NOBODY_MS = 1_500

/**
 * This process lives. Takes the battles of all that have stopped or are silent. Answers the time, when the data began, whether the
 * process was known, when each was last heard, what was taken (pairs of battle and when its owner was last heard) and, if asked,
 * all that this process owned before.
 */
const BEAT = `${HEAD}
local known = call('ZSCORE', pre..'processes', me)
local heard = call('ZRANGE', pre..'processes', 0, -1, 'WITHSCORES')
if now - tonumber(heard[#heard] or now) > ${NOBODY_MS} then call('SET', pre..'resumed', now) end
local resumed = tonumber(call('GET', pre..'resumed') or 0)
call('ZADD', pre..'processes', now, me)
call('SET', pre..'began', now, 'NX')
local gone, isThere, isAny = {}, {[me] = true}, ARGV[3] == '1' or not known
for at = 1, #heard, 2 do
  local other, since = heard[at], tonumber(heard[at + 1])
  isThere[other] = true
  if other ~= me and (since == 0 or math.max(since, resumed) <= now - ${SILENT_MS}) then
    call('ZREM', pre..'processes', other)
    gone[other], isAny = heard[at + 1], true
  end
end
local taken, own, owners = {}, {}, isAny and call('HGETALL', pre..'owners') or {}
for at = 1, #owners, 2 do
  local battle, by = owners[at], owners[at + 1]
  if gone[by] or not isThere[by] then
    call('HSET', pre..'owners', battle, me)
    taken[#taken + 1], taken[#taken + 2] = battle, gone[by] or tostring(now)
  elseif by == me then own[#own + 1] = battle end
end
return {now, call('GET', pre..'began'), known and 1 or 0, heard, taken, own}
`

/** This process stops, so that others take its battles. Answers whether there are others. */
const RESIGN = `${HEAD}
call('ZADD', pre..'processes', 0, me)
return call('ZCOUNT', pre..'processes', '(0', '+inf')
`

/**
 * A new battle of this process, unless one of its people is in another: pairs of player and process. Those of a queue must wait in
 * it, at that process.
 */
const CLAIM = `${HEAD}
local type, battle, header = ARGV[3], ARGV[4], ARGV[5]
for at = 6, #ARGV, 2 do
  if (seat(ARGV[at]) or battle) ~= battle then return 0 end
  if type ~= '' and waitsAt(type, ARGV[at]) ~= ARGV[at + 1] then return 0 end
end
call('HSET', pre..'owners', battle, me)
call('RPUSH', pre..'log:'..battle, header)
for at = 6, #ARGV, 2 do
  call('HSET', pre..'seats', ARGV[at], battle)
  if type ~= '' then unwait(type, ARGV[at]) end
end
return 1
`

/** What happened in a battle, and what follows, unless another process owns it: triples of what, for whom, and text. */
const WRITE = `${HEAD}
local battle = ARGV[3]
if owner(battle) ~= me then return 0 end
for at = 4, #ARGV, 3 do
  local what, whom, text = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if what == 'log' then call('RPUSH', pre..'log:'..battle, text)
  elseif what == 'free' then free(whom, battle)
  elseif what == 'end' then call('SET', pre..'end:'..battle, text, 'PX', whom)
  elseif what == 'send' then call('PUBLISH', pre..'player:'..whom, text)
  elseif what == 'forget' then
    call('DEL', pre..'log:'..battle)
    call('HDEL', pre..'owners', battle)
  end
end
return 1
`

/**
 * Writes a battle as a whole, unless another process owns it, or nobody does any more who did before: whether it was claimed, how
 * many people are seated, these, and the log.
 */
const RESTORE = `${HEAD}
local battle, claimed, people = ARGV[3], ARGV[4], tonumber(ARGV[5])
local by = owner(battle)
if by ~= me and (by or claimed == '1') then return 0 end
call('HSET', pre..'owners', battle, me)
for at = 6, 5 + people do if not seat(ARGV[at]) then call('HSET', pre..'seats', ARGV[at], battle) end end
call('DEL', pre..'log:'..battle)
for at = 6 + people, #ARGV do call('RPUSH', pre..'log:'..battle, ARGV[at]) end
return 1
`

/** The battle that a player is in, and the result of the one that is wanted. */
const PLACE = `${HEAD}
return {seat(ARGV[3]), call('GET', pre..'end:'..ARGV[4])}
`

/** A player has left a battle: it is told to its owner. Answers whether that is done: it was reached, or the battle has ended. */
const LEAVE_BATTLE = `${HEAD}
local player, battle, text = ARGV[3], ARGV[4], ARGV[5]
free(player, battle)
return (call('PUBLISH', pre..'battle:'..battle, text) > 0 or call('EXISTS', pre..'end:'..battle) == 1) and 1 or 0
`

/**
 * Those who wait at this process, who have all been heard: pairs of player and entry, after the type and the most who may wait.
 * Takes out all who have not been heard. Answers for each \`full\`, \`plays\` or the place, and everybody in the queue if they are
 * to be matched now: a while after the second came, once everybody has been heard since (ADR 0017).
 */
const WAIT = `${HEAD}
local type, most = ARGV[3], tonumber(ARGV[4])
local queue, answers = pre..'queue:'..type, {}
for at = 5, #ARGV, 2 do
  local player, answer = ARGV[at], 'waits'
  if seat(player) then answer = 'plays'
  elseif not call('ZSCORE', queue, player) then
    if call('ZCARD', queue) < most then call('ZADD', queue, call('INCR', pre..'arrivals'), player)
    else answer = 'full' end
  end
  if answer == 'waits' then
    call('ZADD', pre..'heard:'..type, now, player)
    call('HSET', pre..'waiting:'..type, player, me..'\\n'..ARGV[at + 1])
  end
  answers[#answers + 1] = answer
end
for _, player in ipairs(call('ZRANGEBYSCORE', pre..'heard:'..type, '-inf', now - ${WAITS_MS})) do unwait(type, player) end
for _, key in ipairs({'queue:', 'heard:', 'waiting:'}) do call('PEXPIRE', pre..key..type, ${WAITS_MS}) end
for at = 1, #answers do
  if answers[at] == 'waits' then answers[at] = tostring(call('ZRANK', queue, ARGV[3 + 2 * at]) + 1) end
end
local everybody = {}
if call('ZCARD', queue) < 2 then call('DEL', pre..'due:'..type)
else
  call('SET', pre..'due:'..type, now + ${GATHER_MS}, 'NX', 'PX', ${WAITS_MS})
  local due = tonumber(call('GET', pre..'due:'..type))
  if now >= due and call('ZCOUNT', pre..'heard:'..type, '-inf', '('..(due - ${GATHER_MS})) == 0 then
    for _, player in ipairs(call('ZRANGE', queue, 0, -1)) do
      everybody[#everybody + 1] = player
      everybody[#everybody + 1] = call('HGET', pre..'waiting:'..type, player)
    end
  end
end
return {answers, everybody}
`

/** A player waits at this process no longer. Answers the battle into which the player was matched meanwhile. */
const LEAVE_QUEUE = `${HEAD}
local type, player = ARGV[3], ARGV[4]
if waitsAt(type, player) == me then unwait(type, player) end
return seat(player)
`

export const ARENA_SCRIPTS = {
  arenaBeat: BEAT,
  arenaResign: RESIGN,
  arenaClaim: CLAIM,
  arenaWrite: WRITE,
  arenaRestore: RESTORE,
  arenaPlace: PLACE,
  arenaLeaveBattle: LEAVE_BATTLE,
  arenaWait: WAIT,
  arenaLeaveQueue: LEAVE_QUEUE,
}
