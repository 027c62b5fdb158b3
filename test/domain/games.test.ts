import { expect, test } from 'vitest'
import { OPERATIONS } from '../../domain/fact.ts'
import { GAMES, operationsOfGame } from '../../domain/games.ts'
import { gamesMessages } from '../../web/pages/games-page.messages.en.ts'

const MAX_WORDS = 18

test('[GAM-1] there are twenty games, and each operation has at least four', () => {
  expect(new Set(GAMES.map(({ id }) => id)).size).toBe(20)
  for (const operation of OPERATIONS) {
    const own = GAMES.filter((game) => operationsOfGame(game).includes(operation))
    expect(own.length, operation).toBeGreaterThanOrEqual(4)
  }
  expect(GAMES.filter((game) => operationsOfGame(game).length === 4).map(({ id }) => id)).toEqual([
    'three-numbers',
  ])
})

test.each(GAMES.map(({ id }) => id))('[GAM-1] the card of %s is complete, in short sentences', (id) => {
  const texts = Object.values(gamesMessages.games[id])
  expect(texts).toHaveLength(6)
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(3)
    for (const sentence of text.split(/[.?!:]/)) {
      expect(sentence.split(/\s+/).filter(Boolean).length, sentence).toBeLessThanOrEqual(MAX_WORDS)
    }
  }
})
