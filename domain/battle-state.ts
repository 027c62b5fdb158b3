import type { BattlePace } from './plausible.ts'
import type { BattleProblem } from './battle-problems.ts'
import type { BotAnswer, BotId } from './bot.ts'
import type { BattleType } from './division.ts'

/** A player's position in a battle, 0 to 2. Events and effects name players by seat, which keeps tokens out of them. */
export type Seat = number

/** The player in a seat. `playerId` is the hash of the session token, which must not leave the server. */
export type BattlePlayer =
  | {
      readonly kind: 'person'
      readonly playerId: string
      readonly nickname: string
      readonly location: string
    }
  | {
      readonly kind: 'bot'
      readonly botId: BotId
      readonly nickname: string
      readonly location: string
      readonly schedule: readonly BotAnswer[]
    }

/** What is fixed when a battle is made; all states of the battle share this object. */
export type BattleSetup = BattleType & {
  readonly battleId: string
  readonly problems: readonly BattleProblem[]
  readonly players: readonly BattlePlayer[]
  readonly durationMs: number
  readonly countdownSeconds: number
}

/** `away`: disconnected, but may reconnect. `left`: left on purpose, for good. */
type Presence = 'here' | 'away' | 'left'

/** What one player has done so far. */
export type SeatProgress = {
  readonly presence: Presence
  readonly score: number
  /** The first problem without an answer; for a bot, the one after its last answer. */
  readonly nextIndex: number
  /** Problems with a first attempt, and how many of those were right. */
  readonly attempted: number
  readonly correct: number
  /** Sum of the accepted response times, in milliseconds. */
  readonly responseTimeMs: number
  /** Statistics of right first attempts, which tell a script from a person (domain/plausible.ts). */
  readonly pace: BattlePace
  /** When the last answer arrived or the battle started, plus the silence since (see `ProblemTiming`). */
  readonly lastAnswerAtMs: number
  /** The earliest time at which the last answer can have been given: the start plus all claims. */
  readonly plausibleAtMs: number
  /** Silence taken off the player's time so far, in milliseconds. */
  readonly silenceMs: number
  /** The last event from a disconnected player (epoch milliseconds); null while connected. */
  readonly awaySinceMs: number | null
  /** The accepted number of problems answered; null until the player has nothing left to play. */
  readonly problemsAnswered: number | null
  /** When the player left before finishing, or null. Such players rank last (BAT-30). */
  readonly leftAtMs: number | null
}

export type BattleResult = {
  readonly seat: Seat
  readonly score: number
  /** Problems with a first attempt. */
  readonly attempted: number
  readonly problemsAnswered: number
  readonly responseTimeMs: number
  /** 1 to 3; equal players share a rank. */
  readonly rank: number
  /** At rank 1, alone or tied, with at least one point, and there to the end. */
  readonly isWinner: boolean
  readonly left: boolean
  /** When the player left before finishing, or null. */
  readonly leftAtMs: number | null
  /** Present only if no person answers like this: the result counts on no board (BAT-111). */
  readonly setAside?: true
}

/** Why a battle ended. */
export type EndedBy = 'all_done' | 'clock' | 'all_left' | 'stopped'

export type Countdown = {
  readonly stage: 'countdown'
  readonly setup: BattleSetup
  readonly startsAtMs: number
  /** The number announced last, 5 to 1. */
  readonly secondsLeft: number
  readonly wakeAtMs: number
  readonly seats: readonly SeatProgress[]
}

export type Active = {
  readonly stage: 'active'
  readonly setup: BattleSetup
  readonly startedAtMs: number
  readonly wakeAtMs: number
  readonly seats: readonly SeatProgress[]
}

export type Ended = {
  readonly stage: 'ended'
  readonly setup: BattleSetup
  /** Null when it ended during the countdown: then nothing is stored. */
  readonly startedAtMs: number | null
  readonly endedAtMs: number
  readonly endedBy: EndedBy
  /** Whether it ended before its clock ran out. */
  readonly immediate: boolean
  /** In order of rank. */
  readonly results: readonly BattleResult[]
}

export type BattleState = Countdown | Active | Ended

export type BattleEvent =
  /** The time of the last `wake` effect has come. If it is early or late, only what is due happens. */
  | { readonly type: 'wake' }
  | {
      readonly type: 'answer'
      readonly seat: Seat
      readonly problemIndex: number
      readonly answer: number
      /** Claimed by the client, in milliseconds. */
      readonly responseTimeMs: number
    }
  | { readonly type: 'timeout'; readonly seat: Seat; readonly problemsAnswered: number }
  /** `battle-ready`: an away player is back. From a player who is here, it changes nothing. */
  | { readonly type: 'ready'; readonly seat: Seat }
  /** The connection is lost. `sinceMs` is when the silence began, or now if there was none. */
  | { readonly type: 'drop'; readonly seat: Seat; readonly sinceMs: number }
  /** The connection was silent from `sinceMs` until now. */
  | { readonly type: 'silent'; readonly seat: Seat; readonly sinceMs: number }
  /** The player leaves on purpose, for good. A player who has finished keeps the standing. */
  | { readonly type: 'leave'; readonly seat: Seat }
  /** The server stops: the battle ends with the scores so far. */
  | { readonly type: 'stop' }

/** What the caller must do. Messages are built from the new state (`domain/battle-view.ts`). */
export type BattleEffect =
  /** Send `battle-countdown` to everyone here. */
  | { readonly type: 'countdown' }
  /** Send `battle-start` to everyone here. */
  | { readonly type: 'start' }
  /** Send this player `battle-countdown`, or `battle-start` with what remains. */
  | { readonly type: 'resume'; readonly seat: Seat }
  /** Send `battle-score-update` to everyone here. */
  | { readonly type: 'scores' }
  /** Send `battle-end` to everyone here; the results are in the state. Always the last effect of a battle. */
  | { readonly type: 'end' }
  /** Send the event `wake` at this time, instead of the time set before. */
  | { readonly type: 'wake'; readonly atMs: number }

export type Stepped = { readonly state: BattleState; readonly effects: readonly BattleEffect[] }
