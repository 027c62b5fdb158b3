/** Wrong PINs at the children of one class that are heard at once from browsers which the class does not know. */
export const FREE_GUESSES = 60
/** After that one more is heard each 20 minutes: 72 a day, among the 3,360 PINs of pictures and the 10,000 of digits. */
const GUESSES: Allowance = { atOnce: FREE_GUESSES, regainMs: 20 * 60_000 }

/** For how many minutes the owner of a class lets new devices in at once. */
export const MIN_LET_IN_MINUTES = 5
export const MAX_LET_IN_MINUTES = 60

/** How often in a row the owner lets new devices in, which makes all guesses free again. */
export const LET_IN_AT_ONCE = 3
/** After that once an hour. */
const LET_INS: Allowance = { atOnce: LET_IN_AT_ONCE, regainMs: 3_600_000 }

type Allowance = { readonly atOnce: number; readonly regainMs: number }

/** Whether something may be done now. `fullAtMs` is what is remembered when it was. */
type Charge =
  { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'heard'; readonly fullAtMs: number }

/** All that is remembered is when the whole allowance is free again (the generic cell rate algorithm, as in `pace.ts`). */
function charge({ atOnce, regainMs }: Allowance, fullAtMs: number, nowMs: number): Charge {
  const most = atOnce * regainMs
  // A clock that is set back keeps nobody waiting for as long as it was set back.
  const owedUntilMs = Math.min(Math.max(fullAtMs, nowMs), nowMs + most)
  const wouldBeFullAtMs = owedUntilMs + regainMs
  const tooEarlyMs = wouldBeFullAtMs - nowMs - most
  return tooEarlyMs > 0
    ? { kind: 'wait', seconds: Math.ceil(tooEarlyMs / 1000) }
    : { kind: 'heard', fullAtMs: wouldBeFullAtMs }
}

/**
 * Counts an answer of a stranger at a class as wrong before it is looked at. The waits of each child alone
 * (`sign-in-wait.ts`) would leave whoever knows a class thirty times as many guesses as whoever knows a child. `fullAtMs`
 * is 0 for a class nobody has guessed at.
 */
export function chargeGuess(fullAtMs: number, nowMs: number): Charge {
  return charge(GUESSES, fullAtMs, nowMs)
}

/** Whether a stranger's answer at the class would have to wait now. */
export function strangersWait(fullAtMs: number, nowMs: number): boolean {
  return chargeGuess(fullAtMs, nowMs).kind === 'wait'
}

/** Whether new devices are let in now; null where nobody has let them in. */
export function isLetIn(untilMs: number | null, nowMs: number): boolean {
  return untilMs !== null && nowMs < untilMs && untilMs <= nowMs + MAX_LET_IN_MINUTES * 60_000
}

/** Counts that the owner of a class lets new devices in; 0 where that was never done. */
export function chargeLetIn(fullAtMs: number, nowMs: number): Charge {
  return charge(LET_INS, fullAtMs, nowMs)
}

/** What is remembered when an answer that was counted was right after all, or was not looked at. */
export function creditGuess(fullAtMs: number): number {
  return fullAtMs - GUESSES.regainMs
}
