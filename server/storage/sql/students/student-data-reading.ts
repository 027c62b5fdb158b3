import { isOfAccount } from '../accounts/sign-in-failure-store.ts'
import type { ChildTable } from '../../../../contract/child-tables.ts'
import type { StoredLogRow } from '../../../student/port.ts'
import type { Dialect } from '../../dialect.ts'
import { queryBuilder, statement, type Statement } from '../statement.ts'
import { LEARNING_NAMES } from './memory-rows.ts'

type OfStudent = { studentId: string }
type OfPlayer = { tokenHash: string }
type OfAccount = { accountKey: string }
type AfterAttempt = OfStudent & { sessionId: string; place: number; most: number }

/** The columns that are given out of each table: all but tokens, hashes and the numbers by which only tables know each other. */
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
    ...LEARNING_NAMES,
    'retained',
  ],
  sign_ins: ['created_at_ms', 'expires_at_ms'],
  wrong_pins: ['failures', 'not_before_ms as not_before_at_ms', 'practice_day', 'wrong_on_day'],
  link_codes: ['expires_at_ms'],
  looked_at: ['at_ms', 'kind', 'role as adult_role'],
  warnings: ['step', 'at_ms'],
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
  facts: [
    'fact',
    'state',
    'seen',
    'right_count',
    'recent',
    'timed',
    'level',
    'due',
    'asked_day',
    'asked_at',
    'missed',
    'first_right',
    'last_right',
  ],
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

/** `battle.battle_id` is given out as `battle_id`, and `school_class.name as class_name` as `class_name`. */
function shownAs(column: string): string {
  return column.split(' as ').at(-1)?.split('.').at(-1) ?? column
}

/** The names of a table's columns as `everyRowOf` has them, in order. */
export function columnsOf(table: ChildTable): readonly string[] {
  return COLUMNS[table].map(shownAs)
}

/** Rows of whatever columns. */
function anyRows<P extends OfStudent | OfPlayer | OfAccount>(
  rows: Statement<P, unknown>,
): Statement<P, StoredLogRow> {
  return rows as Statement<P, StoredLogRow>
}

/** The rows of each table of one student, in the order of their keys; attempts come in portions. */
export function studentDataReading(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    ofStudent: {
      child: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('student')
            .innerJoin('school_class', 'school_class.id', 'student.class_id')
            .leftJoin('person_seen', 'person_seen.user_id', 'student.user_id')
            .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
            .select(COLUMNS.child)
            .where('student.user_id', '=', values.studentId),
        ),
      ),
      sign_ins: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('session')
            .select(COLUMNS.sign_ins)
            .where('user_id', '=', values.studentId)
            .orderBy('created_at_ms')
            .orderBy('id'),
        ),
      ),
      link_codes: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('link_code')
            .select(COLUMNS.link_codes)
            .where('student_id', '=', values.studentId)
            .orderBy('expires_at_ms'),
        ),
      ),
      looked_at: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('child_access')
            .select(COLUMNS.looked_at)
            .where('student_id', '=', values.studentId)
            .orderBy('at_ms')
            .orderBy('adult_id')
            .orderBy('kind'),
        ),
      ),
      warnings: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('retention_warning')
            .select(COLUMNS.warnings)
            .where('person_id', '=', values.studentId)
            .orderBy('step'),
        ),
      ),
      practice_weeks: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('student_week')
            .select(COLUMNS.practice_weeks)
            .where('student_id', '=', values.studentId)
            .orderBy('week'),
        ),
      ),
      practice_days: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('student_day')
            .select(COLUMNS.practice_days)
            .where('student_id', '=', values.studentId)
            .orderBy('practice_day'),
        ),
      ),
      sessions: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('student_session')
            .select(COLUMNS.sessions)
            .where('student_id', '=', values.studentId)
            .orderBy('session_id'),
        ),
      ),
      facts: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('fact_fluency')
            .select(COLUMNS.facts)
            .where('student_id', '=', values.studentId)
            .orderBy('fact'),
        ),
      ),
      entry_times: anyRows(
        statement<OfStudent>()((values) =>
          db
            .selectFrom('entry_time')
            .select(COLUMNS.entry_times)
            .where('student_id', '=', values.studentId)
            .orderBy('input_type'),
        ),
      ),
    },
    ofAccount: {
      wrong_pins: anyRows(
        statement<OfAccount>()((values) =>
          db.selectFrom('sign_in_failure').select(COLUMNS.wrong_pins).where(isOfAccount(values.accountKey)),
        ),
      ),
    },
    ofPlayer: {
      player: anyRows(
        statement<OfPlayer>()((values) =>
          db.selectFrom('guest').select(COLUMNS.player).where('token_hash', '=', values.tokenHash),
        ),
      ),
      board_sessions: anyRows(
        statement<OfPlayer>()((values) =>
          db
            .selectFrom('guest')
            .innerJoin('practice_result', 'practice_result.guest_id', 'guest.id')
            .select(COLUMNS.board_sessions)
            .where('token_hash', '=', values.tokenHash)
            .orderBy('submission_id'),
        ),
      ),
      board_days: anyRows(
        statement<OfPlayer>()((values) =>
          db
            .selectFrom('guest')
            .innerJoin('daily_score', 'daily_score.guest_id', 'guest.id')
            .select(COLUMNS.board_days)
            .where('token_hash', '=', values.tokenHash)
            .orderBy('board'),
        ),
      ),
      time_reports: anyRows(
        statement<OfPlayer>()((values) =>
          db
            .selectFrom('guest')
            .innerJoin('time_report', 'time_report.guest_id', 'guest.id')
            .select(COLUMNS.time_reports)
            .where('token_hash', '=', values.tokenHash)
            .orderBy('submission_id'),
        ),
      ),
      battles: anyRows(
        statement<OfPlayer>()((values) =>
          db
            .selectFrom('guest')
            .innerJoin('battle_player', 'battle_player.guest_id', 'guest.id')
            .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
            .select(COLUMNS.battles)
            .where('token_hash', '=', values.tokenHash)
            .orderBy('battle.ended_at_ms')
            .orderBy('battle.battle_id'),
        ),
      ),
      battle_totals: anyRows(
        statement<OfPlayer>()((values) =>
          db
            .selectFrom('guest')
            .innerJoin('battle_total', 'battle_total.guest_id', 'guest.id')
            .select(COLUMNS.battle_totals)
            .where('token_hash', '=', values.tokenHash)
            .orderBy('scope'),
        ),
      ),
    },
    attempts: statement<AfterAttempt>()((values) =>
      db
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
}
