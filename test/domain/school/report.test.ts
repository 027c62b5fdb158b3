import { describe, expect, test } from 'vitest'
import { bestSince } from '../../../domain/achievements/best.ts'
import { MONDAY_TO_FRIDAY, type Calendar } from '../../../domain/calendar.ts'
import { GAMES } from '../../../domain/games.ts'
import { EMPTY_MEMORY, FACTS, numberOf, type LearningMemory } from '../../../domain/learning/memory.ts'
import { afterProblems } from '../../../domain/learning/update.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import {
  knownNow,
  learningFacts,
  newestFacts,
  nextStep,
  reportWeeks,
  setsEverKnown,
  setsKnown,
  sheetFacts,
  statesText,
} from '../../../domain/school/report.ts'
import { firstReportDay } from '../../../domain/school/report-period.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'
import { learned } from '../../factories/learned-problems.ts'

const idsOf = (set: FactSetId): string[] => factsOfSet(set).map((number) => FACTS[number]?.id ?? '')

/** Right on these days, in time. */
const rightOn = (ids: readonly string[], days: readonly number[], from: LearningMemory = EMPTY_MEMORY) =>
  afterProblems(
    days.flatMap((day) => ids.map((id) => learned(id, { day }))),
    from,
  )

/** Wrong on so many days. */
const wrong = (id: string, times: number) =>
  Array.from({ length: times }, (_, at) => learned(id, { day: 110 + at, correct: false }))

const earned = (id: 'days' | 'problems' | 'doubles' | 'tried-again', day: string) => ({ id, day })

const DAYS = [100, 101, 104, 108]
const DOUBLES = rightOn(idsOf('add_doubles'), DAYS)

describe("a child's report", () => {
  test('[REP-2] lists sets of which every fact is known, without those that are part of another', () => {
    expect(setsKnown(EMPTY_MEMORY)).toEqual([])
    expect(setsKnown(DOUBLES)).toEqual(['add_doubles'])
    expect(setsKnown(rightOn(idsOf('add_all'), DAYS))).toEqual(['add_all'])
    const [one = ''] = idsOf('add_doubles')
    const forgot = afterProblems([learned(one, { day: 109, correct: false })], DOUBLES)
    expect(setsKnown(forgot)).toEqual([])
    expect(setsEverKnown(forgot)).toEqual(['add_doubles'])
  })

  test('[REP-2] lists the newest known facts, at most eight', () => {
    const memory = rightOn(['multiplication-7-8'], DAYS, DOUBLES)
    const days = new Map([
      ['multiplication-7-8', '2026-03-10'],
      ['addition-2-2', '2026-03-11'],
      // Known once, and not now.
      ['division-6-2', '2026-03-12'],
    ])
    expect(newestFacts(memory, days).slice(0, 2)).toEqual(['addition-2-2', 'multiplication-7-8'])
    expect(newestFacts(memory, days)).toHaveLength(8)
    expect(newestFacts(EMPTY_MEMORY, days)).toEqual([])
  })

  test('[REP-2] lists at most eight facts being learned, formerly known ones first, then the most missed', () => {
    const forgotten = 'addition-2-2'
    const memory = afterProblems(
      [
        ...wrong(forgotten, 1),
        ...wrong('addition-7-8', 2),
        ...wrong('addition-6-7', 3),
        ...idsOf('add_near_doubles').map((id) => learned(id, { day: 120 })),
      ],
      DOUBLES,
    )
    const facts = learningFacts(memory)
    expect(facts.slice(0, 2)).toEqual([forgotten, 'addition-6-7'])
    expect(facts).toHaveLength(8)
    expect(learningFacts(EMPTY_MEMORY)).toEqual([])
  })

  test('[REP-2, NED-4] suggests the weakest set next, with a game for it', () => {
    const ids: readonly string[] = GAMES.map(({ id }) => id)
    const next = nextStep(EMPTY_MEMORY, '2026-03-18')
    expect(next?.set).toBe('add_count_on')
    expect(ids).toContain(next?.game)
    // The same all week.
    expect(nextStep(EMPTY_MEMORY, '2026-03-16')).toEqual(next)
    const countsOn = rightOn(idsOf('add_count_on'), DAYS)
    expect(nextStep(countsOn, '2026-03-18')?.set).toBe('add_doubles')
    // Of two operations the set that comes earlier.
    const alsoTimes = afterProblems([learned('multiplication-2-6', { correct: false })], countsOn)
    expect(nextStep(alsoTimes, '2026-03-18')?.set).toBe('mul_2')
    // A fact that a child is stuck on is stored with a day, and counts as one fact.
    const stuck = afterProblems([...wrong('addition-1-1', 4)], alsoTimes)
    expect(nextStep(stuck, '2026-03-18')?.set).toBe('mul_2')
    const everything = rightOn(
      FACTS.map(({ id }) => id),
      DAYS,
    )
    expect(nextStep(everything, '2026-03-18')).toBeNull()
  })

  test('[REP-4] gives each fact one of four states; never tried is one of them', () => {
    const states = statesText(DOUBLES)
    expect(states).toHaveLength(FACTS.length)
    expect(states[numberOf('addition-3-3')]).toBe('3')
    expect(states[numberOf('addition-3-4')]).toBe('0')
    expect(knownNow(DOUBLES)).toEqual({ known: 0, fluent: 10 })
  })

  test('[PRT-3] a practice sheet has twenty different facts from what the child has tried, the same ones each time', () => {
    const sheet = sheetFacts(DOUBLES, 110, seededRandom(1))
    expect(new Set(sheet).size).toBe(20)
    expect(sheet.every((id) => id.startsWith('addition-'))).toBe(true)
    expect(sheetFacts(DOUBLES, 110, seededRandom(1))).toEqual(sheet)
    expect(sheetFacts(EMPTY_MEMORY, 110, seededRandom(1))).toHaveLength(20)
    const both = rightOn(['multiplication-2-2', 'multiplication-2-3'], DAYS, DOUBLES)
    const operations = new Set(sheetFacts(both, 110, seededRandom(1)).map((id) => id.split('-')[0]))
    expect([...operations]).toEqual(['addition', 'multiplication'])
  })

  test('[REP-4] shows two achievements of the period, of different kinds if possible', () => {
    const all = [
      earned('days', '2026-03-10'),
      earned('problems', '2026-03-09'),
      earned('tried-again', '2026-03-05'),
      earned('doubles', '2026-01-05'),
    ]
    expect(bestSince(all, '2026-03-01').map(({ id }) => id)).toEqual(['tried-again', 'days'])
    expect(bestSince(all, '2026-03-08').map(({ id }) => id)).toEqual(['days', 'problems'])
    expect(bestSince(all, '2026-01-01').map(({ id }) => id)).toEqual(['doubles', 'tried-again'])
    expect(bestSince(all, '2026-03-11')).toEqual([])
  })
})

