import { dayIn } from '../domain/day-in-zone.ts'
import { practiceDay } from '../domain/practice-day.ts'
import { DeviceLearning } from './features/learning/device-learning.ts'
import { nowMs } from './lib/now.ts'
import { browserStore } from './lib/storage.ts'

/** The day in the zone of the student's class or family; the practice day if this device does not know the zone. */
export function dayInZone(ms: number, zone: unknown): string {
  if (typeof zone !== 'string') return practiceDay(ms)
  try {
    return dayIn(zone, ms)
  } catch {
    return practiceDay(ms)
  }
}

/** The learning data of a student on this device. */
export function learningOfStudent(studentId: string): DeviceLearning {
  return new DeviceLearning(studentId, { store: browserStore, nowMs, dayOf: dayInZone })
}
