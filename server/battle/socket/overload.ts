/**
 * What the arena takes at most, and what happens beyond it. Running battles are never hurt by what comes in: places and
 * battles are refused first, then single connections.
 */

/** Open connections. Beyond it the handshake is answered 403 and the page tries again; at 24 KB each these take 240 MB. */
export const MAX_CONNECTIONS = 10_000
/** Players in one queue. It is emptied ten times a second, so only a machine fills it; beyond it a join is told `busy`. */
export const MAX_WAITING = 2_000
/** Battles going on. Beyond it joins, matches and computer battles are told `busy`. */
export const MAX_LIVE_BATTLES = 6_000
/**
 * What one address may have: half of everything, so that one machine with ever new tokens never takes the arena from all
 * others. A school is one address; this is room for thousands of its children at the same moment.
 */
export const MAX_CONNECTIONS_OF_ADDRESS = MAX_CONNECTIONS / 2
export const MAX_BATTLES_OF_ADDRESS = MAX_LIVE_BATTLES / 2
/** Joins and computer battles of one address in a minute: three for each of ten thousand children. */
export const MAX_STARTS_OF_ADDRESS = 30_000
/** Addresses whose joins are counted; when there are more, counting begins anew. */
export const MAX_ADDRESSES_REMEMBERED = 50_000
/** An event is far smaller; a connection that sends a longer message is closed. */
export const MAX_MESSAGE_BYTES = 8 * 1024
/** Events a second of one connection: five times what the quickest child makes. */
export const EVENTS_A_SECOND = 20
/**
 * Events at once, on top of one for each problem: answers kept through an outage come together when it is over, and after the
 * events that lead back into the battle.
 */
export const SPARE_EVENTS = 100
/**
 * As so many events counts one that may be answered with a whole battle, 10 KB of problems, where an answer to a problem makes
 * half of one: so a connection draws one of them a second, and a dozen at once. A page sends two when it is loaded.
 */
export const EVENTS_OF_WHOLE_BATTLE = 20
/** A connection that has had so many events or signs of life dropped sends nothing else and is closed. */
export const MAX_DROPPED_EVENTS = 1_000
/**
 * Bytes that a websocket may bring at once, and then in a second, whatever they are: websocket pings, which are answered before
 * anybody here hears of them, as well. All answers of the longest battle at once are 140 KB, and 20 events a second are 3 KB.
 * Beyond it the connection is closed.
 */
export const MAX_BYTES_AT_ONCE = 256 * 1024
export const BYTES_A_SECOND = 8 * 1024
/** How long and how many ended battles still tell their result to who comes back for it (BAT-66). */
export const ENDED_TOLD_MS = 120_000
export const MAX_ENDED_TOLD = 6_000
/** Finished battles that wait while the database is away; beyond it the newest is lost, counted and logged. */
export const MAX_UNSAVED = 10_000
/** Saves under way at once: they share their commits. */
export const SAVES_AT_ONCE = 64
/** Tries for a battle that the database refuses although it is not away. */
export const MAX_SAVE_TRIES = 5
export const FIRST_RETRY_MS = 500
export const LAST_RETRY_MS = 30_000

/** How long a match waits for a third player: too short to be noticed, and long enough for a class that starts together. */
export const GATHER_MS = 100
/** Battles woken in one turn, so that thousands that are due together make nobody's answer wait. */
export const WOKEN_AT_ONCE = 25
/** While the server stops: battles that are over by then are played to their end, the others end at once. */
export const FINISH_BATTLES_MS = 5_000
/** And then, for results to be stored and for connections to close. */
export const STORE_WITHIN_MS = 1_500
export const CLOSE_WITHIN_MS = 500
