/** Wrong PINs counted separately from strangers': from the child's known browsers, and from its school's networks. */
export const GUESS_ORIGINS = ['known', 'inside'] as const

export type GuessOrigin = (typeof GUESS_ORIGINS)[number]

/** Counts of wrong passwords, PINs and codes. */
export type SignInFailureStore = {
  /**
   * Charges an answer as wrong before it is checked. Returns the seconds to wait if it may not be checked, else 0. The first
   * `freeFailures` (default 5) wrong answers need no wait.
   */
  charge(accountKey: string, nowMs: number, freeFailures?: number): Promise<number>
  /** Takes a charge back, because the answer was not checked. */
  credit(accountKey: string, nowMs: number): Promise<void>
  /** The charged answer was right: resets the count for waiting, but not the count of today. */
  resetAfterSuccess(accountKey: string, nowMs: number): Promise<void>
  /** Today's wrong answers by account; accounts without any are omitted. */
  wrongToday(accountKeys: readonly string[], nowMs: number): Promise<ReadonlyMap<string, number>>
  /** Deletes the account's counts. */
  clear(accountKey: string): Promise<void>
  /** Charges the opening of a sign-in window. Returns the seconds to wait if it may not be opened now, else 0. */
  openSignInWindow(windowKey: string, nowMs: number): Promise<number>
}

/** Counts of guesses at classes. Not stored in the database, so that a guess writes only the row of its child. */
export type ClassGuessCounts = {
  /** Charges a guess before it is checked, of `atOnce` (default 60) without a wait. Returns the seconds to wait, or 0. */
  chargeGuess(classKey: string, nowMs: number, atOnce?: number): Promise<number>
  /** Takes a charge back, because the answer was right or not checked. */
  creditGuess(classKey: string): Promise<void>
  /** Whether unknown browsers have to wait now. */
  strangersWait(classKey: string, nowMs: number): Promise<boolean>

  clearGuesses(classKey: string): Promise<void>
}
