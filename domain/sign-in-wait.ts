/** Wrong answers of one account before the first wait. */
const FREE_FAILURES = 5
const FIRST_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 15 * 60
/** Failures older than this, a day, no longer count. */
export const FAILURES_KEPT_MS = 24 * 3_600_000

/** An account's wrong answers in a row; `notBeforeMs` is when the next answer is accepted. */
export type SignInFailures = { readonly failures: number; readonly notBeforeMs: number }

/** The same for a browser that has signed in with the same password before: NIST SP 800-63B §5.2.2 allows 100 in a row. */
export const KNOWN_BROWSER_FREE_FAILURES = 100

/**
 * How long an account waits after so many wrong answers in a row, in seconds: 0 for the free ones, then 30 s, doubling to 15
 * min.
 */
export function waitSeconds(failures: number, freeFailures = FREE_FAILURES): number {
  if (failures < freeFailures) return 0
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - freeFailures))
}

/** Whether an answer of this account is checked now. `next` is what to store if it is wrong. */
type SignInCharge =
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'allowed'; readonly next: SignInFailures }

/**
 * Counts an answer as wrong before it is checked: many at once are then no more guesses than one after another. A right answer
 * clears the count.
 */
export function charge(
  known: SignInFailures | null,
  nowMs: number,
  freeFailures = FREE_FAILURES,
): SignInCharge {
  const isExpired = known === null || known.notBeforeMs < nowMs - FAILURES_KEPT_MS
  const earlier = isExpired ? 0 : known.failures
  const leftMs = isExpired ? 0 : known.notBeforeMs - nowMs
  // No wait is this long: the clock was set back, and nobody should wait that out.
  const isOfAnotherClock = leftMs > MAX_WAIT_SECONDS * 1000
  if (earlier >= freeFailures && leftMs > 0 && !isOfAnotherClock) {
    return { kind: 'wait', seconds: Math.ceil(leftMs / 1000) }
  }
  const failures = earlier + 1
  return {
    kind: 'allowed',
    next: { failures, notBeforeMs: nowMs + waitSeconds(failures, freeFailures) * 1000 },
  }
}

/** The wrong answers of an account on the last practice day with any. */
export type WrongOnDay = { readonly practiceDay: string; readonly wrong: number }

/** From this many wrong PINs of one child in a day, its adults see the number: so many are not typing errors. */
export const REPORTED_WRONG_PINS = 5

/** Adds wrong answers to the count of this day, or takes them back with a negative number. */
export function countOnDay(known: WrongOnDay, practiceDay: string, change: number): WrongOnDay {
  const earlier = known.practiceDay === practiceDay ? known.wrong : 0
  return { practiceDay, wrong: Math.max(0, earlier + change) }
}

/** Takes back an answer that was counted but not checked after all. */
export function credit({ failures, notBeforeMs }: SignInFailures, nowMs: number): SignInFailures {
  return { failures: Math.max(0, failures - 1), notBeforeMs: Math.min(notBeforeMs, nowMs) }
}
