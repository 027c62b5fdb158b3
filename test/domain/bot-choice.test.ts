import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOT_IDS, findBot, type BotId } from '../../domain/bot.ts'
import { chooseBot } from '../../domain/bot-choice.ts'

const DRAWS = 500

/** How often each bot is drawn, by dice that fall everywhere alike. */
function draws(scores: readonly number[], battleSeconds = 60): Map<BotId, number> {
  const drawn = new Map<BotId, number>()
  for (let at = 0; at < DRAWS; at += 1) {
    const id = chooseBot(scores, battleSeconds, () => (at + 0.5) / DRAWS)
    drawn.set(id, (drawn.get(id) ?? 0) + 1)
  }
  return drawn
}

const someScores = fc.array(fc.integer({ min: 0, max: 750 }), { minLength: 1, maxLength: 10 })

test('[BAT-109] without an earlier battle picks one of the easy and medium bots, all three equally likely', () => {
  const drawn = draws([])
  expect(new Set(drawn.keys())).toEqual(new Set(['bot-1', 'bot-2', 'bot-5']))
  for (const times of drawn.values()) expect(times / DRAWS).toBeCloseTo(1 / 3, 1)
})

test('[BAT-109] after a battle any of the six may come, at least three times out of four one within 15 points', () => {
  fc.assert(
    fc.property(someScores, (scores) => {
      const drawn = draws(scores)
      expect(new Set(drawn.keys())).toEqual(new Set(BOT_IDS))
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
      const level = Math.min(125, Math.max(25, mean))
      const close = [...drawn].flatMap(([id, times]) => {
        const { min = 0, max = 0 } = findBot(id)?.scoreRange ?? {}
        return min - 15 <= level && level <= max + 15 ? times : []
      })
      expect(close.reduce((sum, times) => sum + times, 0) / DRAWS).toBeGreaterThanOrEqual(0.75)
    }),
  )
})

test('[BAT-109] low scores mostly bring the easy bot, high scores the hard ones', () => {
  expect((draws([8, 15, 0]).get('bot-1') ?? 0) / DRAWS).toBeGreaterThan(0.75)
  const [quick, short] = [draws([100, 96]), draws([20, 19.2], 12)]
  const hard = ['bot-3', 'bot-4', 'bot-6'] as const
  expect(hard.reduce((sum, id) => sum + (quick.get(id) ?? 0), 0) / DRAWS).toBeGreaterThan(0.75)
  // Scores of a shorter battle stand for those of a whole one.
  expect(short).toEqual(quick)
})

test('[BAT-109] any random numbers give one of the six', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 750 }), { maxLength: 10 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (scores, dice) => {
        expect(BOT_IDS).toContain(chooseBot(scores, 60, () => dice))
      },
    ),
  )
})
