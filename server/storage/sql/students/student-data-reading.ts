import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { ChildTable } from '../../../../contract/child-tables.ts'
import type { FluencyState } from '../../../../domain/learning/states.ts'
import type { StoredRow, StudentOfData } from '../../../student/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { boardOf } from '../boards/board-number.ts'
import type { Tables } from '../schema.ts'
import { measuredEntries } from './student-state.ts'
import { FLUENCY_COLUMNS } from './student-tables.ts'

/** Rows per batch: a few milliseconds of work, so that other reads do not wait long. */
const MAX_BATCH_ROWS = 500

const { student_id: _student, ...FACT_OUTPUT } = FLUENCY_COLUMNS

/** The columns of a student's data download: all but tokens, hashes and internal row ids. */
const COLUMNS = {
  child: [
    'student.user_id',
    'display_name',
    'nickname',
    'color',
    'student.pin_kind',
    'student.created_at_ms',
    'student.consent_version',
    'class_id',
    'school_class.name as class_name',
    'school_class.kind as class_kind',
    'first_session_at_ms',
    'seen_at_ms',
    'log_full_at_ms',
    'late_pace',
    'student.announces',
    'adult_announces',
    'student.settings',
    'joined_at_ms',
    'zones',
    'state_version',
    'student_practice.state',
    'lately',
    'letters',
    'retained',
    'brought',
  ],
  sign_ins: ['created_at_ms', 'expires_at_ms'],
  wrong_pins: ['practice_day', 'wrong_on_day'],
  link_codes: ['expires_at_ms'],
  looked_at: ['at_ms', 'kind', 'role as adult_role'],
  warnings: ['step', 'at_ms'],
  away: ['from_day', 'to_day'],
  assignments: [
    'assignment_id',
    'assigned',
    'amount_kind',
    'round_day',
    'assignment_work.amount',
    'knows',
    'stuck',
    'excused',
    'more_days',
    'done_at_ms',
    'done_count',
    'firsts',
    'firsts_right',
    'closed',
  ],
  practiced_days: ['day', 'at_ms'],
  achievements: ['id', 'level', 'about', 'amount', 'earned_at_ms', 'earned_day', 'shown_at_ms', 'rules'],
  practice_weeks: ['week', 'days', 'seconds', 'points', 'attempts', 'known', 'fluent'],
  practice_days: ['practice_day', 'seconds', 'sessions', 'points', 'attempts'],
  sessions: [
    'session_id',
    'session_type',
    'target_seconds',
    'total_problems',
    'started_at_ms',
    'counts_from_ms as counts_from_at_ms',
    'counts_until_ms as counts_until_at_ms',
    'completed_at_ms',
    'seconds',
    'last_place',
    'problems',
    'open_fact',
    'open_misses',
    'open_ms',
    'answered',
    'correct',
    'score',
    'answered_ms',
    'practised_ms',
    'aside_answered',
    'aside_correct',
    'aside_score',
    'aside_answered_ms',
  ],
  facts: Object.keys(FACT_OUTPUT),
  entry_times: ['input_type', 'base_ms', 'key_ms', 'measured_at_ms'],
  attempts: [
    'session_id',
    'place',
    'fact',
    'given',
    'correct',
    'attempt',
    'points',
    'response_ms',
    'entry_ms',
    'time_factor',
    'visual_used',
    'at_ms',
    'set_aside',
  ],
  player: [
    'public_id',
    'nickname',
    'location',
    'country',
    'state',
    'profile_at_ms',
    'last_active_day',
    'seconds_played',
    'pace_full_at_ms',
    'created_at_ms',
  ],
  board_sessions: [
    'submission_id',
    'board',
    'practice_result.score',
    'problems_solved',
    'correct_answers',
    'average_time_ms',
    'speed_bonus',
    'played_at_ms',
    'stored_at_ms',
  ],
  board_days: [
    'board',
    'daily_score.state',
    'score',
    'problems_solved',
    'correct_answers',
    'sessions',
    'reached_at_ms',
  ],
  time_reports: ['submission_id', 'practice_day'],
  battles: [
    'battle.battle_id',
    'battle.division',
    'battle.preference',
    'battle.started_at_ms',
    'battle.ended_at_ms',
    'battle.players',
    'battle_player.score',
    'battle_player.problems_answered',
    'battle_player.response_time_ms',
    'battle_player.player_rank',
    'battle_player.is_winner',
    'battle_player.has_left',
    'battle_player.set_aside',
  ],
  battle_totals: [
    'scope',
    'battles',
    'wins',
    'current_streak',
    'best_streak',
    'top_score',
    'reached_at_ms',
    'last_ended_at_ms',
    'last_battle_id',
  ],
} as const satisfies Readonly<Record<ChildTable, readonly string[]>>

