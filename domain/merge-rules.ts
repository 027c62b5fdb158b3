import { MAX_TAKEN } from './one-place.ts'

/** What a student may take along of what guests have played. */
export type MergeRules = {
  /** Guests that bring something, on one device and practice day. */
  readonly guestsOfDevice: number
  /** The same on all devices together. */
  readonly guestsOfDay: number
  /** How much of a session or a battle, 0 to 1, may lie in time in which the student has played another one. */
  readonly mostTaken: number
  /** For so long after signing in the guest's own sessions may have ended, in milliseconds. */
  readonly lateMs: number
}

/**
 * One guest on each device and day; three in all, which is a device at school and two at home, because who signs in again is
 * as good as another device. What they played must have been played by one child, in one place at a time (ADR 0039).
 */
export const MERGE_RULES: MergeRules = {
  guestsOfDevice: 1,
  guestsOfDay: 3,
  mostTaken: MAX_TAKEN,
  // Signing in ends the guest's last session, and its page may be a moment behind.
  lateMs: 60_000,
}

/** Whether a student who has taken guests along on these devices today may take another one along on this device. */
export function mayTakeGuest(
  { guestsOfDevice, guestsOfDay }: MergeRules,
  devicesOfDay: readonly string[],
  device: string,
): boolean {
  const ofDevice = devicesOfDay.filter((other) => other === device).length
  return ofDevice < guestsOfDevice && devicesOfDay.length < guestsOfDay
}
