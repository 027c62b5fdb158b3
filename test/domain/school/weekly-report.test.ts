import { describe, expect, test } from 'vitest'
import type { GameId } from '../../../domain/games.ts'
import { OPERATIONS } from '../../../domain/fact.ts'
import { daysBefore } from '../../../domain/practice-day.ts'
import { NO_LETTERS } from '../../../domain/school/fact-letters.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { teachingOrder } from '../../../domain/school/teaching-order.ts'
import { gameOfWeek } from '../../../domain/school/game-of-week.ts'
import {
  assignedSentences,
  gameLines,
  weeklyWords,
  weekSentence,
  weekSentences,
} from '../../../domain/school/weekly-report.en.ts'
import { weekReport, type ChildHistory, type NextAssignment } from '../../../domain/school/weekly-report.ts'

const ZONE = 'Europe/Berlin'
/** As written within a text: on one line. */
const math = (written: string): string => written.replaceAll(' ', '\u00a0')
const MONDAY = '2026-03-16'
const HOUR_MS = 3_600_000
const EIGHT_AM_MS = Date.UTC(2026, 2, 16, 7)

const times = (operand1: number, operand2: number): string => `multiplication-${operand1}-${operand2}`
const plus = (operand1: number, operand2: number): string => `addition-${operand1}-${operand2}`

/** First attempts at a fact, one each hour of a day of the week. */
const asked = (factId: string, day: number, ...verdicts: readonly boolean[]) =>
  verdicts.map((isRight, place) => ({
    factId,
    atMs: EIGHT_AM_MS + (24 * day + place) * HOUR_MS,
    isRight,
  }))

const history = (changes: Partial<ChildHistory> = {}): ChildHistory => ({
  zone: ZONE,
  practicedDays: [],
  firstAttempts: [],
  known: [],
  letters: NO_LETTERS,
  ...changes,
})

const reportOf = (changes: Partial<ChildHistory>) => weekReport(history(changes), MONDAY)

