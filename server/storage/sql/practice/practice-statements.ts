import { columnsOf, everyRow, isSent, jsonRows, replacing } from '../json-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

/** Without `guest_id`, which is looked up by the token hash sent with each row. */
const RESULT_COLUMNS = {
  submission_id: 'text',
  board: 'integer',
  score: 'integer',
  problems_solved: 'integer',
  correct_answers: 'integer',
  average_time_ms: 'integer',
  speed_bonus: 'integer',
  played_at_ms: 'integer',
  stored_at_ms: 'integer',
} as const

export const SUMS_COLUMNS = {
  board: 'integer',
  state: 'text',
  score: 'integer',
  problems_solved: 'integer',
  correct_answers: 'integer',
  sessions: 'integer',
  reached_at_ms: 'integer',
} as const

const SENT_SUMS = columnsOf(SUMS_COLUMNS).map((column) => `sent.${column}` as const)
const REPLACED_SUMS = ['score', 'problems_solved', 'correct_answers', 'sessions', 'reached_at_ms'] as const

export const countingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    findResults: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', submission_id: 'text' }))
        .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
        .innerJoin('practice_result', (join) =>
          join
            .onRef('practice_result.guest_id', '=', 'guest.id')
            .onRef('practice_result.submission_id', '=', 'sent.submission_id'),
        )
        .select(['sent.token_hash', 'sent.submission_id', 'practice_result.board']),
    ),
    findSums: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', first: 'integer', last: 'integer' }))
        .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
        .innerJoin('daily_score', (join) =>
          join
            .onRef('daily_score.guest_id', '=', 'guest.id')
            .onRef('daily_score.board', '>=', 'sent.first')
            .onRef('daily_score.board', '<=', 'sent.last'),
        )
        .select([
          'sent.token_hash',
          ...columnsOf(SUMS_COLUMNS).map((column) => `daily_score.${column}` as const),
        ]),
    ),
    insertResults: statement<Rows>()((values) =>
      db
        .insertInto('practice_result')
        .columns(['guest_id', ...columnsOf(RESULT_COLUMNS)])
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', ...RESULT_COLUMNS }))
            .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
            .select(['guest.id', ...columnsOf(RESULT_COLUMNS).map((column) => `sent.${column}` as const)]),
        ),
    ),
    updateResult: statement<{
      tokenHash: string
      submissionId: string
      score: number
      problemsSolved: number
      correctAnswers: number
      averageTimeMs: number
    }>()((values) =>
      db
        .updateTable('practice_result')
        .set({
          score: values.score,
          problems_solved: values.problemsSolved,
          correct_answers: values.correctAnswers,
          average_time_ms: values.averageTimeMs,
        })
        .where('guest_id', '=', ({ selectFrom }) =>
          selectFrom('guest').select('id').where('token_hash', '=', values.tokenHash),
        )
        .where('submission_id', '=', values.submissionId),
    ),
    putSums: statement<Rows>()((values) =>
      db
        .insertInto('daily_score')
        .columns(['guest_id', 'hidden', ...columnsOf(SUMS_COLUMNS)])
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', ...SUMS_COLUMNS }))
            .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
            .select(['guest.id', 'guest.hidden', ...SENT_SUMS])
            .where(everyRow),
        )
        .onConflict((conflict) =>
          conflict.columns(['guest_id', 'board']).doUpdateSet(replacing(REPLACED_SUMS)),
        ),
    ),
  }
})

/** Statements that move sessions to another player. */
export const movingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    resultsOf: statement<{ guestId: number }>()((values) =>
      db
        .selectFrom('practice_result')
        .select(['board', 'submission_id', 'score', 'played_at_ms as playedAtMs'])
        .select(['problems_solved as problemsSolved', 'average_time_ms as averageTimeMs'])
        .where('guest_id', '=', values.guestId),
    ),
    moveResults: statement<{ guestId: number; playerId: number; rows: string }>()((values) =>
      db
        .updateTable('practice_result')
        .set({ guest_id: values.playerId })
        .where('guest_id', '=', values.guestId)
        .where(isSent(dialect, values.rows, { board: 'integer' })),
    ),
    dropResults: deletion(dialect, 'practice_result', 'guest_id', 'guestId'),
  }
})
