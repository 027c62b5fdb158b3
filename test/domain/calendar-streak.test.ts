import { describe, expect, test } from 'vitest'
import { announcedNow } from '../../domain/achievements/announce.ts'
import type { AchievementId } from '../../domain/achievements/catalog.ts'
import { earnedByDays } from '../../domain/achievements/by-day.ts'
import { foldAchievements, type AchievingAttempt } from '../../domain/achievements/fold.ts'
import {
  calendarDay,
  daysOfWeek,
  MONDAY_TO_FRIDAY,
  movedTo,
  outageDays,
  readZones,
  schoolDaysBetween,
  weekOf,
  zonesText,
  type Calendar,
} from '../../domain/calendar.ts'
import { dayIn, dayStartIn } from '../../domain/day-in-zone.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { isPracticed, streakOf } from '../../domain/streak.ts'

const NEW_YORK: Calendar = {
  zone: 'America/New_York',
  past: [],
  schoolDays: MONDAY_TO_FRIDAY,
  free: [],
  firstDay: '2025-01-01',
}

/** Monday. */
const MON = '2026-03-02'
const day = (number: number): string => daysBefore(MON, -number)
const [TUE, WED, THU, FRI, SAT] = [day(1), day(2), day(3), day(4), day(5)]
const NEXT_MON = day(7)

describe('the streak', () => {
  test.each([
    ['Monday to Friday; it is next Monday', [MON, TUE, WED, THU, FRI], NEXT_MON, {}, 5, 5],
    ['Wednesday is the rest day', [MON, TUE, THU, FRI], FRI, {}, 4, 4],
    ['Tuesday is the rest day, Wednesday ends it', [MON, THU], THU, {}, 1, 1],
    [
      'Friday, a week of holiday, Monday',
      [FRI, day(14)],
      day(14),
      { free: [{ from: day(7), to: day(11) }] },
      2,
      2,
    ],
    ['Friday, Saturday, Monday', [FRI, SAT, NEXT_MON], NEXT_MON, {}, 3, 3],
    ['an outage on Wednesday', [TUE, THU, FRI], FRI, { free: [{ from: WED, to: WED }] }, 3, 3],
    ['one rest day in each of two weeks', [THU, day(8)], day(8), {}, 2, 2],
    ['Monday; it is Wednesday', [MON], WED, {}, 1, 1],
    ['Monday; it is Thursday', [MON], THU, {}, 0, 1],
    [
      'school on Monday, Wednesday, Friday',
      [MON, WED, FRI, NEXT_MON],
      NEXT_MON,
      { schoolDays: [1, 3, 5] },
      4,
      4,
    ],
    ['ten weeks of summer', [FRI, day(77)], day(77), { free: [{ from: day(7), to: day(76) }] }, 2, 2],
  ] satisfies [string, string[], string, Partial<Calendar>, number, number][])(
    '[STR-1, STR-2] %s',
    (_case, days, today, changes, run, longest) => {
      const streak = streakOf(days.toReversed(), { ...NEW_YORK, ...changes }, today)
      expect(streak).toMatchObject({ run, longest, days: days.length, practicedToday: days.includes(today) })
    },
  )

  test('[STR-3] a practiced day needs ten counted problems, or one and three minutes', () => {
    expect(isPracticed({ problems: 9, ms: 100_000 })).toBe(false)
    expect(isPracticed({ problems: 10, ms: 0 })).toBe(true)
    expect(isPracticed({ problems: 1, ms: 180_000 })).toBe(true)
    expect(isPracticed({ problems: 0, ms: 600_000 })).toBe(false)
  })

  test('[STR-4] a week has seven rings; a missed day looks like a free one', () => {
    const { week } = streakOf([MON, WED], NEW_YORK, THU)
    expect(week).toEqual(['practiced', 'rest', 'practiced', 'open', 'open', 'open', 'open'])
  })

  test("[STR-2] Wednesday's answers that arrive on Friday, or a holiday entered later, repair the run", () => {
    expect(streakOf([MON, FRI], NEW_YORK, FRI).run).toBe(1)
    expect(streakOf([MON, TUE, FRI], NEW_YORK, FRI).run).toBe(1)
    expect(streakOf([MON, TUE, FRI, WED], NEW_YORK, FRI).run).toBe(4)
    expect(streakOf([MON, FRI], { ...NEW_YORK, free: [{ from: TUE, to: TUE }] }, FRI).run).toBe(1)
    expect(streakOf([MON, FRI], { ...NEW_YORK, free: [{ from: TUE, to: WED }] }, FRI).run).toBe(2)
  })

  test('[STR-2] a child of a class archived in June still has its run in September', () => {
    const [june, september] = ['2026-06-12', '2026-09-01']
    const calendar = { ...NEW_YORK, free: [{ from: '2026-06-13', to: '2026-08-31' }] }
    expect(streakOf([june, september], calendar, september)).toMatchObject({ run: 2, days: 2 })
    expect(streakOf([june, september], NEW_YORK, september)).toMatchObject({ run: 1, days: 2 })
  })
})

