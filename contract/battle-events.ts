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

/** Longest nickname or location in an event. Longer than any valid one: an invalid one is replaced, a longer one refused. */
export const MAX_SENT_TEXT = 250
/** The keypad accepts three digits (specification §5). */
export const MAX_BATTLE_ANSWER = 999
/** Upper bounds of a battle's settings. */
export const MAX_BATTLE_PROBLEMS = 1000
export const MAX_BATTLE_SECONDS = 3600
const MAX_COUNTDOWN_SECONDS = 60
/** Why an event was refused, or why the server sends a notice. */
export const BATTLE_ERROR_CODES = [
  /** A field is missing, has the wrong type or is out of bounds; the event is ignored. */
  'bad_event',
  /** The division or preference does not exist, or they do not belong together. */
  'unknown_queue',
  'unknown_bot',
  /** No such battle, or not one of the sender's. Both look the same, so that nobody can probe for battles. */
  'unknown_battle',
  /** Another tab of the same player has taken over; this one can no longer play. */
  'taken_over',
  /** The connection sends too many events; the excess is dropped, and the player is notified once. */
  'too_many_events',
  /** The queue or the arena is full; nothing was joined. */
  'busy',
  /** The server is about to stop; no battle starts. */
  'draining',
  /** The guest's time for today is used up: no battle starts; one that is running may be finished. */
  'no_time_left',
  'internal',
] as const
export type BattleErrorCode = (typeof BATTLE_ERROR_CODES)[number]

const whole = (max: number) => z.number().check(z.int(), z.gte(0), z.lte(max))
const milliseconds = z.number().check(z.gte(0), z.lte(MAX_BATTLE_SECONDS * 1000))
const MAX_POINTS = 5 * MAX_BATTLE_PROBLEMS
const text = z.string().check(z.maxLength(MAX_SENT_TEXT))

export const battleId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,40}$/))

const validQueue = z.refine<BattleType>(({ division, preference }) => hasPreference(division, preference), {
  path: ['preference'],
  error: 'must be a preference of that division',
})

/**
 * Who wants to play what. `playerId` is the session token, a secret that no event to another player contains. Any nickname
 * and location are accepted; an invalid nickname becomes `Player` (decisions §3), an invalid location is omitted.
 */
const joinRequest = z.object({
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
  /** Milliseconds, measured by the client. */
  responseTime: milliseconds,
})

/** Events from clients (specification §7). `leave-battle-queue` has no payload; one that is sent is ignored. */
export const clientEvents = {
  /**
   * Joins the queue. Repeated for the same queue, the player keeps the place; for another one, the player moves there. A
   * player whose battle is still running returns to it instead, as with `battle-ready`.
   */
  'join-battle-queue': joinRequest.check(validQueue),
  /** Leaves the queue; during a countdown or battle, leaves that deliberately (decisions §7). */
  'leave-battle-queue': null,
  /** Leaves the queue and plays against this bot. A player who was matched in the meantime stays in that battle. */
  'start-computer-battle': z.extend(joinRequest, { botId: z.enum(BOT_IDS) }).check(validQueue),
  /** Confirms the battle, or returns to it after a reconnect: the server replies with the countdown, `battle-start` or `battle-end`. */
  'battle-ready': z.object({ battleId, playerId: sessionToken }),
  /** Sent for the first attempt at a problem only. */
  'battle-answer': answer,
  /** The player's time is up, or all problems are answered. `finalScore` is ignored: the server keeps the score. */
  'battle-timeout': z.object({
    battleId,
    finalScore: whole(MAX_POINTS),
    problemsAnswered: whole(MAX_BATTLE_PROBLEMS),
  }),
} as const

const battleProblem = z.object({
  operand1: whole(MAX_BATTLE_ANSWER),
  operand2: whole(MAX_BATTLE_ANSWER),
  operation: z.enum(OPERATIONS),
  answer: whole(MAX_BATTLE_ANSWER),
})

/** Present only if the player left deliberately. */
const left = z.exactOptional(z.literal(true))

/** `botId` is present exactly if `isBot` is true. `location` may be empty. */
const opponent = z.object({
  nickname: z.string(),
  location: z.string(),
  isBot: z.boolean(),
  botId: z.exactOptional(z.enum(BOT_IDS)),
  left,
})

const opponents = z.array(opponent).check(z.maxLength(MAX_BATTLE_PLAYERS - 1))

/** All players in order of their seats; `you` marks the recipient. */
const scores = z
  .array(z.object({ nickname: z.string(), score: whole(MAX_POINTS), you: z.boolean(), left }))
  .check(z.maxLength(MAX_BATTLE_PLAYERS))

const result = z.object({
  nickname: z.string(),
  score: whole(MAX_POINTS),
  problemsAnswered: whole(MAX_BATTLE_PROBLEMS),
  location: z.string(),
  isBot: z.boolean(),
  /** 1 to 3; tied players share a rank. */
  rank: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATTLE_PLAYERS)),
  you: z.boolean(),
  left,
})

/** Events from the server (specification §7, decisions §7). */
export const serverEvents = {
  /** The place in the queue, from 1; sent again whenever it changes. */
  'queue-joined': z.object({ position: z.number().check(z.int(), z.gte(1)) }),
  /** Sent every second; the first one means that a match was found. */
  'battle-countdown': z.object({ battleId, countdownSeconds: whole(MAX_COUNTDOWN_SECONDS), opponents }),
  /**
   * `duration` is the remaining time in milliseconds. A returning player also gets the `scores`; `problemIndex`, the first
   * problem without an answer (the number of problems if none is left); `problemsAnswered`, the number of right first
   * attempts; and `problemMs`, how long that problem has been timed, so that a reload does not restart its clock. `problemMs`
   * is 0 after a wrong first attempt, where the page's claim decides.
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
   * `results` are in order of rank. `winner` is the first of them, even if tied, and null if everybody left. `immediate` is
   * true if the battle ended before its time was up. `uncounted` is present only if players ended it so early that first place
   * is no win on boards and in streaks.
   */
  'battle-end': z.object({
    battleId,
    results: z.array(result).check(z.maxLength(MAX_BATTLE_PLAYERS)),
    winner: z.nullable(z.object({ nickname: z.string(), score: whole(MAX_POINTS) })),
    isWinner: z.boolean(),
    playerRank: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATTLE_PLAYERS)),
    currentPlayerNickname: z.string(),
    immediate: z.boolean(),
    uncounted: z.exactOptional(z.literal(true)),
  }),
  /** A refusal, or the notice `taken_over`. */
  'battle-error': z.object({ code: z.enum(BATTLE_ERROR_CODES), message: z.string() }),
} as const

export type ClientEventName = keyof typeof clientEvents
export type ServerEventName = keyof typeof serverEvents

/** The validated payload of a client event; undefined if it has none. */
export type ClientPayload<Name extends ClientEventName> = (typeof clientEvents)[Name] extends z.ZodMiniType
  ? z.output<(typeof clientEvents)[Name]>
  : undefined

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

export type ServerPayload<Name extends ServerEventName> = DeepReadonly<z.output<(typeof serverEvents)[Name]>>
