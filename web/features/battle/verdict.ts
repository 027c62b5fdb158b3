import type { EndView } from '../../../domain/battle-view.ts'
import { messages } from './messages.en.ts'

/** A sentence with who won and why, or why nobody did. */
export function verdictOf({ winner, results, uncounted }: EndView): string {
  if (results.every(({ score }) => score === 0)) return messages.results.nobodyScored
  if (uncounted) return messages.results.uncounted
  if (winner === null) return messages.results.nobodyWins
  const { won, youWon, tied, othersTied, onlyOne, onlyYou } = messages.verdict
  const winners = results.filter(({ rank }) => rank === 1)
  const isYou = winners.some(({ you }) => you)
  if (winners.length > 1) {
    return isYou
      ? tied(winners.length, winner.score)
      : othersTied(
          winners.map(({ nickname }) => nickname),
          winner.score,
        )
  }
  const rivals = results.filter(({ rank, left }) => rank > 1 && !left)
  if (rivals.length === 0) return isYou ? onlyYou : onlyOne(winner.nickname)
  const second = Math.max(...rivals.map(({ score }) => score))
  return isYou ? youWon(winner.score, second) : won(winner.nickname, winner.score, second)
}
