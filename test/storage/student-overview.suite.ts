import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { daysBefore, practiceDayStartMs } from '../../domain/practice-day.ts'
import { currentRun, streakOf } from '../../domain/streak.ts'
import type { Database } from '../../server/storage/database.ts'
import type { StudentStore } from '../../server/student/port.ts'
import { DAY } from '../factories/guests.ts'
import { completionOf, newAttempt, newSession } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

/** A child's practice days as days ago; those below zero are of a clock that was ahead. */
const days = fc.uniqueArray(fc.integer({ min: -2, max: 12 }), { maxLength: 13 })
const child = fc.record({ answered: days, idle: days })

function onDay(ago: number) {
  const practiceDay = daysBefore(DAY, ago)
  return { practiceDay, atMs: practiceDayStartMs(practiceDay) + 1 }
}

/** A student who answered something on these days, and on those finished a session without an answer. */
async function practised(
  store: StudentStore,
  { answered, idle }: { readonly answered: readonly number[]; readonly idle: readonly number[] },
): Promise<string> {
  const session = newSession({ totalProblems: 50 })
  const { studentId, sessionId } = session
  await store.begin(session)
  const attempts = answered.map((ago, place) => newAttempt({ sessionId, place, ...onDay(ago) }))
  await store.log(studentId, attempts)
  for (const ago of idle) {
    const ended = newSession({ studentId })
    await store.begin(ended)
    await store.complete(completionOf(ended, onDay(ago)))
  }
  return studentId
}

/** How every adapter behind the StudentStore port tells of many students at once. */
export function studentOverviewSuite(open: () => Promise<Database>): void {
  describe('StudentStore for those who look after children', () => {
    test('[STU-3, STU-30] the last run of each child is the streak that all of its days make', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const runs = fc.asyncProperty(fc.array(child, { minLength: 1, maxLength: 5 }), async (children) => {
        const ids: string[] = []
        for (const one of children) ids.push(await practised(store, one))
        const told = await store.overview(ids, DAY)
        expect(told.map(({ studentId }) => studentId)).toEqual(ids)
        for (const [place, { answered }] of children.entries()) {
          const all = answered.map((ago) => daysBefore(DAY, ago))
          const { lastPracticeDay, lastRun } = told[place] ?? {}
          expect(lastRun ? currentRun(lastRun, DAY) : 0).toBe(streakOf(all, DAY).current)
          expect(lastPracticeDay).toBe(all.toSorted().at(-1) ?? null)
        }
      })
      await fc.assert(runs, { numRuns: 20 })
    })

    test('[STU-30] a run goes back over the ends of months and years, and ends where a day was missed', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const longest = Array.from({ length: 45 }, (_, ago) => ago + 60)
      const id = await practised(store, { answered: [0, 1, 2, 4], idle: [3] })
      const long = await practised(store, { answered: longest, idle: [] })
      expect(await store.overview([long, 'nobody', id], DAY)).toMatchObject([
        {
          lastPracticeDay: daysBefore(DAY, 60),
          lastRun: { from: daysBefore(DAY, 104), to: daysBefore(DAY, 60) },
        },
        { lastPracticeDay: null, lastRun: null },
        { lastRun: { from: daysBefore(DAY, 2), to: DAY } },
      ])
    })
  })
}
