import type { BattleState, Seat } from './battle-state.ts'
import type { BattleProblem } from './battle-problems.ts'
import { lastedLongEnough } from './battle-win.ts'
import type { BotId } from './bot.ts'

/** These types are what each player of a battle is sent. None of them holds a `playerId`. */
export type OpponentView = {
  readonly nickname: string
  readonly location: string
  readonly isBot: boolean
  readonly botId?: BotId
  /** Present only if the player left on purpose. */
  readonly left?: true
}

export type ScoreView = {
  readonly nickname: string
  readonly score: number
  readonly you: boolean
  /** Present only if the player left on purpose. */
  readonly left?: true
}

export type CountdownView = {
  readonly battleId: string
  readonly countdownSeconds: number
  readonly opponents: readonly OpponentView[]
}

export type StartView = {
  readonly battleId: string
  readonly problems: readonly BattleProblem[]
  readonly opponents: readonly OpponentView[]
  readonly duration: number
  readonly problemIndex?: number
  readonly scores?: readonly ScoreView[]
  readonly problemsAnswered?: number
  readonly problemMs?: number
}

export type ScoreUpdateView = { readonly battleId: string; readonly scores: readonly ScoreView[] }

export type ResultView = {
  readonly nickname: string
  readonly score: number
  readonly problemsAnswered: number
  readonly location: string
  readonly isBot: boolean
  readonly rank: number
  readonly you: boolean
  /** Present only if the player left on purpose. */
  readonly left?: true
}

export type EndView = {
  readonly battleId: string
  readonly results: readonly ResultView[]
  readonly winner: { readonly nickname: string; readonly score: number } | null
  readonly isWinner: boolean
  readonly playerRank: number
  readonly currentPlayerNickname: string
  readonly immediate: boolean
  /** Present only if a person is first without a win, because the players ended the battle early (BAT-76). */
  readonly uncounted?: true
}

type Countdown = Extract<BattleState, { stage: 'countdown' }>
type Active = Extract<BattleState, { stage: 'active' }>
type Ended = Extract<BattleState, { stage: 'ended' }>

const LEFT = { left: true } as const

/** Marks a player who left before finishing; entries of others stay as the specification has them. */
function leftMark({ seats }: Countdown | Active, seat: Seat): { readonly left?: true } {
  return (seats[seat]?.leftAtMs ?? null) === null ? {} : LEFT
}

/** The other players, in order of seats. */
export function opponentsOf(state: Countdown | Active, seat: Seat): OpponentView[] {
  return state.setup.players.flatMap((player, other) => {
    if (other === seat) return []
    const { nickname, location } = player
    return player.kind === 'bot'
      ? { nickname, location, isBot: true, botId: player.botId }
      : { nickname, location, isBot: false, ...leftMark(state, other) }
  })
}

/** `battle-countdown` for a seat. */
export function countdownView(state: Countdown, seat: Seat): CountdownView {
  return {
    battleId: state.setup.battleId,
    countdownSeconds: state.secondsLeft,
    opponents: opponentsOf(state, seat),
  }
}

/** `battle-start` for a seat at the start. */
export function startView(state: Active, seat: Seat): StartView {
  const { battleId, problems, durationMs } = state.setup
  return { battleId, problems, opponents: opponentsOf(state, seat), duration: durationMs }
}

/**
 * `battle-start` after a reconnect: the time left, the first problem without an answer, the scores so far, how many answers
 * count, and for how long that problem has been timed.
 */
export function resumeView(state: Active, seat: Seat, nowMs: number): StartView {
  const progress = state.seats[seat]
  const remainingMs = state.startedAtMs + state.setup.durationMs - nowMs
  return {
    ...startView(state, seat),
    duration: Math.min(state.setup.durationMs, Math.max(0, remainingMs)),
    problemIndex: Math.min(state.setup.problems.length, progress?.nextIndex ?? 0),
    scores: scoresOf(state, seat),
    problemsAnswered: progress?.problemsAnswered ?? progress?.correct ?? 0,
    problemMs: Math.min(state.setup.durationMs, Math.max(0, nowMs - (progress?.lastAnswerAtMs ?? nowMs))),
  }
}

/** All scores in order of seats, as `seat` sees them. */
export function scoresOf(state: Active, seat: Seat): ScoreView[] {
  return state.setup.players.map(({ nickname }, other) => ({
    nickname,
    score: state.seats[other]?.score ?? 0,
    you: other === seat,
    ...leftMark(state, other),
  }))
}

const UNCOUNTED = { uncounted: true } as const

/** `battle-end` for a seat. */
export function endView(battle: Ended, seat: Seat): EndView {
  const { setup, results, immediate } = battle
  const nicknameAt = (at: Seat): string => setup.players[at]?.nickname ?? ''
  const first = results.find(({ isWinner }) => isWinner)
  const own = results.find((result) => result.seat === seat)
  const isPersonFirst = results.some((one) => one.isWinner && setup.players[one.seat]?.kind === 'person')
  return {
    battleId: setup.battleId,
    results: results.map(({ seat: at, score, problemsAnswered, rank, left }) => ({
      nickname: nicknameAt(at),
      score,
      problemsAnswered,
      location: setup.players[at]?.location ?? '',
      isBot: setup.players[at]?.kind === 'bot',
      rank,
      you: at === seat,
      ...(left ? LEFT : {}),
    })),
    winner: first ? { nickname: nicknameAt(first.seat), score: first.score } : null,
    isWinner: own?.isWinner ?? false,
    playerRank: own?.rank ?? results.length,
    currentPlayerNickname: nicknameAt(seat),
    immediate,
    ...(isPersonFirst && !lastedLongEnough(battle) ? UNCOUNTED : {}),
  }
}
