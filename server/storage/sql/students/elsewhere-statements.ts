import { jsonRows } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

/** Statements that find what students did besides their own practice. */
export const elsewhereStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Without battles that the player left, which are over for them, and those that are set aside.
    battlesAfter: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { student_id: 'text', after_ms: 'integer' }))
        .innerJoin('guest', 'guest.student_id', 'sent.student_id')
        .innerJoin('battle_player', (join) =>
          join
            .onRef('battle_player.guest_id', '=', 'guest.id')
            .onRef('battle_player.ended_at_ms', '>', 'sent.after_ms'),
        )
        .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
        .select(['sent.student_id', 'battle.started_at_ms as fromMs', 'battle.ended_at_ms as untilMs'])
        .where('battle_player.has_left', '=', 0)
        .where('battle_player.set_aside', '=', 0),
    ),
    // What came from merged guests: the student's own results have the ids of sessions.
    mergedResultsAfter: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { student_id: 'text', after_ms: 'integer' }))
        .innerJoin('guest', 'guest.student_id', 'sent.student_id')
        .innerJoin('practice_result', (join) =>
          join
            .onRef('practice_result.guest_id', '=', 'guest.id')
            .onRef('practice_result.played_at_ms', '>', 'sent.after_ms'),
        )
        .leftJoin('student_session', (join) =>
          join
            .onRef('student_session.student_id', '=', 'sent.student_id')
            .onRef('student_session.session_id', '=', 'practice_result.submission_id'),
        )
        .select([
          'sent.student_id',
          'practice_result.played_at_ms as playedAtMs',
          'practice_result.problems_solved as problemsSolved',
          'practice_result.average_time_ms as averageTimeMs',
        ])
        .where('student_session.session_id', 'is', null),
    ),
  }
})
