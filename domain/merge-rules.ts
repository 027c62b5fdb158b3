/** How much of what guests have played a student may take over. */
export type MergeRules = {
  /** Guests with something to take over, per device and practice day. */
  readonly guestsOfDevice: number
  /** The same on all devices together. */
  readonly guestsOfDay: number
}

/**
 * One guest per device and day and three in all: a device at school and two at home. A browser without its cookies counts as
 * another device. One child must have been able to play all of it, in one place at a time (ADR 0039).
 */
export const MERGE_RULES: MergeRules = {
  guestsOfDevice: 1,
  guestsOfDay: 3,
}

/**
 * Whether a student may take over a guest on `device`. `devicesOfDay` are the devices of the guests already taken over today.
 */
export function mayMergeGuest(
  { guestsOfDevice, guestsOfDay }: MergeRules,
  devicesOfDay: readonly string[],
  device: string,
): boolean {
  const ofDevice = devicesOfDay.filter((other) => other === device).length
  return ofDevice < guestsOfDevice && devicesOfDay.length < guestsOfDay
}
