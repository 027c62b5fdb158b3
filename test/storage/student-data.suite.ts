import { describe, expect, onTestFinished, test } from 'vitest'
import { CHILD_TABLES, type ChildTable } from '../../contract/child-tables.ts'
import { allFacts } from '../../domain/fact.ts'
import { tokenHash } from '../../server/guest/token.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import {
  sqlStudentDataStore,
  type StudentDataStore,
} from '../../server/storage/sql/students/student-data-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import type { StoredRow, StudentOfData } from '../../server/student/port.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import { everyTable, tablesWith } from '../factories/every-table.ts'
import { finishedBattle, person } from '../factories/finished-battle.ts'
import { NOON_MS } from '../factories/app.ts'
import { DAY, guestRecord } from '../factories/guests.ts'
import { completionOf, newAttempt, newSession, newStudentId } from '../factories/student-practice.ts'
import { enrollingStore, playerTokenOf } from '../factories/students.ts'

const NOW_MS = 5_000
const FACTS = allFacts('addition').map(({ id }) => id)

/** Everything of a student, table by table. */
async function collected(
  data: StudentDataStore,
  student: StudentOfData,
): Promise<Map<ChildTable, StoredRow[]>> {
  const tables = new Map<ChildTable, StoredRow[]>()
  for (const table of CHILD_TABLES) {
    const all: StoredRow[] = []
    for await (const rows of data.rowsOf(student, table)) all.push(...rows)
    tables.set(table, all)
  }
  return tables
}

