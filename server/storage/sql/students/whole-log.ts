import {
  foldAchievements,
  type AchievingStart,
  type SessionEnd,
} from '../../../../domain/achievements/fold.ts'
import { calendarDay, type Zones } from '../../../../domain/calendar.ts'
import { foldLog } from '../../../../domain/learning/fold.ts'
import { NO_LATELY, withLatest } from '../../../../domain/school/lately.ts'
import { learnedAttempt, type LoggedRow, type StudentMemory } from './memory-rows.ts'

type WholeLog = {
  /** In the order of the log. */
  readonly attempts: readonly LoggedRow[]
  readonly ends: readonly SessionEnd[]
  readonly zones: Zones
}

/** What a log has shown, folded onto what is retained of deleted attempts. */
export function foldOf({ attempts, ends, zones }: WholeLog, from: AchievingStart) {
  const log = attempts.map((row) => learnedAttempt(row, zones))
  return { ...foldAchievements(log, ends, zones, from), memory: foldLog(log, from.memory) }
}

/** Folds a whole log onto what is retained of deleted attempts. Marks all facts as changed. */
export function foldedMemory(log: WholeLog, retained: AchievingStart): Omit<StudentMemory, 'entryTimes'> {
  const { memory, ...achieving } = foldOf(log, retained)
  const last = log.attempts.at(-1)
  return {
    memory,
    folded: { atMs: last?.at_ms ?? 0, sessionId: last?.session_id ?? '', place: last?.place ?? 0 },
    isStale: false,
    changed: new Set(memory.facts.flatMap((fact, number) => (fact ? [number] : []))),
    zones: log.zones,
    achieving,
    lately: log.attempts.reduce((lately, row) => {
      const attempt = learnedAttempt(row, log.zones)
      return withLatest(lately, { ...attempt, day: calendarDay(log.zones, attempt.atMs) })
    }, NO_LATELY),
    letters: '',
  }
}
