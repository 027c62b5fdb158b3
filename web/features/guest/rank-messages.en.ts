import type { ScoreAnswer } from '../../../contract/guest.ts'
import { counted } from '../../../domain/words.en.ts'

const place = (rank: number) => `#${counted(rank)}`

/** The text about the rank on the day's board in the results. */
export const rankMessages = {
  rank: (league: string, answer: ScoreAnswer) =>
    // If the score had been counted before, the rank before it is no longer known.
    `You are ${place(answer.rank)} of ${counted(answer.ranked)} in ${league}.` +
    (answer.counted && answer.rankBefore !== null ? before(answer.rank, answer.rankBefore) : ''),
  nearYou: 'Players near you',
  later: 'You’ll see your rank when you’re back online.',
} as const

function before(rank: number, rankBefore: number): string {
  if (rank === rankBefore) return ' You kept your place.'
  return rank < rankBefore ? ` Up from ${place(rankBefore)}!` : ''
}
