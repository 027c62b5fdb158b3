import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allFacts, findFact } from '../../domain/fact.ts'
import { daysBefore, practiceDayStartMs } from '../../domain/practice-day.ts'
import {
  EMPTY_LOG,
  logAttempt,
  NO_SUMS,
  summed,
  sumsOfAttempt,
  withoutTime,
} from '../../domain/session-log.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { NOON_MS } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { expectFolded } from '../factories/folded-log.ts'
import { DAY } from '../factories/guests.ts'
import { completionOf, newAttempt, newSession } from '../factories/student-practice.ts'
import { enrollingStore } from '../factories/students.ts'

const ADDITION = allFacts('addition')
const FEW = ADDITION.slice(0, 4).map(({ id }) => id)

/** What every adapter behind the StudentStore port does. */
export function studentStoreSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const rows = async (table: string) => (await everyTable(database)).get(table) ?? []
    return { database, rows, store: enrollingStore(database) }
  }

  describe('StudentStore', () => {
    test('[STU-5] a session begun again, with whatever in it, is the one that was begun', async () => {
      const { store, rows } = await opened()
      const session = newSession()
      const begun = await Promise.all(Array.from({ length: 8 }, () => store.begin(session)))
      const again = await store.begin({ ...session, sessionType: 'division_facts', totalProblems: 50 })
      for (const stored of [...begun, again]) {
        expect(stored).toEqual({
          ...session,
          log: EMPTY_LOG,
          aside: NO_SUMS,
          time: { fromMs: session.startedAtMs - 5000, untilMs: null },
          completedAtMs: null,
          seconds: 0,
        })
      }
      expect(await rows('student_session')).toHaveLength(1)
      const other = newSession({ sessionId: session.sessionId })
      expect((await store.begin(other)).studentId).toBe(other.studentId)
      expect(await rows('student_session')).toHaveLength(2)
    })

    test('[STU-6] an attempt that arrives again and again, at the same time too, counts once', async () => {
      const { store, rows } = await opened()
      const session = newSession()
      await store.begin(session)
      const attempts = FEW.map((factId, place) => newAttempt({ sessionId: session.sessionId, factId, place }))
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => store.log(session.studentId, attempts)),
      )
      const again = await store.log(session.studentId, attempts.slice(1))
      const counts = [...answers, again].map((logged) => (logged.kind === 'logged' ? logged.counted : -1))
      expect(counts.toSorted((a, b) => b - a)).toEqual([FEW.length, ...Array(12).fill(0)])
      for (const logged of [...answers, again]) {
        expect(logged).toMatchObject({ sessions: [{ log: { answered: 4, score: 20 } }] })
      }
      expect(await rows('attempt')).toHaveLength(FEW.length)
      expect(await rows('student_day')).toMatchObject([{ attempts: 4, points: 20, seconds: 6 }])
    })

    test('[STU-6] whatever is sent, in whatever portions, sessions, days and facts are what the log makes them', async () => {
      const { store, rows } = await opened()
      const typed = fc.record({
        factId: fc.constantFrom(...FEW),
        isRight: fc.boolean(),
        responseMs: fc.integer({ min: 0, max: 9000 }),
        entryMs: fc.option(fc.integer({ min: 0, max: 3000 })),
        daysAgo: fc.integer({ min: 0, max: 2 }),
        sessionOf: fc.integer({ min: 0, max: 2 }),
      })
      const student = newSession().studentId
      let startedAtMs = practiceDayStartMs(daysBefore(DAY, 3))
      let arrivedAtMs = NOON_MS
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(typed, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
          async (calls) => {
            const sessions = [0, 1, 2].map(() => {
              // As far apart as they are meant to take.
              startedAtMs += 120_000
              return newSession({ studentId: student, totalProblems: 50, startedAtMs })
            })
            for (const session of sessions) await store.begin(session)
            // As far apart as the pace asks for.
            arrivedAtMs += 60_000
            await Promise.all(
              calls.map((call) =>
                store.log(
                  student,
                  call.map(({ factId, isRight, daysAgo, sessionOf, ...of }) =>
                    newAttempt({
                      ...of,
                      sessionId: sessions[sessionOf]?.sessionId ?? '',
                      factId,
                      arrivedAtMs,
                      given: isRight ? (findFact(factId)?.answer ?? 0) : -1,
                      atMs: practiceDayStartMs(daysBefore(DAY, daysAgo)) + 1,
                    }),
                  ),
                ),
              ),
            )
          },
        ),
        { numRuns: 15 },
      )
      await expectSumsOfLog(rows)
    })

    test('[STU-7] what cannot be of the session is refused, and nothing of its call is logged', async () => {
      const { store, rows } = await opened()
      const session = newSession({ totalProblems: 2 })
      const { studentId, sessionId } = session
      await store.begin(session)
      const good = newAttempt({ sessionId })
      const log = (changes: Partial<typeof good>, of = studentId) =>
        store.log(of, [good, newAttempt({ ...good, factId: FEW[1] ?? '', ...changes })])
      expect(await log({ sessionId: 'no-such-session' })).toEqual({
        kind: 'no_session',
        sessionId: 'no-such-session',
      })
      expect(await log({}, 'somebody-else')).toMatchObject({ kind: 'no_session' })
      expect(await log({ factId: 'division-10-2' })).toMatchObject({ kind: 'other_fact' })
      expect(await log({ factId: 'addition-99-99' })).toMatchObject({ kind: 'other_fact' })
      expect(await store.log(studentId, [good, good, good])).toMatchObject({ kind: 'too_many' })
      expect(await rows('attempt')).toEqual([])
      expect(await rows('fact_fluency')).toEqual([])
      expect(await log({})).toMatchObject({ kind: 'logged', counted: 2 })
      await store.complete(completionOf(session))
      expect(await store.log(studentId, [{ ...good, place: 1 }])).toMatchObject({
        kind: 'logged',
        counted: 0,
      })
      expect(await store.log(studentId, [good])).toEqual({ kind: 'completed', sessionId })
    })

    test('[STU-7] a refused call spoils nothing of those that are logged with it', async () => {
      const { store } = await opened()
      const session = newSession()
      const { studentId, sessionId } = session
      await store.begin(session)
      const [first, refused, second] = await Promise.all([
        store.log(studentId, [newAttempt({ sessionId, place: 0 })]),
        store.log(studentId, [newAttempt({ sessionId, place: 1 }), newAttempt({ sessionId: 'no-such-one' })]),
        store.log(studentId, [newAttempt({ sessionId, place: 1, given: -1 })]),
      ])
      expect([first.kind, refused.kind, second.kind]).toEqual(['logged', 'no_session', 'logged'])
      expect((await store.find(studentId, sessionId))?.log).toMatchObject({
        answered: 1,
        problems: 2,
        lastPlace: 1,
      })
    })

    test('[STU-8] a finished session counts once on its league’s board, with the totals of its log', async () => {
      const { database, store, rows } = await opened()
      const session = newSession({ startedAtMs: NOON_MS - 60_000 })
      const { studentId, sessionId } = session
      await store.begin(session)
      await store.log(studentId, [
        newAttempt({ sessionId, factId: FEW[0] ?? '' }),
        newAttempt({ sessionId, factId: FEW[1] ?? '', given: -1 }),
        newAttempt({ sessionId, factId: FEW[1] ?? '' }),
      ])
      const completion = completionOf(session)
      const answers = await Promise.all(Array.from({ length: 10 }, () => store.complete(completion)))
      const counted = answers.filter((completed) => completed?.recorded?.counted)
      expect(counted).toHaveLength(1)
      for (const completed of answers) {
        expect(completed).toMatchObject({
          session: {
            completedAtMs: completion.atMs,
            seconds: 60,
            log: { score: 8, answered: 2, correct: 2 },
          },
          recorded: { league: 'addition_facts', practiceDay: DAY, dailyScore: 8, dailyProblemsSolved: 2 },
        })
      }
      const boards = sqlLeaderboardStore(database)
      expect(await boards.players(DAY, 'addition_facts', 5)).toMatchObject([{ score: 8, problemsSolved: 2 }])
      expect(await rows('student_day')).toMatchObject([{ sessions: 1, seconds: 60, points: 8, attempts: 3 }])
    })

    test('[STU-8] what the rule of the pace throws is thrown, and the session can be finished later', async () => {
      const { store, rows } = await opened()
      const session = newSession()
      await store.begin(session)
      await store.log(session.studentId, [newAttempt({ sessionId: session.sessionId })])
      const tooFast = new Error('too fast')
      const refused = completionOf(session, {
        changePlayer: () => {
          throw tooFast
        },
      })
      await expect(store.complete(refused)).rejects.toBe(tooFast)
      expect(await store.find(session.studentId, session.sessionId)).toMatchObject({ completedAtMs: null })
      expect(await rows('guest')).toEqual([])
      expect(await rows('student_day')).toMatchObject([{ sessions: 0 }])
      expect(await store.complete(completionOf(session))).toMatchObject({ recorded: { counted: true } })
    })

    test('[STU-8] a session without an answer, or of no league, is finished and stands on no board', async () => {
      const { store, rows } = await opened()
      const empty = newSession()
      const mixed = newSession({ sessionType: 'practice' })
      for (const session of [empty, mixed]) await store.begin(session)
      await store.log(mixed.studentId, [newAttempt({ sessionId: mixed.sessionId, factId: 'division-10-2' })])
      for (const session of [empty, mixed]) {
        const completed = await store.complete(completionOf(session))
        expect(completed).toMatchObject({
          session: { completedAtMs: completionOf(session).atMs },
          recorded: null,
        })
      }
      expect(await rows('practice_result')).toEqual([])
      expect(await store.complete(completionOf(newSession()))).toBeNull()
    })

    test('[STU-8] finished again after its day was forgotten, a session does not count anew', async () => {
      const { database, store, rows } = await opened()
      const session = newSession()
      await store.begin(session)
      await store.log(session.studentId, [newAttempt({ sessionId: session.sessionId })])
      await store.complete(completionOf(session))
      await sqlRetentionStore(database).deleteDaysBefore(daysBefore(DAY, -1), new AbortController().signal)
      expect(await rows('guest')).toEqual([])
      const again = await store.complete(completionOf(session))
      expect(again).toMatchObject({ session: { log: { score: 5 } }, recorded: null })
      expect([await rows('guest'), await rows('daily_score')]).toEqual([[], []])
      expect(await rows('attempt')).toHaveLength(1)
    })

    test('[STU-9] a fact’s history is its newest attempts, and progress is all days and facts', async () => {
      const { store } = await opened()
      const startedAtMs = practiceDayStartMs(daysBefore(DAY, 2))
      const session = newSession({ totalProblems: 50, startedAtMs })
      const { studentId, sessionId } = session
      await store.begin(session)
      const [factId = ''] = FEW
      for (const place of [0, 1, 2]) {
        await store.log(studentId, [
          newAttempt({ sessionId, factId, place, atMs: practiceDayStartMs(daysBefore(DAY, 2 - place)) + 1 }),
        ])
      }
      const { fact, attempts } = await store.factHistory(studentId, factId, 2)
      expect(fact).toMatchObject({ seen: 3, right: 3, recent: [2, 2, 2] })
      expect(attempts.map(({ atMs }) => atMs)).toEqual([
        practiceDayStartMs(DAY) + 1,
        practiceDayStartMs(daysBefore(DAY, 1)) + 1,
      ])
      const { achieved, ...progress } = await store.progress(studentId)
      expect(achieved?.achievements.map(({ id }) => id)).toEqual(['facts'])
      expect(progress).toEqual({
        days: [2, 1, 0].map((ago) => ({
          practiceDay: daysBefore(DAY, ago),
          seconds: [1, 2, 1][ago],
          sessions: 0,
          points: 5,
          attempts: 1,
        })),
        facts: [{ factId, fact: expect.objectContaining({ seen: 3, right: 3, best: 3 }) }],
      })
      const idle = newSession()
      await store.begin(idle)
      const nothing = {
        known: 0,
        fluent: 0,
        lastPracticeDay: null,
        lastRun: null,
        weekDays: 0,
        weekSeconds: 0,
        seen: 0,
        right: 0,
        hardest: [],
      }
      expect(await store.overview(['somebody-else', studentId, idle.studentId], DAY)).toEqual([
        { studentId: 'somebody-else', ...nothing },
        {
          studentId,
          known: 0,
          fluent: 1,
          lastPracticeDay: DAY,
          lastRun: { from: daysBefore(DAY, 2), to: DAY },
          weekDays: 3,
          weekSeconds: 4,
          seen: 3,
          right: 3,
          hardest: [],
        },
        { studentId: idle.studentId, ...nothing },
      ])
      expect(await store.overview([], DAY)).toEqual([])
      expect(await store.progress('somebody-else')).toEqual({ achieved: null, days: [], facts: [] })
      expect(await store.factHistory('somebody-else', factId, 5)).toEqual({
        fact: null,
        attempts: [],
      })
    })
  })
}