const outage = (from: string, until: string) => [
  {
    fromMs: Date.parse(`2026-03-04T${from}:00+01:00`),
    untilMs: Date.parse(`2026-03-04T${until}:00+01:00`),
  },
]

describe('days on a calendar', () => {
  test.each([
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-07'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08'],
    ['America/New_York', '2026-11-01T06:59:59Z', '2026-10-31'],
    ['America/New_York', '2026-11-01T07:00:00Z', '2026-11-01'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-10-24T23:59:59Z', '2026-10-24'],
    ['Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25'],
    ['Asia/Kolkata', '2026-07-01T20:29:59Z', '2026-07-01'],
    ['Asia/Kolkata', '2026-07-01T20:30:00Z', '2026-07-02'],
    ['Pacific/Kiritimati', '2026-07-01T12:00:00Z', '2026-07-02'],
  ])('[STR-5] in %s, %s belongs to %s', (zone, instant, expected) => {
    expect(dayIn(zone, Date.parse(instant))).toBe(expected)
    expect(dayStartIn(zone, expected)).toBeLessThanOrEqual(Date.parse(instant))
  })

  test('[STR-5] lessons in Berlin at nine and at eleven are on the same day', () => {
    const [first, second] = ['09:00', '11:30'].map((time) => Date.parse(`2026-05-04T${time}:00+02:00`))
    expect(dayIn('Europe/Berlin', first ?? 0)).toBe(dayIn('Europe/Berlin', second ?? 0))
  })

  test('[STR-5] a week runs from Monday to Sunday', () => {
    expect([MON, THU, day(6), NEXT_MON].map(weekOf)).toEqual([MON, MON, MON, NEXT_MON])
    expect(daysOfWeek(MON)).toEqual([MON, TUE, WED, THU, FRI, SAT, day(6)])
    expect(schoolDaysBetween(NEW_YORK, FRI, day(9))).toBe(2)
  })

  test('[STR-6] a child that moves from Berlin to New York keeps its days; the day of the move is free', () => {
    const moveMs = Date.parse('2026-03-04T12:00:00Z')
    const zones = movedTo({ zone: 'Europe/Berlin', past: [] }, 'America/New_York', moveMs)
    expect(readZones(zonesText(zones))).toEqual(zones)
    expect(movedTo(zones, 'America/New_York', moveMs)).toEqual(zones)
    // One in the morning in Berlin is still the day before.
    expect(calendarDay(zones, Date.parse('2026-03-03T00:30:00Z'))).toBe(MON)
    expect(calendarDay(zones, Date.parse('2026-03-06T05:00:00Z'))).toBe(THU)
    const calendar = { ...NEW_YORK, ...zones }
    expect(streakOf([MON, FRI], calendar, FRI)).toMatchObject({ run: 1 })
    expect(streakOf([MON, THU, FRI], calendar, FRI)).toMatchObject({ run: 3 })
    expect(readZones('Nowhere/Land')).toEqual({ zone: 'America/Los_Angeles', past: [] })
  })

  test("[STR-6] correcting a class's time zone recounts all its days", () => {
    // Ten problems across eleven in the morning in Berlin: two days by California, one by Berlin.
    const startMs = Date.parse('2026-03-04T08:59:40Z')
    const log = Array.from({ length: 10 }, (_, place): AchievingAttempt => {
      const timing = { atMs: startMs + place * 4_000, responseMs: 3000, entryMs: 1500, day: 0 }
      const answer = { correct: false, attempt: 3, picture: false } as const
      return { sessionId: 's', place, factId: 'addition-7-8', ...answer, ...timing }
    })
    const daysIn = (zone: string) =>
      foldAchievements(log, [], { zone, past: [] }).newDays.map((one) => one.day)
    expect(daysIn('Asia/Tokyo')).toEqual([WED])
    const later = log.map((one) => ({ ...one, atMs: one.atMs + 3_600_000 }))
    const folded = (zone: string) =>
      foldAchievements(later, [], { zone, past: [] }).newDays.map((one) => one.day)
    expect(folded('America/Los_Angeles')).toEqual([])
    expect(folded('Europe/Berlin')).toEqual([WED])
  })

  test('[STR-7] two hours without the server in the evening make a day free', () => {
    expect(outageDays('Europe/Berlin', outage('08:00', '10:00'))).toEqual([WED])
    expect(outageDays('Europe/Berlin', outage('08:00', '09:50'))).toEqual([])
    expect(outageDays('Europe/Berlin', outage('03:00', '07:00'))).toEqual([])
    expect(outageDays('America/Los_Angeles', outage('08:00', '10:00'))).toEqual([])
  })
})