/** `battle_id` for `battle.battle_id`, `class_name` for `school_class.name as class_name`. */
function outputName(column: string): string {
  return column.split(' as ').at(-1)?.split('.').at(-1) ?? column
}

type AnyTables = Record<string, Record<string, number | string | null>>
type Rows = SelectQueryBuilder<AnyTables, string, object>
/** Selects a student's rows of a table, in key order. */
type Select = (db: Kysely<AnyTables>, student: StudentOfData) => Rows

/** Rows whose `owner` column is the student. */
const ofStudent =
  (table: keyof Tables, order: readonly string[], owner = 'student_id'): Select =>
  (db, { studentId }) =>
    order.reduce(
      (rows, column) => rows.orderBy(column),
      db.selectFrom<string>(table).where(owner, '=', studentId),
    )

/** Rows of the student's player. */
const ofPlayer =
  (table: keyof Tables, ...order: readonly string[]): Select =>
  (db, { tokenHash }) => {
    const guest = db.selectFrom<string>('guest').where('token_hash', '=', tokenHash)
    const rows: Rows = guest.innerJoin(table, `${table}.guest_id`, 'guest.id')
    return order.reduce((sorted, column) => sorted.orderBy(column), rows)
  }

/** How the rows of tables are selected that are read at once. */
const SELECTS: Readonly<Record<Exclude<ChildTable, 'attempts' | 'entry_times' | 'sessions'>, Select>> = {
  child: (db, { studentId }) =>
    db
      .selectFrom<string>('student')
      .innerJoin('school_class', 'school_class.id', 'student.class_id')
      .leftJoin('person_seen', 'person_seen.user_id', 'student.user_id')
      .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
      .leftJoin('retained_learning', 'retained_learning.student_id', 'student.user_id')
      .where('student.user_id', '=', studentId),
  sign_ins: ofStudent('session', ['created_at_ms', 'id'], 'user_id'),
  wrong_pins: ofStudent('sign_in_failure', []),
  link_codes: ofStudent('link_code', ['expires_at_ms']),
  looked_at: ofStudent('child_access', ['at_ms', 'adult_id', 'kind']),
  warnings: ofStudent('retention_warning', ['step'], 'person_id'),
  away: ofStudent('away', ['from_day']),
  assignments: (db, student) =>
    ofStudent('assignment_work', ['assignment_id', 'round_day'])(db, student).leftJoin(
      'assignment',
      'assignment.id',
      'assignment_work.assignment_id',
    ),
  practiced_days: ofStudent('practiced_day', ['day']),
  achievements: ofStudent('achievement', ['id', 'level']),
  practice_weeks: ofStudent('student_week', ['week']),
  practice_days: ofStudent('student_day', ['practice_day']),
  facts: ofStudent('fact_fluency', ['fact']),
  player: (db, { tokenHash }) => db.selectFrom<string>('guest').where('token_hash', '=', tokenHash),
  board_sessions: ofPlayer('practice_result', 'submission_id'),
  board_days: ofPlayer('daily_score', 'board'),
  time_reports: ofPlayer('time_report', 'submission_id'),
  battles: (db, student) =>
    ofPlayer(
      'battle_player',
      'battle.ended_at_ms',
      'battle.battle_id',
    )(db, student).innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id'),
  battle_totals: ofPlayer('battle_total', 'scope'),
}

/** Replaces a board number by its day and league. */
function withBoardNames({ board, ...row }: StoredRow): StoredRow {
  if (typeof board !== 'number') return row
  const { day, league } = boardOf(board)
  return { practice_day: day, league, ...row }
}

const BOARD_COLUMNS = ['practice_day', 'league']

