import type { WrongPins } from '../../../contract/classes.ts'

/** How many wrong PINs a child had today; 0 where there were not many. */
export function wrongPinsOf(wrongPins: WrongPins, studentId: string): number {
  return wrongPins.find((each) => each.studentId === studentId)?.today ?? 0
}
