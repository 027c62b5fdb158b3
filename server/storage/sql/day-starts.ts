import { practiceDayStartMs } from '../../../domain/practice-day.ts'

/** `practiceDayStartMs` that remembers the last day: asking Intl costs as much as a statement, and nearly everybody asks for the same one. */
export function dayStarts(): (day: string) => number {
  let known = { day: '', startMs: 0 }
  return (day) => {
    if (known.day !== day) known = { day, startMs: practiceDayStartMs(day) }
    return known.startMs
  }
}
