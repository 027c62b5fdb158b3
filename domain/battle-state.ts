import type { BattlePace } from './plausible.ts'
import type { BattleProblem } from './battle-problems.ts'
import type { BotAnswer, BotId } from './bot.ts'
import type { BattleType } from './division.ts'

/** A place in a battle, 0 to 2: events and effects name players by it, so that no secret travels with them. */
export type Seat = number

/** Who sits in a seat. `playerId` is the session token: for the server alone. */
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

/** What is fixed when a battle is made; every state of it points to the same one. */
export type BattleSetup = BattleType & {
  readonly battleId: string
  readonly problems: readonly BattleProblem[]
  readonly players: readonly BattlePlayer[]
  readonly durationMs: number
  readonly countdownSeconds: number
}

/** `away` is a lost connection, which may come back; `left` is on purpose and for good. */
type Presence = 'here' | 'away' | 'left'

/** What one player has done so far. */
export type SeatProgress = {
  readonly presence: Presence
  readonly score: number
  /** The first problem without an answer; for a bot also its place in the schedule. */
  readonly nextIndex: number
  /** Problems with a first attempt, and those of them that were right. */
  readonly attempted: number
  readonly correct: number
  /** Sum of the believed response times, in milliseconds. */
  readonly responseTimeMs: number
  /** The same of right first attempts alone, and the sum of its squares: how steady they are (domain/plausible.ts). */
  readonly pace: BattlePace
  /** When the last answer came in or the battle started, later by the silence since: the next problem's time began then. */
  readonly lastAnswerAtMs: number
  /** The earliest instant at which the last answer can have been given: the start plus all that was claimed. */
  readonly plausibleAtMs: number
  /** Silence that was taken off the time so far, in milliseconds. */
  readonly silenceMs: number
  /** Since when the player who is away was not heard any more; null while here. */
  readonly awaySinceMs: number | null
  /** Set once the player has no more to play: problems answered, as accepted. */
  readonly problemsAnswered: number | null
  /** When the player left with something still to play, or null: that is last (BAT-30). */
  readonly leftAtMs: number | null
}

export type BattleResult = {
  readonly seat: Seat
  readonly score: number
  /** Problems with a first attempt. */
  readonly attempted: number
  readonly problemsAnswered: number
  readonly responseTimeMs: number
  /** 1 to 3; equal players share one. */
  readonly rank: number
  /** At rank 1, alone or with others, with at least a point, and there to the end. */
  readonly isWinner: boolean
  readonly left: boolean
  /** When the player left with something still to play, or null. */
  readonly leftAtMs: number | null
  /** There only where no person answers like this: what it comes to counts on no board (BAT-111). */
  readonly setAside?: true
}

/** Why a battle ended. */
export type EndedBy = 'all_done' | 'clock' | 'all_left' | 'stopped'

export type Countdown = {
  readonly stage: 'countdown'
  readonly setup: BattleSetup
  readonly startsAtMs: number
  /** What was told last: 5 to 1. */
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
  /** Null when it ended in its countdown: then there is nothing to keep of it. */
  readonly startedAtMs: number | null
  readonly endedAtMs: number
  readonly endedBy: EndedBy
  /** Whether it ended before its clock. */
  readonly immediate: boolean
  /** In order of rank. */
  readonly results: readonly BattleResult[]
}

export type BattleState = Countdown | Active | Ended

export type BattleEvent =
  /** The instant of the last `wake` effect has come; too early or too late, it does only what is due. */
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
  /** `battle-ready`: a player who was away is back. From one who is here it confirms and changes nothing. */
  | { readonly type: 'ready'; readonly seat: Seat }
  /** The connection is lost; `sinceMs` is when it was heard last, if it was silent before that was known, or now. */
  | { readonly type: 'drop'; readonly seat: Seat; readonly sinceMs: number }
  /** The connection stood still since then, and is heard again now. */
  | { readonly type: 'silent'; readonly seat: Seat; readonly sinceMs: number }
  /** On purpose and for good; who has no more to play keeps the standing. */
  | { readonly type: 'leave'; readonly seat: Seat }
  /** The server stops: the battle ends with what was scored. */
  | { readonly type: 'stop' }

/** What is to be done; what is told is read from the new state (`domain/battle-view.ts`). */
export type BattleEffect =
  /** Tell everybody here `battle-countdown`. */
  | { readonly type: 'countdown' }
  /** Tell everybody here `battle-start`. */
  | { readonly type: 'start' }
  /** Tell this player where the battle is: `battle-countdown`, or `battle-start` with what remains. */
  | { readonly type: 'resume'; readonly seat: Seat }
  /** Tell everybody here `battle-score-update`. */
  | { readonly type: 'scores' }
  /** Tell everybody here `battle-end`; the results are in the state. Always the last effect of a battle. */
  | { readonly type: 'end' }
  /** Send the event `wake` at this instant; it replaces the one before. */
  | { readonly type: 'wake'; readonly atMs: number }

export type Stepped = { readonly state: BattleState; readonly effects: readonly BattleEffect[] }
