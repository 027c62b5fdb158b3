import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import { everyTable } from '../factories/every-table.ts'
import { newAttempt, newSession, newStudentId } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

const DAY_MS = 86_400_000

/** What every adapter does for the retention policy. */
export function policyStoreSuite(open: () => Promise<Database>): void {
  /** A student with one session. */
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const studentId = newStudentId()
    const session = newSession({ studentId })
    const store = enrollingStore(database)
    await store.begin(session)
    await store.log(studentId, [newAttempt({ sessionId: session.sessionId })])
    const { policy, adults, consents } = sqlAccountStores(database)
    const tableOf = async (name: string) => (await everyTable(database)).get(name) ?? []
    return { database, studentId, session, policy, adults, consents, tableOf }
  }

  describe('PolicyStore', () => {
    test('[RET-6] a child is at risk if neither it nor one of its adults visited, and it did not practice', async () => {
      const { studentId, policy, adults, tableOf } = await opened()
      const [day] = await tableOf('student_day')
      const practicedMs = Date.parse(`${String(day?.['practice_day'])}T12:00:00Z`)
      const later = practicedMs + 400 * DAY_MS
      const idsAt = async (idleMs: number) => (await policy.childrenAtRisk(idleMs, 0, '')).map(({ id }) => id)
      expect(await idsAt(later)).toEqual([studentId])
      expect(await idsAt(practicedMs)).toEqual([])
      const [child] = await policy.childrenAtRisk(later, 0, '')
      expect(await policy.child(studentId)).toEqual(child)
      await adults.recordActivity(String(child?.ownerId), later + 1)
      expect(await idsAt(later)).toEqual([])
      expect(await policy.child(studentId)).toMatchObject({ activeAtMs: later + 1 })
      expect(await policy.childrenAtRisk(later + 2, 0, studentId)).toEqual([])
    })

    test('[RET-6] keeps since when warnings fail, of children and of adults, until they can be sent', async () => {
      const { studentId, policy, tableOf } = await opened()
      const rows = await tableOf('student_day')
      const later = Date.parse(`${String(rows[0]?.['practice_day'])}T12:00:00Z`) + 400 * DAY_MS
      const failing = async () => (await policy.child(studentId))?.failingSinceMs
      expect(await failing()).toBeNull()
      await policy.recordWarning([studentId, 'another'], 'failing', later)
      await policy.recordWarning([studentId], 'first', later + 1)
      expect(await policy.child(studentId)).toMatchObject({
        failingSinceMs: later,
        warned: { firstAtMs: later + 1, secondAtMs: null },
      })
      expect((await policy.childrenAtRisk(later, 0, ''))[0]?.failingSinceMs).toBe(later)
      await policy.endFailures([studentId, 'nobody'])
      expect(await failing()).toBeNull()
      expect((await tableOf('retention_warning')).map((row) => [row['person_id'], row['step']])).toEqual(
        expect.arrayContaining([
          ['another', 'failing'],
          [studentId, 'first'],
        ]),
      )
    })

    test('[RET-6] records activity once a day, and none for deleted people', async () => {
      const { studentId, adults, tableOf } = await opened()
      const seen = async () => (await tableOf('person_seen')).map((row) => row['seen_at_ms'])
      await adults.recordActivity(studentId, 5)
      await adults.recordActivity(studentId, 5 + DAY_MS)
      await adults.recordActivity('nobody', 5)
      expect(await seen()).toEqual([5])
      await adults.recordActivity(studentId, 6 + DAY_MS)
      expect(await seen()).toEqual([6 + DAY_MS])
    })

    test('[RET-7] recalculating a week keeps what was known at its end', async () => {
      const { studentId, policy, database, tableOf } = await opened()
      const [day] = await tableOf('student_day')
      const week = String(day?.['practice_day'])
      await policy.sumWeek(week, `${week}x`)
      const [first] = await tableOf('student_week')
      expect(first).toMatchObject({ student_id: studentId, week, days: 1, attempts: 1, known: 0, fluent: 0 })
      await database.write(async ({ db }) => {
        await db.updateTable('fact_fluency').set({ state: 'known' }).execute()
        await db.updateTable('student_day').set({ attempts: 7 }).execute()
      })
      await policy.sumWeek(week, `${week}x`)
      expect(await tableOf('student_week')).toEqual([{ ...first, attempts: 7 }])
    })

    test('[RET-7] deletes older sessions with their answers, and nothing else', async () => {
      const { session, studentId, policy, database, tableOf } = await opened()
      const young = newSession({ studentId, startedAtMs: session.startedAtMs + DAY_MS })
      await sqlStudentStore(database).begin(young)
      await policy.deleteAnswersBefore(session.startedAtMs + 1, new AbortController().signal)
      expect(await tableOf('attempt')).toEqual([])
      expect((await tableOf('student_session')).map((row) => row['session_id'])).toEqual([young.sessionId])
      expect(await tableOf('fact_fluency')).toHaveLength(1)
    })

    test('[RET-7, LRN-31] the results of deleted answers stay, and later and late answers are added to them', async () => {
      const [cut, whole] = [await opened(), await opened()]
      const play = async ({ session, studentId, database }: typeof cut, day: number, given?: number) => {
        const store = enrollingStore(database)
        const startedAtMs = session.startedAtMs + day * DAY_MS
        const atMs = startedAtMs + 60_000
        const { sessionId } = await store.begin(newSession({ studentId, startedAtMs }))
        const answer = newAttempt({ sessionId, atMs, arrivedAtMs: atMs, responseMs: 2500 })
        await store.log(studentId, [given === undefined ? answer : { ...answer, given }])
      }
      for (const one of [cut, whole]) for (const day of [1, 6]) await play(one, day)
      await cut.policy.deleteAnswersBefore(cut.session.startedAtMs + 2 * DAY_MS, new AbortController().signal)
      expect(await cut.tableOf('attempt')).toHaveLength(1)
      for (const one of [cut, whole]) {
        await play(one, 9)
        await play(one, 8, -1)
      }
      const memoryOf = ({ database, studentId }: typeof cut) => sqlStudentStore(database).memory(studentId)
      expect(await memoryOf(cut)).toEqual(await memoryOf(whole))
    })

    test('[RET-8] keeps the first confirmation of a version', async () => {
      const { studentId, consents, tableOf } = await opened()
      expect(await consents.has(studentId, 1)).toBe(false)
      await consents.add(studentId, { version: 1, kind: 'school', nowMs: 5 })
      await consents.add(studentId, { version: 1, kind: 'school', nowMs: 6 })
      expect(await consents.has(studentId, 1)).toBe(true)
      expect(await consents.has(studentId, 2)).toBe(false)
      expect(await tableOf('consent')).toEqual([{ user_id: studentId, version: 1, kind: 'school', at_ms: 5 }])
    })

    test('[RET-6] an adult without children at home is idle, one with children is not', async () => {
      const { policy, tableOf } = await opened()
      const adults = (await tableOf('user')).filter((row) => row['role'] !== 'student')
      expect(adults).not.toEqual([])
      expect(await policy.idleAdults(Number.MAX_SAFE_INTEGER, '')).toEqual([])
    })
  })
}