const daysAt = (numbers: readonly number[]) =>
  numbers.map((number) => ({ day: day(number), atMs: Date.parse(`${day(number)}T17:00:00Z`) }))

const week = (number: number) => [0, 1, 2].map((weekday) => 7 * number + weekday)

const one = (id: AchievementId, atMs: number, shown: number | null = null) => ({
  id,
  level: 1,
  atMs,
  shownAtMs: shown,
})

const keys = (numbers: readonly number[], changes: Partial<Calendar> = {}) =>
  earnedByDays(daysAt(numbers), { ...NEW_YORK, ...changes }).map(({ id, level }) => `${id} ${level}`)

describe('achievements for days of practice', () => {
  test('[ACH-7] a good week has three days of practice, or all its school days if there are two', () => {
    expect(keys([0, 1])).toEqual([])
    expect(keys([0, 1, 5])).toEqual(['good-week 1'])
    expect(keys([0, 1], { free: [{ from: WED, to: FRI }] })).toEqual(['good-week 1'])
    expect(keys([0, 5], { free: [{ from: TUE, to: FRI }] })).toEqual([])
  })

  test('[ACH-7] four good weeks of five are enough; a holiday week is skipped', () => {
    const good = (...weeks: number[]) => keys(weeks.flatMap(week)).filter((key) => key.startsWith('week'))
    expect(good(0, 1, 2)).toEqual([])
    expect(good(0, 1, 3, 4)).toEqual(['week-after-week 4'])
    expect(good(0, 2, 4, 5)).toEqual([])
    const holiday = { free: [{ from: day(7), to: day(11) }] }
    expect(keys([0, 2, 4, 5].flatMap(week), holiday)).toContain('week-after-week 4')
  })

  test('[ACH-8] announces one large and two small achievements, mastery first, and one for effort a day', () => {
    const NOW = Date.parse('2026-03-04T17:00:00Z')
    const earned = [one('days', NOW), one('problems', NOW), one('tried-again', NOW), one('doubles', NOW)]
    const idsOf = (list: readonly ReturnType<typeof one>[], nowMs = NOW) => {
      const now = announcedNow(list, NOW - 3_600_000, nowMs)
      return now ? [now.large.id, ...now.small.map(({ id }) => id)] : null
    }
    expect(idsOf(earned)).toEqual(['doubles', 'tried-again', 'days'])
    expect(idsOf([...earned, one('facts', NOW)])).toEqual(['doubles', 'facts', 'tried-again'])
    // A level that was exceeded before it could be announced is no news.
    const tenFacts = { ...one('facts', NOW), level: 10 }
    expect(idsOf([one('facts', NOW), tenFacts, one('tried-again', NOW)])).toEqual(['facts', 'tried-again'])
    expect(idsOf([one('facts', NOW), { ...tenFacts, shownAtMs: NOW }])).toBeNull()
    // One of effort was already shown today; what was earned a week ago is no news.
    expect(idsOf([one('days', NOW, NOW - 60_000), one('problems', NOW)])).toBeNull()
    expect(idsOf([one('days', NOW, NOW - 86_400_000), one('problems', NOW)])).toEqual(['problems'])
    expect(idsOf(earned, NOW + 7 * 86_400_000)).toBeNull()
    // Home announces what the class achieved.
    expect(idsOf([one('class-goal', NOW), one('everybody', NOW)])).toBeNull()
  })
})
