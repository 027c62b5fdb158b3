/** The storage key of the current practice session (specification §4). */
export const PRACTICE_KEY = 'practiceSession'
/** Where this browser stores how fast the player's last sessions were. It is removed when a student leaves the device. */
export const PACE_KEY = 'tenfold.pace'
