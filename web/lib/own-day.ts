import { dayIn } from '../../domain/day-in-zone.ts'
import { practiceDay } from '../../domain/practice-day.ts'

/**
 * The day of an instant in the zone of a student's class or family; the practice day without a zone, or if this device does not know it.
 */
export function dayInZone(ms: number, zone: string | null): string {
  if (zone === null) return practiceDay(ms)
  try {
    return dayIn(zone, ms)
  } catch {
    return practiceDay(ms)
  }
}
