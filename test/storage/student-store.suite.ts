import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allFacts, findFact } from '../../domain/fact.ts'
import { daysBefore, practiceDayStartMs } from '../../domain/practice-day.ts'
import { EMPTY_LOG, NO_SUMS } from '../../domain/session-log.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { NOON_MS } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { expectFolded } from '../factories/folded-log.ts'
import { DAY } from '../factories/guests.ts'
import { expectSumsOfLog } from '../factories/log-sums.ts'
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
    test('[STU-5] starting a session again, with whatever content, returns the first one', async () => {
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

    test('[STU-6] a repeated attempt counts once, even at the same time', async () => {
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

    test('[STU-6] whatever is sent, in whatever portions, sessions, days and facts follow from the log', async () => {
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

    test.each([
      ['of another version', `update student_practice set state_version = 0, state = '{"entryTimes":{}}'`, 0],
      ['damaged', `update student_practice set state = 'nothing'`, 0],
      ['without a field', `update student_practice set state = replace(state, '"unknownMet"', '"other"')`, 1],
    ])(
      '[LRN-7] a state that is %s is folded from the log when it is read, and when the child answers',
      async (_, spoil, entryTimes) => {
        const { database, store, rows } = await opened()
        const session = newSession()
        const { studentId, sessionId } = session
        await store.begin(session)
        const attempts = FEW.map((factId, place) => newAttempt({ sessionId, factId, place }))
        await store.log(studentId, attempts.slice(0, 2))
        await store.putEntryTime(studentId, { inputType: 'touch', baseMs: 700, keyMs: 250, measuredAtMs: 5 })
        const before = await store.memory(studentId)
        const spoilState = () => database.write(({ db }) => sql.raw(spoil).execute(db))
        await spoilState()
        expect(await store.memory(studentId)).toEqual(before)
        expect(await store.entryTimes(studentId)).toHaveLength(entryTimes)
        await expectFolded(rows)
        await spoilState()
        await store.log(studentId, attempts.slice(2))
        await expectFolded(rows)
        expect((await store.memory(studentId)).problems).toBe(FEW.length)
      },
    )

    test('[LRN-7] a state of another version keeps its entry times', async () => {
      const { database, store } = await opened()
      const session = newSession()
      await store.begin(session)
      const measured = { inputType: 'touch', baseMs: 700, keyMs: 250, measuredAtMs: 5 }
      await store.putEntryTime(session.studentId, measured)
      await database.write(({ db }) => db.updateTable('student_practice').set({ state_version: 0 }).execute())
      const other = { ...measured, inputType: 'keypad' }
      await store.putEntryTime(session.studentId, other)
      await store.memory(session.studentId)
      expect(await store.entryTimes(session.studentId)).toEqual([other, measured])
    })

    test('[STU-7] rejects attempts that cannot belong to the session, and logs nothing of their call', async () => {
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

    test('[STU-7] a rejected call does not affect calls logged with it', async () => {
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

    test('[STU-8] an error from the pace rule is rethrown, and the session can be finished later', async () => {
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

    test('[STU-8] a session without an answer, or without a league, is finished and on no board', async () => {
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

    test('[STU-8] finishing a session again after its day was deleted does not count it again', async () => {
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
        newFacts: 0,
        lastPracticeDay: null,
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
          newFacts: 1,
          lastPracticeDay: DAY,
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
