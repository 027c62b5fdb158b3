import { columnsOf, insertSent, isSent, jsonRows, replacing } from '../json-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

const TOTAL_SUMS = {
  battles: 'integer',
  wins: 'integer',
  current_streak: 'integer',
  best_streak: 'integer',
  top_score: 'integer',
  reached_at_ms: 'integer',
  last_ended_at_ms: 'integer',
  last_battle_id: 'text',
} as const

const TOTAL_COLUMNS = { guest_id: 'integer', scope: 'text', ...TOTAL_SUMS } as const

const BATTLE_ID = { battle_id: 'text' } as const
const GUEST_ID = { guest_id: 'integer' } as const

export const storingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // A student's sessions do not overlap in time, so only those during the battle are read.
    answersDuring: statement<Rows>()((values) =>
      db
        .selectFrom(
          jsonRows(dialect, values.rows, { student_id: 'text', from_ms: 'integer', until_ms: 'integer' }),
        )
        .innerJoin('student_session', 'student_session.student_id', 'sent.student_id')
        .innerJoin('attempt', (join) =>
          join
            .onRef('attempt.student_id', '=', 'student_session.student_id')
            .onRef('attempt.session_id', '=', 'student_session.session_id'),
        )
        .select(['sent.student_id', 'attempt.at_ms'])
        .whereRef('student_session.counts_from_ms', '<', 'sent.until_ms')
        .where(({ eb, or, ref }) =>
          or([
            eb('student_session.counts_until_ms', 'is', null),
            eb('student_session.counts_until_ms', '>', ref('sent.from_ms')),
          ]),
        )
        .whereRef('attempt.at_ms', '>', 'sent.from_ms')
        .whereRef('attempt.at_ms', '<', 'sent.until_ms')
        .where('attempt.set_aside', 'is', null),
    ),
    putTotals: statement<Rows>()((values) =>
      insertSent(dialect, 'battle_total', values.rows, TOTAL_COLUMNS).onConflict((conflict) =>
        conflict.columns(['guest_id', 'scope']).doUpdateSet(replacing(columnsOf(TOTAL_SUMS))),
      ),
    ),
  }
})

/** Statements that recompute players' totals. */
export const recountStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    dropTotals: statement<Rows>()((values) =>
      db.deleteFrom('battle_total').where(isSent(dialect, values.rows, GUEST_ID)),
    ),
    battlesOf: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, GUEST_ID))
        .innerJoin('battle_player', 'battle_player.guest_id', 'sent.guest_id')
        .select([
          'sent.guest_id',
          'battle_player.battle_id',
          'battle_player.division',
          'battle_player.ended_at_ms',
          'battle_player.score',
          'battle_player.player_rank',
          'battle_player.is_winner',
          'battle_player.has_left',
          'battle_player.set_aside',
        ])
        .orderBy('battle_player.guest_id')
        .orderBy('battle_player.ended_at_ms')
        .orderBy('battle_player.battle_id'),
    ),
  }
})

/** Statements that delete battles, and players from battles. */
export const deletingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    before: statement<{ day: string; most: number }>()((values) =>
      db
        .selectFrom('battle')
        .select('battle_id')
        .where('practice_day', '<', values.day)
        .orderBy('practice_day')
        .limit(values.most),
    ),
    // Whoever changes totals first locks the players' rows, in the order of their ids.
    lockPlayers: statement<Rows>()((values) =>
      db
        .selectFrom('guest')
        .select('guest.id as guest_id')
        .where('guest.id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, BATTLE_ID))
            .innerJoin('battle_player', 'battle_player.battle_id', 'sent.battle_id')
            .select('battle_player.guest_id')
            .where('battle_player.guest_id', 'is not', null)
            .$narrowType<{ guest_id: number }>(),
        )
        .orderBy('guest.id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    dropPlayers: statement<Rows>()((values) =>
      db.deleteFrom('battle_player').where(isSent(dialect, values.rows, BATTLE_ID)),
    ),
    dropBattles: statement<Rows>()((values) =>
      db.deleteFrom('battle').where(isSent(dialect, values.rows, BATTLE_ID)),
    ),
    // Locks the battles: if two players are removed from one at the same time, the second sees that the first is gone.
    lockBattlesOf: statement<{ guestId: number }>()((values) =>
      db
        .selectFrom('battle')
        .select('battle_id')
        .where('battle_id', 'in', ({ selectFrom }) =>
          selectFrom('battle_player').select('battle_id').where('guest_id', '=', values.guestId),
        )
        .orderBy('battle_id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    deletePlayer: deletion(dialect, 'battle_player', 'guest_id', 'guestId'),
    withoutPlayers: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, BATTLE_ID))
        .select('sent.battle_id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('battle_player as other')
                .select('other.place')
                .whereRef('other.battle_id', '=', 'sent.battle_id')
                .where('other.guest_id', 'is not', null),
            ),
          ),
        ),
    ),
  }
})

/** Statements that move battles to another player. */
export const movingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    timesOf: statement<{ guestId: number }>()((values) =>
      db
        .selectFrom('battle_player')
        .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
        .select(['battle.battle_id', 'battle.started_at_ms as fromMs', 'battle.ended_at_ms as untilMs'])
        .where('battle_player.guest_id', '=', values.guestId),
    ),
    leave: statement<{ guestId: number; rows: string }>()((values) =>
      db
        .deleteFrom('battle_player')
        .where('guest_id', '=', values.guestId)
        .where(isSent(dialect, values.rows, BATTLE_ID)),
    ),
    move: statement<{ guestId: number; playerId: number }>()((values) =>
      db
        .updateTable('battle_player')
        .set({ guest_id: values.playerId })
        .where('guest_id', '=', values.guestId),
    ),
  }
})
