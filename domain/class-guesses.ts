import { freeThenEvery } from './sign-in-wait.ts'

/** How many wrong PINs in a row are checked per class, from browsers that have not signed in to it before. */
export const FREE_GUESSES = 60
/** As `FREE_GUESSES`, from one browser in which the children have signed in before. */
export const FREE_KNOWN_GUESSES = 30
const NEXT_GUESS_SECONDS = 20 * 60

/**
 * Guesses at a class. The waits of each child alone (`sign-in-wait.ts`) would give someone who knows a class thirty times as many
 * guesses as someone who knows one child.
 */
export const CLASS_GUESSES = freeThenEvery(FREE_GUESSES, NEXT_GUESS_SECONDS)
export const KNOWN_BROWSER_GUESSES = freeThenEvery(FREE_KNOWN_GUESSES, NEXT_GUESS_SECONDS)

/** Length of a sign-in window, in which the owner of a class lets new devices in at once. */
export const MIN_SIGN_IN_WINDOW_MINUTES = 5
export const MAX_SIGN_IN_WINDOW_MINUTES = 60

/** How many sign-in windows the owner may open in a row. Each makes all guesses free again. */
export const FREE_SIGN_IN_WINDOWS = 3

/** After three in a row, one sign-in window an hour. */
export const SIGN_IN_WINDOWS = freeThenEvery(FREE_SIGN_IN_WINDOWS, 3600)

/** Whether a sign-in window is open; `untilMs` is null if there was none. */
export function isSignInWindowOpen(untilMs: number | null, nowMs: number): boolean {
  return untilMs !== null && nowMs < untilMs && untilMs <= nowMs + MAX_SIGN_IN_WINDOW_MINUTES * 60_000
}