/** What every adapter behind the StudentDataStore port does. */
export function studentDataSuite(open: () => Promise<Database>): void {
  /** Two students who have done all there is to do, in one battle with each other. */
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const students = ['SwiftFox42', 'CalmOtter7'].map((nickname) => {
      const studentId = newStudentId()
      return {
        studentId,
        nickname,
        publicId: studentId.slice(0, 16),
        tokenHash: tokenHash(playerTokenOf(studentId)),
      }
    })
    const store = enrollingStore(database)
    for (const { studentId, nickname, publicId, tokenHash: hash } of students) {
      const player = guestRecord({ nickname, publicId, state: 'Ohio', studentId })
      const session = newSession({ studentId })
      await store.begin(session)
      const attempts = FACTS.slice(0, 20).map((factId) =>
        newAttempt({ sessionId: session.sessionId, factId }),
      )
      await store.log(studentId, attempts)
      await store.complete(completionOf(session, { changePlayer: () => player }))
      const report = { tokenHash: hash, practiceDay: DAY, submissionId: `report of ${nickname}` }
      await sqlGuestStore(database).addTime(report, () => player)
    }
    await sqlBattleStore(database).save(finishedBattle(students.map((of) => person(of.tokenHash))))
    const [child, other] = students
    if (!child || !other) throw new Error('there are two')
    return { database, store, data: sqlStudentDataStore(database), child, other }
  }

  describe('StudentDataStore', () => {
    test('[STU-10] exports everything about a student table by table, and nothing about anybody else', async () => {
      const { data, child, other, store } = await opened()
      const years = newSession({ studentId: child.studentId, totalProblems: 50 })
      for (let session = 0; session < 11; session += 1) {
        const sessionId = `${years.sessionId}-${session}`
        const startedAtMs = NOON_MS - 200_000 * (session + 2)
        await store.begin({ ...years, sessionId, startedAtMs })
        const at = { atMs: startedAtMs + 100_000, arrivedAtMs: NOON_MS + 60_000 * session }
        const attempts = FACTS.slice(0, 50).map((factId) => newAttempt({ sessionId, factId, ...at }))
        await store.log(child.studentId, attempts)
      }
      const measured = { inputType: 'keypad', baseMs: 700, keyMs: 250, measuredAtMs: NOON_MS }
      await store.putEntryTime(child.studentId, measured)
      const tables = await collected(data, child)
      expect(tables.get('entry_times')).toEqual([
        { input_type: 'keypad', base_ms: 700, key_ms: 250, measured_at_ms: NOON_MS },
      ])
      expect(Object.fromEntries([...tables].map(([name, rows]) => [name, rows.length]))).toEqual({
        away: 0,
        assignments: 0,
        practiced_days: 1,
        achievements: 4,
        child: 1,
        sign_ins: 0,
        wrong_pins: 0,
        link_codes: 0,
        looked_at: 0,
        warnings: 0,
        practice_weeks: 0,
        entry_times: 1,
        practice_days: 1,
        sessions: 12,
        facts: 50,
        attempts: 20 + 11 * 50,
        player: 1,
        board_sessions: 1,
        board_days: 1,
        time_reports: 1,
        battles: 1,
        battle_totals: 2,
      })
      expect(tables.get('player')).toMatchObject([{ nickname: child.nickname, public_id: child.publicId }])
      expect(tables.get('board_days')).toMatchObject([
        { practice_day: DAY, league: 'addition_facts', score: 100 },
      ])
      const places = (tables.get('attempts') ?? []).map((row) => `${row['session_id']} ${row['place']}`)
      expect(new Set(places).size).toBe(570)
      const text = JSON.stringify([...tables])
      for (const secret of [
        child.tokenHash,
        playerTokenOf(child.studentId),
        other.studentId,
        other.publicId,
      ]) {
        expect(text).not.toContain(secret)
      }
    })

    test('[RET-2, STU-10] exports more sessions than fit into a batch, each once', async () => {
      const { data, child, store } = await opened()
      const ids = Array.from({ length: 520 }, (_, place) => `of-a-long-year-${place}`)
      for (const sessionId of ids) await store.begin(newSession({ studentId: child.studentId, sessionId }))
      const batches: StoredRow[][] = []
      for await (const rows of data.rowsOf(child, 'sessions')) batches.push([...rows])
      expect(batches.length).toBeGreaterThan(1)
      const found = batches.flat().map((row) => String(row['session_id']))
      expect(found).toHaveLength(521)
      expect(new Set(found)).toEqual(new Set([...ids, ...found.filter((id) => !ids.includes(id))]))
    })

    test('[RET-3] sums count days with an answer, and facts known or fluent, in the requested order', async () => {
      const { database, data, child, other, store } = await opened()
      await database.write(async ({ db }) => {
        const states = ['known', 'fluent', 'learning']
        for (const [place, state] of states.entries()) {
          const fact = FACTS[place] ?? ''
          await db
            .updateTable('fact_fluency')
            .set({ state })
            .where('student_id', '=', child.studentId)
            .where('fact', '=', fact)
            .execute()
        }
      })
      const idle = newStudentId()
      const sessionId = `session of ${idle}`
      await store.begin(newSession({ studentId: idle, sessionId }))
      const ids = [idle, other.studentId, child.studentId]
      expect(await data.sumsOf(ids)).toEqual([
        { studentId: idle, practiceDays: 0, lastPracticeDay: null, factsKnown: 0 },
        { studentId: other.studentId, practiceDays: 1, lastPracticeDay: DAY, factsKnown: 0 },
        { studentId: child.studentId, practiceDays: 1, lastPracticeDay: DAY, factsKnown: 2 },
      ])
      expect(await data.sumsOf([])).toEqual([])
    })

    test('[STU-11] a removed student is in no row of any table, and all others are unchanged', async () => {
      const { database, data, child, other } = await opened()
      const guest = (await everyTable(database))
        .get('guest')
        ?.find((row) => row['nickname'] === child.nickname)
      const traces = [child.studentId, child.tokenHash, child.nickname, child.publicId]
      expect(await tablesWith(database, traces)).toEqual([
        'achievement',
        'attempt',
        'child_request',
        'fact_fluency',
        'guest',
        'practiced_day',
        'student',
        'student_day',
        'student_practice',
        'student_session',
        'user',
      ])
      const before = await rowsOf(database, other)
      await data.remove(child, NOW_MS)
      expect(await tablesWith(database, traces)).toEqual([])
      const numbers = await Promise.all(
        ['practice_result', 'daily_score', 'time_report', 'battle_player', 'battle_total'].map(
          async (table) =>
            ((await everyTable(database)).get(table) ?? []).filter(
              (row) => row['guest_id'] === guest?.['id'],
            ),
        ),
      )
      expect(numbers.flat()).toEqual([])
      expect(await rowsOf(database, other)).toEqual(before)
      const boards = sqlLeaderboardStore(database)
      expect(await boards.players(DAY, 'addition_facts', 5)).toMatchObject([
        { rank: 1, publicId: other.publicId },
      ])
      expect(await boards.states(DAY, 'addition_facts', 5)).toMatchObject([
        { playerCount: 1, totalScore: 100 },
      ])
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [], sessions: 1 })
    })

    test('[STU-11] removing again does nothing, and a student who never played can be removed as well', async () => {
      const { data, child, database } = await opened()
      await data.remove(child, NOW_MS)
      const left = await everyTable(database)
      const nobody = { studentId: newStudentId(), tokenHash: tokenHash('A'.repeat(16)) }
      await data.remove(child, NOW_MS)
      await data.remove(nobody, NOW_MS)
      expect(await everyTable(database)).toEqual(left)
      expect([...(await collected(data, child)).values()].flat()).toEqual([])
    })

    test('[STU-11] writes in transit when a student is removed are not stored: attempts, sessions and their ends', async () => {
      const { data, store, child, database } = await opened()
      const session = newSession({ studentId: child.studentId })
      await store.begin(session)
      const sent = Array.from({ length: 20 }, (_, place) =>
        store.log(child.studentId, [newAttempt({ sessionId: session.sessionId, place })]),
      )
      const removed = data.remove(child, NOW_MS)
      const begun = Array.from({ length: 10 }, () =>
        sqlStudentStore(database).begin(newSession({ studentId: child.studentId })),
      )
      const ended = store.complete(completionOf(session))
      const late = Array.from({ length: 20 }, (_, place) =>
        store.log(child.studentId, [newAttempt({ sessionId: session.sessionId, place })]),
      )
      await Promise.all([...sent, removed, ...begun, ended, ...late])
      expect(await sqlStudentStore(database).begin(session)).toBeNull()
      expect(await tablesWith(database, [child.studentId, child.tokenHash])).toEqual([])
    })
  })
}

/** What is stored of a student, but for the number of players in a battle, which stays when one goes. */
async function rowsOf(
  database: Database,
  student: { studentId: string; tokenHash: string },
): Promise<unknown> {
  const tables = await everyTable(database)
  const guest = tables.get('guest')?.find((row) => row['token_hash'] === student.tokenHash)
  return [...tables].map(([name, rows]) => [
    name,
    rows.filter((row) => row['student_id'] === student.studentId || row['guest_id'] === guest?.['id']),
  ])
}
