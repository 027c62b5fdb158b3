import { describe, expect, onTestFinished, test } from 'vitest'
import { foldAchievements } from '../../domain/achievements/fold.ts'
import { findFact } from '../../domain/fact.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import { progressAnswer } from '../../server/student/answers.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { readZones } from '../../domain/calendar.ts'
import { learnedAttempt } from '../../server/storage/sql/students/memory-rows.ts'
import type { Tables } from '../../server/storage/sql/schema.ts'
import { oracleDay, oracleDays, oracleEarned, oracleRun } from '../factories/achievement-oracle.ts'
import { AUTUMN_MS, childLog, SPRING_MS, type ChildLog } from '../factories/achieving-child.ts'
import { sqlStudentDataStore } from '../../server/storage/sql/students/student-data-store.ts'
import { everyTable } from '../factories/every-table.ts'
import { oracleGarden } from '../factories/garden-oracle.ts'
import { completionOf, newSession, newStudentId } from '../factories/student-practice.ts'
import { enrolment, enrollingStore } from '../factories/students.ts'

const ZONE = 'America/Los_Angeles'

type Store = ReturnType<typeof enrollingStore>

/** One session of the log: its beginning, its attempts, and its end if it has one. */
async function play(
  store: Store,
  studentId: string,
  log: ChildLog,
  sessionId: string,
  notBeforeMs = 0,
): Promise<void> {
  const attempts = log.attempts.filter((one) => one.sessionId === sessionId)
  const end = log.ends.find((one) => one.sessionId === sessionId)
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (!first || !last) return
  const session = newSession({
    studentId,
    sessionId,
    sessionType: 'practice',
    targetSeconds: 3600,
    totalProblems: end?.totalProblems ?? 50,
    startedAtMs: first.atMs - first.responseMs - 1000,
  })
  await store.begin(session)
  const arrivedAtMs = Math.max(last.atMs, notBeforeMs)
  const given = attempts.map(({ factId, correct, picture, atMs, place, responseMs, entryMs }) => ({
    sessionId,
    place,
    factId,
    given: (findFact(factId)?.answer ?? 0) + (correct ? 0 : 1),
    responseMs,
    entryMs,
    timeFactor: null,
    input: null,
    visualUsed: picture,
    atMs,
    practiceDay: practiceDay(atMs),
    arrivedAtMs,
  }))
  for (let from = 0; from < given.length; from += 50) {
    const logged = await store.log(studentId, given.slice(from, from + 50))
    expect(logged.kind).toBe('logged')
  }
  if (!end) return
  const { atMs } = end
  await store.complete(
    completionOf(session, { atMs, storedAtMs: Math.max(atMs, notBeforeMs), practiceDay: practiceDay(atMs) }),
  )
}

const sessionsOf = ({ attempts }: ChildLog): string[] => [
  ...new Set(attempts.map(({ sessionId }) => sessionId)),
]

const byKey = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
const keyOf = ({ id, level }: { id: unknown; level: unknown }): string => `${id} ${level}`

