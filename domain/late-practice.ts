import { afterAnswer, isHumanPace, NO_PACE, type BattlePace } from './plausible.ts'

/** Who has a connection tells each answer at once; what is older on arrival was practiced without one, or is made up. */
const LATE_AFTER_MS = 10 * 60_000
/** More than any child answers in a day: an hour of a quick one. The rest of a day that is told late waits for an adult. */
const MAX_ATTEMPTS_OF_DAY = 2000
/** Of a longer series the older half counts less and less, so that a child is not judged by last year. */
const LONGEST_SERIES = 60

/** Whether an attempt was told long after it was made. */
export function isLate(atMs: number, arrivedAtMs: number): boolean {
  return arrivedAtMs - atMs > LATE_AFTER_MS
}

/** Whether a practice day has so many attempts that none of it is believed any more that is told late. */
export function isFullDay(attempts: number): boolean {
  return attempts >= MAX_ATTEMPTS_OF_DAY
}

/** The series of late first attempts with one more of them, and whether a person can have made it in such times. */
export function afterLateAnswer(
  pace: BattlePace,
  responseMs: number,
): { readonly pace: BattlePace; readonly isHuman: boolean } {
  const after = afterAnswer(pace, responseMs)
  return { pace: after.answers < LONGEST_SERIES ? after : halved(after), isHuman: isHumanPace(after) }
}

const half = (count: number): number => Math.floor(count / 2)

function halved({ answers, quick, tooQuick, alike, lastMs }: BattlePace): BattlePace {
  return {
    answers: half(answers),
    quick: half(quick),
    tooQuick: half(tooQuick),
    alike: half(alike),
    lastMs,
  }
}

/** A series as it is stored: four numbers, or nothing. Attempts that are too quick by themselves are set aside anyway. */
export function latePaceText({ answers, quick, alike, lastMs }: BattlePace): string {
  return answers === 0 ? '' : [answers, quick, alike, lastMs].join(' ')
}

export function readLatePace(text: string): BattlePace {
  const [answers = NaN, quick = NaN, alike = NaN, lastMs = NaN] = text.split(' ').map(Number)
  if (text === '' || [answers, quick, alike, lastMs].some(Number.isNaN)) return NO_PACE
  return { answers, quick, tooQuick: 0, alike, lastMs }
}
