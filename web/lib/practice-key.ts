/** The storage key of the current practice session (specification §4). */
export const PRACTICE_KEY = 'practiceSession'

/** Where this browser stores how fast the player's last sessions were. It is removed when a student leaves the device. */
export const PACE_KEY = 'tenfold.pace'

/** The state of the history entry of a practice page that continues an interrupted session without asking. */
export const KEEP_GOING = 'keep_going'

/** Before the id of a student, or `guest`: the key of a player's ten-frames of the day. */
export const FRAMES_PREFIX = 'tenfold.todays-ten.'
