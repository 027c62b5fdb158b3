import type { LeagueId } from '../../../domain/league.ts'
import type { PracticeResult, PracticeStore, Recorded } from '../../practice/port.ts'
import type { Database, Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BoardRows, type Sums } from './board-rows.ts'
import { GuestRows } from './guest-store.ts'
import { queryBuilder, statement } from './statement.ts'

type ResultValues = {
  guestId: number
  submissionId: string | null
  league: LeagueId
  practiceDay: string
  score: number
  problemsSolved: number
  correctAnswers: number
  averageTimeMs: number
  speedBonus: number
  playedAtMs: number
  storedAtMs: number
}

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    findResult: statement<{ guestId: number; submissionId: string }>()((values) =>
      db
        .selectFrom('practice_result')
        .select(['practice_day', 'league'])
        .where('guest_id', '=', values.guestId)
        .where('submission_id', '=', values.submissionId),
    ),
    findSums: statement<{ guestId: number; league: string; practiceDay: string }>()((values) =>
      db
        .selectFrom('daily_score')
        .select(['score', 'problems_solved', 'reached_at_ms'])
        .where('practice_day', '=', values.practiceDay)
        .where('league', '=', values.league)
        .where('guest_id', '=', values.guestId),
    ),
    insertResult: statement<ResultValues>()((values) =>
      db.insertInto('practice_result').values({
        guest_id: values.guestId,
        submission_id: values.submissionId,
        league: values.league,
        practice_day: values.practiceDay,
        score: values.score,
        problems_solved: values.problemsSolved,
        correct_answers: values.correctAnswers,
        average_time_ms: values.averageTimeMs,
        speed_bonus: values.speedBonus,
        played_at_ms: values.playedAtMs,
        stored_at_ms: values.storedAtMs,
      }),
    ),
    addToSums: statement<ResultValues & { state: string }>()((values) =>
      db
        .insertInto('daily_score')
        .values({
          practice_day: values.practiceDay,
          league: values.league,
          guest_id: values.guestId,
          state: values.state,
          score: values.score,
          problems_solved: values.problemsSolved,
          correct_answers: values.correctAnswers,
          sessions: 1,
          reached_at_ms: values.playedAtMs,
        })
        .onConflict((conflict) =>
          conflict.columns(['practice_day', 'league', 'guest_id']).doUpdateSet((eb) => ({
            score: eb('daily_score.score', '+', eb.ref('excluded.score')),
            problems_solved: eb('daily_score.problems_solved', '+', eb.ref('excluded.problems_solved')),
            correct_answers: eb('daily_score.correct_answers', '+', eb.ref('excluded.correct_answers')),
            sessions: eb('daily_score.sessions', '+', 1),
            // Who has an equal score is placed by when it was reached: when the last session that added to it was
            // played. Nothing added, nothing moved; a kept session that arrives late may not be the last one.
            reached_at_ms: eb
              .case()
              .when(
                eb.and([
                  eb('excluded.score', '>', 0),
                  eb.or([
                    eb('daily_score.score', '=', 0),
                    eb('excluded.reached_at_ms', '>', eb.ref('daily_score.reached_at_ms')),
                  ]),
                ]),
              )
              .then(eb.ref('excluded.reached_at_ms'))
              .else(eb.ref('daily_score.reached_at_ms'))
              .end(),
          })),
        )
        .returning(['score', 'problems_solved', 'reached_at_ms']),
    ),
  }
}

function valuesOf(guestId: number, result: PracticeResult): ResultValues {
  const { submissionId, league, practiceDay, score, problemsSolved } = result
  const { correctAnswers, averageTimeMs, speedBonus, playedAtMs, storedAtMs } = result
  return {
    guestId,
    submissionId,
    league,
    practiceDay,
    score,
    problemsSolved,
    correctAnswers,
    averageTimeMs,
    speedBonus,
    playedAtMs,
    storedAtMs,
  }
}

type SumsRow = { score: number; problems_solved: number; reached_at_ms: number }

function sumsOf({ score, problems_solved: problemsSolved, reached_at_ms: reachedAtMs }: SumsRow): Sums {
  return { score, problemsSolved, reachedAtMs }
}

function recorded(
  counted: boolean,
  { practiceDay, league }: { practiceDay: string; league: LeagueId },
  sums: Sums | null,
): Recorded {
  return {
    counted,
    practiceDay,
    league,
    dailyScore: sums?.score ?? 0,
    dailyProblemsSolved: sums?.problemsSolved ?? 0,
  }
}

/** Practice results in a SQL database. */
export function sqlPracticeStore(database: Database): PracticeStore {
  const guests = new GuestRows(database.dialect)
  const boards = new BoardRows(database.dialect)
  const statements = statementsFor(database.dialect)

  const findSums = async (
    transaction: Transaction,
    key: { guestId: number; league: string; practiceDay: string },
  ): Promise<Sums | null> => {
    const row = await transaction.first(statements.findSums, key)
    return row ? sumsOf(row) : null
  }

  /** The answer to a repeat, or null when the submission is new. */
  const repeated = async (
    transaction: Transaction,
    guestId: number,
    submissionId: string,
  ): Promise<Recorded | null> => {
    const earlier = await transaction.first(statements.findResult, { guestId, submissionId })
    if (!earlier) return null
    const board = { practiceDay: earlier.practice_day, league: earlier.league as LeagueId }
    return recorded(false, board, await findSums(transaction, { guestId, ...board }))
  }

  /** Stores a session and everything that is counted from it; the guest's sums after it. */
  const count = async (transaction: Transaction, values: ResultValues, guestState: string): Promise<Sums> => {
    const { guestId, practiceDay: day, league, score } = values
    const before = await findSums(transaction, values)
    await transaction.run(statements.insertResult, values)
    const { state, isFirstOfDay } = await boards.addSession(transaction, {
      day,
      guestId,
      state: guestState,
      score,
    })
    const row = await transaction.first(statements.addToSums, { ...values, state })
    if (!row) throw new Error('stored sums came without their row')
    const after = sumsOf(row)
    await boards.count(transaction, { day, league, state, before, after, isFirstOfDay })
    return after
  }

  return {
    record: (result, change) =>
      database.write(async (transaction) => {
        const known = await guests.findToChange(transaction, result.tokenHash)
        if (known && result.submissionId !== null) {
          const answer = await repeated(transaction, known.id, result.submissionId)
          if (answer) return answer
        }
        const { id, guest } = await guests.put(transaction, result.tokenHash, known, change)
        return recorded(true, result, await count(transaction, valuesOf(id, result), guest.state))
      }),
  }
}
