import {
  allEarned,
  foldAchievements,
  type AchievingAttempt,
  type AchievingStart,
} from '../../../domain/achievements/fold.ts'
import { countersTakenAlong } from '../../../domain/achievements/taken-along.ts'
import { findFact } from '../../../domain/fact.ts'
import { dayNumber, type LearningMemory } from '../../../domain/learning/memory.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import type { AttemptLogEntry } from '../../../domain/practice-state.ts'
import { EMPTY_LOG, logAttempt } from '../../../domain/session-log.ts'
import type { DurableStore } from '../../lib/storage.ts'
import {
  readGuestAchievements,
  writeGuestAchievements,
  type GuestAchievements,
} from './guest-achievements.ts'
import { guestCalendar } from './guest-streak.ts'

/** A finished session as the guest's log has it. */
type LoggedSession = {
  readonly sessionId: string
  readonly totalProblems: number
  readonly attempts: readonly Pick<
    AttemptLogEntry,
    'factId' | 'place' | 'studentAnswer' | 'responseTime' | 'timestamp' | 'entryTime' | 'visualUsed'
  >[]
}

function achievingAttempts({ sessionId, attempts }: LoggedSession): AchievingAttempt[] {
  let log = EMPTY_LOG
  return attempts.flatMap((entry): AchievingAttempt[] => {
    const { factId, place, studentAnswer: given, responseTime: responseMs, timestamp: atMs } = entry
    const fact = findFact(factId)
    const logged = fact && logAttempt(log, fact, { place, given, responseMs })
    if (!logged) return []
    log = logged.log
    const { attempt, correct } = logged.judged
    const day = dayNumber(practiceDay(atMs))
    const { entryTime: entryMs, visualUsed: picture } = entry
    return [{ sessionId, place, factId, attempt, correct, responseMs, entryMs, day, atMs, picture }]
  })
}

function startOf({ counters, facts }: GuestAchievements, memory: LearningMemory): AchievingStart {
  return {
    counters: counters ?? countersTakenAlong(memory),
    facts: new Map(Object.entries(facts).map(([number, fact]) => [Number(number), fact])),
    memory,
  }
}

type Finished = {
  readonly session: LoggedSession
  readonly endMs: number
  /** The guest's memory before the session. */
  readonly before: LearningMemory
  /** The time zone of the device. */
  readonly zone: string
}

/**
 * Adds a finished session of the guest to what it has achieved. Its calendar is the device's: school days are Monday to Friday, from
 * the first day of practice on.
 */
export function addGuestSession(store: DurableStore, { session, endMs, before, zone }: Finished): void {
  const record = readGuestAchievements(store)
  const start = startOf(record, before)
  if (start.counters.position.sessionId === session.sessionId) return
  const attempts = achievingAttempts(session)
  const atMs = Math.max(endMs, attempts.at(-1)?.atMs ?? 0)
  const end = { sessionId: session.sessionId, atMs, totalProblems: session.totalProblems }
  const into = foldAchievements(attempts, [end], { zone, past: [] }, start)
  const newDays = into.newDays.filter(({ day }) => !record.days.some((known) => known.day === day))
  const days = [...record.days, ...newDays]
  const calendar = guestCalendar(
    days.map(({ day }) => day),
    zone,
  )
  const earned = allEarned(into, days, calendar).filter(
    ({ id, level }) => !record.achievements.some((known) => known.id === id && known.level === level),
  )
  writeGuestAchievements(store, {
    counters: into.counters,
    facts: Object.fromEntries(into.facts),
    days,
    achievements: [...record.achievements, ...earned.map((one) => ({ ...one, shownAtMs: null }))],
  })
}
