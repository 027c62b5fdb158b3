import { MAX_BOARD_ROWS } from '../generated/constants.ts'
import { rankProgressMessages } from './rank-progress.messages.en.ts'

export type RankNow = {
  readonly rank: number
  /** The rank at an earlier look; null when there is none to compare with. */
  readonly rankBefore?: number | null
  /** How many points the next better score is away; null when nobody has more. */
  readonly pointsToNext?: number | null | undefined
}

/**
 * The text about a rank below the longest list: how far the player has come, and the distance to the next place. Empty for a
 * high rank, or without progress.
 */
export function rankProgress({ rank, rankBefore = null, pointsToNext = null }: RankNow): string {
  if (rank <= MAX_BOARD_ROWS) return ''
  const words: string[] = []
  if (rankBefore !== null && rankBefore > rank) words.push(rankProgressMessages.up(rankBefore - rank))
  if (pointsToNext !== null && pointsToNext > 0) words.push(rankProgressMessages.toNext(pointsToNext))
  return words.join(' · ')
}