async function readEntryTimes({ db }: Transaction, studentId: string): Promise<StoredRow[]> {
  const practice = db.selectFrom('student_practice').select('state').where('student_id', '=', studentId)
  const state = (await practice.executeTakeFirst())?.state ?? ''
  return measuredEntries(state).map((time) => ({
    input_type: time.inputType,
    base_ms: time.baseMs,
    key_ms: time.keyMs,
    measured_at_ms: time.measuredAtMs,
  }))
}

function readAttempts({ db }: Transaction, studentId: string, after: readonly [string, number]) {
  return db
    .selectFrom('attempt')
    .select(COLUMNS.attempts)
    .where('student_id', '=', studentId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('session_id', 'place'), '>', tuple(...after)))
    .orderBy('session_id')
    .orderBy('place')
    .limit(MAX_BATCH_ROWS)
    .execute()
}

function readSessions({ db }: Transaction, studentId: string, after: string) {
  return db
    .selectFrom('student_session')
    .select(COLUMNS.sessions)
    .where('student_id', '=', studentId)
    .where('session_id', '>', after)
    .orderBy('session_id')
    .limit(MAX_BATCH_ROWS)
    .execute()
}

/** Sums up what students have practiced, in their order. */
async function readSums({ db }: Transaction, studentIds: readonly string[]) {
  if (studentIds.length === 0) return []
  const [days, facts] = await Promise.all([
    db
      .selectFrom('student_day')
      .select(({ fn }) => [
        'student_id',
        fn.countAll<number>().as('days'),
        fn.max<string>('practice_day').as('last_day'),
      ])
      .where('attempts', '>', 0)
      .where('student_id', 'in', studentIds)
      .groupBy('student_id')
      .execute(),
    db
      .selectFrom('fact_fluency')
      .select(({ fn }) => ['student_id', fn.countAll<number>().as('facts')])
      .where('state', 'in', ['known', 'fluent'] satisfies FluencyState[])
      .where('student_id', 'in', studentIds)
      .groupBy('student_id')
      .execute(),
  ])
  const daysOf = new Map(days.map((row) => [row.student_id, row]))
  const factsOf = new Map(facts.map((row) => [row.student_id, row.facts]))
  return studentIds.map((studentId) => ({
    studentId,
    practiceDays: daysOf.get(studentId)?.days ?? 0,
    lastPracticeDay: daysOf.get(studentId)?.last_day ?? null,
    factsKnown: factsOf.get(studentId) ?? 0,
  }))
}

/** Reads all data of a student. */
export function studentDataReading(database: Database) {
  /** In batches, so that years of practice are never in memory at once. */
  async function* attemptsOf(studentId: string): AsyncIterable<readonly StoredRow[]> {
    let after: readonly [string, number] = ['', -1]
    for (;;) {
      const from = after
      const rows = await database.read((transaction) => readAttempts(transaction, studentId, from))
      const last = rows.at(-1)
      if (!last) return
      yield rows
      after = [last.session_id, last.place]
    }
  }

  async function* sessionsOf(studentId: string): AsyncIterable<readonly StoredRow[]> {
    for (let after = ''; ;) {
      const from = after
      const rows = await database.read((transaction) => readSessions(transaction, studentId, from))
      const last = rows.at(-1)
      if (!last) return
      yield rows
      after = last.session_id
    }
  }

  /** The child's rows in a table, in batches, ordered by key; without tokens. */
  async function* rowsOf(student: StudentOfData, table: ChildTable): AsyncIterable<readonly StoredRow[]> {
    const { studentId } = student
    if (table === 'entry_times')
      yield await database.read((transaction) => readEntryTimes(transaction, studentId))
    else if (table === 'attempts') yield* attemptsOf(studentId)
    else if (table === 'sessions') yield* sessionsOf(studentId)
    else {
      const rows = await database.read(({ db }) =>
        SELECTS[table](db as unknown as Kysely<AnyTables>, student)
          .select([...COLUMNS[table]])
          .execute(),
      )
      yield (rows as StoredRow[]).map(withBoardNames)
    }
  }

  return {
    rowsOf,

    /** What these students have practiced, in their order. */
    sumsOf: (studentIds: readonly string[]) =>
      database.read((transaction) => readSums(transaction, studentIds)),

    /** The column names of a table, in row order. */
    columnsOf: (table: ChildTable) =>
      COLUMNS[table].map(outputName).flatMap((column) => (column === 'board' ? BOARD_COLUMNS : [column])),
  }
}
