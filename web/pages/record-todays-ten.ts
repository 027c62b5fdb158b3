import { readyOn } from '../../domain/garden.ts'
import type { PracticeSession } from '../../domain/practice-state.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import type { Learning } from '../features/practice/run-learning.ts'
import type { TodaysTen } from '../lib/todays-ten.ts'

/** Adds a finished set of Today's ten to the day's frames; ignores other sessions. */
export function recordTodaysTen(
  ten: TodaysTen,
  { sessionType, answered }: PracticeSession,
  { memory, day }: Pick<Learning, 'memory' | 'day'>,
): void {
  if (sessionType === TODAYS_TEN) ten.add(answered, readyOn(memory(), day() + 1))
}
