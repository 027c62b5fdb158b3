/** How many wrong PINs in a row are checked per class, from browsers that have not signed in to it before. */
export const FREE_GUESSES = 60
/** After that, one more every 20 minutes: 72 a day, of 3,360 picture PINs and 10,000 digit PINs. */
const REGAIN_MS = 20 * 60_000
/** As `FREE_GUESSES`, from one browser in which the children have signed in before. */
export const FREE_KNOWN_GUESSES = 30

/** Length of a sign-in window, in which the owner of a class lets new devices in at once. */
export const MIN_SIGN_IN_WINDOW_MINUTES = 5
export const MAX_SIGN_IN_WINDOW_MINUTES = 60

/** How many sign-in windows the owner may open in a row. Each makes all guesses free again. */
export const FREE_SIGN_IN_WINDOWS = 3
/** After that, one an hour. */
const SIGN_IN_WINDOWS: Allowance = { atOnce: FREE_SIGN_IN_WINDOWS, regainMs: 3_600_000 }

type Allowance = { readonly atOnce: number; readonly regainMs: number }

/** Whether something is allowed now. If it is, `fullAtMs` is what to store. */
type Charge =
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'allowed'; readonly fullAtMs: number }

/** The only state is when the whole allowance is free again (the generic cell rate algorithm, as in `pace.ts`). */
function charge({ atOnce, regainMs }: Allowance, fullAtMs: number, nowMs: number): Charge {
  const most = atOnce * regainMs
  // If the clock is set back, nobody waits longer than a whole allowance takes.
  const debtUntilMs = Math.min(Math.max(fullAtMs, nowMs), nowMs + most)
  const wouldBeFullAtMs = debtUntilMs + regainMs
  const tooEarlyMs = wouldBeFullAtMs - nowMs - most
  return tooEarlyMs > 0
    ? { kind: 'wait', seconds: Math.ceil(tooEarlyMs / 1000) }
    : { kind: 'allowed', fullAtMs: wouldBeFullAtMs }
}

/**
 * Counts a guess from an unknown browser before the PIN is checked. The waits of each child alone (`sign-in-wait.ts`) would
 * give someone who knows a class thirty times as many guesses as someone who knows one child. `fullAtMs` is 0 for a class
 * without guesses.
 */
export function chargeGuess(fullAtMs: number, nowMs: number, atOnce = FREE_GUESSES): Charge {
  return charge({ atOnce, regainMs: REGAIN_MS }, fullAtMs, nowMs)
}

/** Whether an unknown browser would have to wait now. */
export function strangersWait(fullAtMs: number, nowMs: number): boolean {
  return chargeGuess(fullAtMs, nowMs).kind === 'wait'
}

/** Whether a sign-in window is open; `untilMs` is null if there was none. */
export function isSignInWindowOpen(untilMs: number | null, nowMs: number): boolean {
  return untilMs !== null && nowMs < untilMs && untilMs <= nowMs + MAX_SIGN_IN_WINDOW_MINUTES * 60_000
}

/** Counts the opening of a sign-in window; `fullAtMs` is 0 before the first. */
export function chargeSignInWindow(fullAtMs: number, nowMs: number): Charge {
  return charge(SIGN_IN_WINDOWS, fullAtMs, nowMs)
}

/** Takes back a guess that turned out right or was not checked. */
export function creditGuess(fullAtMs: number): number {
  return fullAtMs - REGAIN_MS
}
