import { sessionStretch, type Stretch } from '../../../../domain/overlaps.ts'
import type { Logged } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import { putAchievements } from './achievement-writer.ts'
import { PlausibilityCheck, daysOfLateAttempts } from './plausibility.ts'
import { LogJudge, type ExtendedSession, type LogItem } from './log-judge.ts'
import { learningRow, studentMemory } from './memory-rows.ts'
import { putFacts, refoldMemory } from './memory-writer.ts'
import { addToDays, lockPractice } from './student-practice-rows.ts'
import { logRow, sessionOf } from './student-rows.ts'
import type { StudentDayTable } from './student-tables.ts'

/** An attempt that arrives within this time was sent at once. */
const SENT_AT_ONCE_MS = 10_000

/** One row per day: an upsert may not touch a row twice. */
function summedDays(days: readonly StudentDayTable[]): StudentDayTable[] {
  const sums = new Map<string, StudentDayTable>()
  for (const day of days) {
    const sum = sums.get(day.practice_day)
    sums.set(day.practice_day, {
      ...day,
      seconds: day.seconds + (sum?.seconds ?? 0),
      sessions: day.sessions + (sum?.sessions ?? 0),
      points: day.points + (sum?.points ?? 0),
      attempts: day.attempts + (sum?.attempts ?? 0),
    })
  }
  return [...sums.values()]
}

/** When the student was in battles, or played as a guest who was merged, since the first of these attempts. */
async function playedElsewhere({ db }: Transaction, { studentId, attempts }: LogItem): Promise<Stretch[]> {
  const startOf = (of: typeof attempts): number => Math.min(...of.map(({ atMs }) => atMs))
  const older = attempts.filter(({ atMs, arrivedAtMs }) => arrivedAtMs - atMs > SENT_AT_ONCE_MS)
  const guests = db.selectFrom('guest').where('guest.student_id', '=', studentId)
  const [battles, merged] = await Promise.all([
    // Without battles that the player left, which are over for them, and those that are set aside.
    guests
      .innerJoin('battle_player', 'battle_player.guest_id', 'guest.id')
      .innerJoin('battle', 'battle.battle_id', 'battle_player.battle_id')
      .select(['battle.started_at_ms as fromMs', 'battle.ended_at_ms as untilMs'])
      .where('battle_player.ended_at_ms', '>', startOf(attempts))
      .where('battle_player.has_left', '=', 0)
      .where('battle_player.set_aside', '=', 0)
      .execute(),
    // What came from merged guests: the student's own results have the ids of sessions. What is practiced now is later than
    // anything that was merged.
    older.length === 0
      ? []
      : guests
          .innerJoin('practice_result', 'practice_result.guest_id', 'guest.id')
          .leftJoin('student_session', (join) =>
            join
              .onRef('student_session.student_id', '=', 'guest.student_id')
              .onRef('student_session.session_id', '=', 'practice_result.submission_id'),
          )
          .select(['practice_result.played_at_ms as playedAtMs'])
          .select(['problems_solved as problemsSolved', 'average_time_ms as averageTimeMs'])
          .where('practice_result.played_at_ms', '>', startOf(older))
          .where('student_session.session_id', 'is', null)
          .execute(),
  ])
  return [...battles, ...merged.map(sessionStretch)]
}

/** How many attempts count on the days with late attempts. */
async function attemptsOfDays(
  { db }: Transaction,
  { studentId, attempts }: LogItem,
): Promise<Map<string, number>> {
  const late = [...daysOfLateAttempts(attempts)]
  if (late.length === 0) return new Map()
  const days = db
    .selectFrom('student_day')
    .select(['practice_day', 'attempts'])
    .where('student_id', '=', studentId)
  const rows = await days.where('practice_day', 'in', late).execute()
  return new Map(rows.map((row) => [row.practice_day, row.attempts]))
}

/** On PostgreSQL, all writes take one round trip, unless there are achievements or the memory is stale. */
async function putLog(
  transaction: Transaction,
  studentId: string,
  judge: LogJudge,
  plausibility: PlausibilityCheck,
): Promise<void> {
  const { db } = transaction
  const memory = judge.changedMemory()
  const isStale = memory?.isStale ?? false
  const learned = memory && !isStale ? await putAchievements(transaction, studentId, memory, false) : null
  await Promise.all([
    db.insertInto('attempt').values(judge.attempts).execute(),
    db
      .updateTable('student_practice')
      .set({
        log_full_at_ms: judge.paceFullAtMs,
        late_pace: plausibility.latePace(),
        ...(learned && learningRow(learned)),
      })
      .where('student_id', '=', studentId)
      .execute(),
    ...[...judge.sessions.values()].map((session) =>
      db
        .updateTable('student_session')
        .set(logRow(session))
        .where('student_id', '=', studentId)
        .where('session_id', '=', session.sessionId)
        .execute(),
    ),
    judge.days.length > 0 && addToDays(transaction, summedDays(judge.days)),
    learned && putFacts(transaction, studentId, learned),
  ])
  if (isStale) await refoldMemory(transaction, studentId)
}

/** Logs a call, including attempts of sessions that ended at `oldestEndMs` or later. */
export async function logAttempts(
  transaction: Transaction,
  item: LogItem,
  oldestEndMs: number,
): Promise<{ readonly logged: Logged; readonly extended: readonly ExtendedSession[] }> {
  const { studentId, attempts } = item
  const { db } = transaction
  const sessionIds = new Set(attempts.map(({ sessionId }) => sessionId))
  const factIds = new Set(attempts.map(({ factId }) => factId))
  const ownSessions = db.selectFrom('student_session').selectAll().where('student_id', '=', studentId)
  const ownFacts = db.selectFrom('fact_fluency').selectAll().where('student_id', '=', studentId)
  const [[locked], sessions, facts, elsewhere, dayAttempts] = await Promise.all([
    lockPractice(transaction, [studentId]),
    ownSessions.where('session_id', 'in', [...sessionIds]).execute(),
    ownFacts.where('fact', 'in', [...factIds]).execute(),
    playedElsewhere(transaction, item),
    attemptsOfDays(transaction, item),
  ])
  const plausibility = new PlausibilityCheck({
    elsewhere,
    attempts: dayAttempts,
    latePace: locked?.late_pace ?? '',
  })
  const judge = new LogJudge({
    studentId,
    sessions: sessions.map(sessionOf),
    memory: locked ? studentMemory(locked, facts) : null,
    paceFullAtMs: locked?.log_full_at_ms ?? 0,
    plausibility,
    oldestEndMs,
  })
  const logged = judge.judge(attempts)
  if (logged.kind !== 'logged' || judge.attempts.length === 0) return { logged, extended: [] }
  await putLog(transaction, studentId, judge, plausibility)
  return { logged, extended: judge.extended() }
}
