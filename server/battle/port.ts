import type { BotId } from '../../domain/bot.ts'
import type { BattleType, Division } from '../../domain/division.ts'
import type { ChangeGuest } from '../guest/port.ts'

/** How one player came out of a battle. */
export type FinishedPlayer = {
  readonly score: number
  readonly problemsAnswered: number
  readonly responseTimeMs: number
  /** 1 to 3; equal players share one. */
  readonly rank: number
  /** Whether it counts as a win (BAT-76). */
  readonly isWinner: boolean
  /** Whether the player left on purpose. */
  readonly left: boolean
} & (
  | {
      readonly kind: 'person'
      readonly tokenHash: string
      /** Makes the guest's record from the known one, or from nothing: a battle may be the first thing a guest does. */
      readonly change: ChangeGuest
      /** There only where the part counts for nothing, because nobody is so fast or in two places at once (BAT-111). */
      readonly setAside?: true
    }
  | { readonly kind: 'bot'; readonly botId: BotId }
)

/** A battle that was played, as it is kept. */
export type FinishedBattle = BattleType & {
  readonly battleId: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** The practice day on which it ended. */
  readonly practiceDay: string
  /** In order of rank; at least one is a person who attempted a problem. */
  readonly players: readonly FinishedPlayer[]
}

/** The battle without the people of these tokens; null where only computers are left. */
export function withoutPlayers(
  battle: FinishedBattle,
  tokenHashes: ReadonlySet<string>,
): FinishedBattle | null {
  const players = battle.players.filter(
    (player) => player.kind === 'bot' || !tokenHashes.has(player.tokenHash),
  )
  return players.some(({ kind }) => kind === 'person') ? { ...battle, players } : null
}

/** A player of a division's board. */
export type BattleBoardRow = {
  readonly publicId: string
  readonly nickname: string
  readonly wins: number
  readonly winStreak: number
  readonly topScore: number
}

/** Who won a kept battle: the caller, alone or with others; else the first winner; null when nobody won. */
export type BattleWinner =
  | { readonly kind: 'you' }
  | { readonly kind: 'person'; readonly publicId: string }
  | { readonly kind: 'bot'; readonly botId: BotId }
  | null

/** A kept battle of one player. */
export type BattleHistoryRow = BattleType & {
  readonly battleId: string
  readonly endedAtMs: number
  readonly winner: BattleWinner
  readonly score: number
  readonly rank: number
  readonly players: number
}

/** A player's totals over every kept battle, both divisions together. */
export type StoredBattleStats = {
  readonly victories: number
  readonly battles: number
  readonly currentStreak: number
  readonly bestStreak: number
  readonly topScore: number
}

/** Where finished battles are kept. */
export type BattleStore = {
  /** Stores a battle once, with everything that boards count from it; durable when it resolves. A repeat changes nothing. */
  save(battle: FinishedBattle): Promise<void>
  /** The best of a division: wins descending, then current win streak, then top score, then who was there first. */
  board(division: Division, limit: number): Promise<readonly BattleBoardRow[]>
  /** The player of this token as `board` has players, or null for somebody without a kept battle there. */
  ownRow(division: Division, tokenHash: string): Promise<BattleBoardRow | null>
  /** Newest first. */
  history(tokenHash: string, limit: number): Promise<readonly BattleHistoryRow[]>
  /** Of a player without kept battles all are 0. */
  stats(tokenHash: string): Promise<StoredBattleStats>
}
