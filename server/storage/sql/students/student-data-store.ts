import type { ChildTable } from '../../../../contract/child-tables.ts'
import type { StoredLogRow, StudentDataStore, StudentOfData } from '../../../student/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { boardOf } from '../boards/board-number.ts'
import { lockToken } from '../retention/deleted-player-rows.ts'
import { toJson } from '../json-rows.ts'
import { PlayerRemoval } from '../retention/removal-store.ts'
import { deletion, perDialect, queryBuilder, statement, type Statement, type Values } from '../statement.ts'
import { batchReading, columnsOf, practiceSums, studentDataReading } from './student-data-reading.ts'
import { memoryStatements } from './memory-statements.ts'
import { measuredEntries } from './student-state.ts'
import { sessionStatements } from './student-statements.ts'

type OfStudent = { studentId: string }

/** Rows per batch: a few milliseconds of work, so that other writes do not wait long. */
const MAX_BATCH_ROWS = 500

const removingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    attempts: statement<OfStudent & { most: number }>()((values) =>
      db
        .deleteFrom('attempt')
        .where('student_id', '=', values.studentId)
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('session_id', 'place'),
            'in',
            selectFrom('attempt as old')
              .select(['old.session_id', 'old.place'])
              .where('old.student_id', '=', values.studentId)
              .limit(values.most)
              .$asTuple('session_id', 'place'),
          ),
        ),
    ),
    // Waits for transactions that are writing rows of the student; later ones find no student.
    lockStudent: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .select('user_id')
        .where('user_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    practice: (
      [
        'achievement',
        'practiced_day',
        'attempt',
        'student_session',
        'fact_fluency',
        'retained_learning',
        'student_day',
        'student_week',
        'student_practice',
      ] as const
    ).map(
      (table) =>
        statement<OfStudent>()((values) =>
          db.deleteFrom(table).where('student_id', '=', values.studentId),
        ) as Statement<OfStudent, unknown>,
    ),
    account: [
      statement<OfStudent>()((values) =>
        db
          .deleteFrom('child_access')
          .where('student_id', '=', values.studentId)
          .where('kind', '!=', 'deletion'),
      ),
      deletion(dialect, 'assignment_work', 'student_id', 'studentId'),
      deletion(dialect, 'assignment_child', 'student_id', 'studentId'),
      deletion(dialect, 'away', 'student_id', 'studentId'),
      deletion(dialect, 'child_request', 'student_id', 'studentId'),
      deletion(dialect, 'link_code', 'student_id', 'studentId'),
      deletion(dialect, 'sign_in_failure', 'student_id', 'studentId'),
      deletion(dialect, 'guardian', 'student_id', 'studentId'),
      deletion(dialect, 'retention_warning', 'person_id', 'studentId'),
      deletion(dialect, 'person_seen', 'user_id', 'studentId'),
      deletion(dialect, 'session', 'user_id', 'studentId'),
      deletion(dialect, 'student', 'user_id', 'studentId'),
      deletion(dialect, 'user', 'id', 'studentId'),
    ] as readonly Statement<OfStudent, unknown>[],
  }
})

/** Replaces a board number by its day and league. */
function withBoardNames({ board, ...row }: StoredLogRow): StoredLogRow {
  if (typeof board !== 'number') return row
  const { day, league } = boardOf(board)
  return { practice_day: day, league, ...row }
}

const BOARD_COLUMNS = ['practice_day', 'league']