describe('[DIG-3] the sentences of a report', () => {
  test('[DIG-3] the days of practice are those of the week, Monday to Sunday', () => {
    const practicedDays = ['2026-03-15', '2026-03-16', '2026-03-19', '2026-03-22', '2026-03-23']
    const report = reportOf({ practicedDays })
    expect(report.practicedDays).toBe(3)
    expect(weekSentences('Maya', report)).toContain('Maya practiced on 3 days.')
  })

  test('[DIG-3] up to five new facts are named, only one of a pair in both orders, and the others are counted', () => {
    const known = [2, 3, 4, 5, 6, 7].flatMap((factor) =>
      [times(factor, 8), times(8, factor)].map((factId) => ({ factId, day: '2026-03-18' })),
    )
    const before = { factId: times(9, 9), day: '2026-03-15' }
    const unknown = { factId: times(9, 2), day: '' }
    const report = reportOf({ practicedDays: ['2026-03-18'], known: [...known, before, unknown] })
    expect(report.newFacts).toEqual([2, 3, 4, 5, 6].map((factor) => times(factor, 8)))
    expect(report.moreNewFacts).toBe(1)
    const named = [2, 3, 4, 5, 6].map((factor) => math(`${factor} × 8 = ${factor * 8}`)).join(', ')
    expect(weekSentences('Maya', report)).toContain(`Now known: ${named}, and 1 more.`)
  })

  test('[DIG-3] a fact is hard if it was missed at least twice and at least as often as it was right; at most three are named', () => {
    const firstAttempts = [
      ...asked(times(8, 7), 0, false, false, true),
      ...asked(times(7, 8), 1, false, false),
      ...asked(times(6, 9), 1, false),
      ...asked(times(3, 3), 2, false, false, true, true, true),
      ...asked(times(6, 8), 3, false, false, false),
      ...asked(times(6, 7), 4, false, false),
      ...asked(times(4, 7), 4, false, false),
    ]
    const { hardFacts } = reportOf({ firstAttempts })
    expect(hardFacts).toEqual([times(6, 8), times(8, 7), times(6, 7)])
    // Who now knows 7 × 8 is not said to find 8 × 7 hard.
    const known = [{ factId: times(7, 8), day: '2026-03-17' }]
    expect(reportOf({ firstAttempts, known }).hardFacts).toEqual([times(6, 8), times(6, 7), times(4, 7)])
  })

  test.each([
    [
      [...asked(plus(7, 8), 0, false), ...asked(plus(7, 8), 2, true)],
      [],
      [],
      `missed ${math('7 + 8')}, kept at it`,
    ],
    [asked(plus(7, 8), 0, true), [plus(7, 8)], [], 'takes practice on different days, and Maya did it'],
    [asked(plus(7, 8), 0, true), [], ['2026-03-16', '2026-03-17', '2026-03-20'], 'Coming back on 3 days'],
    [asked(plus(7, 8), 0, true), [], ['2026-03-16'], `Maya got ${math('7 + 8')} right on the first try.`],
    [asked(plus(7, 8), 0, false), [], ['2026-03-16'], 'Every bit of practice helps.'],
    // Not a fact that is named as hard beside it, nor the same one turned.
    [
      [...asked(plus(7, 8), 0, false, false), ...asked(plus(8, 7), 1, false, true)],
      [],
      ['2026-03-16'],
      'Every bit of practice helps.',
    ],
  ])('[DIG-3] praises something the child did (%#)', (firstAttempts, facts, practicedDays, said) => {
    const known = facts.map((factId) => ({ factId, day: '2026-03-17' }))
    const sentences = weekSentences('Maya', reportOf({ firstAttempts, known, practicedDays }))
    expect(sentences.at(-1)).toContain(said)
  })

  test('[REP-7] the list of children has the week in one sentence', () => {
    const one = { ...reportOf({}), hasPracticed: true }
    const facts = { newFacts: [times(2, 8), times(3, 8)], moreNewFacts: 2, hardFacts: [times(7, 8)] }
    expect(weekSentence('Maya', { ...one, ...facts, practicedDays: 3 })).toBe(
      `Maya practiced on 3 days and learned 4 new facts; ${math('7 × 8')} is still hard.`,
    )
    expect(weekSentence('Maya', one)).toBe('Maya practiced a little.')
    expect(weekSentence('Maya', { ...one, practicedDays: 1 })).toBe('Maya practiced on 1 day.')
    expect(weekSentence('Maya', reportOf({}))).toBe('Maya hasn’t practiced this week yet.')
  })

  test('[DIG-3] a week without practice has no praise, but a game', () => {
    const report = reportOf({})
    expect(report.praise).toBeNull()
    expect(weekSentences('Maya', report)).toEqual([
      'No practice this week. Here’s a game you can play without a device.',
    ])
  })

  test.each([
    ['Europe/Berlin', '2026-03-29', Date.UTC(2026, 2, 29, 23, 59)],
    ['America/New_York', '2026-03-08', Date.UTC(2026, 2, 9, 5, 59)],
    ['Australia/Sydney', '2026-04-05', Date.UTC(2026, 3, 5, 15, 59)],
    ['America/New_York', '2026-11-01', Date.UTC(2026, 10, 2, 6, 59)],
  ])(
    '[DIG-3] the week of %s ends at 2 AM on Monday, even when clocks change on %s',
    (zone, sunday, lastMs) => {
      const monday = daysBefore(sunday, 6)
      const at = (atMs: number) =>
        history({ zone, firstAttempts: [{ factId: plus(1, 1), atMs, isRight: true }] })
      expect(weekReport(at(lastMs), monday).hasPracticed).toBe(true)
      expect(weekReport(at(lastMs + 60_000), monday).hasPracticed).toBe(false)
      expect(weekReport(at(lastMs + 60_000), daysBefore(monday, -7)).hasPracticed).toBe(true)
    },
  )
})

