import { afterAnswer, isHumanPace, NO_PACE, type BattlePace } from './plausible.ts'

/** With a connection, answers are sent at once. One that is older on arrival was given offline, or is made up. */
const LATE_AFTER_MS = 10 * 60_000
/** More than any child answers in a day: an hour for a quick child. Late attempts beyond it are set aside. */
const MAX_ATTEMPTS_OF_DAY = 2000
/** A longer series is halved, so that older answers count less and less. */
const MAX_SERIES = 60

/** Whether an attempt arrived more than ten minutes after it was made. Both in epoch milliseconds. */
export function isLate(atMs: number, arrivedAtMs: number): boolean {
  return arrivedAtMs - atMs > LATE_AFTER_MS
}

/** Whether a practice day has so many attempts that further late ones are set aside. */
export function isFullDay(attempts: number): boolean {
  return attempts >= MAX_ATTEMPTS_OF_DAY
}

/** The series of late first attempts with one more of them, and whether a person can have made it in such times. */
export function afterLateAnswer(
  pace: BattlePace,
  responseMs: number,
): { readonly pace: BattlePace; readonly isHuman: boolean } {
  const after = afterAnswer(pace, responseMs)
  return { pace: after.answers < MAX_SERIES ? after : halved(after), isHuman: isHumanPace(after) }
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

/** The inverse of `latePaceText`; an empty series for '' and for damaged text. */
export function readLatePace(text: string): BattlePace {
  const [answers = NaN, quick = NaN, alike = NaN, lastMs = NaN] = text.split(' ').map(Number)
  if (text === '' || [answers, quick, alike, lastMs].some(Number.isNaN)) return NO_PACE
  return { answers, quick, tooQuick: 0, alike, lastMs }
}
