import { allowanceWords, isUnlimited } from '../features/guest/allowance.ts'

/** A section of a text page: a heading, then paragraphs and lists in reading order. */
export type Section = {
  readonly heading: string
  readonly body: readonly (string | readonly string[])[]
}

/** '10 minutes' for 600 seconds, or null when there is no limit (decisions §1: 999999). */
export function dailyAllowance(seconds: number): string | null {
  return isUnlimited(seconds) ? null : allowanceWords(seconds)
}
