/** Wrong PINs at the children of one class that are heard at once from browsers which the class does not know. */
export const FREE_GUESSES = 60
/** After that one more is heard each 20 minutes: 72 a day, among the 3,360 PINs of pictures and the 10,000 of digits. */
const REGAIN_MS = 20 * 60_000

/** Whether an answer of a stranger may be heard now. `fullAtMs` is what is remembered when it turns out wrong. */
export type GuessCharge =
  { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'heard'; readonly fullAtMs: number }

/**
 * Counts an answer at a class as wrong before it is looked at. The waits of each child alone (`sign-in-wait.ts`) would leave
 * whoever knows a class thirty times as many guesses as whoever knows a child. `fullAtMs` is all that is remembered: when
 * all guesses are free again (the generic cell rate algorithm, as in `pace.ts`); 0 for a class nobody has guessed at.
 */
export function chargeGuess(fullAtMs: number, nowMs: number): GuessCharge {
  const most = FREE_GUESSES * REGAIN_MS
  // A clock that is set back keeps nobody waiting for as long as it was set back.
  const owedUntilMs = Math.min(Math.max(fullAtMs, nowMs), nowMs + most)
  const wouldBeFullAtMs = owedUntilMs + REGAIN_MS
  const tooEarlyMs = wouldBeFullAtMs - nowMs - most
  return tooEarlyMs > 0
    ? { kind: 'wait', seconds: Math.ceil(tooEarlyMs / 1000) }
    : { kind: 'heard', fullAtMs: wouldBeFullAtMs }
}

/** What is remembered when an answer that was counted was right after all, or was not looked at. */
export function creditGuess(fullAtMs: number): number {
  return fullAtMs - REGAIN_MS
}