describe('the weeks of a report', () => {
  const calendar: Calendar = {
    zone: 'Europe/Berlin',
    past: [],
    schoolDays: MONDAY_TO_FRIDAY,
    free: [{ from: '2026-03-10', to: '2026-03-10' }],
    firstDay: '2026-02-01',
  }
  const weeksOf = (sums: Parameters<typeof reportWeeks>[0]['sums'], from = '2026-03-02') =>
    reportWeeks(
      { calendar, practiced: ['2026-03-03', '2026-03-08', '2026-03-11'], sums, now: { known: 4, fluent: 3 } },
      from,
      '2026-03-12',
    )

  test('[REP-3] show one ring a day: practiced, missed, or free and away; today and later days have none', () => {
    const [first, second] = weeksOf([])
    expect(first?.days).toEqual(['missed', 'practiced', 'missed', 'missed', 'missed', 'free', 'practiced'])
    expect(second?.days).toEqual(['missed', 'free', 'practiced', 'none', 'none', 'none', 'none'])
    expect(weeksOf([], '2026-03-04')[0]?.days.slice(0, 3)).toEqual(['none', 'none', 'missed'])
  })

  test('[REP-3] show the growth stored at the end of each week; a week without practice repeats the previous one', () => {
    const counts = (weeks: ReturnType<typeof weeksOf>) => weeks.map(({ known, fluent }) => [known, fluent])
    const sum = { week: '2026-02-16', known: 2, fluent: 1 }
    expect(counts(weeksOf([sum]))).toEqual([
      [3, 1],
      [7, 3],
    ])
    expect(counts(weeksOf([sum], '2026-02-09'))[0]).toEqual([null, null])
    expect(counts(weeksOf([]))).toEqual([
      [null, null],
      [7, 3],
    ])
  })

  test('[REP-1] the period is six weeks, or starts on a chosen day', () => {
    expect(firstReportDay('2026-03-12', undefined)).toBe('2026-02-02')
    expect(firstReportDay('2026-03-12', '2026-03-04')).toBe('2026-03-04')
  })
})
