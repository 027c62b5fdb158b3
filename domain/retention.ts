import { schoolYearEnd } from './school-year.ts'

/** Retention periods set by the operator (server/config.ts has the limits). */
export type RetentionPolicy = {
  /** Days until a practice session and its answers are deleted. */
  readonly answerDays: number
  /** Months without practice or a sign-in, by the child or one of its adults, until a child is deleted. */
  readonly idleChildMonths: number
  /** Months from the end of the school year in which a class was archived until its children leave it. */
  readonly archivedClassMonths: number
  /** The last month of a school year, 1 to 12. */
  readonly schoolYearEndMonth: number
  /** Months without a sign-in until an adult is deleted. */
  readonly idleAdultMonths: number
  /** Days until a row of the access log, or the record of a guest's removal, is deleted. */
  readonly accessLogDays: number
  /** Days for which the operator promises to keep backups. */
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

/**
 * The least time between two warnings, and between the last one and the deletion, even if the clock changes or the server was
 * down.
 */
export const MIN_BETWEEN_MS = 28 * 86_400_000

/** The same time of day, that many months later or earlier (UTC). In a shorter month, its last day. */
export function monthsAfter(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}

/** What decides how long a child is kept: the last practice or sign-in, and when its class was archived, or null. */
export type ChildLife = { readonly activeAtMs: number; readonly archivedAtMs: number | null }

/** When a child is deleted if nothing happens. */
export function childDeadline({ activeAtMs, archivedAtMs }: ChildLife, policy: RetentionPolicy): number {
  const idle = monthsAfter(activeAtMs, policy.idleChildMonths)
  if (archivedAtMs === null) return idle
  const end = schoolYearEnd(archivedAtMs, policy.schoolYearEndMonth)
  return Math.min(idle, monthsAfter(end, policy.archivedClassMonths))
}

/** When the two warnings were sent; null if not yet. */
export type Warned = { readonly firstAtMs: number | null; readonly secondAtMs: number | null }

type RetentionStep = 'none' | 'warn_first' | 'warn_second' | 'delete'

/**
 * What is due: a warning two months before the deadline, another one month before it, then the deletion. Warnings for an
 * earlier deadline do not count. Nothing is deleted without two warnings, each `MIN_BETWEEN_MS` old.
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