/** What every adapter does for achievements. */
export function achievementsSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const rowsOf = async <T extends keyof Tables>(name: T) =>
      ((await everyTable(database)).get(name) ?? []) as unknown as readonly Record<string, never>[]
    /** The log as the database has it. */
    const stored = async (): Promise<ChildLog> => {
      const zones = readZones(String((await rowsOf('student_practice'))[0]?.['zones']))
      return {
        attempts: (await rowsOf('attempt'))
          .filter((row) => row['set_aside'] === null)
          .map((row) =>
            learnedAttempt(
              { ...(row as unknown as Tables['attempt']), session_type: 'mixed_add_sub' },
              zones,
            ),
          ),
        ends: (await rowsOf('student_session'))
          .filter((row) => row['completed_at_ms'] !== null)
          .map((row) => ({
            sessionId: String(row['session_id']),
            atMs: Number(row['completed_at_ms']),
            totalProblems: Number(row['total_problems']),
          })),
      }
    }
    const earned = async () =>
      (await rowsOf('achievement'))
        .map((row) => ({
          id: row['id'],
          level: row['level'],
          about: row['about'],
          amount: row['amount'],
          atMs: row['earned_at_ms'],
          day: row['earned_day'],
        }))
        .toSorted(byKey)
    return { database, store: enrollingStore(database), studentId: newStudentId(), rowsOf, stored, earned }
  }
  describe('achievements', () => {
    test('[ACH-3] achievements stored with each answer over 60 days match an oracle that reads the log', async () => {
      const { store, studentId, rowsOf, stored, earned } = await opened()
      const log = childLog(11, 60, false)
      for (const id of sessionsOf(log)) await play(store, studentId, log, id)
      const kept = await stored()
      expect(kept.attempts).toHaveLength(log.attempts.length)
      expect(await earned()).toEqual(oracleEarned(kept, ZONE).toSorted(byKey))
      const days = new Map((await rowsOf('practiced_day')).map((row) => [row['day'], row['at_ms']]))
      expect(days).toEqual(oracleDays(kept, ZONE))
      expect((await rowsOf('achievement')).every((row) => row['shown_at_ms'] === null)).toBe(true)
    })

    test('[ACH-4] sessions that arrive days late, and repeats, earn the same as the whole log', async () => {
      const { store, studentId, rowsOf, stored, earned } = await opened()
      const log = childLog(12, 30, false)
      const ids = sessionsOf(log)
      const order = ids.map(
        (_, place) =>
          ids[place % 3 === 0 ? Math.min(place + 1, ids.length - 1) : place % 3 === 1 ? place - 1 : place],
      )
      let nowMs = 0
      for (const id of order) {
        const ownMs = log.attempts.findLast(({ sessionId }) => sessionId === id)?.atMs ?? 0
        nowMs = Math.max(nowMs + 60_000, ownMs)
        await play(store, studentId, log, id ?? '', nowMs)
      }
      const kept = await stored()
      const [student] = await rowsOf('student_practice')
      const whole = foldAchievements(kept.attempts, kept.ends, { zone: ZONE, past: [] })
      const keys = (await earned()).map(keyOf)
      for (const one of oracleEarned(kept, ZONE)) expect(keys).toContain(keyOf(one))
      expect(JSON.parse(String(student?.['state'])).counters).toEqual({
        ...whole.counters,
        returns: expect.anything(),
        returnDay: expect.anything(),
      })
      const days = (await rowsOf('practiced_day')).map((row) => String(row['day']))
      expect(days.toSorted()).toEqual([...oracleDays(kept, ZONE).keys()])
    })

    test.each([
      ['Europe/Berlin', 'spring', SPRING_MS],
      ['America/New_York', 'autumn', AUTUMN_MS],
    ] as const)(
      '[GAR-2, GAR-3, STR-1, STR-5, ACH-4] in %s over 60 days of %s, with sessions late, out of order and repeated, garden, streak and achievements match the log',
      async (zone, _, startMs) => {
        const { database, store, studentId, rowsOf, stored, earned } = await opened()
        const log = childLog(21, 60, false, startMs)
        const ids = sessionsOf(log)
        await enrolment(database)(studentId)
        const { calendars } = sqlAccountStores(database)
        const home = await calendars.ofHome(`class-${studentId}`)
        if (!home) throw new Error('every student of these tests has a class')
        await calendars.putHome(`class-${studentId}`, { ...home, zone })
        let nowMs = 0
        // Each third session comes after the one that followed it, and each fifth twice.
        const order = ids.flatMap((id, place) => {
          const other = place % 3 === 0 ? ids[place + 1] : place % 3 === 1 ? ids[place - 1] : id
          return place % 5 === 0 ? [other ?? id, other ?? id] : [other ?? id]
        })
        for (const id of order) {
          const ownMs = log.attempts.findLast(({ sessionId }) => sessionId === id)?.atMs ?? 0
          nowMs = Math.max(nowMs + 60_000, ownMs)
          await play(store, studentId, log, id, nowMs)
        }
        const kept = await stored()
        expect(kept.attempts).toHaveLength(log.attempts.length)
        const keys = (await earned()).map(keyOf)
        for (const one of oracleEarned(kept, zone)) expect(keys).toContain(keyOf(one))
        const days = [...oracleDays(kept, zone).keys()]
        expect((await rowsOf('practiced_day')).map((row) => String(row['day'])).toSorted()).toEqual(days)
        const seen = progressAnswer(await store.progress(studentId), practiceDay(nowMs), nowMs)
        const run = oracleRun(days, oracleDay(zone, nowMs))
        expect(seen.streak).toMatchObject({ days: days.length, run })
        const garden = seen.operations.flatMap(({ facts }) => facts.map((fact) => [fact.factId, fact.stage]))
        const grown = oracleGarden(kept)
        expect(new Map(garden as [string, string][])).toEqual(grown)
        expect(new Set(grown.values())).toEqual(new Set(['sprout', 'leaf', 'flower']))
      },
    )

    test('[ACH-9] when a log is evaluated anew, what it earns gets its day and is not announced', async () => {
      const { database, store, studentId, rowsOf, stored, earned } = await opened()
      const log = childLog(13, 20, false)
      const ids = sessionsOf(log)
      for (const id of ids.slice(0, -1)) await play(store, studentId, log, id)
      await database.write(async ({ db }) => {
        await db.updateTable('student_practice').set({ state_version: 0 }).execute()
        await db.updateTable('fact_fluency').set({ seen_at_ms: 0, known_day: '' }).execute()
        await db.deleteFrom('achievement').execute()
        await db.deleteFrom('practiced_day').execute()
      })
      await play(store, studentId, log, ids.at(-1) ?? '')
      const kept = await stored()
      expect(await earned()).toEqual(oracleEarned(kept, ZONE).toSorted(byKey))
      const rows = await rowsOf('achievement')
      expect(rows.every((row) => row['shown_at_ms'] === row['earned_at_ms'])).toBe(true)
      const { counters } = foldAchievements(kept.attempts, kept.ends, { zone: ZONE, past: [] })
      const [student] = await rowsOf('student_practice')
      expect(JSON.parse(String(student?.['state'])).counters.problems).toBe(counters.problems)
    })

    test('[ACH-10] after old answers are deleted, counting continues from the stored counts', async () => {
      const { database, store, studentId, earned } = await opened()
      const log = childLog(14, 40, false)
      const ids = sessionsOf(log)
      const [early, late] = [ids.slice(0, 12), ids.slice(12)]
      for (const id of early) await play(store, studentId, log, id)
      const { policy } = sqlAccountStores(database)
      const cut = log.attempts.find(({ sessionId }) => sessionId === early[8])?.atMs ?? 0
      await policy.deleteAnswersBefore(cut - 60_000, new AbortController().signal)
      const last = late.at(-1) ?? ''
      for (const id of late.slice(0, -1)) await play(store, studentId, log, id)
      const earnedIn = (part: ChildLog) => oracleEarned(part, ZONE).map(keyOf).toSorted()
      const before = {
        attempts: log.attempts.filter(({ sessionId }) => sessionId !== last),
        ends: log.ends.filter(({ sessionId }) => sessionId !== last),
      }
      expect((await earned()).map(keyOf).toSorted()).toEqual(earnedIn(before))
      // The rest of the log is folded again with the last session.
      await database.write(({ db }) => db.updateTable('student_practice').set({ state_version: 0 }).execute())
      await play(store, studentId, log, last)
      expect((await earned()).map(keyOf).toSorted()).toEqual(earnedIn(log))
    })

    test('[ACH-10, LRN-7, STU-11] days and memory stay when no answer is left and the state is folded again, until the student is deleted', async () => {
      const { database, store, studentId, rowsOf } = await opened()
      const log = childLog(15, 10, false)
      for (const id of sessionsOf(log)) await play(store, studentId, log, id)
      const [before, days] = [await store.memory(studentId), await rowsOf('practiced_day')]
      expect(days.length).toBeGreaterThan(0)
      const { policy } = sqlAccountStores(database)
      await policy.deleteAnswersBefore(Number.MAX_SAFE_INTEGER, new AbortController().signal)
      expect(await rowsOf('attempt')).toEqual([])
      await database.write(({ db }) => db.updateTable('student_practice').set({ state_version: 0 }).execute())
      expect(await store.memory(studentId)).toEqual(before)
      expect(await rowsOf('practiced_day')).toEqual(days)
      expect(await rowsOf('retained_learning')).toHaveLength(1)
      const student = { studentId, tokenHash: 'none', accountKey: 'none' }
      await sqlStudentDataStore(database).remove(student, 1)
      expect(await rowsOf('retained_learning')).toEqual([])
    })
  })
}
