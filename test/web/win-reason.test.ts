import { expect, test } from 'vitest'
import type { EndView, ResultView } from '../../domain/battle-view.ts'
import { reasonOf } from '../../web/features/battle/win-reason.ts'

type Row = Pick<ResultView, 'nickname' | 'score' | 'rank'> & { readonly left?: true }

/** The results as Ada sees them. */
function endOf(rows: readonly Row[], changes: Partial<EndView> = {}): EndView {
  const results = rows.map((row) => ({
    ...row,
    problemsAnswered: 20,
    location: '',
    isBot: row.nickname.endsWith('Bot'),
    you: row.nickname === 'Ada',
  }))
  const own = results.find(({ you }) => you)
  const first = results.find(({ rank, score, left }) => rank === 1 && score > 0 && !left)
  return {
    battleId: 'battle-1',
    results,
    winner: first ? { nickname: first.nickname, score: first.score } : null,
    isWinner: own?.rank === 1 && own.score > 0,
    playerRank: own?.rank ?? results.length,
    currentPlayerNickname: 'Ada',
    immediate: false,
    ...changes,
  }
}

const row = (nickname: string, score: number, rank: number): Row => ({ nickname, score, rank })

test.each<[string | null, EndView]>([
  ['You won by 6 points.', endOf([row('Ada', 83, 1), row('Mango Bot', 77, 2)])],
  ['Mango Bot won by 1 point.', endOf([row('Mango Bot', 84, 1), row('Ada', 83, 2)])],
  ['It’s a tie. You both win!', endOf([row('Ada', 83, 1), row('Mango Bot', 83, 1)])],
  ['It’s a tie. You all win!', endOf([row('Bob', 5, 1), row('Ada', 5, 1), row('Cyd', 5, 1)])],
  ['They tied, so they both win.', endOf([row('Bob', 9, 1), row('Cyd', 9, 1), row('Ada', 5, 3)])],
  ['Everyone else left.', endOf([row('Ada', 5, 1), { ...row('Bob', 40, 2), left: true }])],
  ['You won by 5 points.', endOf([row('Ada', 8, 1), row('Cyd', 3, 2), { ...row('Bob', 40, 3), left: true }])],
  [null, endOf([row('Ada', 0, 1), row('Bob', 0, 1)])],
  [null, endOf([row('Ada', 5, 1), row('Bob', 3, 2)], { uncounted: true })],
])('[BAT-106] the results say why somebody won: %s', (reason, end) => {
  expect(reasonOf(end)).toBe(reason)
})
