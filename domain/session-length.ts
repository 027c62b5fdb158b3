import { DEFAULT_DURATION_SECONDS, MAX_DURATION_SECONDS, type PROBLEM_COUNTS } from './practice-state.ts'

/** The times a child can choose, in seconds. */
export const TIME_CHOICES = [120, 300, 'no_clock'] as const
export type TimeChoice = (typeof TIME_CHOICES)[number]
export type ProblemCount = (typeof PROBLEM_COUNTS)[number]

export type SessionLength = { readonly durationSeconds: number; readonly hasClock: boolean }

/** The time for a number of problems unless the child has chosen one: nobody solves 50 in two minutes. */
export function timeChoiceFor(problems: ProblemCount, chosen: TimeChoice | null): TimeChoice {
  return chosen ?? (problems === 50 ? 300 : DEFAULT_DURATION_SECONDS)
}

/** How long a session may last. Without a clock, it is as long as the longest one with a clock. */
export function sessionLength(choice: number | 'no_clock', maxSeconds: number): SessionLength {
  const hasClock = choice !== 'no_clock'
  const seconds = hasClock ? choice : MAX_DURATION_SECONDS
  return { durationSeconds: Math.min(seconds, maxSeconds), hasClock }
}

/** A guest's session fits into what is left of the allowance, but one of the usual length may begin while anything is left. */
export function maxGuestSeconds(remainingSeconds: number): number {
  return Math.max(DEFAULT_DURATION_SECONDS, remainingSeconds)
}