type Rows = (table: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

function sum(rows: readonly Readonly<Record<string, unknown>>[], name: string): number {
  return rows.reduce((total, row) => total + Number(row[name]), 0)
}

/** Works everything that is summed up out again from the stored attempts. */
async function expectSumsOfLog(rows: Rows): Promise<void> {
  const attempts = (await rows('attempt')).toSorted((a, b) => Number(a['place']) - Number(b['place']))
  for (const session of await rows('student_session')) {
    let [log, aside] = [EMPTY_LOG, NO_SUMS]
    for (const row of attempts.filter((attempt) => attempt['session_id'] === session['session_id'])) {
      const fact = findFact(String(row['fact']))
      if (!fact) throw new Error('only facts are stored')
      const [place, given, responseMs] = [row['place'], row['given'], row['response_ms']].map(Number)
      const next = logAttempt(log, fact, {
        place: place ?? -1,
        given: given ?? 0,
        responseMs: responseMs ?? 0,
      })
      expect(next?.judged).toMatchObject({ correct: row['correct'] === 1, points: row['points'] })
      const isAside = row['set_aside'] !== null
      log = isAside && next ? withoutTime(log, next.log) : (next?.log ?? log)
      const before = aside
      aside =
        isAside && next ? summed(before, sumsOfAttempt(next.judged, Number(row['response_ms']))) : before
    }
    expect(session).toMatchObject({
      last_place: log.lastPlace,
      problems: log.problems,
      answered: log.answered,
      correct: log.correct,
      score: log.score,
      practised_ms: log.practisedMs,
      aside_answered: aside.answered,
      aside_correct: aside.correct,
      aside_score: aside.score,
      aside_answered_ms: aside.answeredMs,
    })
    // What is set aside was practised too, as far as there was time.
    expect(session['seconds']).toBeGreaterThanOrEqual(Math.min(120, Math.floor(log.practisedMs / 1000)))
    expect(session['seconds']).toBeLessThanOrEqual(120)
  }
  const [sessions, days] = [await rows('student_session'), await rows('student_day')]
  const counted = attempts.filter((row) => row['set_aside'] === null)
  expect(sum(days, 'attempts')).toBe(counted.length)
  expect(sum(days, 'points')).toBe(sum(counted, 'points'))
  expect(sum(days, 'seconds')).toBe(sum(sessions, 'seconds'))
  expect(counted.length).toBeGreaterThan(0)
  expect(attempts.length - counted.length).toBeGreaterThan(0)
  await expectFolded(rows)
}
