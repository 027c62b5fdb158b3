import { perDialect, queryBuilder, statement } from '../statement.ts'

type Since = { studentId: string; afterMs: number }

/** Statements that find what students did besides their own practice. */
export const elsewhereStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Without battles that the player left, which are over for them, and those that are set aside.
    battlesAfter: statement<Since>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('battle_player', 'battle_player.guest_id', 'guest.id')
        .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
        .select(['battle.started_at_ms as fromMs', 'battle.ended_at_ms as untilMs'])
        .where('guest.student_id', '=', values.studentId)
        .where('battle_player.ended_at_ms', '>', values.afterMs)
        .where('battle_player.has_left', '=', 0)
        .where('battle_player.set_aside', '=', 0),
    ),
    // What came from merged guests: the student's own results have the ids of sessions.
    mergedResultsAfter: statement<Since>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('practice_result', 'practice_result.guest_id', 'guest.id')
        .leftJoin('student_session', (join) =>
          join
            .onRef('student_session.student_id', '=', 'guest.student_id')
            .onRef('student_session.session_id', '=', 'practice_result.submission_id'),
        )
        .select([
          'practice_result.played_at_ms as playedAtMs',
          'practice_result.problems_solved as problemsSolved',
          'practice_result.average_time_ms as averageTimeMs',
        ])
        .where('guest.student_id', '=', values.studentId)
        .where('practice_result.played_at_ms', '>', values.afterMs)
        .where('student_session.session_id', 'is', null),
    ),
  }
})
