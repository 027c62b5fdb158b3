import type { ClientEventName, ClientPayload } from '../../../contract/battle-events.ts'
import {
  BATTLE_ERROR_CODES,
  MAX_BATTLE_ANSWER,
  MAX_BATTLE_PROBLEMS,
  MAX_BATTLE_SECONDS,
  MAX_COUNTDOWN_SECONDS,
  type BattleErrorCode,
} from '../../../contract/battle-limits.ts'
import type { BattleProblem } from '../../../domain/battle-problems.ts'
import type {
  CountdownView,
  EndView,
  OpponentView,
  ResultView,
  ScoreUpdateView,
  ScoreView,
  StartView,
} from '../../../domain/battle-view.ts'
import { BOT_IDS } from '../../../domain/bot.ts'
import { MAX_BATTLE_PLAYERS, PREFERENCES } from '../../../domain/division.ts'
import { warn } from '../../lib/log.ts'
import { hasShape, isBoolean, isNumber, isText, type Check } from '../../lib/shape.ts'
import { openLine, type LineListeners } from '../../lib/socket.ts'
import { listOf, nullable, oneOf, optional, wholeBetween } from './battle-shape.ts'

/** What the server tells, by its name on the wire. */
export type HeardPayloads = {
  'queue-joined': { readonly position: number }
  'battle-countdown': CountdownView
  'battle-start': StartView
  'battle-score-update': ScoreUpdateView
  'battle-end': EndView
  'battle-error': { readonly code: BattleErrorCode; readonly message: string }
}

export type Heard = {
  [Name in keyof HeardPayloads]: { readonly name: Name; readonly payload: HeardPayloads[Name] }
}[keyof HeardPayloads]

const BATTLE_ID = /^[A-Za-z0-9_-]{8,40}$/
const MAX_POINTS = 5 * MAX_BATTLE_PROBLEMS

const isBattleId: Check<string> = (json): json is string => isText(json) && BATTLE_ID.test(json)
const isMs: Check<number> = (json): json is number =>
  isNumber(json) && json >= 0 && json <= MAX_BATTLE_SECONDS * 1000
const isScore = wholeBetween(0, MAX_POINTS)
const isCount = wholeBetween(0, MAX_BATTLE_PROBLEMS)
const isOperand = wholeBetween(0, MAX_BATTLE_ANSWER)
const isRank = wholeBetween(1, MAX_BATTLE_PLAYERS)

/** As `OPERATIONS` of domain/fact.ts, whose making of facts no battle needs in the browser. */
const OPERATIONS = PREFERENCES.filter((preference) => preference !== 'mixed')

/** A mark that is there or not. */
const isMark = optional((json): json is true => json === true)

const isOpponents = listOf(
  hasShape<OpponentView>({
    nickname: isText,
    location: isText,
    isBot: isBoolean,
    botId: optional(oneOf(BOT_IDS)),
    left: isMark,
  }),
  MAX_BATTLE_PLAYERS - 1,
)

const isScores = listOf(
  hasShape<ScoreView>({ nickname: isText, score: isScore, you: isBoolean, left: isMark }),
  MAX_BATTLE_PLAYERS,
)

const isProblem = hasShape<BattleProblem>({
  operand1: isOperand,
  operand2: isOperand,
  operation: oneOf(OPERATIONS),
  answer: isOperand,
})

const isResult = hasShape<ResultView>({
  nickname: isText,
  score: isScore,
  problemsAnswered: isCount,
  location: isText,
  isBot: isBoolean,
  rank: isRank,
  you: isBoolean,
  left: isMark,
})

/** Checks of what the server sends; a test holds them to the schemas of `contract/battle-events.ts`. */
export const heardChecks: { readonly [Name in keyof HeardPayloads]: Check<HeardPayloads[Name]> } = {
  'queue-joined': hasShape<HeardPayloads['queue-joined']>({ position: wholeBetween(1, Infinity) }),
  'battle-countdown': hasShape<CountdownView>({
    battleId: isBattleId,
    countdownSeconds: wholeBetween(0, MAX_COUNTDOWN_SECONDS),
    opponents: isOpponents,
  }),
  'battle-start': hasShape<StartView>({
    battleId: isBattleId,
    problems: listOf(isProblem, MAX_BATTLE_PROBLEMS),
    opponents: isOpponents,
    duration: isMs,
    problemIndex: optional(isCount),
    scores: optional(isScores),
    problemsAnswered: optional(isCount),
    problemMs: optional(isMs),
  }),
  'battle-score-update': hasShape<ScoreUpdateView>({ battleId: isBattleId, scores: isScores }),
  'battle-end': hasShape<EndView>({
    battleId: isBattleId,
    results: listOf(isResult, MAX_BATTLE_PLAYERS),
    winner: nullable(hasShape<{ nickname: string; score: number }>({ nickname: isText, score: isScore })),
    isWinner: isBoolean,
    playerRank: isRank,
    currentPlayerNickname: isText,
    immediate: isBoolean,
    uncounted: isMark,
  }),
  'battle-error': hasShape<HeardPayloads['battle-error']>({
    code: oneOf(BATTLE_ERROR_CODES),
    message: isText,
  }),
}

/** What arrived as one of the contract's events, or null where it is none of them or does not look like it. */
export function readHeard(name: string, payload: unknown): Heard | null {
  const check = new Map<string, Check<unknown>>(Object.entries(heardChecks)).get(name)
  return check?.(payload) === true ? ({ name, payload } as Heard) : null
}

/** An event for the server, as `contract/battle-events.ts` has it. */
export type Message = {
  [Name in ClientEventName]: ClientPayload<Name> extends undefined
    ? { readonly name: Name }
    : { readonly name: Name; readonly payload: ClientPayload<Name> }
}[ClientEventName]

export type BattleLine = { send(message: Message): void; close(): void }

export type OpenBattleLine = (
  listeners: Omit<LineListeners, 'onEvent'> & { readonly onHeard: (heard: Heard) => void },
) => BattleLine

/** The line to the referee. What is no event of a battle is left out, with a warning. */
export const openBattleLine: OpenBattleLine = ({ onHeard, ...listeners }) => {
  const line = openLine({
    ...listeners,
    onEvent(name, payload) {
      const heard = readHeard(name, payload)
      if (heard) onHeard(heard)
      else warn(`The server sent an event that is none of a battle: ${name}`)
    },
  })
  return {
    send(message) {
      if ('payload' in message) line.send(message.name, message.payload)
      else line.send(message.name)
    },
    close: line.close,
  }
}
