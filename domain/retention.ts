import { schoolYearEnd } from './school-year.ts'

/** How long data is kept (ADR 0041). */
export const RETENTION = {
  /** Days until a practice session and its answers are deleted. */
  answerDays: 400,
  /** Months without practice or a sign-in, by the child or one of its adults, until a child is deleted. */
  idleChildMonths: 13,
  /** Months from the end of the school year in which a class was archived until its children leave it. */
  archivedClassMonths: 13,
  /** The last month of a school year, 1 to 12. */
  schoolYearEndMonth: 7,
  /** Months without a sign-in until an adult is deleted. */
  idleAdultMonths: 24,
  /** Days until a row of the access log, or the record of a guest's removal, is deleted. */
  accessLogDays: 400,
  /** Days for which the operator promises to keep backups. */
  backupDays: 35,
} as const

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
export function childDeadline({ activeAtMs, archivedAtMs }: ChildLife): number {
  const idle = monthsAfter(activeAtMs, RETENTION.idleChildMonths)
  if (archivedAtMs === null) return idle
  const end = schoolYearEnd(archivedAtMs, RETENTION.schoolYearEndMonth)
  return Math.min(idle, monthsAfter(end, RETENTION.archivedClassMonths))
}

/** When the two warnings were sent; null if not yet. */
export type Warned = { readonly firstAtMs: number | null; readonly secondAtMs: number | null }

type RetentionStep = 'none' | 'warn_first' | 'warn_second' | 'delete'

/**
 * Since when the warnings for this deadline cannot be sent: `failingSinceMs`, unless it is of an earlier deadline. After a month, a
 * warning counts without having arrived, because some mailboxes never accept one.
 */
export function failingSince(deadlineMs: number, failingSinceMs: number | null): number | null {
  return failingSinceMs !== null && failingSinceMs >= monthsAfter(deadlineMs, -2) ? failingSinceMs : null
}

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
