import * as z from 'zod/mini'
import { BOT_IDS } from '../domain/bot.ts'
import {
  DIVISIONS,
  hasPreference,
  MAX_BATTLE_PLAYERS,
  PREFERENCES,
  type BattleType,
} from '../domain/division.ts'
import { OPERATIONS } from '../domain/fact.ts'
import { sessionToken } from './guest.ts'

/** Longest text a client may send as a name or a place on the socket; what it says is judged after that. */
export const MAX_SENT_TEXT = 250
/** A keypad takes three digits (specification §5). */
export const MAX_BATTLE_ANSWER = 999
/** Bounds of the settings of a battle; a payload outside them is no payload of a battle. */
export const MAX_BATTLE_PROBLEMS = 1000
export const MAX_BATTLE_SECONDS = 3600
const MAX_COUNTDOWN_SECONDS = 60
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

const whole = (most: number) => z.number().check(z.int(), z.gte(0), z.lte(most))
const milliseconds = z.number().check(z.gte(0), z.lte(MAX_BATTLE_SECONDS * 1000))
const mostPoints = 5 * MAX_BATTLE_PROBLEMS
const text = z.string().check(z.maxLength(MAX_SENT_TEXT))

export const battleId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,40}$/))

const belongTogether = z.refine<BattleType>(
  ({ division, preference }) => hasPreference(division, preference),
  { path: ['preference'], error: 'must be a preference of that division' },
)

/**
 * Who wants to play what. `playerId` is the session token, a secret: no event to anybody else holds it. Any name and
 * place pass here; a bad name becomes `Player` (decisions §3), a bad place is left out.
 */
const wish = z.object({
  playerId: sessionToken,
  nickname: z.nullish(text),
  location: z.nullish(text),
  division: z.enum(DIVISIONS),
  preference: z.enum(PREFERENCES),
})

const answer = z.object({
  battleId,
  problemIndex: whole(MAX_BATTLE_PROBLEMS - 1),
  answer: whole(MAX_BATTLE_ANSWER),
  /** Milliseconds, as the client measured them. */
  responseTime: milliseconds,
})

/** What a client sends (specification §7). `leave-battle-queue` has no payload, and whatever comes with it is ignored. */
export const clientEvents = {
  /**
   * Into the queue. Again with the same queue, the place is kept; with another one, the player moves there. Who plays in
   * a battle that is not over is not queued but put back into it, as by `battle-ready`.
   */
  'join-battle-queue': wish.check(belongTogether),
  /** Out of the queue; in a countdown or a battle it means leaving that on purpose (decisions §7). */
  'leave-battle-queue': null,
  /** Out of the queue and against this bot. Who has been matched meanwhile stays in that battle. */
  'start-computer-battle': z.extend(wish, { botId: z.enum(BOT_IDS) }).check(belongTogether),
  /** Confirms, or comes back after a reconnect: then the answer is the countdown, `battle-start` or `battle-end`. */
  'battle-ready': z.object({ battleId, playerId: sessionToken }),
  /** The first attempt of a problem only. */
  'battle-answer': answer,
  /** The player's clock is over, or all problems are. `finalScore` is ignored: the score is the server's. */
  'battle-timeout': z.object({
    battleId,
    finalScore: whole(mostPoints),
    problemsAnswered: whole(MAX_BATTLE_PROBLEMS),
  }),
} as const

const battleProblem = z.object({
  operand1: whole(MAX_BATTLE_ANSWER),
  operand2: whole(MAX_BATTLE_ANSWER),
  operation: z.enum(OPERATIONS),
  answer: whole(MAX_BATTLE_ANSWER),
})

/** There only where a player has left on purpose. */
const left = z.exactOptional(z.literal(true))

/** Another player of the battle; `botId` is there exactly when `isBot` is true. `location` may be empty. */
const opponent = z.object({
  nickname: z.string(),
  location: z.string(),
  isBot: z.boolean(),
  botId: z.exactOptional(z.enum(BOT_IDS)),
  left,
})

const opponents = z.array(opponent).check(z.maxLength(MAX_BATTLE_PLAYERS - 1))

/** All players in the order of the battle, which does not change; `you` marks the receiver. */
const scores = z
  .array(z.object({ nickname: z.string(), score: whole(mostPoints), you: z.boolean(), left }))
  .check(z.maxLength(MAX_BATTLE_PLAYERS))

const result = z.object({
  nickname: z.string(),
  score: whole(mostPoints),
  problemsAnswered: whole(MAX_BATTLE_PROBLEMS),
  location: z.string(),
  isBot: z.boolean(),
  /** 1 to 3; equal players share one. */
  rank: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATTLE_PLAYERS)),
  you: z.boolean(),
  left,
})

/** What the server sends (specification §7, decisions §7). */
export const serverEvents = {
  /** The place in the queue, 1 is first; sent again whenever it changes. */
  'queue-joined': z.object({ position: z.number().check(z.int(), z.gte(1)) }),
  /** Each second; the first one says that a match was found. */
  'battle-countdown': z.object({ battleId, countdownSeconds: whole(MAX_COUNTDOWN_SECONDS), opponents }),
  /**
   * `duration` is what remains, in milliseconds. To who comes back it also has `problemIndex`, the first problem the
   * server has no answer to (equal to the number of problems when there is none left), `scores` so far,
   * `problemsAnswered` as far as the server knows it: the right first attempts, and `problemMs`, for how long that problem has
   * been timed, which a reload does not begin anew; 0 after a wrong first attempt, where the page's claim decides.
   */
  'battle-start': z.object({
    battleId,
    problems: z.array(battleProblem).check(z.maxLength(MAX_BATTLE_PROBLEMS)),
    opponents,
    duration: milliseconds,
    problemIndex: z.exactOptional(whole(MAX_BATTLE_PROBLEMS)),
    scores: z.exactOptional(scores),
    problemsAnswered: z.exactOptional(whole(MAX_BATTLE_PROBLEMS)),
    problemMs: z.exactOptional(milliseconds),
  }),
  'battle-score-update': z.object({ battleId, scores }),
  /**
   * `results` are in order of rank. `winner` is the first of them, of several equal ones too, and null when everybody
   * left. `immediate` is true when the battle ended before its clock. `uncounted` is there only where players ended it so early
   * that first place is no win, of a board or a streak.
   */
  'battle-end': z.object({
    battleId,
    results: z.array(result).check(z.maxLength(MAX_BATTLE_PLAYERS)),
    winner: z.nullable(z.object({ nickname: z.string(), score: whole(mostPoints) })),
    isWinner: z.boolean(),
    playerRank: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATTLE_PLAYERS)),
    currentPlayerNickname: z.string(),
    immediate: z.boolean(),
    uncounted: z.exactOptional(z.literal(true)),
  }),
  /** A refusal, or the notice `taken_over`: a sentence and a code. */
  'battle-error': z.object({ code: z.enum(BATTLE_ERROR_CODES), message: z.string() }),
} as const

export type ClientEventName = keyof typeof clientEvents
export type ServerEventName = keyof typeof serverEvents

/** What a client event carries once it is read; undefined where there is no payload. */
export type ClientPayload<Name extends ClientEventName> = (typeof clientEvents)[Name] extends z.ZodMiniType
  ? z.output<(typeof clientEvents)[Name]>
  : undefined

type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : { readonly [Key in keyof Value]: Unchanged<Value[Key]> }

export type ServerPayload<Name extends ServerEventName> = Unchanged<z.output<(typeof serverEvents)[Name]>>
