import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { battlePoints } from '../../domain/battle-scoring.ts'
import { BOT_IDS, botLocation, BOTS, findBot, type BotAnswer } from '../../domain/bot.ts'
import { botSchedule } from '../../domain/bot-schedule.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const anyBot = fc.constantFrom(...BOTS)
const USUAL = { durationMs: 60_000, problems: 150 }
const scoreOf = (schedule: readonly BotAnswer[]) => schedule.reduce((sum, { points }) => sum + points, 0)
const timesOf = (schedule: readonly BotAnswer[]) =>
  schedule.map(({ atMs }, at) => atMs - (schedule[at - 1]?.atMs ?? 0))

describe('the six bots', () => {
  test('[BAT-40] are in the order of the table, and each name says that it is a computer', () => {
    expect(BOTS.map(({ id, difficulty, scoreRange, city }) => [id, difficulty, scoreRange, city])).toEqual([
      ['bot-1', 'easy', { min: 25, max: 55 }, 'Tokyo'],
      ['bot-2', 'medium', { min: 50, max: 80 }, 'London'],
      ['bot-3', 'hard', { min: 75, max: 100 }, 'Sydney'],
      ['bot-4', 'super_hard', { min: 100, max: 125 }, 'São Paulo'],
      ['bot-5', 'medium', { min: 50, max: 80 }, 'Berlin'],
      ['bot-6', 'hard', { min: 75, max: 100 }, 'Mumbai'],
    ])
    expect(BOTS.map(({ id }) => id)).toEqual(BOT_IDS)
    for (const { name } of BOTS) expect(name).toMatch(/^[A-Za-z0-9 _-]{1,20} Bot$/)
    expect(new Set(BOTS.map(({ name }) => name)).size).toBe(6)
  })

  test('[BAT-40] are found by id, and read back with their place', () => {
    const found = findBot('bot-4')
    expect(found && botLocation(found)).toBe('São Paulo, Brazil')
    expect(findBot('bot-7')).toBeUndefined()
    expect(findBot('__proto__')).toBeUndefined()
  })
})

describe('the schedule of a bot', () => {
  test('[BAT-41] keeps its score within its range in a battle of 60 s', () => {
    fc.assert(
      fc.property(anyBot, fc.nat(), (bot, seed) => {
        const score = scoreOf(botSchedule(bot, USUAL, seededRandom(seed)))
        expect(score).toBeGreaterThanOrEqual(bot.scoreRange.min)
        expect(score).toBeLessThanOrEqual(bot.scoreRange.max)
      }),
    )
  })

  test('[BAT-41] comes close to both ends of its range over many battles', () => {
    for (const bot of BOTS) {
      const scores = Array.from({ length: 500 }, (_, seed) =>
        scoreOf(botSchedule(bot, USUAL, seededRandom(seed))),
      )
      expect(Math.min(...scores)).toBeLessThanOrEqual(bot.scoreRange.min + 2)
      expect(Math.max(...scores)).toBeGreaterThanOrEqual(bot.scoreRange.max - 2)
    }
  })

  test('[BAT-41] scales the range to a battle of another length', () => {
    fc.assert(
      fc.property(anyBot, fc.integer({ min: 20, max: 300 }), fc.nat(), (bot, seconds, seed) => {
        const length = { durationMs: seconds * 1000, problems: 1000 }
        const score = scoreOf(botSchedule(bot, length, seededRandom(seed)))
        expect(score).toBeGreaterThanOrEqual(Math.floor((bot.scoreRange.min * seconds) / 60))
        expect(score).toBeLessThanOrEqual((bot.scoreRange.max * seconds) / 60)
      }),
    )
  })

  test('[BAT-41, BAT-42] stays possible and within its range in a battle that is too short or has too few problems', () => {
    const length = fc.record({
      durationMs: fc.integer({ min: 1000, max: 60_000 }),
      problems: fc.integer({ min: 1, max: 150 }),
    })
    fc.assert(
      fc.property(anyBot, length, fc.nat(), (bot, { durationMs, problems }, seed) => {
        const schedule = botSchedule(bot, { durationMs, problems }, seededRandom(seed))
        expect(scoreOf(schedule)).toBeLessThanOrEqual((bot.scoreRange.max * durationMs) / 60_000)
        expect(schedule.length).toBeLessThanOrEqual(problems)
        expect(schedule.every(({ atMs }) => atMs <= durationMs)).toBe(true)
      }),
    )
  })

  test('[BAT-42] answers problem by problem at a human pace, with the points for that pace', () => {
    fc.assert(
      fc.property(anyBot, fc.nat(), (bot, seed) => {
        const schedule = botSchedule(bot, USUAL, seededRandom(seed))
        const timesMs = timesOf(schedule)
        expect(schedule.map(({ problemIndex }) => problemIndex)).toEqual([...schedule.keys()])
        expect(Math.min(...timesMs)).toBeGreaterThanOrEqual(1000)
        expect(Math.max(...timesMs)).toBeLessThanOrEqual(8000)
        expect(schedule.map(({ points }) => points)).toEqual(
          schedule.map(({ correct }, at) => battlePoints(correct, timesMs[at] ?? 0)),
        )
      }),
    )
  })

  test('[BAT-42] spans the whole battle', () => {
    fc.assert(
      fc.property(anyBot, fc.nat(), (bot, seed) => {
        const lastAtMs = botSchedule(bot, USUAL, seededRandom(seed)).at(-1)?.atMs ?? 0
        expect(lastAtMs).toBeGreaterThan(45_000)
        expect(lastAtMs).toBeLessThan(60_000)
      }),
    )
  })

  test('[BAT-34] is the same for equal seeds', () => {
    for (const bot of BOTS) {
      expect(botSchedule(bot, USUAL, seededRandom(3))).toEqual(botSchedule(bot, USUAL, seededRandom(3)))
    }
  })
})
