import type { Compilable, Kysely, SelectQueryBuilder } from 'kysely'
import type { ChildTable } from '../../../../contract/child-tables.ts'
import type { FluencyState } from '../../../../domain/learning/states.ts'
import type { StoredLogRow } from '../../../student/port.ts'
import { isSent } from '../json-rows.ts'
import type { Tables } from '../schema.ts'
import { perDialect, queryBuilder, statement, type SqlValue } from '../statement.ts'
import { FLUENCY_COLUMNS } from './student-tables.ts'

type OfStudent = { studentId: string }
type OfPlayer = { tokenHash: string }
type AfterAttempt = OfStudent & { sessionId: string; place: number; most: number }
type AfterSession = OfStudent & { sessionId: string; most: number }

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

/** A table's column names in the download, in order. */
export function columnsOf(table: ChildTable): readonly string[] {
  return COLUMNS[table].map(outputName)
}

type AnyTables = Record<string, Record<string, SqlValue>>
type Rows = SelectQueryBuilder<AnyTables, string, object>

/** Selects a table's download columns, sorted by `order`. */
function selectOutput(
  rows: Rows,
  table: ChildTable,
  order: readonly string[] = [],
): Compilable<StoredLogRow> {
  return order.reduce((query, column) => query.orderBy(column), rows.select([...COLUMNS[table]]))
}

/** Statements that read one student's rows, table by table, in key order. */
export const studentDataReading = perDialect((dialect) => {
  const db = queryBuilder(dialect) as unknown as Kysely<AnyTables>
  /** Rows whose `owner` column is the student. */
  const ofPerson = (table: ChildTable, from: keyof Tables, owner: string, order: readonly string[]) =>
    statement<OfStudent>()<StoredLogRow>(({ studentId }) =>
      selectOutput(db.selectFrom<string>(from).where(owner, '=', studentId), table, order),
    )
  const ofPlayer = (table: ChildTable, from: keyof Tables, order: readonly string[]) =>
    statement<OfPlayer>()<StoredLogRow>(({ tokenHash }) => {
      const rows = db.selectFrom<string>('guest').innerJoin(from, `${from}.guest_id`, 'guest.id')
      return selectOutput(rows.where('token_hash', '=', tokenHash), table, order)
    })
  return {
    ofStudent: {
      child: statement<OfStudent>()<StoredLogRow>(({ studentId }) =>
        selectOutput(
          db
            .selectFrom<string>('student')
            .innerJoin('school_class', 'school_class.id', 'student.class_id')
            .leftJoin('person_seen', 'person_seen.user_id', 'student.user_id')
            .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
            .leftJoin('retained_learning', 'retained_learning.student_id', 'student.user_id')
            .where('student.user_id', '=', studentId),
          'child',
        ),
      ),
      sign_ins: ofPerson('sign_ins', 'session', 'user_id', ['created_at_ms', 'id']),
      link_codes: ofPerson('link_codes', 'link_code', 'student_id', ['expires_at_ms']),
      looked_at: ofPerson('looked_at', 'child_access', 'student_id', ['at_ms', 'adult_id', 'kind']),
      warnings: ofPerson('warnings', 'retention_warning', 'person_id', ['step']),
      away: ofPerson('away', 'away', 'student_id', ['from_day']),
      assignments: statement<OfStudent>()<StoredLogRow>(({ studentId }) =>
        selectOutput(
          db
            .selectFrom<string>('assignment_work')
            .leftJoin('assignment', 'assignment.id', 'assignment_work.assignment_id')
            .where('student_id', '=', studentId),
          'assignments',
          ['assignment_id', 'round_day'],
        ),
      ),
      practiced_days: ofPerson('practiced_days', 'practiced_day', 'student_id', ['day']),
      achievements: ofPerson('achievements', 'achievement', 'student_id', ['id', 'level']),
      practice_weeks: ofPerson('practice_weeks', 'student_week', 'student_id', ['week']),
      practice_days: ofPerson('practice_days', 'student_day', 'student_id', ['practice_day']),
      facts: ofPerson('facts', 'fact_fluency', 'student_id', ['fact']),
      wrong_pins: ofPerson('wrong_pins', 'sign_in_failure', 'student_id', ['student_id']),
    },
    ofPlayer: {
      player: statement<OfPlayer>()<StoredLogRow>(({ tokenHash }) =>
        selectOutput(db.selectFrom<string>('guest').where('token_hash', '=', tokenHash), 'player'),
      ),
      board_sessions: ofPlayer('board_sessions', 'practice_result', ['submission_id']),
      board_days: ofPlayer('board_days', 'daily_score', ['board']),
      time_reports: ofPlayer('time_reports', 'time_report', ['submission_id']),
      battles: statement<OfPlayer>()<StoredLogRow>(({ tokenHash }) =>
        selectOutput(
          db
            .selectFrom<string>('guest')
            .innerJoin('battle_player', 'battle_player.guest_id', 'guest.id')
            .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
            .where('token_hash', '=', tokenHash),
          'battles',
          ['battle.ended_at_ms', 'battle.battle_id'],
        ),
      ),
      battle_totals: ofPlayer('battle_totals', 'battle_total', ['scope']),
    },
  }
})

/** Statements that read a batch of one student's rows, in key order. */
export const batchReading = perDialect((dialect) => {
  return {
    sessions: statement<AfterSession>()((values) =>
      queryBuilder(dialect)
        .selectFrom('student_session')
        .select(COLUMNS.sessions)
        .where('student_id', '=', values.studentId)
        .where('session_id', '>', values.sessionId)
        .orderBy('session_id')
        .limit(values.most),
    ),
    attempts: statement<AfterAttempt>()((values) =>
      queryBuilder(dialect)
        .selectFrom('attempt')
        .select(COLUMNS.attempts)
        .where('student_id', '=', values.studentId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('session_id', 'place'), '>', tuple(values.sessionId, values.place)),
        )
        .orderBy('session_id')
        .orderBy('place')
        .limit(values.most),
    ),
  }
})

/** Statements that sum up what several students have practiced. */
export const practiceSums = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    days: statement<{ rows: string }>()((values) =>
      db
        .selectFrom('student_day')
        .select(({ fn }) => [
          'student_id',
          fn.countAll<number>().as('days'),
          fn.max<string>('practice_day').as('last_day'),
        ])
        .where('attempts', '>', 0)
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .groupBy('student_id'),
    ),
    facts: statement<{ rows: string }>()((values) =>
      db
        .selectFrom('fact_fluency')
        .select(({ fn }) => ['student_id', fn.countAll<number>().as('facts')])
        .where('state', 'in', ['known', 'fluent'] satisfies FluencyState[])
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .groupBy('student_id'),
    ),
  }
})
