/** A day of practice on the child's calendar: first attempts, how many of them were right, and the time with problems shown. */
type LatelyDay = {
  readonly day: string
  readonly firsts: number
  readonly right: number
  readonly ms: number
}

/** A child's last days of practice, oldest first, in constant size. */
export type Lately = readonly LatelyDay[]

/** An attempt that counts. */
type CountedAttempt = {
  readonly day: string
  readonly attempt: 1 | 2 | 3
  readonly correct: boolean
  readonly responseMs: number
}

export const NO_LATELY: Lately = []

const MAX_DAYS = 15
const LAST_ATTEMPT = 3

/** The practice after one more attempt. Attempts come in the order of the log. */
export function withLatest(days: Lately, attempt: CountedAttempt): Lately {
  const { day, correct, responseMs } = attempt
  const isFirst = attempt.attempt === 1
  const isOver = correct || attempt.attempt === LAST_ATTEMPT
  const last = days.at(-1)
  const before = last?.day === day ? last : { day, firsts: 0, right: 0, ms: 0 }
  const after = {
    day,
    firsts: before.firsts + (isFirst ? 1 : 0),
    right: before.right + (isFirst && correct ? 1 : 0),
    ms: before.ms + (isOver ? responseMs : 0),
  }
  const earlier = last?.day === day ? days.slice(0, -1) : days
  return [...earlier, after].slice(-MAX_DAYS)
}
