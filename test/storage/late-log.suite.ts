import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import type { LateAttempts, NewSession } from '../../server/student/port.ts'
import { NOON_MS } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { DAY } from '../factories/guests.ts'
import { completionOf, newAttempt, newSession } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

const FEW = allFacts('addition').slice(0, 4)
const WEEK_MS = 7 * 24 * 3600 * 1000

/** What is equal, and by which column a session's rows are found; without what is each session's own. */
const SAME = [
  ['student_session', 'session_id'],
  ['student_day', 'student_id'],
  ['fact_fluency', 'student_id'],
  ['attempt', 'session_id'],
  ['practice_result', 'submission_id'],
] as const
const OWN: ReadonlySet<string> = new Set([
  'student_id',
  'session_id',
  'submission_id',
  'guest_id',
  'stored_at_ms',
])

/** Attempts that arrive an hour after their session's end. */
function lateOf(session: NewSession, attempts: LateAttempts['attempts']): LateAttempts {
  const { studentId, tokenHash, changePlayer } = completionOf(session)
  const storedAtMs = NOON_MS + 3_600_000
  const oldestEndMs = storedAtMs - WEEK_MS
  return { studentId, tokenHash, attempts, storedAtMs, oldestEndMs, changePlayer }
}

/** The answer at a place of a session. */
const place = (session: NewSession, at: number, isRight = true) =>
  newAttempt({
    sessionId: session.sessionId,
    factId: FEW[at % FEW.length]?.id ?? '',
    place: at,
    ...(isRight ? {} : { given: -1 }),
  })

/** What every adapter does with attempts that arrive after the end of their session. */
export function lateLogSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const rows = async (table: string) => (await everyTable(database)).get(table) ?? []
    return { database, rows, store: enrollingStore(database) }
  }
  describe('attempts after the end of their session', () => {
    test('[STU-18] count once in the session, its day and its board', async () => {
      const { database, store, rows } = await opened()
      const session = newSession()
      const { studentId, sessionId } = session
      await store.begin(session)
      await store.log(studentId, [place(session, 0)])
      await store.complete(completionOf(session))
      const attempts = [1, 2, 3].map((at) => ({ ...place(session, at), atMs: NOON_MS + 3_000_000 }))
      expect(await store.log(studentId, attempts)).toEqual({ kind: 'completed', sessionId })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => store.logLate(lateOf(session, attempts))),
      )
      const counts = answers.map((logged) => (logged.kind === 'logged' ? logged.counted : -1))
      expect(counts.toSorted((a, b) => b - a)).toEqual([3, 0, 0, 0, 0, 0, 0, 0])
      for (const logged of answers) {
        expect(logged).toMatchObject({
          sessions: [{ log: { answered: 4, score: 20 }, completedAtMs: NOON_MS }],
        })
      }
      expect(await rows('attempt')).toMatchObject(Array.from({ length: 4 }, () => ({ at_ms: NOON_MS })))
      expect(await rows('student_day')).toMatchObject([
        { practice_day: DAY, sessions: 1, seconds: 60, points: 20, attempts: 4 },
      ])
      expect(await rows('practice_result')).toMatchObject([
        { score: 20, problems_solved: 4, correct_answers: 4, average_time_ms: 1500 },
      ])
      expect(await rows('daily_score')).toMatchObject([
        { score: 20, problems_solved: 4, sessions: 1, reached_at_ms: NOON_MS },
      ])
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [], sessions: 1 })
      expect(await store.complete(completionOf(session))).toMatchObject({
        recorded: { counted: false, dailyScore: 20, dailyProblemsSolved: 4 },
      })
    })

    test('[STU-18] give the same result wherever the end arrives among them', async () => {
      const { database, store } = await opened()
      const attempt = fc.record({ isRight: fc.boolean(), responseMs: fc.integer({ min: 0, max: 3000 }) })
      const cases = fc.sample(
        fc.tuple(fc.array(attempt, { minLength: 1, maxLength: 12 }), fc.nat({ max: 12 })),
        15,
      )
      const pairs: [NewSession, NewSession][] = []
      for (const [typed, endAt] of cases) {
        const [late, inTime] = [newSession(), newSession()]
        pairs.push([late, inTime])
        for (const [session, before] of [
          [late, Math.min(endAt, typed.length)],
          [inTime, typed.length],
        ] as const) {
          const attempts = typed.map(({ isRight, responseMs }, at) => ({
            ...place(session, at, isRight),
            responseMs,
          }))
          await store.begin(session)
          if (before > 0) await store.log(session.studentId, attempts.slice(0, before))
          await store.complete(completionOf(session, { actualSeconds: null }))
          if (before < typed.length) await store.logLate(lateOf(session, attempts.slice(before)))
        }
      }
      const tables = await everyTable(database)
      const of = (table: string, name: string, { studentId, sessionId }: NewSession) =>
        (tables.get(table) ?? [])
          .filter((row) => [studentId, sessionId].includes(String(row[name])))
          .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !OWN.has(column))))
          .toSorted()
      for (const [late, inTime] of pairs) {
        for (const [table, name] of SAME) {
          expect(of(table, name, late), JSON.stringify(cases)).toEqual(of(table, name, inTime))
        }
      }
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
    })

    test('[STU-18] are rejected without a log entry if there are more than can be typed, and can be sent later', async () => {
      const { store, rows } = await opened()
      const session = newSession()
      await store.begin(session)
      await store.log(session.studentId, [place(session, 0)])
      await store.complete(completionOf(session))
      const before = await Promise.all(['attempt', 'student_session', 'student_day', 'daily_score'].map(rows))
      const tooFast = new Error('too fast')
      const late = lateOf(session, [place(session, 1)])
      const refused = store.logLate({
        ...late,
        changePlayer: () => {
          throw tooFast
        },
      })
      await expect(refused).rejects.toBe(tooFast)
      expect(
        await Promise.all(['attempt', 'student_session', 'student_day', 'daily_score'].map(rows)),
      ).toEqual(before)
      expect(await store.logLate(late)).toMatchObject({ counted: 1 })
    })

    test('[STU-18] are not added a week after the end', async () => {
      const { store, rows } = await opened()
      const session = newSession()
      await store.begin(session)
      await store.complete(completionOf(session))
      const late = { ...lateOf(session, [place(session, 0)]), oldestEndMs: NOON_MS + 1 }
      expect(await store.logLate(late)).toEqual({ kind: 'completed', sessionId: session.sessionId })
      expect(await rows('attempt')).toEqual([])
    })

    test('[STU-18] do not return to a board that was deleted', async () => {
      const { database, store, rows } = await opened()
      const session = newSession()
      await store.begin(session)
      await store.log(session.studentId, [place(session, 0)])
      await store.complete(completionOf(session))
      await sqlRetentionStore(database).deleteDaysBefore(daysBefore(DAY, -1), new AbortController().signal)
      expect(await rows('practice_result')).toEqual([])
      expect(await store.logLate(lateOf(session, [place(session, 1)]))).toMatchObject({ counted: 1 })
      expect(await rows('practice_result')).toEqual([])
      expect(await rows('student_day')).toMatchObject([{ points: 10 }])
    })
  })
}
