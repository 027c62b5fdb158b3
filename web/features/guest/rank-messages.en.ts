import type { ScoreAnswer } from './guest-calls.ts'

const place = (rank: number) => `#${rank.toLocaleString('en-US')}`

/** What the results say of the place on the day's board. */
export const rankMessages = {
  rank: (league: string, { counted, rank, rankBefore, ranked }: ScoreAnswer) =>
    `You are ${place(rank)} of ${ranked.toLocaleString('en-US')} in ${league}.${
      // Of a score that was counted before, the answer that told what was before it is lost.
      counted && rankBefore !== null ? before(rank, rankBefore) : ''
    }`,
  later: 'Your rank comes when the connection is back.',
} as const

function before(rank: number, rankBefore: number): string {
  if (rank === rankBefore) return ' You kept your place.'
  return ` Before: ${place(rankBefore)}.${rank > rankBefore ? ' Another round can bring it back.' : ''}`
}
