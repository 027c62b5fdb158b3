/** Longest text a client may send as a name or a place on the socket; what it says is judged after that. */
export const MAX_SENT_TEXT = 250
/** A keypad takes three digits (specification §5). */
export const MAX_BATTLE_ANSWER = 999
/** Bounds of the settings of a battle; a payload outside them is no payload of a battle. */
export const MAX_BATTLE_PROBLEMS = 1000
export const MAX_BATTLE_SECONDS = 3600
export const MAX_COUNTDOWN_SECONDS = 60
/** Rows of the history that may be asked for, and how many there are when nobody says (specification §9). */
export const MAX_HISTORY_ROWS = 50
export const USUAL_HISTORY_ROWS = 10
/** Rows of a division's board when nobody says how many; the bound is `MAX_BOARD_ROWS`. */
export const USUAL_BATTLE_ROWS = 50
/** Why an event was refused or a player was told something out of turn. */
export const BATTLE_ERROR_CODES = [
  /** A field is missing, of the wrong type or out of bounds; the event is ignored. */
  'bad_event',
  /** A division or a preference that does not exist, or not together. */
  'unknown_queue',
  'unknown_bot',
  /** No such battle, or one the sender does not play in. Both read the same, so that nobody can probe for battles. */
  'unknown_battle',
  /** Another tab of the same player has taken over; this one plays no more. */
  'taken_over',
  /** More events than a connection may send; those above are dropped, and the player is told once. */
  'too_many_events',
  /** The queue or the arena is full; nothing was joined. */
  'busy',
  /** The server is about to stop; no battle begins. */
  'draining',
  /** The guest's time for today is used up; no battle begins, and one that goes on is played to its end. */
  'no_time_left',
  'internal',
] as const

export type BattleErrorCode = (typeof BATTLE_ERROR_CODES)[number]
