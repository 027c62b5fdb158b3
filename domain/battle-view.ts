import type { BattleState, Seat } from './battle-state.ts'
import type { BattleProblem } from './battle-problems.ts'
import type { BotId } from './bot.ts'

/** What the players of a battle are told, each from its own seat; no field holds a `playerId`. */
export type OpponentView = {
  readonly nickname: string
  readonly location: string
  readonly isBot: boolean
  readonly botId?: BotId
}

export type ScoreView = { readonly nickname: string; readonly score: number; readonly you: boolean }

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
}

export type EndView = {
  readonly battleId: string
  readonly results: readonly ResultView[]
  readonly winner: { readonly nickname: string; readonly score: number } | null
  readonly isWinner: boolean
  readonly playerRank: number
  readonly currentPlayerNickname: string
  readonly immediate: boolean
}

type Countdown = Extract<BattleState, { stage: 'countdown' }>
type Active = Extract<BattleState, { stage: 'active' }>
type Ended = Extract<BattleState, { stage: 'ended' }>

/** The other players, in the order of the battle. */
export function opponentsOf({ setup }: BattleState, seat: Seat): OpponentView[] {
  return setup.players
    .filter((_, other) => other !== seat)
    .map((player) =>
      player.kind === 'bot'
        ? { nickname: player.nickname, location: player.location, isBot: true, botId: player.botId }
        : { nickname: player.nickname, location: player.location, isBot: false },
    )
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
 * `battle-start` for a seat that comes back: what remains, the first problem without an answer, the scores so far, and how
 * many answers count.
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
  }
}

/** All scores in the order of the battle; `seat` is the one they are shown to. */
export function scoresOf(state: Active, seat: Seat): ScoreView[] {
  return state.setup.players.map(({ nickname }, other) => ({
    nickname,
    score: state.seats[other]?.score ?? 0,
    you: other === seat,
  }))
}

/** `battle-score-update` for a seat. */
export function scoreUpdateView(state: Active, seat: Seat): ScoreUpdateView {
  return { battleId: state.setup.battleId, scores: scoresOf(state, seat) }
}

/** `battle-end` for a seat. */
export function endView({ setup, results, immediate }: Ended, seat: Seat): EndView {
  const nicknameAt = (at: Seat): string => setup.players[at]?.nickname ?? ''
  const first = results.find(({ isWinner }) => isWinner)
  const own = results.find((result) => result.seat === seat)
  return {
    battleId: setup.battleId,
    results: results.map(({ seat: at, score, problemsAnswered, rank }) => ({
      nickname: nicknameAt(at),
      score,
      problemsAnswered,
      location: setup.players[at]?.location ?? '',
      isBot: setup.players[at]?.kind === 'bot',
      rank,
      you: at === seat,
    })),
    winner: first ? { nickname: nicknameAt(first.seat), score: first.score } : null,
    isWinner: own?.isWinner ?? false,
    playerRank: own?.rank ?? results.length,
    currentPlayerNickname: nicknameAt(seat),
    immediate,
  }
}