test('[DIG-4] a report has no points, ranks, minutes, percentages or codes, and fewer than 200 words', () => {
  for (const operation of OPERATIONS) {
    for (const set of teachingOrder(operation)) {
      const firstAttempts = [6, 7, 8].flatMap((one) => asked(times(one, 9), 1, false, false))
      const known = [2, 3, 4, 5, 6, 7].map((one) => ({ factId: plus(one, 9), day: '2026-03-18' }))
      const report = {
        ...reportOf({ firstAttempts, known, practicedDays: ['2026-03-16', '2026-03-17'] }),
        game: gameOfWeek(set, MONDAY),
      }
      const next = {
        assigned: { kind: 'sets', sets: ['sub_small', 'mul_hard', 'sub_count_up'] },
        amountKind: 'problems',
        amount: 20,
        dueDay: '2026-04-10',
      } as const
      const { title, lines } = gameLines(report)
      const text = [
        'Monday, March 16 to Sunday, March 22',
        ...weekSentences('Maya', report),
        weeklyWords.assignedHeading,
        ...assignedSentences([next, next, next, next, next, next, next, next], '2026-03-22'),
        weeklyWords.gameHeading,
        title,
        ...lines.flat(),
        weeklyWords.tip,
      ].join(' ')
      // A fact is one word.
      expect(text.split(/[ \n]+/).length).toBeLessThan(200)
      const own = weekSentences('Maya', report).join(' ')
      expect(own).not.toMatch(/point|rank|minute|%|percent|score|class|code|second/i)
    }
  }
})

const sentences = (...list: readonly NextAssignment[]) => assignedSentences(list, '2026-03-22')

test('[DIG-3] up to three assignments are listed with amount and weekday, and others are counted', () => {
  const next = {
    assigned: { kind: 'sets', sets: ['add_doubles'] },
    amountKind: 'problems',
    amount: 20,
    dueDay: '2026-03-27',
  } as const
  expect(sentences(next)).toEqual(['20 problems by Friday: Doubles'])
  const needs = { ...next, assigned: { kind: 'needs', operations: ['addition'] } } as const
  expect(sentences(needs)).toEqual(['20 problems by Friday: What your child needs next'])
  expect(sentences({ ...next, amountKind: 'minutes', dueDay: '2026-04-10' })).toEqual([
    '20 minutes by Fri, Apr 10: Doubles',
  ])
  expect(sentences(next, next, needs, next, needs).slice(2)).toEqual([
    '20 problems by Friday: What your child needs next',
    'And 2 more',
  ])
})

/** The games of six weeks. */
const gamesFor = (set: FactSetId | null) =>
  new Set([0, 1, 2, 3, 4, 5].map((week) => gameOfWeek(set, daysBefore(MONDAY, -7 * week))))

describe('[DIG-7] the game of a week', () => {
  test.each<[FactSetId | null, readonly GameId[]]>([
    ['add_near_doubles', ['almost-twins', 'two-hands', 'three-numbers']],
    ['mul_10', ['toes-in-the-room', 'three-numbers']],
    ['mul_all', ['three-numbers']],
    [null, ['three-numbers']],
  ])('[DIG-7] changes each week among the games for the set %s', (set, games) => {
    expect(gamesFor(set)).toEqual(new Set(games))
    if (games.length > 1) expect(gameOfWeek(set, MONDAY)).not.toBe(gameOfWeek(set, daysBefore(MONDAY, 7)))
  })

  test('[DIG-7, NED-4] a report has a game for the weakest set', () => {
    const letters = Array.from(NO_LETTERS)
    for (const number of factsOfSet('mul_2')) letters[number] = 'k'
    expect(gamesFor('mul_5')).toContain(reportOf({ letters: letters.join('') }).game)
    expect(gamesFor('add_count_on')).toContain(reportOf({}).game)
  })
})
