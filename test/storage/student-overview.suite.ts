import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allFacts, type Fact } from '../../domain/fact.ts'
import { daysBefore, practiceDayStartMs } from '../../domain/practice-day.ts'
import { currentRun } from '../../domain/streak.ts'
import type { Database } from '../../server/storage/database.ts'
import type { StudentStore } from '../../server/student/port.ts'
import { DAY } from '../factories/guests.ts'
import { completionOf, newAttempt, newSession } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

/** How many days in a row there are from this one backwards. */
function runFrom(daysAgo: number, practised: readonly number[]): number {
  return practised.includes(daysAgo) ? 1 + runFrom(daysAgo + 1, practised) : 0
}

/** A child's practice days as days ago; those below zero are of a clock that was ahead. */
const days = fc.uniqueArray(fc.integer({ min: -2, max: 12 }), { maxLength: 13 })
const child = fc.record({ answered: days, idle: days })

function onDay(ago: number) {
  const practiceDay = daysBefore(DAY, ago)
  return { practiceDay, atMs: practiceDayStartMs(practiceDay) + 1 }
}

/** Times of a person, told late as they are (STU-22). */
const tookMs = (place: number): number => 1500 + ((place * 733) % 2900)

/** A student who answered something on these days, and on those finished a session without an answer. */
async function practised(
  store: StudentStore,
  { answered, idle }: { readonly answered: readonly number[]; readonly idle: readonly number[] },
): Promise<string> {
  const startedAtMs = practiceDayStartMs(daysBefore(DAY, 200))
  const session = newSession({ totalProblems: 50, startedAtMs })
  const { studentId, sessionId } = session
  await store.begin(session)
  const attempts = answered.map((ago, place) =>
    newAttempt({ sessionId, place, responseMs: tookMs(place), ...onDay(ago) }),
  )
  await store.log(studentId, attempts)
  for (const ago of idle) {
    const ended = newSession({ studentId })
    await store.begin(ended)
    await store.complete(completionOf(ended, onDay(ago)))
  }
  return studentId
}

/** A student whose first attempts at these facts went like this; the second attempt at each problem is right. */
async function tried(
  store: StudentStore,
  facts: readonly Fact[],
  tries: readonly (readonly boolean[])[],
): Promise<string> {
  const session = newSession({ totalProblems: 50, startedAtMs: practiceDayStartMs(daysBefore(DAY, 200)) })
  const { studentId, sessionId } = session
  await store.begin(session)
  const attempts = facts.flatMap(({ id: factId }, at) =>
    (tries[at] ?? []).flatMap((right) => {
      const answered = newAttempt({ sessionId, factId })
      return right ? [answered] : [{ ...answered, given: -1 }, answered]
    }),
  )
  if (attempts.length > 0) {
    await store.log(
      studentId,
      // One a day: an answer soon after a miss would be practice, not evidence (LRN-3).
      attempts.map((attempt, place) => ({
        ...attempt,
        place,
        responseMs: tookMs(place),
        ...onDay(attempts.length - place),
      })),
    )
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
          expect(lastRun ? currentRun(lastRun, DAY) : 0).toBe(
            Math.max(runFrom(0, answered), runFrom(1, answered)),
          )
          expect(lastPracticeDay).toBe(all.toSorted().at(-1) ?? null)
        }
      })
      await fc.assert(runs, { numRuns: 20 })
    })

    test('[STU-30, STU-31] hardest are the three facts with the most misses of the last four first attempts, at least two', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const facts = allFacts('addition').slice(0, 6)
      const firstTries = fc.array(fc.boolean(), { maxLength: 6 })
      const oneChild = fc.tuple(...facts.map(() => firstTries))
      const property = fc.asyncProperty(
        fc.array(oneChild, { minLength: 1, maxLength: 3 }),
        async (children) => {
          const ids: string[] = []
          for (const tries of children) ids.push(await tried(store, facts, tries))
          const told = await store.overview(ids, DAY)
          for (const [at, tries] of children.entries()) {
            const ofFacts = tries.map((all, place) => ({
              factId: facts[place]?.id ?? '',
              wrong: all.filter((right) => !right).length,
              recentWrong: all.slice(-4).filter((right) => !right).length,
              length: all.length,
            }))
            const hardest = ofFacts
              .filter(({ recentWrong }) => recentWrong >= 2)
              .toSorted(
                (a, b) =>
                  b.recentWrong - a.recentWrong || b.wrong - a.wrong || (a.factId < b.factId ? -1 : 1),
              )
              .slice(0, 3)
              .map(({ factId, recentWrong, length }) => ({
                factId,
                needsHelp: length >= 4 && recentWrong >= 3,
              }))
            const all = tries.flat()
            expect(told[at]).toMatchObject({
              hardest,
              seen: all.length,
              right: all.filter(Boolean).length,
            })
          }
        },
      )
      await fc.assert(property, { numRuns: 20 })
    })

    test('[STU-30] the week is the last seven practice days', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const id = await practised(store, { answered: [-1, 0, 3, 6, 7, 9], idle: [2] })
      const [told] = await store.overview([id], DAY)
      const { days } = await store.progress(id)
      const week = days.filter(({ practiceDay }) => practiceDay <= DAY && practiceDay > daysBefore(DAY, 7))
      expect(told).toMatchObject({
        weekDays: 3,
        weekSeconds: week.reduce((sum, { seconds }) => sum + seconds, 0),
      })
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
