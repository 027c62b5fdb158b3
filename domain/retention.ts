import { daysBefore } from './practice-day.ts'

/** How long what is kept, as the operator of an installation has set it (server/config.ts has the limits). */
export type RetentionPolicy = {
  /** Days until a practice session is deleted with its answers. */
  readonly answerDays: number
  /** Months without practice and without a sign-in of the child or one of its adults until a child is deleted. */
  readonly idleChildMonths: number
  /** Months from the end of the school year in which a class was archived until its children leave it. */
  readonly archivedClassMonths: number
  /** The last month of a school year, 1 to 12. */
  readonly schoolYearEndMonth: number
  /** Months without a sign-in until an adult is deleted. */
  readonly idleAdultMonths: number
  /** Days until a row of the access log is deleted. */
  readonly accessLogDays: number
  /** Days that backups are kept, by the promise of the operator. */
  readonly backupDays: number
}

/** The policy of `school.md` section 15. */
export const DEFAULT_RETENTION: RetentionPolicy = {
  answerDays: 400,
  idleChildMonths: 13,
  archivedClassMonths: 13,
  schoolYearEndMonth: 7,
  idleAdultMonths: 24,
  accessLogDays: 400,
  backupDays: 35,
}

/** Between two warnings, and between the last one and the deletion, whatever the clock or a server that was down says. */
export const MIN_BETWEEN_MS = 28 * 86_400_000

/** The same time of day so many months later, or earlier for a negative number; of a shorter month the last day (UTC). */
export function monthsAfter(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}

/** The end of the school year that is running at that time (UTC, exclusive). */
export function schoolYearEnd(ms: number, endMonth: number): number {
  const year = new Date(ms).getUTCFullYear()
  const end = Date.UTC(year, endMonth, 1)
  return ms < end ? end : Date.UTC(year + 1, endMonth, 1)
}

/** What decides how long a child is kept: the last practice or sign-in, and when its class was archived, if it was. */
export type ChildLife = { readonly activeAtMs: number; readonly archivedAtMs: number | null }

/** Until when a child is kept if nothing happens. */
export function childDeadline({ activeAtMs, archivedAtMs }: ChildLife, policy: RetentionPolicy): number {
  const idle = monthsAfter(activeAtMs, policy.idleChildMonths)
  if (archivedAtMs === null) return idle
  const end = schoolYearEnd(archivedAtMs, policy.schoolYearEndMonth)
  return Math.min(idle, monthsAfter(end, policy.archivedClassMonths))
}

/** When the two warnings were given; null for not yet. */
export type Warned = { readonly firstAtMs: number | null; readonly secondAtMs: number | null }

type RetentionStep = 'none' | 'warn_first' | 'warn_second' | 'delete'

/**
 * What is due before a deadline: a warning two months before it, another one month before it, then the deletion. Warnings that
 * were given for an earlier deadline do not count. Nothing is deleted without two warnings, each `MIN_BETWEEN_MS` old.
 */
export function retentionStep(deadlineMs: number, warned: Warned, nowMs: number): RetentionStep {
  const firstDue = monthsAfter(deadlineMs, -2)
  const secondDue = monthsAfter(deadlineMs, -1)
  if (nowMs < firstDue) return 'none'
  const { firstAtMs, secondAtMs } = warned
  if (firstAtMs === null || firstAtMs < firstDue) return 'warn_first'
  if (secondAtMs === null || secondAtMs < firstAtMs) {
    return nowMs >= Math.max(secondDue, firstAtMs + MIN_BETWEEN_MS) ? 'warn_second' : 'none'
  }
  return nowMs >= Math.max(deadlineMs, secondAtMs + MIN_BETWEEN_MS) ? 'delete' : 'none'
}

/** The Monday of the week in which a practice day lies. */
export function weekOf(practiceDay: string): string {
  const weekday = new Date(`${practiceDay}T00:00:00Z`).getUTCDay()
  return daysBefore(practiceDay, (weekday + 6) % 7)
}