/** Reads all data of a student. */
function studentReading(database: Database) {
  const reading = studentDataReading(database.dialect)
  const batches = batchReading(database.dialect)
  const sums = practiceSums(database.dialect)
  const { state } = memoryStatements(database.dialect)

  const read = async <P extends Values>(
    rows: Statement<P, StoredLogRow>,
    values: P,
  ): Promise<StoredLogRow[]> =>
    (await database.read((transaction) => transaction.all(rows, values))).map(withBoardNames)

  const entryTimesOf = async (studentId: string): Promise<StoredLogRow[]> =>
    (await read(state, { studentId })).flatMap((row) =>
      measuredEntries(String(row['state'])).map((time) => ({
        input_type: time.inputType,
        base_ms: time.baseMs,
        key_ms: time.keyMs,
        measured_at_ms: time.measuredAtMs,
      })),
    )

  /** In batches, so that years of practice are never in memory at once. */
  async function* attemptsOf(studentId: string): AsyncIterable<readonly StoredLogRow[]> {
    let after = { sessionId: '', place: -1 }
    for (;;) {
      const values = { studentId, ...after, most: MAX_BATCH_ROWS }
      const rows = await database.read((transaction) => transaction.all(batches.attempts, values))
      const last = rows.at(-1)
      if (!last) return
      yield rows
      after = { sessionId: last.session_id, place: last.place }
    }
  }

  async function* sessionsOf(studentId: string): AsyncIterable<readonly StoredLogRow[]> {
    for (let sessionId = ''; ;) {
      const values = { studentId, sessionId, most: MAX_BATCH_ROWS }
      const rows = await database.read((transaction) => transaction.all(batches.sessions, values))
      const last = rows.at(-1)
      if (!last) return
      yield rows
      sessionId = last.session_id
    }
  }

  async function* rowsOf(
    { studentId, tokenHash }: StudentOfData,
    table: ChildTable,
  ): AsyncIterable<readonly StoredLogRow[]> {
    if (table === 'entry_times') yield await entryTimesOf(studentId)
    else if (table === 'attempts') yield* attemptsOf(studentId)
    else if (table === 'sessions') yield* sessionsOf(studentId)
    else if (table in reading.ofStudent) {
      yield await read(reading.ofStudent[table as keyof typeof reading.ofStudent], { studentId })
    } else yield await read(reading.ofPlayer[table as keyof typeof reading.ofPlayer], { tokenHash })
  }

  return {
    rowsOf,

    sumsOf: (studentIds) =>
      database.read(async (transaction) => {
        const rows = toJson(studentIds.map((id) => ({ student_id: id })))
        const days = await transaction.all(sums.days, { rows })
        const facts = await transaction.all(sums.facts, { rows })
        const daysOf = new Map(days.map((row) => [row.student_id, row]))
        const factsOf = new Map(facts.map((row) => [row.student_id, row.facts]))
        return studentIds.map((studentId) => ({
          studentId,
          practiceDays: daysOf.get(studentId)?.days ?? 0,
          lastPracticeDay: daysOf.get(studentId)?.last_day ?? null,
          factsKnown: factsOf.get(studentId) ?? 0,
        }))
      }),

    columnsOf: (table) =>
      columnsOf(table).flatMap((column) => (column === 'board' ? BOARD_COLUMNS : [column])),
  } satisfies Partial<StudentDataStore>
}

/** Reads and deletes all data of a student. */
export function sqlStudentDataStore(database: Database): StudentDataStore {
  const removing = removingStatements(database.dialect)
  const locking = sessionStatements(database.dialect)
  const players = new PlayerRemoval(database.dialect)

  /** Deletes everything that is left, in one transaction; referencing rows go before referenced ones. */
  const removeRest = async (
    transaction: Transaction,
    { studentId, tokenHash }: StudentOfData,
    nowMs: number,
  ): Promise<void> => {
    const exists = (await transaction.first(removing.lockStudent, { studentId })) !== undefined
    if (exists) await lockToken(transaction, tokenHash)
    await transaction.all(locking.lock, { rows: toJson([{ student_id: studentId }]) })
    for (const rows of removing.practice) await transaction.run(rows, { studentId })
    await players.ofStudent(transaction, { studentId, tokenHash }, nowMs)
    for (const rows of removing.account) await transaction.run(rows, { studentId })
  }

  return {
    ...studentReading(database),

    remove: async (student, nowMs) => {
      const batch = { studentId: student.studentId, most: MAX_BATCH_ROWS }
      let rows = MAX_BATCH_ROWS
      while (rows === MAX_BATCH_ROWS) {
        rows = await database.write((transaction) => transaction.run(removing.attempts, batch))
      }
      await database.write((transaction) => removeRest(transaction, student, nowMs))
      // SQLite's WAL could keep the data for up to an hour. PostgreSQL is scrubbed by the next retention run.
      if (database.dialect === 'sqlite') await database.scrub()
    },
  }
}
