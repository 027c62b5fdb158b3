/**
 * Limits of the arena and what happens beyond them. Live battles are never affected: new players and battles are refused first,
 * then single connections.
 */

/** Open connections, 24 KB each, 240 MB in all. Beyond it, handshakes get a 403 and the page retries. */
export const MAX_CONNECTIONS = 10_000
/** Players in one queue. It is emptied ten times a second, so only a machine can fill it. Beyond it, joins get `busy`. */
export const MAX_WAITING = 2_000
/** Live battles. Beyond it, joins, matches and computer battles get `busy`. */
export const MAX_LIVE_BATTLES = 6_000
/**
 * An address may have half of everything, so that one machine with many tokens cannot take over the arena. A school may be
 * one address; this is enough for thousands of its children at once.
 */
export const MAX_CONNECTIONS_OF_ADDRESS = MAX_CONNECTIONS / 2
export const MAX_BATTLES_OF_ADDRESS = MAX_LIVE_BATTLES / 2
/** Joins and computer battles per minute and address: three for each of ten thousand children. */
export const MAX_STARTS_OF_ADDRESS = 30_000
/** Addresses whose joins are counted; beyond it, all counts restart. */
export const MAX_ADDRESSES_REMEMBERED = 50_000
/** Far more than any event; a longer message closes the connection. */
export const MAX_MESSAGE_BYTES = 8 * 1024
/** Events per second and connection: five times what the fastest child sends. */
export const EVENTS_PER_SECOND = 20
/**
 * Burst of events, in addition to one per problem: after an outage, a page sends the events that resume the battle and then all
 * its answers at once.
 */
export const SPARE_EVENTS = 100
/**
 * What an event counts that may be answered with all problems of a battle (10 KB; other events get half a KB). A connection may
 * send one of them per second, with a burst of a dozen; a page sends two when it loads.
 */
export const EVENTS_OF_WHOLE_BATTLE = 20
/** A connection is closed after this many dropped events or pongs. */
export const MAX_DROPPED_EVENTS = 1_000
/**
 * Burst and rate of bytes per websocket, including websocket pings, which are answered before the gateway sees them. All answers
 * of the longest battle are 140 KB, and 20 events per second are 3 KB. Beyond it, the connection is closed.
 */
export const MAX_BYTES_AT_ONCE = 256 * 1024
export const BYTES_PER_SECOND = 8 * 1024
/** How long and for how many ended battles the result is available to players who reconnect (BAT-66). */
export const RESULT_KEPT_MS = 120_000
export const MAX_RESULTS_KEPT = 6_000
/** Unsaved battles while the database is unreachable; beyond it, the newest is lost, counted and logged. */
export const MAX_UNSAVED = 10_000
/** Concurrent saves; they share commits. */
export const SAVES_AT_ONCE = 64
/** Tries for a battle that the database rejects although it is reachable. */
export const MAX_SAVE_TRIES = 5
export const FIRST_RETRY_MS = 500
export const LAST_RETRY_MS = 30_000

/** How long a match waits for a third player: unnoticeable, but long enough for a class that starts together. */
export const GATHER_MS = 100
/** On shutdown, battles that end within this time are finished; the others end immediately. */
export const FINISH_BATTLES_MS = 5_000
/** On shutdown, the time for storing results and then for closing connections. */
export const STORE_WITHIN_MS = 1_500
export const CLOSE_WITHIN_MS = 500
