import type { PracticeResult, PracticeStore, Recorded } from '../../practice/port.ts'
import type { Database, Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { GuestRows } from './guest-store.ts'
import { queryBuilder, statement } from './statement.ts'

type ResultValues = {
  guestId: number
  submissionId: string | null
  league: string
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
        .select(['score', 'problems_solved'])
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
        stored_at_ms: values.storedAtMs,
      }),
    ),
    addToSums: statement<ResultValues>()((values) =>
      db
        .insertInto('daily_score')
        .values({
          practice_day: values.practiceDay,
          league: values.league,
          guest_id: values.guestId,
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
        .returning(['score', 'problems_solved']),
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

function recorded(
  counted: boolean,
  practiceDay: string,
  sums: { score: number; problems_solved: number } | undefined,
): Recorded {
  return {
    counted,
    practiceDay,
    dailyScore: sums?.score ?? 0,
    dailyProblemsSolved: sums?.problems_solved ?? 0,
  }
}

/** Practice results in a SQL database. */
export function sqlPracticeStore(database: Database): PracticeStore {
  const guests = new GuestRows(database.dialect)
  const statements = statementsFor(database.dialect)

  /** The answer to a repeat, or null when the submission is new. */
  const repeated = async (
    transaction: Transaction,
    guestId: number,
    submissionId: string,
  ): Promise<Recorded | null> => {
    const earlier = await transaction.first(statements.findResult, { guestId, submissionId })
    if (!earlier) return null
    const { practice_day: practiceDay, league } = earlier
    const sums = await transaction.first(statements.findSums, { guestId, league, practiceDay })
    return recorded(false, practiceDay, sums)
  }

  return {
    record: (result, change) =>
      database.write(async (transaction) => {
        const known = await guests.findToChange(transaction, result.tokenHash)
        if (known && result.submissionId !== null) {
          const answer = await repeated(transaction, known.id, result.submissionId)
          if (answer) return answer
        }
        const { id } = await guests.put(transaction, result.tokenHash, known, change)
        const values = valuesOf(id, result)
        await transaction.run(statements.insertResult, values)
        const sums = await transaction.first(statements.addToSums, values)
        return recorded(true, result.practiceDay, sums)
      }),
  }
}
