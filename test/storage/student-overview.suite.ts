import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allFacts, type Fact } from '../../domain/fact.ts'
import { daysBefore, practiceDayStartMs } from '../../domain/practice-day.ts'
import { weekOf } from '../../domain/calendar.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlReportStore } from '../../server/storage/sql/school/report-store.ts'
import type { StudentStore } from '../../server/storage/sql/students/student-store.ts'
import { DAY } from '../factories/guests.ts'
import { completionOf, newAttempt, newSession, newStudentId } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

/** A child's practice days as days ago; those below zero are of a clock that was ahead. */
const days = fc.uniqueArray(fc.integer({ min: -2, max: 12 }), { maxLength: 13 })

function onDay(ago: number) {
  const practiceDay = daysBefore(DAY, ago)
  return { practiceDay, atMs: practiceDayStartMs(practiceDay) + 1 }
}

/** Response times of a person, as they are when sent late (STU-22). */
const tookMs = (place: number): number => 1500 + ((place * 733) % 2900)

/** A student who answered something on these days, and on those finished a session without an answer. */
async function practiced(
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

/** A student with ten answers on each of these days, sent as they are given. */
async function practicedOn(store: StudentStore, days: readonly number[]): Promise<string> {
  const studentId = newStudentId()
  for (const ago of days.toSorted((one, other) => other - one)) {
    const { practiceDay, atMs } = onDay(ago)
    const { sessionId, ...session } = newSession({ studentId, totalProblems: 50, startedAtMs: atMs })
    await store.begin({ sessionId, ...session })
    const attempts = Array.from({ length: 10 }, (_, place) => {
      const givenAtMs = atMs + 10_000 * (place + 1)
      const responseMs = tookMs(place)
      return newAttempt({
        sessionId,
        place,
        responseMs,
        practiceDay,
        atMs: givenAtMs,
        arrivedAtMs: givenAtMs,
      })
    })
    await store.log(studentId, attempts)
  }
  return studentId
}

/** A student who began another fact each day, and answered all of them in time on every day since. */
async function learnedSteadily(store: StudentStore): Promise<string> {
  const studentId = newStudentId()
  const facts = allFacts('addition').slice(0, 12)
  for (let ago = 14; ago > 0; ago -= 1) {
    const { practiceDay, atMs } = onDay(ago)
    const session = newSession({ studentId, totalProblems: 50, startedAtMs: atMs })
    await store.begin(session)
    const attempts = facts.slice(0, 15 - ago).map(({ id: factId }, place) => {
      const at = { place, practiceDay, atMs: atMs + 10_000 * (place + 1) }
      return newAttempt({
        sessionId: session.sessionId,
        factId,
        responseMs: 1300 + ((place * 733 + ago * 419) % 1500),
        ...at,
      })
    })
    await store.log(studentId, attempts)
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

/** How every adapter behind the StudentStore port reads many students at once. */
export function studentOverviewSuite(open: () => Promise<Database>): void {
  describe('StudentStore for overviews', () => {
    test("[STU-3, STU-30] each child's last day is its newest", async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const property = fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 4 }), async (children) => {
        const ids: string[] = []
        for (const one of children) ids.push(await practicedOn(store, one))
        const overviews = await store.overview(ids, DAY)
        expect(overviews.map(({ studentId }) => studentId)).toEqual(ids)
        for (const [place, answered] of children.entries()) {
          const all = answered.map((ago) => daysBefore(DAY, ago)).toSorted()
          expect(overviews[place]?.lastPracticeDay).toBe(all.at(-1) ?? null)
        }
      })
      await fc.assert(property, { numRuns: 20 })
    })

    test('[STU-30] new facts are those that became known since Monday, as in the report', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const id = await learnedSteadily(store)
      const { known } = await sqlReportStore(database).progress(id, DAY)
      const since = known.filter(({ day }) => day >= weekOf(DAY))
      const [overview] = await store.overview([id], DAY)
      expect(overview?.newFacts).toBe(since.length)
      expect([since.length > 0, since.length < known.length]).toEqual([true, true])
    })

    test('[STU-30, STU-31] the hardest facts are the three with the most misses in the last four first attempts, at least two', async () => {
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
          const overviews = await store.overview(ids, DAY)
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
            expect(overviews[at]).toMatchObject({
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
      const id = await practiced(store, { answered: [-1, 0, 3, 6, 7, 9], idle: [2] })
      const [overviews] = await store.overview([id], DAY)
      const { days } = await store.progress(id)
      const week = days.filter(({ practiceDay }) => practiceDay <= DAY && practiceDay > daysBefore(DAY, 7))
      expect(overviews).toMatchObject({
        weekDays: 3,
        weekSeconds: week.reduce((sum, { seconds }) => sum + seconds, 0),
      })
    })
  })
}
