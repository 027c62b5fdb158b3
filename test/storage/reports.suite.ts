import { describe, expect, onTestFinished, test } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import { numberOf } from '../../domain/learning/memory.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import { newAttempt, newSession, newStudentId } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

/** What every adapter reads for reports. */
export function reportsSuite(open: () => Promise<Database>): void {
  describe('PrintStore', () => {
    test('[REP-1, REP-3] returns children in the requested order, with their weekly sums and what they know', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const store = enrollingStore(database)
      const [ana, ben] = [newStudentId(), newStudentId()]
      for (const studentId of [ana, ben]) {
        const session = newSession({ studentId })
        await store.begin(session)
        await store.log(studentId, [newAttempt({ sessionId: session.sessionId })])
      }
      const { policy, prints } = sqlAccountStores(database)
      const [day] = (await sqlStudentStore(database).progress(ana)).days
      const week = day?.practiceDay ?? ''
      await policy.sumWeek(week, `${week}x`)
      const records = await prints.records([ben, newStudentId(), ana])
      expect(records.map(({ studentId }) => studentId)).toEqual([ben, ana])
      expect(records[1]).toMatchObject({
        days: [{ practiceDay: week }],
        weeks: [{ week, known: 0, fluent: 0 }],
        achievements: [],
      })
      const [first] = allFacts('addition')
      expect(records[1]?.memory.facts[numberOf(first?.id ?? '')]).not.toBeUndefined()
      expect(records[1]?.memory.facts.filter((fact) => fact !== null)).toHaveLength(1)
      expect(await prints.records([])).toEqual([])
    })
  })
}
