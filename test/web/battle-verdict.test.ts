import { expect, test } from 'vitest'
import type { EndView, ResultView } from '../../domain/battle-view.ts'
import { messages } from '../../web/features/battle/messages.en.ts'
import { verdictOf } from '../../web/features/battle/verdict.ts'

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

const { verdict } = messages

test.each<[string, EndView]>([
  [verdict.youWon(83, 77), endOf([row('Ada', 83, 1), row('Mango Bot', 77, 2)])],
  [verdict.won('Mango Bot', 84, 83), endOf([row('Mango Bot', 84, 1), row('Ada', 83, 2)])],
  [verdict.tied(2, 83), endOf([row('Ada', 83, 1), row('Mango Bot', 83, 1)])],
  [verdict.tied(3, 5), endOf([row('Bob', 5, 1), row('Ada', 5, 1), row('Cyd', 5, 1)])],
  [verdict.othersTied(['Bob', 'Cyd'], 9), endOf([row('Bob', 9, 1), row('Cyd', 9, 1), row('Ada', 5, 3)])],
  [verdict.onlyYou, endOf([row('Ada', 5, 1), { ...row('Bob', 40, 2), left: true }])],
  [verdict.onlyOne('Bob'), endOf([row('Bob', 40, 1), { ...row('Ada', 50, 2), left: true }])],
  [verdict.youWon(8, 3), endOf([row('Ada', 8, 1), row('Cyd', 3, 2), { ...row('Bob', 40, 3), left: true }])],
  [messages.results.nobodyScored, endOf([row('Ada', 0, 1), row('Bob', 0, 1)])],
  [messages.results.uncounted, endOf([row('Ada', 5, 1), row('Bob', 3, 2)], { uncounted: true })],
])('[BAT-106] the results say who won and why: %s', (sentence, end) => {
  expect(verdictOf(end)).toBe(sentence)
})
