/** Wrong answers of one account before the first wait. */
const FREE_FAILURES = 5
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 15 * 60
/** After a day without another one, failures are forgotten. */
export const FORGET_FAILURES_MS = 24 * 3_600_000

/** What is remembered of an account's wrong answers; `notBeforeMs` is when the next answer is heard. */
export type SignInFailures = { readonly failures: number; readonly notBeforeMs: number }

/**
 * Wrong answers before the first wait where the browser has signed in with the same password before: NIST SP 800-63B §5.2.2
 * allows 100 in a row.
 */
export const KNOWN_BROWSER_FREE_FAILURES = 100

/** How long an account waits after so many wrong answers in a row, in seconds: 30 s after those that are free, doubling to 15 min. */
export function waitSeconds(failures: number, freeFailures = FREE_FAILURES): number {
  if (failures < freeFailures) return 0
  return Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - freeFailures))
}

/** Whether an answer of this account may be heard now, and what is remembered when it turns out wrong. */
type SignInCharge =
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'heard'; readonly next: SignInFailures }

/**
 * Counts an answer as wrong before it is looked at: many at once are then no more guesses than one after another. A right
 * one clears the count.
 */
export function charge(
  known: SignInFailures | null,
  nowMs: number,
  freeFailures = FREE_FAILURES,
): SignInCharge {
  const isExpired = known === null || known.notBeforeMs < nowMs - FORGET_FAILURES_MS
  const earlier = isExpired ? 0 : known.failures
  const leftMs = isExpired ? 0 : known.notBeforeMs - nowMs
  // No wait is as long as that: the clock has been set back, and nobody waits for as long as it was.
  const isOfAnotherClock = leftMs > LONGEST_WAIT_SECONDS * 1000
  if (earlier >= freeFailures && leftMs > 0 && !isOfAnotherClock) {
    return { kind: 'wait', seconds: Math.ceil(leftMs / 1000) }
  }
  const failures = earlier + 1
  return {
    kind: 'heard',
    next: { failures, notBeforeMs: nowMs + waitSeconds(failures, freeFailures) * 1000 },
  }
}

/** How many wrong answers an account has had on its last practice day. */
export type WrongOnDay = { readonly practiceDay: string; readonly wrong: number }

/** From so many wrong PINs of one child on a day its adults are told: that many are no slips any more. */
export const TOLD_FROM = 5

/** Counts a wrong answer of this day, or takes so many back with a negative number. */
export function countOnDay(known: WrongOnDay, practiceDay: string, change: number): WrongOnDay {
  const earlier = known.practiceDay === practiceDay ? known.wrong : 0
  return { practiceDay, wrong: Math.max(0, earlier + change) }
}

/** What is remembered when an answer that was counted has not been looked at after all. */
export function credit({ failures, notBeforeMs }: SignInFailures, nowMs: number): SignInFailures {
  return { failures: Math.max(0, failures - 1), notBeforeMs: Math.min(notBeforeMs, nowMs) }
}
