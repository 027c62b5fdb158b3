import { expect } from 'vitest'
import { findFact } from '../../domain/fact.ts'
import {
  EMPTY_LOG,
  logAttempt,
  NO_SUMS,
  summed,
  sumsOfAttempt,
  withoutTime,
} from '../../domain/session-log.ts'
import { expectFolded } from './folded-log.ts'

type Rows = (table: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

function sum(rows: readonly Readonly<Record<string, unknown>>[], name: string): number {
  return rows.reduce((total, row) => total + Number(row[name]), 0)
}

/** Works everything that is summed up out again from the stored attempts. */
export async function expectSumsOfLog(rows: Rows): Promise<void> {
  const attempts = (await rows('attempt')).toSorted((a, b) => Number(a['place']) - Number(b['place']))
  for (const session of await rows('student_session')) {
    let [log, aside] = [EMPTY_LOG, NO_SUMS]
    for (const row of attempts.filter((attempt) => attempt['session_id'] === session['session_id'])) {
      const fact = findFact(String(row['fact']))
      if (!fact) throw new Error('only facts are stored')
      const [place, given, responseMs] = [row['place'], row['given'], row['response_ms']].map(Number)
      const next = logAttempt(log, fact, {
        place: place ?? -1,
        given: given ?? 0,
        responseMs: responseMs ?? 0,
      })
      expect(next?.judged).toMatchObject({ correct: row['correct'] === 1, points: row['points'] })
      const isAside = row['set_aside'] !== null
      log = isAside && next ? withoutTime(log, next.log) : (next?.log ?? log)
      const before = aside
      aside =
        isAside && next ? summed(before, sumsOfAttempt(next.judged, Number(row['response_ms']))) : before
    }
    expect(session).toMatchObject({
      last_place: log.lastPlace,
      problems: log.problems,
      answered: log.answered,
      correct: log.correct,
      score: log.score,
      practised_ms: log.practicedMs,
      aside_answered: aside.answered,
      aside_correct: aside.correct,
      aside_score: aside.score,
      aside_answered_ms: aside.answeredMs,
    })
    // What is set aside was practiced too, as far as there was time.
    expect(session['seconds']).toBeGreaterThanOrEqual(Math.min(120, Math.floor(log.practicedMs / 1000)))
    expect(session['seconds']).toBeLessThanOrEqual(120)
  }
  const [sessions, days] = [await rows('student_session'), await rows('student_day')]
  const counted = attempts.filter((row) => row['set_aside'] === null)
  expect(sum(days, 'attempts')).toBe(counted.length)
  expect(sum(days, 'points')).toBe(sum(counted, 'points'))
  expect(sum(days, 'seconds')).toBe(sum(sessions, 'seconds'))
  expect(counted.length).toBeGreaterThan(0)
  expect(attempts.length - counted.length).toBeGreaterThan(0)
  await expectFolded(rows)
}
