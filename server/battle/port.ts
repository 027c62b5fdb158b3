import type { BotId } from '../../domain/bot.ts'
import type { BattleType } from '../../domain/division.ts'
import type { ChangeGuest } from '../guest/port.ts'

/** One player's result. */
export type FinishedPlayer = {
  readonly score: number
  readonly problemsAnswered: number
  readonly responseTimeMs: number
  /** 1 to 3; ties share a rank. */
  readonly rank: number
  /** Whether it counts as a win (BAT-76). */
  readonly isWinner: boolean
  /** Whether the player left on purpose. */
  readonly left: boolean
} & (
  | {
      readonly kind: 'person'
      readonly tokenHash: string
      /** Updates the guest's record, or creates it: a battle may be the first thing a guest does. */
      readonly change: ChangeGuest
      /** Set if the result does not count, because nobody is that fast or in two places at once (BAT-111). */
      readonly setAside?: true
    }
  | { readonly kind: 'bot'; readonly botId: BotId }
)

/** A finished battle as it is stored. */
export type FinishedBattle = BattleType & {
  readonly battleId: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** The practice day on which it ended. */
  readonly practiceDay: string
  /** In rank order; at least one is a person who attempted a problem. */
  readonly players: readonly FinishedPlayer[]
}

/** The battle without these people; null if only bots remain. */
export function withoutPlayers(
  battle: FinishedBattle,
  tokenHashes: ReadonlySet<string>,
): FinishedBattle | null {
  const players = battle.players.filter(
    (player) => player.kind === 'bot' || !tokenHashes.has(player.tokenHash),
  )
  return players.some(({ kind }) => kind === 'person') ? { ...battle, players } : null
}

/** A row of a division's board. */
export type BattleBoardRow = {
  readonly publicId: string
  readonly nickname: string
  readonly wins: number
  readonly winStreak: number
  readonly topScore: number
}

/** Who won a stored battle: the caller, alone or with others; else the first winner; null if nobody won. */
export type BattleWinner =
  | { readonly kind: 'you' }
  | { readonly kind: 'person'; readonly publicId: string }
  | { readonly kind: 'bot'; readonly botId: BotId }
  | null

/** A stored battle as one player sees it. */
export type BattleHistoryRow = BattleType & {
  readonly battleId: string
  readonly endedAtMs: number
  readonly winner: BattleWinner
  readonly score: number
  readonly rank: number
  readonly players: number
}
