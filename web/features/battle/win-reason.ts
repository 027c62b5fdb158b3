import type { EndView } from '../../../domain/battle-view.ts'
import { messages } from './messages.en.ts'

/** A sentence with the reason why the winner won; null if nobody did. */
export function reasonOf({ winner, results, uncounted }: EndView): string | null {
  if (winner === null || uncounted) return null
  const { sharedByYou, sharedByOthers, othersLeft, youWonBy, wonBy } = messages.reason
  const winners = results.filter(({ rank }) => rank === 1)
  const isYou = winners.some(({ you }) => you)
  if (winners.length > 1) return isYou ? sharedByYou(winners.length) : sharedByOthers
  const rivals = results.filter(({ rank, left }) => rank > 1 && !left)
  if (rivals.length === 0) return othersLeft
  const points = winner.score - Math.max(...rivals.map(({ score }) => score))
  return isYou ? youWonBy(points) : wonBy(winner.nickname, points)
}
