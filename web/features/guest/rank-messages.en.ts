import type { ScoreAnswer } from '../../../contract/guest.ts'
import { counted } from '../../../domain/words.en.ts'

const place = (rank: number) => `#${counted(rank)}`

/** The text about the rank on the day's board in the results. It never says that a child is last. */
export const rankMessages = {
  rank: (league: string, { rank, ranked, rankBefore, pointsToNext, counted: isCounted }: ScoreAnswer) => {
    if (ranked === 1) return `You are the first player in ${league} today!`
    // Others with as many points were only sooner.
    if (rank === ranked && pointsToNext === null) return `You share the top score in ${league} today!`
    // If the score had been counted before, the rank before it is no longer known.
    return (
      `You are ${place(rank)} of ${counted(ranked)} in ${league}.` +
      (isCounted && rankBefore !== null ? before(rank, rankBefore) : '')
    )
  },
  nearYou: 'Players near you',
  later: 'You’ll see your rank when you’re back online.',
} as const

function before(rank: number, rankBefore: number): string {
  if (rank === rankBefore) return ' You kept your place.'
  return rank < rankBefore ? ` Up from ${place(rankBefore)}!` : ''
}
