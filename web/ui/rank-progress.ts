import { MAX_BOARD_ROWS } from '../generated/constants.ts'
import { rankProgressMessages } from './rank-progress.messages.en.ts'

export type RankNow = {
  readonly rank: number
  /** Whether nobody is ranked lower. */
  readonly isLast?: boolean
  /** The rank at an earlier look; null when there is none to compare with. */
  readonly rankBefore?: number | null
  /** How many points the next better score is away; null when nobody has more. */
  readonly pointsToNext?: number | null | undefined
}

/**
 * The text about the last place and about a rank below the longest list: how far the player has come, and the distance to the
 * next place. Empty for another rank, or without progress.
 */
export function rankProgress({
  rank,
  isLast = false,
  rankBefore = null,
  pointsToNext = null,
}: RankNow): string {
  if (rank <= MAX_BOARD_ROWS && !isLast) return ''
  const words: string[] = []
  if (rankBefore !== null && rankBefore > rank) words.push(rankProgressMessages.up(rankBefore - rank))
  if (pointsToNext !== null && pointsToNext > 0) words.push(rankProgressMessages.toNext(pointsToNext))
  return words.join(' · ')
}
