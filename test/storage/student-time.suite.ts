import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { practiceDay } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import type { NewSession } from '../../server/student/port.ts'
import { NOON_MS } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { completionOf, newAttempt, newSession, newStudentId } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

const HOUR = 3600
const MADE_MS = NOON_MS - 10 * HOUR * 1000

const claims = fc.array(
  fc.record({
    startedAgo: fc.oneof(fc.constantFrom(0, HOUR, 2 * HOUR), fc.integer({ min: 0, max: 20 * HOUR })),
    loggedAgo: fc.oneof(fc.constantFrom(0, HOUR), fc.integer({ min: 0, max: 20 * HOUR })),
    endedAgo: fc.option(fc.integer({ min: 0, max: 2 * HOUR })),
    isAtOnce: fc.boolean(),
  }),
  { minLength: 1, maxLength: 15 },
)

function hourLong(studentId: string, startedAgo: number): NewSession {
  return newSession({ studentId, targetSeconds: HOUR, startedAtMs: NOON_MS - startedAgo * 1000 })
}

/** What every adapter behind the StudentStore port counts as practiced where sessions lie over one another. */
export function studentTimeSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const store = enrollingStore(database, MADE_MS)
    const log = (session: NewSession, atMs: number, responseMs: number) =>
      store.log(session.studentId, [
        newAttempt({ sessionId: session.sessionId, responseMs, atMs, practiceDay: practiceDay(atMs) }),
      ])
    const rowsOf = async (table: string, studentId: string) =>
      ((await everyTable(database)).get(table) ?? []).filter((row) => row['student_id'] === studentId)
    /** The seconds of the student's sessions, in the order in which they began, which are those of its days. */
    const seconds = async (studentId: string): Promise<number[]> => {
      const sessions = (await rowsOf('student_session', studentId)).toSorted(
        (a, b) => Number(a['started_at_ms']) - Number(b['started_at_ms']),
      )
      const days = await rowsOf('student_day', studentId)
      const all = sessions.map((row) => Number(row['seconds']))
      expect(days.reduce((sum, row) => sum + Number(row['seconds']), 0)).toBe(sumOf(all))
      return all
    }
    return { store, log, seconds, rowsOf }
  }

  describe('StudentStore, the time of sessions', () => {
    test('[STU-17] whatever is claimed, even simultaneously, sessions together count no more than has passed since the account was created', async () => {
      const { store, log, seconds, rowsOf } = await opened()
      let most = 0
      const held = fc.asyncProperty(claims, async (claimed) => {
        const studentId = newStudentId()
        const tell = async ({ startedAgo, loggedAgo, endedAgo }: (typeof claimed)[number]) => {
          const session = hourLong(studentId, startedAgo)
          await store.begin(session)
          await log(session, NOON_MS - loggedAgo * 1000, HOUR * 1000)
          if (endedAgo === null) return
          const atMs = NOON_MS - endedAgo * 1000
          const day = { atMs, practiceDay: practiceDay(atMs), actualSeconds: HOUR }
          await store.complete(completionOf(session, day))
        }
        await Promise.all(claimed.filter(({ isAtOnce }) => isAtOnce).map(tell))
        for (const one of claimed.filter(({ isAtOnce }) => !isAtOnce)) await tell(one)
        const sum = sumOf(await seconds(studentId))
        expect(sum).toBeLessThanOrEqual((NOON_MS - MADE_MS) / 1000)
        most = Math.max(most, sum)
        const own = (await rowsOf('student_session', studentId))
          .map((row) => [Number(row['counts_from_ms']), Number(row['counts_until_ms'] ?? Infinity)] as const)
          .filter(([fromMs, untilMs]) => fromMs < untilMs)
          .toSorted(([a], [b]) => a - b)
        expect(own.map(([, untilMs]) => untilMs)).toEqual([
          ...own.slice(1).map(([fromMs]) => fromMs),
          Infinity,
        ])
      })
      await fc.assert(held, { numRuns: 15 })
      expect(most).toBeGreaterThan(HOUR)
    })

    test('[STU-17] forty sessions in one hour count as that hour, logged one by one or after all have started', async () => {
      const { store, log, seconds } = await opened()
      for (const isFirstBegun of [false, true]) {
        const studentId = newStudentId()
        const sessions = Array.from({ length: 40 }, () => hourLong(studentId, HOUR))
        for (const session of sessions) {
          await store.begin(session)
          if (!isFirstBegun) await log(session, NOON_MS, HOUR * 1000)
        }
        if (isFirstBegun) for (const session of sessions) await log(session, NOON_MS, HOUR * 1000)
        const sum = sumOf(await seconds(studentId))
        expect(sum).toBeGreaterThanOrEqual(HOUR)
        expect(sum).toBeLessThanOrEqual(HOUR + 5)
      }
    })

    test('[STU-17] consecutive sessions count in full, interleaved, restarted and with an older one reported last', async () => {
      const { store, log, seconds } = await opened()
      const studentId = newStudentId()
      const [first, second, third] = [3000, 2000, 1000].map((ago) => hourLong(studentId, ago))
      if (!first || !second || !third) throw new Error('there are three')
      for (const session of [second, third, second]) await store.begin(session)
      await log(third, third.startedAtMs + 300_000, 300_000)
      await log(second, second.startedAtMs + 500_000, 500_000)
      await store.begin(second)
      await log(third, third.startedAtMs + 900_000, 600_000)
      await log(second, second.startedAtMs + 990_000, 490_000)
      await store.begin(first)
      await log(first, first.startedAtMs + 990_000, 990_000)
      expect(await seconds(studentId)).toEqual([990, 990, 900])
    })

    test('[STU-17] of two simultaneous devices the one that started later counts, and what was counted stays', async () => {
      const { store, log, seconds } = await opened()
      const studentId = newStudentId()
      const [early, late] = [hourLong(studentId, 2000), hourLong(studentId, 1500)]
      await store.begin(early)
      await log(early, early.startedAtMs + 300_000, 300_000)
      await store.begin(late)
      await log(early, NOON_MS, 1_700_000)
      await log(late, NOON_MS, 1_400_000)
      expect(await seconds(studentId)).toEqual([500, 1400])
    })
  })
}

function sumOf(seconds: readonly number[]): number {
  return seconds.reduce((sum, more) => sum + more, 0)
}
